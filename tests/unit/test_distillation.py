"""Curating, balancing, splitting and writing training data, on samples written for it."""

import json
from collections.abc import Iterable
from typing import Literal

import pytest

from clinical.facts import Concept
from clinical.labels import ErrorType, Grade
from clinical.sources import in_row
from exports.distillation.balancing import balanced
from exports.distillation.curation import objection_to
from exports.distillation.example import Example, Origin, Prompted, Rejected
from exports.distillation.formats import FORMS, documents
from exports.distillation.merging import CONTRADICTORY, REPEATED, UNPAIRED, merged
from exports.distillation.preparing import Choices, prepared
from exports.distillation.splitting import PAPER_PROPORTIONS, apart, assigned, proportions_of
from graph_state.generation import Edit, EditedFact, EvidenceLink, PlantedError
from kg.errors import BadInputError

ORIGINAL = "Creatinine was 1.1 on the day of discharge."
LINK = EvidenceLink(id="ev_1", source=in_row("labevents", "7", "valuenum"), quote="valuenum=1.1")


def planted(
    rewrite: str,
    old: str,
    new: str,
    original: str = ORIGINAL,
    error_type: ErrorType = "exam_result_error",
    grade: Grade = "E4",
    links: tuple[EvidenceLink, ...] = (LINK,),
    explanation: str = "Creatinine was 1.1.",
) -> PlantedError:
    start = original.index(old)
    edit = Edit(
        error_type=error_type, grade=grade, difficulty="hard",
        original_start=start, original_end=start + len(old), original_text=old,
        start=start, end=start + len(new), text=new,
        fact=EditedFact(
            kind="lab", attribute="value", concept=Concept(id="lab:creatinine", name="creatinine"),
            old=old, new=new, evidence=links,
        ),
        explanation=explanation,
    )  # fmt: skip
    return PlantedError(
        patient_id="P1", admission_id="A1", target="brief_hospital_course", sentence_index=0,
        original_start=0, original_end=len(original), original_text=original, text=rewrite,
        types=(error_type,), grade=grade, difficulty="hard", edits=(edit,),
        explanation=explanation, engine="rules", seed=0, attempts=1,
    )  # fmt: skip


def test_a_sound_sample_is_kept() -> None:
    assert objection_to(planted(ORIGINAL.replace("1.1", "2.1"), "1.1", "2.1")) is None


@pytest.mark.parametrize(
    "sample",
    [
        planted("Creatinine was 2.1 on discharge.", "1.1", "2.1"),
        planted(ORIGINAL.replace("1.1", "2.1"), "1.1", "2.1", explanation="  "),
        planted(ORIGINAL.replace("1.1", "2.1"), "1.1", "2.1").model_copy(update={"edits": ()}),
        planted(ORIGINAL.replace("1.1", "2.1"), "1.1", "2.1").model_copy(
            update={"types": ("time_error",)}
        ),
    ],
    ids=["edits are not what changed", "no reason", "no edit", "other types than its edits"],
)
def test_what_does_not_hold_together_is_invalid(sample: PlantedError) -> None:
    assert objection_to(sample) == "structurally invalid"


@pytest.mark.parametrize(
    "sample",
    [
        planted(ORIGINAL.replace("1.1", "2.1"), "1.1", "2.1", grade="E3"),
        planted(ORIGINAL.replace("1.1", "2.1"), "1.1", "2.1", links=()),
        planted(ORIGINAL.replace("1.1", "2.1"), "1.1", "2.1", error_type="invented_fact"),
        planted(ORIGINAL.replace("1.1", "2.1"), "1.1", "2.1").model_copy(update={"grade": "E3"}),
    ],
    ids=["a conflict as E3", "E4 without evidence", "an invention as E4", "worse than its edits"],
)
def test_a_grade_that_its_type_forbids_is_inconsistent(sample: PlantedError) -> None:
    assert objection_to(sample) == "inconsistent grade"


@pytest.mark.parametrize(
    ("original", "old", "new"),
    [
        ("He slept well and felt rested.", "rested", "resteds"),
        ("He was started on aspirin 81 mg daily.", "daily", "Daily"),
        ("He ate, and walked the hall.", "ate, and", "ate and"),
    ],
    ids=["one letter of a word", "a capital letter", "a comma"],
)
def test_what_a_reader_cannot_tell_apart_is_dropped(original: str, old: str, new: str) -> None:
    sample = planted(original.replace(old, new), old, new, original)
    assert objection_to(sample) == "indistinguishable"


@pytest.mark.parametrize(
    ("original", "old", "new"),
    [
        ("He was started on aspirin 81 mg daily.", "81", "82"),
        ("Cephalexin was begun on 08-21.", "08-21", "08-22"),
        ("Warfarin is on hold for four weeks.", "four", "two"),
        ("She received two units of red cells.", "two", "ten"),
        ("Chest film showed a right effusion.", "right", "left"),
    ],
)
def test_a_small_change_of_a_fact_or_a_number_is_distinct(
    original: str, old: str, new: str
) -> None:
    assert objection_to(planted(original.replace(old, new), old, new, original)) is None


