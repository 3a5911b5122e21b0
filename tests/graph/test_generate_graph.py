"""The making of errors as a whole: drawing, regenerating, the reserve, and what comes out."""

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest

from agents.chart import Chart
from agents.error_engine.engine import RuleEngine
from agents.generate_graph import GenerateGraph, GenerateParts, generate_graph
from agents.generating import Engine
from agents.model_engine import ModelEngine
from agents.model_settings import ModelSettings
from agents.models import Models
from clinical.facts import Anchors
from clinical.labels import ErrorType
from clinical.sentences import split_sentences
from graph_state.generation import (
    GeneratedSummary,
    GenerationContext,
    Proposal,
    RewriteInput,
)
from kg.build import build_graph
from kg.errors import BadInputError
from kg.extraction import RuleExtractor
from kg.graph import PatientGraph
from kg.open_store import open_store
from kg.record import Note, PatientRecord
from prompts import load

ANCHORS = Anchors(admitted="2181-04-02T09:00:00", discharged="2181-04-10T00:00:00")
NOTE = """History of Present Illness:
66 year old woman with persistent atrial fibrillation. She denied chest pain.

Pertinent Results:
2181-04-02 06:00AM BLOOD Creat-1.4* K-4.1 WBC-15.2* Hgb-11.4* Plt Ct-212
CT chest 2181-04-03: Moderate left pleural effusion.

Discharge Medications:
1. Metoprolol Tartrate 50 mg PO BID
2. Lisinopril 20 mg PO DAILY

Discharge Diagnosis:
Pneumonia
"""
SUMMARY = """She was found to have pneumonia. She denied chest pain.
Her creatinine was 1.4 and her potassium 4.1. Her white count was 15.2 on arrival.
CT showed a moderate left pleural effusion. Lisinopril was continued at 20 mg daily.
She takes metoprolol 50 mg twice daily. Her hemoglobin was 11.4 with platelets of 212.
She has persistent atrial fibrillation. It was a pleasure to take part in her care."""


@cache
def patient_graph() -> PatientGraph:
    record = PatientRecord(
        patient_id="p1", notes=(Note(id="n1", category="note", text=NOTE, time="2181-04-10"),)
    )
    return build_graph(record, None, ANCHORS, RuleExtractor())


async def graph_of(**engines: Engine) -> GenerateGraph:
    store = open_store("memory")
    await store.upsert(patient_graph())
    known = engines or {"rules": RuleEngine()}
    return generate_graph(GenerateParts(store=store, engines=known)).compile()


async def generated(context: GenerationContext, **engines: Engine) -> GeneratedSummary:
    graph = await graph_of(**engines)
    done = await graph.ainvoke({"patient_id": "p1", "summary": SUMMARY}, context=context)
    made: GeneratedSummary = done["generated"]
    return made


@dataclass
class Stubborn:
    """Proposes what the checks refuse, for the sentences that a test names."""

    refuses: frozenset[int]
    asked: dict[int, list[str]] = field(default_factory=dict)
    name: str = "stubborn"
    rules: RuleEngine = field(default_factory=RuleEngine)

    def types(self, sentence: RewriteInput, chart: Chart) -> tuple[ErrorType, ...]:
        return self.rules.types(sentence, chart)

    async def __call__(
        self,
        sentence: RewriteInput,
        chart: Chart,
        context: GenerationContext,
        refused: list[Proposal],
        objections: list[str],
    ) -> Proposal | None:
        self.asked[sentence["index"]] = objections
        if sentence["index"] in self.refuses:
            return Proposal(text=sentence["text"], edits=())
        return await self.rules(sentence, chart, context, refused, objections)


async def test_forty_percent_are_made_wrong_and_the_rest_stays_letter_for_letter() -> None:
    made = await generated(GenerationContext(seed=7))
    assert made.counts.sentences == len(split_sentences(SUMMARY)) == 10
    assert made.counts.applicable == 9
    assert made.counts.wanted == made.counts.planted == 4
    before = [SUMMARY[s.start : s.end] for s in split_sentences(SUMMARY)]
    after = [made.text[s.start : s.end] for s in split_sentences(made.text)]
    wrong = {error.sentence_index: error for error in made.errors}
    for index, (old, new) in enumerate(zip(before, after, strict=True)):
        assert new == (wrong[index].text if index in wrong else old)
    assert made.not_checkable == (9,)


