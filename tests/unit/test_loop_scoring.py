"""Findings on a rewritten summary against what was planted in it."""

from collections.abc import Sequence

from clinical.facts import Concept
from clinical.labels import ErrorType, Grade, Status
from graph_state.findings import Finding, HallucinationDetectionResult, Report
from graph_state.generation import (
    Difficulty,
    Edit,
    EditedFact,
    GeneratedSummary,
    GenerationCounts,
    PlantedError,
)
from graph_state.loop_scoring import Hits, RoundFigures, round_figures, score_summary

SENTENCES = (
    "Sodium was 129.",
    "He took aspirin.",
    "Sodium was 129 on the next day.",
    "It was a pleasure.",
)
TEXT = "\n".join(SENTENCES)
Wrong = tuple[int, tuple[ErrorType, ...], Difficulty, str]
"""Index, types, difficulty and the concept of a planted error."""


def edit(error_type: ErrorType, level: Difficulty, concept: str) -> Edit:
    fact = EditedFact(
        kind="lab",
        attribute="value",
        concept=Concept(id=concept, name=concept),
        old="139",
        new="129",
    )
    return Edit(
        error_type=error_type,
        grade="E4",
        difficulty=level,
        original_start=0,
        original_end=1,
        original_text="x",
        start=0,
        end=1,
        text="y",
        fact=fact,
        explanation="",
    )


def planted(index: int, types: tuple[ErrorType, ...], level: Difficulty, on: str) -> PlantedError:
    return PlantedError(
        patient_id="p",
        admission_id="a",
        target="t",
        sentence_index=index,
        original_start=0,
        original_end=1,
        original_text="x",
        text=SENTENCES[index],
        types=types,
        grade="E4",
        difficulty=level,
        edits=tuple(edit(t, level, on) for t in types),
        explanation="",
        engine="rules",
        seed=0,
        attempts=1,
    )


def generated(*wrong: Wrong, patient: str = "p") -> GeneratedSummary:
    errors = tuple(planted(*one) for one in wrong)
    return GeneratedSummary(
        patient_id=patient,
        admission_id="a",
        target="t",
        seed=0,
        engine="rules",
        original=TEXT,
        text=TEXT,
        counts=GenerationCounts(sentences=4, wanted=len(errors) + 1, planted=len(errors)),
        errors=errors,
        not_checkable=(3,),
    )


def finding(
    index: int, grade: Grade | None, types: tuple[ErrorType, ...], status: Status = "graded"
) -> Finding:
    start = TEXT.index(SENTENCES[index] + "\n") if index < 3 else TEXT.index(SENTENCES[index])
    result = HallucinationDetectionResult(
        reasoning="", status=status, evidence_grade=grade, hallucination_types=types
    )
    end = start + len(SENTENCES[index])
    return Finding(
        index=index, start=start, end=end, text=SENTENCES[index], status=status, result=result
    )


def report(*findings: Finding) -> Report:
    return Report(
        patient_id="p",
        admission_id="a",
        target="t",
        judge="rules",
        summary=TEXT,
        settings={},
        versions={},
        findings=findings,
    )


def figures(
    made: GeneratedSummary, findings: Sequence[Finding], known_wrong: tuple[str, ...] = ()
) -> RoundFigures:
    scored = score_summary(made, report(*findings), known_wrong)
    return round_figures([scored], control=[("p", "a", "t", 1)])


def test_a_flag_with_another_type_detects_and_does_not_name() -> None:
    made = generated((0, ("value_error",), "hard", "lab:sodium"))
    found = figures(made, [finding(0, "E4", ("time_error",))])
    assert found.types["value_error"] == Hits(planted=1, detected=1, named=0)
    assert found.types["time_error"] == Hits()
    assert found.difficulties["hard"].detected == 1
    assert (found.wanted, found.planted) == (2, 1)


def test_a_sentence_with_two_types_counts_under_both_and_once_in_all() -> None:
    made = generated((0, ("value_error", "time_error"), "easy", "lab:sodium"))
    found = figures(made, [finding(0, "E3", ("value_error",))])
    assert found.types["value_error"].named == 1 and found.types["time_error"].named == 0
    assert found.flags.true_positive == 1
    assert found.difficulties["easy"] == Hits(planted=1, detected=1, named=0)


def test_an_undecided_sentence_is_missed_and_has_no_output() -> None:
    made = generated((0, ("value_error",), "easy", "lab:sodium"))
    found = figures(made, [finding(0, None, (), "abstained")])
    assert found.flags.false_negative == 1 and found.without_output == 1
    assert found.types["value_error"].missed == 1


def test_flags_on_untouched_sentences_are_false_alarms_and_the_control_is_told_apart() -> None:
    flags = [finding(index, "E3", ("invented_fact",)) for index in range(4)]
    found = figures(generated(), flags)
    assert found.flags.false_positive == 3, "the courtesy states nothing and leaves"
    assert (found.alarms_in_control, found.other_detections) == (1, 0)


def test_what_a_reader_found_wrong_is_an_other_detection() -> None:
    flags = [finding(1, "E3", ("invented_fact",))]
    found = figures(generated(), flags, known_wrong=(SENTENCES[1],))
    assert (found.flags.false_positive, found.other_detections) == (0, 1)
    assert found.flags.precision is None


def test_one_fact_falsified_twice_counts_once() -> None:
    made = generated(
        (0, ("value_error",), "easy", "lab:sodium"), (2, ("value_error",), "easy", "lab:sodium")
    )
    found = figures(made, [finding(2, "E4", ("value_error",))])
    assert found.facts == Hits(planted=1, detected=1, named=1)
    assert found.types["value_error"] == Hits(planted=2, detected=1, named=1)


def test_summaries_are_told_apart_by_the_number_of_their_errors() -> None:
    made = generated((0, ("value_error",), "easy", "lab:sodium"))
    flagged = report(finding(0, "E4", ("value_error",)), finding(1, "E3", ()))
    scored = [score_summary(made, flagged), score_summary(generated(), flagged)]
    found = round_figures(scored)
    assert found.by_errors["1"].precision == 0.5
    assert found.by_errors["0"].precision == 0
    assert (found.errors_per_document, found.flags_per_document) == (0.5, 2)
