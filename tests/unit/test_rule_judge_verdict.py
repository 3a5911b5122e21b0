"""From the decisions on claims to the verdict on the sentence."""

from collections.abc import Callable

import pytest

from agents.judging import SentenceToJudge
from agents.rule_judge.decisions import Decision, Item, cite, contradicted, silent, supported
from agents.rule_judge.decisions import undecided as abstain
from agents.rule_judge.judge import settle_status
from agents.rule_judge.record_view import RecordView
from agents.rule_judge.verdict import abstained_or_graded, not_checkable
from agents.severity import severity_of
from clinical.facts import Fact
from clinical.labels import ErrorType, Grade, Kind, Severity
from graph_state.context import Context
from graph_state.findings import ClaimVerdict, HallucinationDetectionResult
from kg.evidence import Evidence

Maker = Callable[..., Fact]
Arrange = Callable[..., RecordView]

TEXT = "She had gout and took 15 mg of warfarin, then 5 mg."
EXPLICIT = supported("stated", [], "the record says so")
INDIRECT = supported("inferred", [], "it follows", by="E2")
MISSING = silent("missing", ("invented_fact",), "nowhere on record")
WRONG = contradicted("wrong", [], ("medication_error",), "another drug", "drug")
OPEN = abstain("open", "cannot be told")


def verdict(
    make: Maker, arrange: Arrange, *decisions: Decision, text: str = TEXT
) -> HallucinationDetectionResult:
    sentence = SentenceToJudge(index=0, start=100, end=100 + len(text), text=text)
    claim = make("diagnosis", "condition:gout", text="gout", start=8)
    decided = [(claim, decision) for decision in decisions]
    return abstained_or_graded(sentence, decided, arrange(), Context())


@pytest.mark.parametrize(
    ("decisions", "status", "grade"),
    [
        ([EXPLICIT], "graded", "E1"),
        ([EXPLICIT, INDIRECT], "graded", "E2"),
        ([EXPLICIT, MISSING], "graded", "E3"),
        ([EXPLICIT, MISSING, WRONG], "graded", "E4"),
        ([OPEN, WRONG], "graded", "E4"),
        ([OPEN, MISSING], "graded", "E3"),
        ([OPEN, EXPLICIT], "abstained", None),
        ([OPEN], "abstained", None),
    ],
)
def test_the_worst_claim_decides(
    fact_of: Maker, view_with: Arrange, decisions: list[Decision], status: str, grade: Grade | None
) -> None:
    result = verdict(fact_of, view_with, *decisions)
    assert (result.status, result.evidence_grade) == (status, grade)
    assert [claim.grade for claim in result.claims] == [d.grade for d in decisions]


def test_a_clean_sentence_carries_no_error(fact_of: Maker, view_with: Arrange) -> None:
    result = verdict(fact_of, view_with, EXPLICIT)
    assert result.hallucination_status is False
    assert (result.hallucination_types, result.severity) == ((), None)
    assert (result.suggestion, result.absence_rationale) == (None, None)


def test_types_of_all_wrong_claims_are_joined_in_their_order(
    fact_of: Maker, view_with: Arrange
) -> None:
    result = verdict(fact_of, view_with, MISSING, WRONG)
    assert result.hallucination_types == ("medication_error", "invented_fact")
    assert result.severity == "high"


def test_silence_names_what_was_searched(fact_of: Maker) -> None:
    result = not_checkable("a greeting")
    assert (result.status, result.reason, result.evidence_grade) == (
        "not_checkable",
        "a greeting",
        None,
    )


def test_an_absence_tells_the_sources(fact_of: Maker, view_with: Arrange) -> None:
    note = fact_of("symptom", "condition:cough", text="cough", section="history_of_present_illness")
    sentence = SentenceToJudge(index=0, start=0, end=len(TEXT), text=TEXT)
    claim = fact_of("diagnosis", "condition:gout", text="gout", start=8)
    result = abstained_or_graded(sentence, [(claim, MISSING)], view_with([note]), Context())
    assert result.absence_rationale is not None
    assert "history of present illness" in result.absence_rationale
    assert "'gout'" in result.absence_rationale


def test_claims_stand_in_the_whole_summary(fact_of: Maker, view_with: Arrange) -> None:
    (claim,) = verdict(fact_of, view_with, EXPLICIT).claims
    assert (claim.start, claim.end) == (108, 112)


@pytest.mark.parametrize(
    ("correction", "suggestion"),
    [
        (("gout", "pseudogout"), "She had pseudogout and took 15 mg of warfarin, then 5 mg."),
        (None, "Review against the record: another drug."),
        (("aspirin", "heparin"), "Review against the record: another drug."),
    ],
)
def test_a_correction_is_the_smallest(
    fact_of: Maker, view_with: Arrange, correction: tuple[str, str] | None, suggestion: str
) -> None:
    wrong = WRONG.model_copy(update={"correction": correction})
    assert verdict(fact_of, view_with, wrong).suggestion == suggestion


