"""The student learns what the data teach, and its figures are those of patients it never saw."""

from pathlib import Path

import numpy as np
import pytest

from cli.student_run import cross_validate, evaluate, train
from evaluation.student.comparison import EVERYTHING, TRAINED, UNTRAINED
from evaluation.student.measures import Scored, auc, measured
from evaluation.student.model import best_threshold, read_student
from evaluation.student.pairs import read_pairs
from exports.distillation.example import Example, Prompted
from exports.distillation.formats import documents
from exports.distillation.merging import merged
from exports.distillation.preparing import Choices, prepared
from kg.errors import BadInputError

FINDINGS = ["pneumonia", "effusion", "fracture", "anemia", "sepsis", "edema", "stenosis", "abscess"]


def example(patient: int, number: int, wrong: bool) -> Example:
    """Value and finding of a right sentence stand in the record, those of a wrong one do not."""
    finding = FINDINGS[(patient + number) % len(FINDINGS)]
    other = FINDINGS[(patient + number + 3) % len(FINDINGS)]
    value = 100 + 17 * patient + number
    told = f"Imaging {number} showed {other if wrong else finding} of {value + 5 * wrong} mm."
    return Example(
        prompt=Prompted(
            patient_id=f"id_{patient}", admission_id=None, target="brief_hospital_course",
            sentence=told, system="s", user=f"{patient} {told}",
            evidence=(f"CT {number}: {finding} of {value} mm.", "gender=F", "Stable overnight."),
        ),
        answer="{}", origin="rewritten" if wrong else "original",
        original=f"{patient} {number}" if wrong else None, grade="E4" if wrong else "E1",
        types=("exam_result_error",) if wrong else (), difficulty=None,
        answered_by="generator", run="run@1",
    )  # fmt: skip


@pytest.fixture
def data(tmp_path: Path) -> Path:
    rows = [
        example(patient, number, wrong)
        for patient in range(10)
        for number in range(6)
        for wrong in (False, True)
    ]
    parts = prepared(merged(rows, [], [], []), Choices(balance="none"))
    for name, content in documents("hf-dataset", parts.examples, parts.preferences).items():
        path = tmp_path / "data" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return tmp_path / "data"


def test_training_helps_on_patients_it_never_saw(data: Path, tmp_path: Path) -> None:
    told = train(data, tmp_path / "student.json")
    assert told.patients == 2
    assert told.rows[TRAINED].auc.value > 0.9 > told.rows[UNTRAINED].auc.value
    assert told.rows[TRAINED].f1.value > told.rows[EVERYTHING].f1.value
    assert told.gain.auc.interval is not None
    assert told.gain.auc.interval[0] > 0


def test_the_same_data_give_the_same_student(data: Path, tmp_path: Path) -> None:
    train(data, tmp_path / "a.json")
    train(data, tmp_path / "b.json")
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()


def test_a_student_is_not_tested_on_its_own_patients(data: Path, tmp_path: Path) -> None:
    train(data, tmp_path / "student.json")
    student = read_student(tmp_path / "student.json")
    unseen = {pair.patient for pair in read_pairs(data)["test"]}
    assert unseen.isdisjoint(student.patients)
    assert evaluate(data, tmp_path / "student.json").rows[TRAINED].auc.value > 0.9
    cheat = student.model_copy(update={"patients": (*student.patients, min(unseen))})
    (tmp_path / "cheat.json").write_text(cheat.model_dump_json())
    with pytest.raises(BadInputError, match="1 patients of the test part were trained on"):
        evaluate(data, tmp_path / "cheat.json")


def test_every_patient_is_once_among_the_unseen(data: Path) -> None:
    told = cross_validate(data, 3)
    assert (told.patients, told.sentences, told.wrong) == (10, 120, 60)
    assert told.rows[TRAINED].auc.value > told.rows[UNTRAINED].auc.value


@pytest.mark.parametrize("folds", [1, 11])
def test_more_folds_than_patients_are_refused(folds: int, data: Path) -> None:
    with pytest.raises(BadInputError, match="--folds"):
        cross_validate(data, folds)


def test_other_files_are_refused_in_one_line(data: Path, tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match="curaview export RUN --format hf-dataset"):
        read_pairs(tmp_path)
    (tmp_path / "student.json").write_text("{}")
    with pytest.raises(BadInputError, match="no student"):
        evaluate(data, tmp_path / "student.json")


def test_the_figures_are_those_of_the_formulas() -> None:
    scored = [
        Scored(patient=patient, wrong=wrong, score=score, flagged=score >= 0.5)
        for patient, wrong, score in [
            ("a", True, 0.9), ("a", False, 0.6), ("b", True, 0.4), ("b", False, 0.4),
        ]
    ]  # fmt: skip
    told = measured(scored)
    assert told.f1.value == pytest.approx(2 * 1 / (2 + 2))
    # Four pairs: 0.9 beats both, 0.4 loses to 0.6 and ties with 0.4.
    assert told.auc.value == auc(scored) == pytest.approx(2.5 / 4)


def test_the_threshold_is_where_f1_is_best() -> None:
    scores, wrong = np.array([0.9, 0.8, 0.7, 0.1]), np.array([1.0, 1.0, 0.0, 0.0])
    assert best_threshold(scores, wrong) == 0.8