async def test_every_error_has_its_spans_grade_and_basis() -> None:
    made = await generated(GenerationContext(seed=3, ratio=1.0))
    assert len({t for error in made.errors for t in error.types}) >= 5
    for error in made.errors:
        assert SUMMARY[error.original_start : error.original_end] == error.original_text
        assert error.explanation and error.seed == 3
        assert error.grade == ("E3" if error.types == ("invented_fact",) else "E4")
        for edit in error.edits:
            assert error.text[edit.start : edit.end] == edit.text
            whole = error.original_text[edit.original_start : edit.original_end]
            assert whole == edit.original_text
            for link in edit.fact.evidence:
                assert link.quote in NOTE


async def test_the_same_seed_gives_the_same_bytes() -> None:
    one = await generated(GenerationContext(seed=5))
    again = await generated(GenerationContext(seed=5))
    other = await generated(GenerationContext(seed=6))
    assert one.model_dump_json() == again.model_dump_json()
    assert one.text != other.text


@pytest.mark.parametrize("number", [0, 1, 5])
async def test_an_exact_number_a_note_with_none_as_a_control(number: int) -> None:
    made = await generated(GenerationContext(per_note=number))
    assert made.counts.planted == number
    assert (made.text == SUMMARY) == (number == 0)


async def test_only_the_wanted_types_are_planted() -> None:
    context = GenerationContext(ratio=1.0, types="exam_result_error", several=0)
    made = await generated(context)
    assert {error.types for error in made.errors} == {("exam_result_error",)}
    assert made.counts.applicable < 9
    assert any("wanted types" in (reason or "") for reason in made.unsuitable)


async def test_the_wanted_difficulty_is_kept_where_it_can_be() -> None:
    easy = await generated(GenerationContext(ratio=1.0, difficulty="easy", several=0))
    hard = await generated(GenerationContext(ratio=1.0, difficulty="hard", several=0))
    assert sum(e.difficulty == "hard" for e in hard.errors) > len(hard.errors) / 2
    assert sum(e.difficulty == "hard" for e in easy.errors) < len(easy.errors) / 2


async def test_some_sentences_carry_two_errors() -> None:
    made = await generated(GenerationContext(ratio=1.0, several=1.0))
    double = [error for error in made.errors if len(error.edits) == 2]
    assert double
    for error in double:
        first, second = error.edits
        assert first.end < second.start and first.original_end < second.original_start


async def test_a_stubborn_sentence_is_tried_four_times_then_another_is_drawn() -> None:
    first = await generated(GenerationContext(per_note=2, seed=1))
    refused = first.errors[0].sentence_index
    engine = Stubborn(frozenset({refused}))
    context = GenerationContext(per_note=2, seed=1, engine="stubborn")
    made = await generated(context, stubborn=engine)
    assert made.counts.planted == 2
    assert made.counts.discarded == 1
    assert made.discarded[0].sentence_index == refused
    assert made.discarded[0].attempts == 4
    assert "does not differ" in made.discarded[0].reason
    assert engine.asked[refused] == ["the rewrite does not differ from the original"] * 3


async def test_with_no_sentence_left_fewer_are_planted_and_it_is_said() -> None:
    engine = Stubborn(frozenset(range(10)))
    context = GenerationContext(engine="stubborn", max_regenerations=1)
    made = await generated(context, stubborn=engine)
    assert made.text == SUMMARY
    assert (made.counts.wanted, made.counts.planted) == (4, 0)
    assert made.counts.discarded == made.counts.applicable == 9
    assert {one.attempts for one in made.discarded} == {2}


