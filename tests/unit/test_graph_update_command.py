"""`curaview graph update`: what it prints and keeps, and that a mistake changes nothing."""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.graph_commands import spelled_out

Run = Callable[..., tuple[int, str, str]]

NOTE = "Home medications:\nfurosemide 40 mg daily\n\nAllergies: sulfa\n"


def write_record(path: Path, sodium: str, *notes: str) -> Path:
    rows = [
        {"labevent_id": "7", "label": "Sodium", "value": sodium, "valueuom": "mEq/L"},
        {"labevent_id": "8", "label": "Potassium", "value": "4.1", "valueuom": "mEq/L"},
    ]
    tables = {"labevents": [row | {"charttime": "2180-01-02 06:00:00"} for row in rows]}
    path.write_text(json.dumps({"patient_id": "p1", "text": list(notes), "tables": tables}))
    return path


def stored(store: Path) -> list[tuple[str, ...]]:
    with sqlite3.connect(store) as connection:
        return connection.execute("SELECT graph_id, version, digest FROM graph").fetchall()


def test_a_second_update_finds_nothing_to_do_and_writes_nothing(run: Run, tmp_path: Path) -> None:
    record, store = write_record(tmp_path / "r.json", "131", NOTE), tmp_path / "s.sqlite"
    command = ("graph", "update", record, "--store", f"sqlite:{store}", "--format", "json")
    status, out, err = run(*command)
    assert (status, err) == (0, "")
    (first,) = json.loads(out)["graphs"]
    assert first["before"] is None and first["read"] == 3
    kept = stored(store)
    status, out, err = run(*command)
    (second,) = json.loads(out)["graphs"]
    assert second["before"] == second["after"] == first["after"]
    assert (second["read"], second["unread"], second["changes"]) == (0, 3, [])
    assert stored(store) == kept


def test_what_changed_is_printed_with_its_reason(run: Run, tmp_path: Path) -> None:
    record, store = write_record(tmp_path / "r.json", "131", NOTE), tmp_path / "s.sqlite"
    command = ("graph", "update", record, "--store", f"sqlite:{store}")
    assert run(*command)[0] == 0
    write_record(record, "141", NOTE)
    status, out, err = run(*command)
    assert (status, err) == (0, "")
    words = " ".join(out.split())
    assert "source changed" in words and "its content changed" in words
    assert "fact invalidated" in words
    assert "updated" in words


def test_graphs_of_one_setting_of_evidence_are_updated_at_a_time(run: Run, tmp_path: Path) -> None:
    record, store = write_record(tmp_path / "r.json", "131", NOTE), tmp_path / "s.sqlite"
    command = ("graph", "update", record, "--store", f"sqlite:{store}")
    assert run(*command)[0] == run(*command, "--evidence", "structured")[0] == 0
    before = {name: version for name, version, _ in stored(store)}
    assert set(before) == {"p1", "p1#structured"}
    write_record(record, "141", NOTE)
    assert run(*command)[0] == 0
    after = {name: version for name, version, _ in stored(store)}
    assert after["p1"] != before["p1"] and after["p1#structured"] == before["p1#structured"]


def test_a_removed_note_takes_its_facts_along(run: Run, tmp_path: Path) -> None:
    record, store = write_record(tmp_path / "r.json", "131", NOTE), tmp_path / "s.sqlite"
    command = ("graph", "update", record, "--store", f"sqlite:{store}", "--format", "json")
    assert run(*command)[0] == 0
    write_record(record, "131")
    (report,) = json.loads(run(*command)[1])["graphs"]
    gone = {c["text"] for c in report["changes"] if (c["part"], c["action"]) == ("fact", "removed")}
    assert any(text.startswith("furosemide") for text in gone)
    assert report["counts"]["entity"]["removed"] >= 2
    assert report["read"] == 0


def test_a_record_with_a_mistake_changes_nothing(run: Run, tmp_path: Path) -> None:
    record, store = tmp_path / "r.jsonl", tmp_path / "s.sqlite"
    lines = [{"patient_id": f"p{n}", "text": [NOTE]} for n in range(2)]
    record.write_text("\n".join(map(json.dumps, lines)))
    command = ("graph", "update", record, "--store", f"sqlite:{store}")
    assert run(*command)[0] == 0
    kept = stored(store)
    assert len(kept) == 2
    lines[0]["text"] = [NOTE + "digoxin 125 mcg daily\n"]
    record.write_text("\n".join([*map(json.dumps, lines), "{"]))
    status, out, err = run(*command)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1 and "r.jsonl" in err
    assert stored(store) == kept


def test_a_store_in_memory_is_refused(run: Run, tmp_path: Path) -> None:
    record = write_record(tmp_path / "r.json", "131")
    status, _, err = run("graph", "update", record, "--store", "memory")
    assert status == 2
    assert err.startswith("curaview: store memory: is gone when the command ends")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (["graph", "r.json"], ["graph", "show", "r.json"]),
        (["graph", "--format", "json", "r"], ["graph", "show", "--format", "json", "r"]),
        (["graph", "update", "r"], ["graph", "update", "r"]),
        (["graph", "./update"], ["graph", "show", "./update"]),
        (["graph", "show", "r"], ["graph", "show", "r"]),
        (["graph", "--help"], ["graph", "--help"]),
        (["graph"], ["graph"]),
        (["verify", "r"], ["verify", "r"]),
        ([], []),
    ],
)
def test_a_record_alone_is_shown(written: list[str], meant: list[str]) -> None:
    assert spelled_out(written) == meant
