"""The question judge: questions by rule and by model, answers from snippets, what is flagged."""

import json
from pathlib import Path

import pytest

from agents.batch_model import BatchFolder
from agents.judging import Judge, SentenceToJudge
from agents.known_judges import asks_models, known_judges
from agents.model_settings import ModelSettings
from agents.models import Models
from agents.question_answers import answer_by_rule
from agents.question_verdict import consistency
from agents.questions import questions_of
from agents.validator import (
    contradiction_objection,
    evidence_objection,
    grade_objection,
    schema_objection,
)
from clinical.claims import read_claims
from clinical.facts import Anchors, Concept, Fact
from clinical.sources import in_note
from graph_state.context import Context
from graph_state.findings import HallucinationDetectionResult
from graph_state.state import SentenceState
from kg.evidence import Evidence
from kg.extraction import RuleExtractor
from kg.record import Note

RECORD = """History of Present Illness:
Ms. Adeyemi has atrial fibrillation. She denies smoking. Potassium was 3.4 on arrival.

Discharge Medications:
1. Metoprolol 50 mg PO twice daily
"""


def snippets() -> list[Evidence]:
    note = Note(id="n", category="discharge", text=RECORD)
    return [item for item in RuleExtractor().note(note, Anchors()) if item.kind == "text"]


def claims_in(text: str) -> list[Fact]:
    return read_claims(text, "", "", Anchors())


def asked(text: str) -> list[tuple[str, str]]:
    return [(question.text, question.expected) for question in questions_of(claims_in(text))]


def test_every_aspect_is_a_question_of_its_own() -> None:
    assert asked("She takes metoprolol 50 mg twice daily.") == [
        ("Does the patient receive metoprolol?", "yes"),
        ("What is the dose of metoprolol?", "50 mg"),
        ("How often is metoprolol given?", "2 a day"),
        ("What was done with metoprolol?", "home"),
    ]


def test_a_denial_is_asked_for_with_no() -> None:
    questions = asked("She denies chest pain.")
    assert [expected for _, expected in questions] == ["no"]
    assert "chest pain" in questions[0][0].casefold()


def test_one_fact_told_twice_is_asked_for_once() -> None:
    once = asked("Potassium was 3.4.")
    assert asked("Potassium was 3.4. The potassium was 3.4.") == once


@pytest.mark.parametrize(
    ("text", "matches"),
    [
        ("She takes metoprolol 50 mg twice daily.", ["aligned"] * 4),
        (
            "She takes metoprolol 100 mg twice daily.",
            ["aligned", "contradicted", "aligned", "aligned"],
        ),
        ("She takes apixaban.", ["insufficient"] * 2),
        ("She has no atrial fibrillation.", ["contradicted"]),
        ("Potassium was 3.4.", ["aligned", "aligned"]),
        ("Potassium was 4.3.", ["aligned", "contradicted"]),
    ],
)
def test_answers_come_from_the_snippets(text: str, matches: list[str]) -> None:
    answered = [answer_by_rule(q, snippets()) for q in questions_of(claims_in(text))]
    assert [one.match for one in answered] == matches
    for one in answered:
        assert bool(one.evidence) == (one.match != "insufficient")


def test_leftover_words_are_asked_for_only_where_nothing_else_is() -> None:
    both = read_claims("Metoprolol was nicely taken along.", "", "", Anchors())
    assert {question.kind for question in questions_of(both)} == {"medication"}
    alone = [claim for claim in both if claim.kind == "event"]
    assert len(questions_of(alone)) == len(alone)


def test_leftover_words_are_looked_for_in_all_snippets_together() -> None:
    words = Fact(
        kind="event",
        concept=Concept(id="text:arrival+discharge+potassium+smoking", name="words"),
        text="smoking arrival potassium discharge",
        source=in_note("summary", 0, 35),
    )
    (question,) = questions_of([words])
    answered = answer_by_rule(question, snippets())
    assert answered.match == "aligned" and len(answered.evidence) == 2
    strange = words.model_copy(update={"concept": Concept(id="text:zebra+quagga", name="z")})
    assert answer_by_rule(questions_of([strange])[0], snippets()).match == "insufficient"