def test_a_correction_changes_the_claim_and_not_the_same_digits_before_it(
    fact_of: Maker, view_with: Arrange
) -> None:
    wrong = WRONG.model_copy(update={"correction": ("5", "2.5")})
    dose = fact_of("medication", "drug:warfarin", text="5 mg", start=TEXT.index(" 5 mg") + 1)
    sentence = SentenceToJudge(index=0, start=0, end=len(TEXT), text=TEXT)
    result = abstained_or_graded(sentence, [(dose, wrong)], view_with(), Context())
    assert result.suggestion == "She had gout and took 15 mg of warfarin, then 2.5 mg."


def test_an_unwritten_cause_is_indirect(fact_of: Maker, view_with: Arrange) -> None:
    text = "She had gout due to warfarin."
    result = verdict(fact_of, view_with, EXPLICIT, EXPLICIT, text=text)
    assert [claim.grade for claim in result.claims] == ["E1", "E2"]
    assert result.claims[-1].attribute == "link"
    assert verdict(fact_of, view_with, WRONG, text=text).evidence_grade == "E4"


def test_a_written_cause_stays_explicit(fact_of: Maker, view_with: Arrange) -> None:
    text = "She had gout due to warfarin."
    view = view_with([], ["Her gout was due to warfarin."])
    claim = fact_of("diagnosis", "condition:gout", text="gout", start=8)
    decision = supported("stated", [Item(claim, view.passages[0])], "the record says so")
    sentence = SentenceToJudge(index=0, start=0, end=len(text), text=text)
    result = abstained_or_graded(sentence, [(claim, decision)], view, Context())
    assert result.evidence_grade == "E1"


def flag(kind: Kind, text: str, *types: ErrorType, grade: Grade = "E4") -> ClaimVerdict:
    return ClaimVerdict(
        text=text, start=0, end=len(text), kind=kind, status="graded", grade=grade, types=types
    )


@pytest.mark.parametrize(
    ("claims", "severity"),
    [
        ([flag("encounter", "on 04-02", "time_error")], "low"),
        ([flag("vital", "weight of 80 kg", "time_error", "value_error")], "medium"),
        ([flag("diagnosis", "sepsis", "time_error", "diagnosis_error")], "high"),
        ([flag("vital", "LVEF of 35%", "value_error")], "high"),
        ([flag("vital", "BP 120/80", "value_error")], "high"),
        ([flag("allergy", "no known allergies", "negation_error")], "high"),
        ([flag("symptom", "no cough", "negation_error")], "medium"),
        ([flag("allergy", "penicillin", "invented_fact", grade="E3")], "high"),
        ([flag("event", "visited by her sister", "invented_fact", grade="E3")], "low"),
        ([flag("medication", "diagnosis of gout", "medication_error", grade="E1")], "low"),
        ([], "low"),
    ],
)
def test_severity_is_that_of_the_gravest_flag(
    claims: list[ClaimVerdict], severity: Severity
) -> None:
    assert severity_of(claims) == severity


def test_a_type_that_no_claim_names_counts_too() -> None:
    assert severity_of([], ("diagnosis_error",)) == "high"


def test_evidence_is_cited_once_and_at_most_four_times(fact_of: Maker, view_with: Arrange) -> None:
    items = view_with([fact_of("symptom", f"condition:{n}", text=f"s{n}") for n in range(6)]).items
    cited = cite([items[0], *items], "supports")
    assert len(cited) == 4
    assert len({identity for identity, _ in cited}) == 4


def test_a_status_that_ended_within_the_sentence_is_not_wrong(fact_of: Maker) -> None:
    held = fact_of("medication", "drug:warfarin", text="held", status="held")
    resumed = fact_of("medication", "drug:warfarin", text="resumed", status="resumed", start=20)
    other = fact_of("medication", "drug:aspirin", text="aspirin", start=30)
    wrong = contradicted("listed", [], ("medication_error",), "still listed", "status")
    assert settle_status(held, wrong, [(held, wrong), (resumed, EXPLICIT)]).grade is None
    assert settle_status(held, wrong, [(held, wrong), (other, EXPLICIT)]).grade == "E4"
    dose = wrong.model_copy(update={"attribute": "dose"})
    assert settle_status(held, dose, [(held, dose), (resumed, EXPLICIT)]).grade == "E4"


def test_the_order_of_evidence_does_not_matter(fact_of: Maker, view_with: Arrange) -> None:
    passages = ["Gout was noted.", "Gout was treated.", "He was seen."]
    one = view_with([], passages)
    other: list[Evidence] = list(reversed(one.passages))
    again = view_with([], other)
    assert [p.quote for p in again.passages] == [p.quote for p in one.passages]


@pytest.mark.parametrize("backwards", [False, True])
def test_several_corrections_are_made_in_one_sentence(
    fact_of: Maker, view_with: Arrange, backwards: bool
) -> None:
    places = {" 15 mg": ("15", "7.5"), " 5 mg": ("5", "2.5")}
    decided = [
        (
            fact_of("medication", "drug:warfarin", text=words.strip(), start=TEXT.index(words) + 1),
            WRONG.model_copy(update={"correction": pair}),
        )
        for words, pair in places.items()
    ]
    sentence = SentenceToJudge(index=0, start=0, end=len(TEXT), text=TEXT)
    ordered = decided[::-1] if backwards else decided
    result = abstained_or_graded(sentence, ordered, view_with(), Context())
    assert result.suggestion == "She had gout and took 7.5 mg of warfarin, then 2.5 mg."
