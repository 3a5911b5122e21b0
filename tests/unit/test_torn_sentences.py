"""Text longer than any sentence: none of its pieces is ever shown as clean."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from agents.judge import left_open
from clinical.labels import Grade, Status
from graph_state.findings import HallucinationDetectionResult

RECORD = "Labs: sodium 131\nHome medications:\nfurosemide 40 mg daily\n"

Run = Callable[..., tuple[int, str, str]]


@pytest.mark.parametrize(
    "text",
    [
        "Sodium was " + 5_000 * "7" + ". She takes furosemide 40 mg daily.",
        "She takes furosemide 40 mg daily" + 500 * " and furosemide" + ". She is well.",
    ],
)
def test_every_piece_of_a_cut_text_is_left_open(run: Run, tmp_path: Path, text: str) -> None:
    (record := tmp_path / "note.txt").write_text(RECORD)
    status, out, _ = run(
        "verify", record, "--summary", "-", "--format", "json", stdin=text.encode()
    )
    *torn, whole = json.loads(out)["sentences"]
    assert status == 0 and len(torn) > 1
    assert {sentence["status"] for sentence in torn} == {"abstained"}
    assert all("cut into pieces" in sentence["reason"] for sentence in torn)
    assert whole["status"] != "abstained" or "cut into pieces" not in whole["reason"]


@pytest.mark.parametrize(
    ("status", "grade", "left"),
    [
        ("graded", "E1", "abstained"),
        ("graded", "E3", "abstained"),
        ("not_checkable", None, "abstained"),
        ("failed", None, "failed"),
        ("graded", "E4", "graded"),
    ],
)
def test_only_a_contradiction_stays(status: Status, grade: Grade | None, left: Status) -> None:
    result = HallucinationDetectionResult(reasoning="r", status=status, evidence_grade=grade)
    opened = left_open(result)
    assert opened.status == left
    assert (opened == result) == (left == status)
