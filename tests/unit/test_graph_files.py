"""The files that `curaview graph --out` writes: one a patient, whatever their ids become."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., tuple[int, str, str]]


@pytest.mark.parametrize("format_", ["json", "graphml", "parquet"])
def test_ids_that_become_one_file_name_stay_apart(run: Run, tmp_path: Path, format_: str) -> None:
    record, out = tmp_path / "r.jsonl", tmp_path / "graphs"
    patients = ("a/b", "a b", "a-b")
    lines = [{"patient_id": name, "text": [f"Allergies: {name}"]} for name in patients]
    record.write_text("\n".join(map(json.dumps, lines)))
    status, printed, err = run("graph", record, "--format", format_, "--out", out)
    assert (status, printed) == (0, "")
    names = sorted(path.name.removesuffix(f".{format_}") for path in out.iterdir())
    assert names == ["a-b", "a-b_2", "a-b_2_2"]
    assert len(err.splitlines()) == len(patients)
    if format_ == "json":
        told = {json.loads(path.read_text())["patient_id"] for path in out.iterdir()}
        assert told == set(patients)
