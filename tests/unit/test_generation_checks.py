"""The two checks of a rewrite, and the choice of sentences."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.applicability import applicability
from agents.chart import Chart
from agents.generation_checks import format_objection, logic_objection
from agents.sampling import (
    drawn_difficulty,
    drawn_errors,
    drawn_order,
    drawn_types,
    wanted_number,
)
from clinical.claims import read_claims
from clinical.facts import Anchors, Concept
from clinical.labels import ERROR_TYPES, ErrorType
from graph_state.generation import (
    Attribute,
    Edit,
    EditedFact,
    EvidenceLink,
    GenerationContext,
    Proposal,
    RewriteInput,
)
from kg.build import build_graph
from kg.extraction import RuleExtractor
from kg.graph import PatientGraph
from kg.record import Note, PatientRecord

ANCHORS = Anchors(admitted="2181-04-02T09:00:00", discharged="2181-04-10T00:00:00")
NOTE = """History of Present Illness:
She denied chest pain.

Pertinent Results:
2181-04-02 06:00AM BLOOD Creat-1.4* K-4.1
2181-04-05 06:00AM BLOOD Creat-1.9*

Discharge Medications:
1. Lisinopril 20 mg PO DAILY
"""
TEXT = "Her creatinine was 1.4 on arrival."


@pytest.fixture(scope="module")
def graph() -> PatientGraph:
    record = PatientRecord(
        patient_id="p1", notes=(Note(id="n1", category="note", text=NOTE, time="2181-04-10"),)
    )
    return build_graph(record, None, ANCHORS, RuleExtractor())


@pytest.fixture(scope="module")
def chart(graph: PatientGraph) -> Chart:
    return Chart(graph, TEXT)


def payload(text: str = TEXT, summary: str = "", start: int = 0) -> RewriteInput:
    return {
        "graph_id": "p1",
        "anchors": ANCHORS,
        "summary": summary or text,
        "index": 0,
        "start": start,
        "end": start + len(text),
        "text": text,
        "heading": "",
        "before": "",
        "error_types": ERROR_TYPES,
        "difficulty": "medium",
        "errors": 1,
    }


def link(chart: Chart, words: str) -> EvidenceLink:
    passage = next(p for p in chart.passages if words in p.text)
    return passage.link


def value_edit(chart: Chart, old: str = "1.4", new: str = "2.6", text: str = TEXT) -> Proposal:
    """Exchange one number."""
    start = text.index(old)
    return Proposal(
        text=text.replace(old, new),
        edits=(
            Edit(
                error_type="exam_result_error",
                grade="E4",
                difficulty="medium",
                original_start=start,
                original_end=start + len(old),
                original_text=old,
                start=start,
                end=start + len(new),
                text=new,
                fact=EditedFact(
                    kind="lab",
                    attribute="value",
                    concept=Concept(id="lab:creatinine", name="creatinine"),
                    old=old,
                    new=new,
                    evidence=(link(chart, "Creat-1.4"),),
                ),
                explanation="changed",
            ),
        ),
    )


def with_text(proposal: Proposal, text: str) -> Proposal:
    """Keep the edits and change the words, as a careless engine would."""
    return proposal.model_copy(update={"text": text})


def test_a_sound_rewrite_passes_both_checks(chart: Chart) -> None:
    proposal = value_edit(chart)
    assert format_objection(payload(), proposal) is None
    assert logic_objection(payload(), proposal, chart) is None


@pytest.mark.parametrize(
    ("rewrite", "message"),
    [
        (TEXT, "does not differ"),
        ("  Her creatinine  was 1.4 on arrival. ", "does not differ"),
        ("Her creatinine was 2.6 on admission.", "do not account for every change"),
        ("Her creatinine was 3.6 on arrival.", "is not what stands at its place"),
    ],
)
def test_edits_must_account_for_the_rewrite(chart: Chart, rewrite: str, message: str) -> None:
    fault = format_objection(payload(), with_text(value_edit(chart), rewrite))
    assert fault is not None and message in fault


@pytest.mark.parametrize(
    ("new", "message"),
    [
        ("2.6 (incorrect)", "would give the error away"),
        ("**2.6**", "would give the error away"),
        ("2.6 → high", "is not how the original is written"),
        ("2.6  mg/dL", "is not clean wording"),
        ("2.6. It rose", "does not segment as one sentence"),
        ("was 2.6", "is not clean wording"),
    ],
)
def test_no_cue_and_no_second_sentence(chart: Chart, new: str, message: str) -> None:
    fault = format_objection(payload(), value_edit(chart, new=new))
    assert fault is not None and message in fault


def test_a_rewrite_may_not_swallow_the_next_sentence(chart: Chart) -> None:
    text = "She saw urology."
    edit = value_edit(chart).edits[0]
    place = {"original_start": 8, "original_end": 15, "original_text": "urology", "start": 8}
    changed = edit.model_copy(update=place | {"end": 10, "text": "Dr"})
    proposal = Proposal(text="She saw Dr.", edits=(changed,))
    assert format_objection(payload(text), proposal) is None
    fault = format_objection(payload(text, text + " Smith was told."), proposal)
    assert fault is not None and "segment" in fault


@pytest.mark.parametrize(
    ("new", "message"),
    [
        ("1.9", "holds the new value as well"),
        ("400.0", "not possible in a living patient"),
        ("high", "cannot be read as a value"),
    ],
)
def test_a_value_must_be_false_and_possible(chart: Chart, new: str, message: str) -> None:
    fault = logic_objection(payload(), value_edit(chart, new=new), chart)
    assert fault is not None and message in fault


def test_the_summary_counts_as_known(graph: PatientGraph) -> None:
    chart = Chart(graph, TEXT + " Creatinine peaked at 2.6 on the third day.")
    fault = logic_objection(payload(), value_edit(chart), chart)
    assert fault is not None and "holds the new value" in fault


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"grade": "E3"}, "graded E4"),
        ({"error_type": "invented_fact"}, "graded E3"),
    ],
)
def test_grades_follow_the_type(chart: Chart, changes: dict[str, str], message: str) -> None:
    proposal = value_edit(chart)
    edit = proposal.edits[0].model_copy(update=changes)
    fault = logic_objection(payload(), proposal.model_copy(update={"edits": (edit,)}), chart)
    assert fault is not None and message in fault


def test_the_basis_must_stand_in_the_record(chart: Chart) -> None:
    proposal = value_edit(chart)
    edit = proposal.edits[0]
    for evidence in (
        (),
        (edit.fact.evidence[0].model_copy(update={"quote": "Creat-9.9"}),),
        (edit.fact.evidence[0].model_copy(update={"id": "ev_unknown"}),),
    ):
        fact = edit.fact.model_copy(update={"evidence": evidence})
        wrong = proposal.model_copy(update={"edits": (edit.model_copy(update={"fact": fact}),)})
        assert logic_objection(payload(), wrong, chart) is not None


@pytest.mark.parametrize(
    ("attribute", "old", "new", "text", "wanted"),
    [
        ("assertion", "absent", "present", "She reported chest pain.", None),
        ("assertion", "absent", "present", "She denied chest pain.", "cannot be read"),
    ],
)
def test_a_negation_must_be_turned(
    chart: Chart, attribute: Attribute, old: str, new: str, text: str, wanted: str | None
) -> None:
    original = "She denied chest pain."
    fact = EditedFact(
        kind="symptom",
        attribute=attribute,
        concept=read_claims(original, "", "", ANCHORS)[0].concept,
        old=old,
        new=new,
        evidence=(link(chart, "denied chest pain"),),
    )
    edit = value_edit(chart).edits[0]
    turned = edit.model_copy(
        update={"error_type": "negation_error", "fact": fact, "start": 4, "end": len(text) - 1}
    )
    fault = logic_objection(payload(original), Proposal(text=text, edits=(turned,)), chart)
    assert (fault is None) if wanted is None else (fault is not None and wanted in fault)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (TEXT, None),
        ("She was admitted.", "states no medical fact"),
        ("It was a pleasure to take care of this kind patient.", "states no medical fact"),
        ("She was glad to go home and all her questions were answered.", "states no medical fact"),
        ("Has chest pain.", "too simple"),
        ("# Acute kidney injury on chronic kidney disease", "too simple"),
    ],
)
def test_the_three_criteria(text: str, fault: str | None) -> None:
    heading = text.startswith("#")
    found = applicability(text, read_claims(text, "", "", ANCHORS), heading).fault
    assert (found is None) if fault is None else (found is not None and fault in found)


def test_a_value_that_cannot_be_is_no_ground_to_build_on() -> None:
    claims = read_claims(TEXT, "", "", ANCHORS)
    broken = [
        claim.model_copy(update={"quantity": claim.quantity.model_copy(update={"value": 900.0})})
        for claim in claims
        if claim.quantity
    ]
    assert not applicability(TEXT, broken, False).plausible


@given(st.floats(0, 1), st.integers(0, 400))
def test_the_ratio_is_kept_to_half_a_sentence(ratio: float, applicable: int) -> None:
    number = wanted_number(GenerationContext(ratio=ratio), applicable)
    assert 0 <= number <= applicable
    assert abs(number - ratio * applicable) <= 0.5 + 1e-9


@pytest.mark.parametrize(("wanted", "applicable", "number"), [(0, 9, 0), (5, 9, 5), (12, 9, 9)])
def test_a_number_for_each_note_overrules_the_ratio(
    wanted: int, applicable: int, number: int
) -> None:
    assert wanted_number(GenerationContext(ratio=1, per_note=wanted), applicable) == number


def test_the_default_is_forty_percent_of_all_seven_types() -> None:
    context = GenerationContext()
    assert wanted_number(context, 25) == 10
    assert context.wanted_types == ERROR_TYPES


@given(st.permutations(list(range(12))), st.integers(0, 99))
def test_the_order_of_sentences_does_not_matter(order: list[int], seed: int) -> None:
    assert drawn_order(seed, "d", order) == drawn_order(seed, "d", sorted(order))


def test_another_seed_or_document_draws_others() -> None:
    indexes = list(range(30))
    assert drawn_order(1, "d", indexes) != drawn_order(2, "d", indexes)
    assert drawn_order(1, "d", indexes) != drawn_order(1, "e", indexes)


def test_rare_types_come_up_beside_common_ones() -> None:
    common: tuple[ErrorType, ...] = ("value_error", "invented_fact")
    allowed = dict.fromkeys(range(9), common)
    allowed[4] = (*common, "time_error")
    chosen = drawn_types(0, "d", list(range(9)), allowed)
    first = [types[0] for types in chosen.values()]
    assert first.count("time_error") == 1
    assert abs(first.count("value_error") - first.count("invented_fact")) <= 1
    assert all(set(chosen[index]) == set(allowed[index]) for index in allowed)


def test_difficulties_and_second_errors_are_drawn_in_proportion() -> None:
    context = GenerationContext(several=0.25)
    drawn = [drawn_difficulty(context, "d", index) for index in range(600)]
    assert all(150 < drawn.count(one) < 250 for one in ("easy", "medium", "hard"))
    twice = sum(drawn_errors(context, "d", index) == 2 for index in range(600))
    assert 110 < twice < 190
    assert drawn_difficulty(GenerationContext(difficulty="hard"), "d", 3) == "hard"


def test_an_unknown_type_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown 'spelling_error'"):
        GenerationContext(types="value_error, spelling_error")
