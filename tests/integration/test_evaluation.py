"""An evaluation with the real check: readers, graph, retrieval, judge, validator, figures."""

import json
from pathlib import Path

import pytest

from evaluation.bench import BenchSettings, bench
from evaluation.results import DatasetResult
from evaluation.run import evaluate
from evaluation.table import errors_jsonl
from graph_state.context import Context

NOTE = """Allergies:
Penicillins

History of Present Illness:
Patient {number} came with three days of cough. No chest pain.

Medications on Admission:
1. Lisinopril 10 mg PO DAILY

Pertinent Results:
2170-02-0{number} 08:00AM BLOOD Na-138 K-4.{number} Creat-1.0

Discharge Medications:
1. Lisinopril 20 mg PO DAILY
"""

CLAIMS = (
    ("The patient came with cough.", "supported"),
    ("Sodium was 138.", "supported"),
    ("Sodium was 120.", "contradicted"),
    ("Lisinopril was increased to 20 mg daily.", "supported"),
    ("The patient takes 80 mg of lisinopril daily.", "contradicted"),
    ("A kidney transplant was done.", "not_enough_info"),
)


@pytest.fixture
def claims(tmp_path: Path) -> Path:
    path = tmp_path / "claims.jsonl"
    lines = [
        {
            "id": f"patient {number}",
            "record": {"text": [NOTE.format(number=number)], "tables": {}},
            "claims": [{"text": text, "label": label} for text, label in CLAIMS],
        }
        for number in range(1, 4)
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def figures(result: DatasetResult) -> tuple[str, str]:
    return result.measures.model_dump_json(), errors_jsonl([result])


async def test_the_rule_judge_finds_a_wrong_value_and_an_invented_event(claims: Path) -> None:
    [result] = await evaluate([claims], Context())
    confusion = result.measures.grade_confusion
    assert confusion["E4"]["E4"] >= 3
    assert confusion["E3"]["E3"] == 3
    assert result.measures.clean_flag_rate == 0.0


async def test_two_evaluations_agree_byte_for_byte(claims: Path) -> None:
    [first] = await evaluate([claims], Context())
    [second] = await evaluate([claims], Context(), jobs=2)
    assert figures(first) == figures(second)


async def test_flagging_everything_reaches_the_f1_that_was_computed_for_it(claims: Path) -> None:
    [result] = await evaluate([claims], Context(judge="flag_everything"))
    measures = result.measures
    assert measures.statuses["failed"] == 0
    assert measures.coverage == 1.0
    assert measures.e3_e4.f1 == measures.flag_all_f1.e3_e4


def test_bench_measures_every_patient_and_sentence() -> None:
    result = bench(BenchSettings(patients=3, summaries=2))
    assert (result.patients, result.summaries) == (3, 2)
    assert result.sentences > 50
    assert result.index_seconds > 0
    assert result.sentences_per_second == pytest.approx(result.sentences / result.verify_seconds)
    assert result.peak_mebibytes > 10
