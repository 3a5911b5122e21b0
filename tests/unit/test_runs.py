"""Runs are named by all that they depend on, and kept where only their owner reads them."""

import sqlite3
import stat
from pathlib import Path

import pytest

from agents.runs import checkpoints, digest, discard, program_state, thread_id
from graph_state.context import Context
from graph_state.state import CheckInput
from kg.errors import BadInputError, ServiceError

REQUEST: CheckInput = {"patient_id": "p1", "summary": "She is well.", "target": "summary"}


def test_a_run_is_named_by_all_that_its_result_depends_on() -> None:
    names = {
        thread_id("p1", "v1", REQUEST, Context()),
        thread_id("p2", "v1", REQUEST, Context()),
        thread_id("p1", "v2", REQUEST, Context()),
        thread_id("p1", "v1", {"patient_id": "p1", "summary": "She is ill."}, Context()),
        thread_id("p1", "v1", {**REQUEST, "target": "discharge_instructions"}, Context()),
        thread_id("p1", "v1", REQUEST, Context(top_k=3)),
        thread_id("p1", "v1", REQUEST, Context(judge="other")),
    }
    assert len(names) == 7
    assert thread_id("p1", "v1", REQUEST, Context()) in names


def test_another_state_of_the_program_never_finishes_a_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = thread_id("p1", "v1", REQUEST, Context())
    monkeypatch.setattr("agents.runs.program_state", lambda: "edited")
    assert thread_id("p1", "v1", REQUEST, Context()) != before
    assert program_state() == program_state()


def test_two_sequences_of_texts_never_run_into_one() -> None:
    assert digest("ab", "c") != digest("a", "bc") != digest("abc")
    assert digest("\ud800") == digest("\ud800"), "a lone surrogate is a text like any other"


async def test_only_the_owner_can_read_a_kept_run(tmp_path: Path) -> None:
    path = tmp_path / "new" / "run.sqlite"
    async with checkpoints(path) as saver:
        await saver.setup()
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    discard(path)
    assert list(path.parent.iterdir()) == []


async def test_a_file_that_holds_no_run_is_named(tmp_path: Path) -> None:
    path = tmp_path / "run.sqlite"
    path.write_text("not a database at all, but long enough to look like one " * 20)
    with pytest.raises(BadInputError, match=r"run\.sqlite: not a run file .* --no-resume"):
        async with checkpoints(path):
            pass


async def test_a_full_disk_is_named_with_the_run_file(tmp_path: Path) -> None:
    path = tmp_path / "run.sqlite"
    with pytest.raises(ServiceError, match=r"run\.sqlite: database or disk is full; .*--no-resume"):
        async with checkpoints(path):
            raise sqlite3.OperationalError("database or disk is full")
