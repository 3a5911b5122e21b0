"""Sentences that repeat a passage, all but a few words of it, or fill one frame otherwise."""

from collections.abc import Callable

import pytest

from agents.rule_judge.record_view import RecordView
from agents.rule_judge.repetitions.alignment import judge_repetition
from agents.rule_judge.repetitions.frames import judge_frame
from agents.rule_judge.repetitions.substitutions import (
    Substitution,
    matters,
    number_of,
    same_meaning,
)
from clinical.labels import Grade

Arrange = Callable[..., RecordView]

PASSAGE = "She was treated with intravenous ceftriaxone for three days and improved."


@pytest.mark.parametrize(
    ("sentence", "grade", "rule"),
    [
        (PASSAGE, "E1", "verbatim"),
        (PASSAGE.replace("three", "3"), "E1", "verbatim"),
        (PASSAGE.replace("ceftriaxone", "vancomycin"), "E4", "substituted_words"),
        (PASSAGE.replace("three", "nine"), "E4", "substituted_words"),
        (PASSAGE.replace("three days", "three days after a fall"), None, None),
        (PASSAGE.replace("treated", "seen and then admitted and treated"), None, None),
        ("He went home with his family after lunch.", None, None),
        ("She improved.", None, None),
    ],
)
def test_repetition(
    view_with: Arrange, sentence: str, grade: Grade | None, rule: str | None
) -> None:
    judged = judge_repetition(sentence, view_with([], [PASSAGE]))
    decision = judged[1] if judged else None
    assert (decision and decision.grade, decision and decision.rule) == (grade, rule)


@pytest.mark.parametrize(
    ("claimed", "recorded", "error"),
    [
        ("ceftriaxone", "vancomycin", "medication_error"),
        ("Escherichia coli", "Klebsiella pneumoniae", "exam_result_error"),
        ("appendicitis", "diverticulitis", "diagnosis_error"),
    ],
)
def test_the_words_in_place_of_others_give_the_type_and_the_correction(
    view_with: Arrange, claimed: str, recorded: str, error: str
) -> None:
    frame = "In the end all of the findings were put down to {} by the whole team."
    sentence = frame.format(claimed)
    judged = judge_repetition(sentence, view_with([], [frame.format(recorded)]))
    assert judged is not None
    claim, decision = judged
    assert sentence[claim.source.start : claim.source.end] == claim.text
    assert decision.types == (error,)
    assert decision.correction == (claimed, recorded)


def test_the_closest_passage_decides(view_with: Arrange) -> None:
    near = PASSAGE.replace("ceftriaxone", "vancomycin")
    judged = judge_repetition(PASSAGE, view_with([], [near, PASSAGE]))
    assert judged is not None
    assert judged[1].rule == "verbatim"


@pytest.mark.parametrize(
    ("sentence", "passages", "rule"),
    [
        (
            "Diagnosed with appendicitis.",
            ["He was diagnosed with diverticulitis."],
            "other_filler",
        ),
        ("Diagnosed with appendicitis.", ["He was diagnosed with acute appendicitis."], None),
        (
            "Diagnosed with appendicitis.",
            ["Diagnosed with diverticulitis.", "Diagnosed with appendicitis."],
            None,
        ),
        ("Diagnosed with appendicitis.", ["Final diagnosis: diverticulitis."], None),
        ("Diagnosed with appendicitis.", [], None),
        ("Cultures grew Escherichia coli.", ["Cultures grew Klebsiella."], "other_filler"),
        ("She felt well.", ["He was diagnosed with diverticulitis."], None),
    ],
)
def test_frames(view_with: Arrange, sentence: str, passages: list[str], rule: str | None) -> None:
    judged = judge_frame(sentence, view_with([], passages))
    assert (judged and judged[1].rule) == rule


@pytest.mark.parametrize(
    ("words", "expected"),
    [("of the", False), ("not", True), ("3", True), ("ceftriaxone", True), ("was", False)],
)
def test_words_that_matter(words: str, expected: bool) -> None:
    assert matters(words) is expected


@pytest.mark.parametrize(
    ("words", "number"),
    [("three", 3.0), ("3", 3.0), ("1,200", 1200.0), ("2.5", 2.5), ("3 days", None), ("few", None)],
)
def test_numbers(words: str, number: float | None) -> None:
    assert number_of(words) == number


@pytest.mark.parametrize(
    ("claimed", "recorded", "expected"),
    [
        ("three", "3", True),
        ("three", "4", False),
        ("hypertension", "high blood pressure", True),
        ("appendicitis", "diverticulitis", False),
        ("no", "diverticulitis", True),
    ],
)
def test_meaning(claimed: str, recorded: str, expected: bool) -> None:
    assert same_meaning(Substitution(claimed, recorded, 0, len(claimed))) is expected


@pytest.mark.parametrize(
    ("frame", "error"),
    [
        ("All through the stay she was kept at complete bed rest for {} days.", "time_error"),
        ("On the morning ward round her serum creatinine was {} mg/dL today.", "exam_result_error"),
        ("On the morning ward round her heart rate was {} beats per minute.", "value_error"),
        ("Every evening of the stay she took warfarin {} mg by mouth here.", "medication_error"),
    ],
)
def test_a_wrong_number_is_an_error_of_what_it_counts(
    view_with: Arrange, frame: str, error: str
) -> None:
    judged = judge_repetition(frame.format(6), view_with([], [frame.format(3)]))
    assert judged is not None
    assert judged[1].types == (error,)