def test_consistency_is_the_share_of_aligned_questions() -> None:
    questions = questions_of(claims_in("She takes metoprolol 100 mg twice daily."))
    answered = [answer_by_rule(question, snippets()) for question in questions]
    assert consistency(answered) == pytest.approx(3 / 4)


def sentence_of(text: str) -> SentenceToJudge:
    return SentenceToJudge(index=0, start=40, end=40 + len(text), text=text, graph_id="g")


async def judged(
    text: str, judge: Judge | None = None, model: str = ""
) -> HallucinationDetectionResult:
    judge = judge or known_judges(Models(ModelSettings()))["qa"]
    context = Context(judge="qa", model_judge=model)
    return await judge(sentence_of(text), claims_in(text), snippets(), context)


def refused(result: HallucinationDetectionResult, text: str) -> list[object]:
    state = SentenceState(
        graph_id="g",
        graph_version="1",
        anchors=Anchors(),
        index=0,
        start=40,
        end=40 + len(text),
        text=text,
        heading="",
        before="",
        findings=[],
    )
    return [
        schema_objection(result, state),
        grade_objection(result),
        evidence_objection(result, snippets()),
        contradiction_objection(result, snippets()),
    ]


@pytest.mark.parametrize(
    ("text", "grade", "types"),
    [
        ("She takes metoprolol 50 mg twice daily.", "E1", ()),
        ("She takes metoprolol 100 mg twice daily.", "E4", ("medication_error",)),
        ("She takes apixaban.", "E3", ("invented_fact",)),
        ("She has no atrial fibrillation.", "E4", ("negation_error",)),
    ],
)
async def test_what_is_not_aligned_is_flagged(text: str, grade: str, types: tuple[str]) -> None:
    result = await judged(text)
    assert (result.evidence_grade, result.hallucination_types) == (grade, types)
    assert refused(result, text) == [None] * 4
    if grade == "E4" and "metoprolol" in text:
        assert result.suggestion == "She takes metoprolol 50 mg twice daily."


async def test_courtesy_costs_no_question() -> None:
    assert (await judged("It was a pleasure to take care of her.")).status == "not_checkable"


def test_a_model_is_asked_only_where_one_is_chosen() -> None:
    assert not asks_models("qa", "") and asks_models("qa", "scripted")
    assert asks_models("llm", "") and not asks_models("rules", "scripted")


def script(tmp_path: Path, *answers: dict[str, object]) -> str:
    titles = ["AskedQuestions", "RecordAnswers", "Comparisons"]
    starts = ["You make questions", "You answer questions", "You compare pairs"]
    assert len(titles) >= len(answers)
    lines = [
        json.dumps({"when": start, "answers": [answer]})
        for start, answer in zip(starts, answers, strict=False)
    ]
    path = tmp_path / "script.jsonl"
    path.write_text("\n".join(lines))
    return f"scripted:{path}"


QUESTION: dict[str, object] = {
    "words": "metoprolol 100 mg",
    "question": "What dose of metoprolol does the patient take?",
    "expected": "100 mg",
    "asked": "dose",
    "error_type": "medication_error",
}


def answers_with(label: str, answer: str) -> dict[str, object]:
    source = {"id": label, "quote": "Metoprolol 50 mg"}
    return {"answers": [{"number": 1, "evidence": [source], "answer": answer}]}


def label_of_metoprolol() -> str:
    place = next(n for n, item in enumerate(snippets(), 1) if "Metoprolol" in item.quote)
    return f"S{place}"