@pytest.mark.parametrize(
    ("request_", "context", "message"),
    [
        ({"patient_id": "p2", "summary": SUMMARY}, GenerationContext(), "not in the store"),
        ({"patient_id": "p1", "summary": " \n"}, GenerationContext(), "no sentence"),
        ({"patient_id": "p1", "summary": SUMMARY}, GenerationContext(engine="x"), "unknown"),
    ],
)
async def test_wrong_input_is_one_line(
    request_: dict[str, str], context: GenerationContext, message: str
) -> None:
    graph = await graph_of()
    with pytest.raises(BadInputError, match=message) as caught:
        await graph.ainvoke(request_, context=context)  # type: ignore[call-overload]
    assert "\n" not in str(caught.value)


def script(tmp_path: Path, *answers: str) -> str:
    file = tmp_path / "script.jsonl"
    lines = ", ".join(answers)
    file.write_text(f'{{"when": "You make sentences", "answers": [{lines}]}}\n')
    return f"scripted:{file}"


def answer(rewrite: str, evidence_id: str = "S1", entity: str = "") -> str:
    return (
        f'{{"evidence_id": "{evidence_id}", "old": "", "new": "", "entity": "{entity}",'
        f' "rewrite": "{rewrite}", "explanation": "It was another value."}}'
    )


async def by_model(
    tmp_path: Path, summary: str, types: str, *answers: str
) -> tuple[GeneratedSummary, Models]:
    store = open_store("memory")
    await store.upsert(patient_graph())
    models = Models(ModelSettings(models={"": script(tmp_path, *answers)}))
    engines: dict[str, Engine] = {"model": ModelEngine(load("generator"), models, store)}
    graph = generate_graph(GenerateParts(store=store, engines=engines)).compile()
    context = GenerationContext(engine="model", ratio=1.0, types=types, several=0)
    done = await graph.ainvoke({"patient_id": "p1", "summary": summary}, context=context)
    return done["generated"], models


async def test_a_model_may_make_the_error(tmp_path: Path) -> None:
    made, _ = await by_model(
        tmp_path,
        "Her creatinine was 1.4 on arrival.",
        "exam_result_error",
        answer("Her creatinine was 2.6 on arrival."),
    )
    (error,) = made.errors
    (edit,) = error.edits
    assert (edit.original_text, edit.text, edit.fact.attribute) == ("1", "2", "value") or (
        edit.original_text,
        edit.text,
    ) == ("1.4", "2.6")
    assert error.engine == "model" and error.grade == "E4"
    assert edit.fact.evidence[0].quote in NOTE


async def test_a_model_is_told_what_was_wrong_and_tries_again(tmp_path: Path) -> None:
    made, models = await by_model(
        tmp_path,
        "Her creatinine was 1.4 on arrival.",
        "exam_result_error",
        answer("Her creatinine was 1.4 on arrival."),
        answer("Her creatinine was 2.6 (incorrect) on arrival."),
        answer("Her creatinine was 2.6 on arrival."),
    )
    assert [error.attempts for error in made.errors] == [3]
    assert models.meter.used.calls == 3


async def test_a_model_that_never_complies_leaves_the_summary_alone(tmp_path: Path) -> None:
    made, models = await by_model(
        tmp_path, "Her creatinine was 1.4 on arrival.", "exam_result_error", '"no"'
    )
    assert made.errors == () and made.text == made.original
    assert [one.attempts for one in made.discarded] == [4]
    assert models.meter.used.calls == 4


async def test_a_model_may_invent_only_what_is_nowhere(tmp_path: Path) -> None:
    made, _ = await by_model(
        tmp_path,
        "She was found to have pneumonia and denied chest pain.",
        "invented_fact",
        answer("She was found to have pneumonia with a pleural effusion and denied chest pain.",
               "", "pleural effusion"),
        answer("She was found to have pneumonia after bronchoscopy and denied chest pain.",
               "", "bronchoscopy"),
    )  # fmt: skip
    (error,) = made.errors
    assert error.attempts == 2 and error.grade == "E3"
    assert error.edits[0].fact.new == "bronchoscopy"