def example(
    patient: str = "p1",
    sentence: str = "Creatinine was 2.1.",
    origin: Origin = "rewritten",
    error_type: ErrorType = "value_error",
    original: str = "Creatinine was 1.1.",
    answer: str = '{"reasoning":"r"}',
) -> Example:
    wrong = origin == "rewritten"
    return Example(
        prompt=Prompted(
            patient_id=patient, admission_id=None, target="brief_hospital_course",
            sentence=sentence, system="rules", user=f"record\n{sentence}",
            evidence=("valuenum=1.1",),
        ),
        answer=answer, origin=origin, original=original if wrong else None,
        grade="E4" if wrong else "E1", types=(error_type,) if wrong else (),
        difficulty=None, answered_by="generator", run="run@1",
    )  # fmt: skip


def test_every_patient_has_one_part_whatever_the_order() -> None:
    patients = [f"p{n}" for n in range(250)]
    places = assigned(patients, PAPER_PROPORTIONS, 3)
    assert places == assigned(reversed(patients), PAPER_PROPORTIONS, 3)
    sizes = {part: list(places.values()).count(part) for part in ("train", "validation", "test")}
    assert sizes == {"train": 190, "validation": 10, "test": 50}
    assert places != assigned(patients, PAPER_PROPORTIONS, 4)


def test_few_patients_leave_some_for_every_part() -> None:
    assert sorted(assigned("abc", PAPER_PROPORTIONS, 0).values()) == ["test", "train", "validation"]
    assert list(assigned("a", PAPER_PROPORTIONS, 0).values()) == ["train"]
    assert set(assigned("abcdef", (0.5, 0.0, 0.5), 0).values()) == {"train", "test"}


@pytest.mark.parametrize("written", ["0.8/0.2", "0.8/0.1/0.2", "a/b/c", "0/0.5/0.5", "-1/1/1"])
def test_shares_that_are_none_are_refused_in_one_line(written: str) -> None:
    with pytest.raises(BadInputError, match="--split"):
        proportions_of(written)


def test_a_sentence_of_the_test_part_leaves_the_training_part() -> None:
    shared = example("p1", "Creatinine  was 2.1.")
    parts, dropped = apart(
        {"train": [shared, example("p1", "Other.", original="Else.")], "test": [example("p2")]},
        lambda one: (one.prompt.sentence,),
    )
    assert dropped == 1
    assert [one.prompt.sentence for one in parts["train"]] == ["Other."]
    assert len(parts["test"]) == 1


def test_no_patient_and_no_text_stands_in_two_parts() -> None:
    rows = [
        example(f"p{n % 20}", f"Value {n % 37} was high.", original=f"Value {n % 41} was low.")
        for n in range(200)
    ]
    parts = prepared(merged(rows, [], [], []), Choices(seed=1, balance="none"))
    patients = [{one.prompt.patient_id for one in part} for part in parts.examples.values()]
    texts = [
        {text for one in part for text in (one.prompt.sentence, one.original)}
        for part in parts.examples.values()
    ]
    for sets in (patients, texts):
        assert not (sets[0] & sets[1] or sets[0] & sets[2] or sets[1] & sets[2])
    assert parts.shared_texts > 0


def test_balancing_caps_a_type_and_the_clean_ones() -> None:
    def some(
        count: int, origin: Origin, error_type: ErrorType = "value_error"
    ) -> Iterable[Example]:
        return (
            example(sentence=f"{origin} {error_type} {n}.", origin=origin, error_type=error_type)
            for n in range(count)
        )

    rows = [
        *some(40, "rewritten", "exam_result_error"), *some(4, "rewritten", "time_error"),
        *some(5, "rewritten"), *some(10, "original"), *some(90, "unchanged"),
    ]  # fmt: skip
    kept = balanced(rows, 0)
    by = [one.stratum for one in kept]
    assert (by.count("exam_result_error"), by.count("time_error"), by.count("value_error")) == (
        10,
        4,
        5,
    )
    assert by.count("clean") == 19
    assert sum(one.origin == "original" for one in kept) == 10
    assert kept == balanced(rows, 0)
    assert kept != balanced(rows, 1)


def test_a_sentence_comes_once_and_never_with_two_labels() -> None:
    twice = example()
    both = [example(sentence="Odd."), example(sentence="odd.", origin="original")]
    material = merged([twice, twice, *both], [], ["indistinguishable"], [])
    assert [one.prompt.sentence for one in material.examples] == [twice.prompt.sentence]
    assert material.dropped == {CONTRADICTORY: 2, REPEATED: 1, "indistinguishable": 1}


def test_a_wrong_answer_needs_a_right_one_to_the_same_prompt() -> None:
    right, other = example(), example(sentence="Else.")
    wrong = [
        Rejected(prompt=one.prompt, answer="{}", fault="missed_error", run="run@2")
        for one in (right, other)
    ]
    material = merged([right], wrong, [], [])
    assert [(p.chosen.answer, p.rejected.answer) for p in material.preferences] == [
        (right.answer, "{}")
    ]
    assert material.dropped_preferences == {UNPAIRED: 1}


@pytest.mark.parametrize("form", FORMS)
def test_a_form_writes_a_line_an_example_and_no_empty_file(
    form: Literal["chat", "sharegpt", "ms-swift", "trl-sft", "trl-dpo", "hf-dataset"],
) -> None:
    wrong = Rejected(prompt=example().prompt, answer="{}", fault="missed_error", run="run@1")
    parts = prepared(merged([example(answer="a\u2028b")], [wrong], [], []), Choices())
    files = documents(form, parts.examples, parts.preferences)
    assert all("train" in name for name in files)
    for name, content in files.items():
        if name.endswith(".jsonl"):
            assert len(content.decode().splitlines()) == 1
            assert "a\u2028b" in json.dumps(json.loads(content), ensure_ascii=False)