@pytest.mark.parametrize(
    ("match", "grade"), [("different", "E4"), ("same", "E1"), ("unclear", "E3")]
)
async def test_a_model_asks_answers_and_compares(tmp_path: Path, match: str, grade: str) -> None:
    text = "She takes metoprolol 100 mg twice daily."
    name = script(
        tmp_path,
        {"questions": [QUESTION]},
        answers_with(label_of_metoprolol(), "50 mg"),
        {"comparisons": [{"number": 1, "match": match}]},
    )
    judge = known_judges(Models(ModelSettings(models={"": name})))["qa"]
    result = await judged(text, judge, name)
    assert result.evidence_grade == grade, result
    assert result.claims[0].text == "metoprolol 100 mg"
    assert result.claims[0].evidence[0].quote == "Metoprolol 50 mg"
    assert refused(result, text) == [None] * 4


@pytest.mark.parametrize(
    ("expected", "recorded", "grade"),
    [("100 MG", "100  mg.", "E1"), (">5", "<5", "E4"), ("-3", "3", "E4"), ("+", "-", "E4")],
)
async def test_only_the_same_words_need_no_comparison(
    tmp_path: Path, expected: str, recorded: str, grade: str
) -> None:
    name = script(
        tmp_path,
        {"questions": [QUESTION | {"expected": expected}]},
        answers_with(label_of_metoprolol(), recorded),
        {"comparisons": [{"number": 1, "match": "different"}]},
    )
    judge = known_judges(Models(ModelSettings(models={"": name})))["qa"]
    result = await judged("She takes metoprolol 100 mg twice daily.", judge, name)
    assert result.evidence_grade == grade, result


async def test_an_answer_that_cites_nothing_is_asked_for_again_and_then_given_up(
    tmp_path: Path,
) -> None:
    name = script(
        tmp_path,
        {"questions": [QUESTION]},
        {"answers": [{"number": 1, "evidence": [], "answer": "50 mg"}]},
    )
    models = Models(ModelSettings(models={"": name}))
    result = await judged("She takes metoprolol 100 mg daily.", known_judges(models)["qa"], name)
    assert result.status == "abstained" and "cites nothing" in (result.reason or "")
    assert models.meter.used.calls == 1 + 4


async def test_the_scripted_model_runs_offline(tmp_path: Path) -> None:
    models = Models(ModelSettings(models={"": "scripted"}))
    result = await judged("She has atrial fibrillation.", known_judges(models)["qa"], "scripted")
    assert result.evidence_grade == "E1"


async def test_in_batches_one_request_follows_another(tmp_path: Path) -> None:
    folder = tmp_path / "batch"
    text = "She takes metoprolol 100 mg twice daily."
    replies: list[dict[str, object]] = [
        {"questions": [QUESTION]},
        answers_with(label_of_metoprolol(), "50 mg"),
        {"comparisons": [{"number": 1, "match": "different"}]},
    ]
    settings = ModelSettings(models={"": f"batch:{folder}"})
    for number, reply in enumerate(replies, 1):
        models = Models(settings)
        waiting = await judged(text, known_judges(models)["qa"], f"batch:{folder}")
        assert waiting.status == "abstained" and "not answered yet" in (waiting.reason or "")
        (batch,) = models.batches
        assert batch.write().startswith("1 requests are in")
        request = json.loads((folder / f"requests-{number}.jsonl").read_text())
        respond(folder / f"answer-{number}.jsonl", request["custom_id"], reply)
    result = await judged(text, known_judges(Models(settings))["qa"], f"batch:{folder}")
    assert result.evidence_grade == "E4"
    assert not BatchFolder.open(folder, settings).pending


def respond(path: Path, custom_id: str, reply: dict[str, object]) -> None:
    body = {"choices": [{"message": {"role": "assistant", "content": json.dumps(reply)}}]}
    path.write_text(
        json.dumps({"custom_id": custom_id, "response": {"status_code": 200, "body": body}}) + "\n"
    )


async def test_a_rehearsal_counts_all_three_requests() -> None:
    settings = ModelSettings(models={"": "scripted"})
    models = Models(settings, rehearsal=True)
    text = "She takes metoprolol 100 mg twice daily."
    result = await judged(text, known_judges(models)["qa"], "scripted")
    assert result.status == "abstained"
    assert models.meter.used.calls == 3
