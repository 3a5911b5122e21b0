"""Fictional patients: always the same, always large enough, never alike."""

from collections import Counter
from itertools import islice

import pytest

from clinical.sentences import split_sentences
from evaluation.synthetic import ROWS, synthetic_case, synthetic_cases
from kg.record import Case

CASES = list(synthetic_cases(40))


def test_same_seed_same_patients_and_another_seed_others() -> None:
    assert list(synthetic_cases(3, seed=11)) == list(synthetic_cases(3, seed=11))
    assert synthetic_case(0, seed=11) != synthetic_case(0, seed=12)


def test_a_patient_does_not_depend_on_how_many_are_made() -> None:
    assert next(islice(synthetic_cases(9), 4, None)) == synthetic_case(4)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.record.patient_id)
def test_sizes(case: Case) -> None:
    [note] = case.record.notes
    [target] = case.targets
    assert len(note.text.split()) >= 600
    assert len(case.record.rows) == ROWS == 200
    assert 25 <= len(split_sentences(target.text)) <= 45


@pytest.mark.parametrize("case", CASES[:8], ids=lambda case: case.record.patient_id)
def test_ids_are_unique_and_everything_belongs_to_the_stay(case: Case) -> None:
    [stay] = case.record.encounters
    ids = Counter((row.table, row.id) for row in case.record.rows)
    assert max(ids.values()) == 1
    assert {row.encounter for row in case.record.rows} == {stay.id}
    assert case.targets[0].admission_id == stay.id


def test_the_summary_is_not_in_the_note() -> None:
    for case in CASES[:8]:
        assert case.targets[0].text not in case.record.notes[0].text


def test_the_summary_quotes_values_of_the_record() -> None:
    case = synthetic_case(0)
    creatinine = [
        row.fields["valuenum"]
        for row in case.record.rows
        if row.fields.get("label") == "Creatinine"
    ]
    assert f"creatinine was {creatinine[0]} on admission" in case.targets[0].text


def test_patients_differ() -> None:
    assert len({case.targets[0].text for case in CASES}) == len(CASES)
