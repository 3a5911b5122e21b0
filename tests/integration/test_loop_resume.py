"""A loop that is killed half-way goes on where it stopped, and ends as if nothing had been."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from agents.model_settings import ModelSettings
from agents.models import Models
from cli.failures import InterruptedRunError
from cli.loop_request import loop_request
from cli.loop_run import loop_all, to_work_on
from cli.verification import Options
from kg.errors import BadInputError

NOTE = """Pertinent Results:
2181-04-02 06:00AM BLOOD Creat-1.7* K-4.6 WBC-13.9* Hgb-10.8*

Discharge Medications:
1. Metoprolol Tartrate 25 mg PO BID
2. Lisinopril 10 mg PO DAILY
"""
SUMMARY = """His creatinine was 1.7 and his potassium 4.6. His white count was 13.9 on arrival.
Lisinopril was continued at 10 mg daily. He takes metoprolol 25 mg twice daily."""
PATIENTS = 6
ROUNDS = 2
TEXTS = PATIENTS * (ROUNDS + 1)

PROGRAM = """
import asyncio, os, sys
from pathlib import Path

from agents import runs
from agents.adversarial import runs as loop_runs
from agents.check_graph import check_graph
from agents.models import Models
from agents.settings import settings
from cli import loop_run
from cli.loop_files import finished_loop, write_loop
from cli.loop_request import loop_request
from cli.verification import Options

# Two states of the program never share a run; here both are the same, whoever edits a file.
loop_runs.program_state = lambda: "the same"

folder, kept, out, pause = (*map(Path, sys.argv[1:4]), float(sys.argv[4]))
ready = loop_run.LoopDesk.ready
done = []

async def slow(self, patient_id, admission_id, evidence):
    await asyncio.sleep(pause)
    await ready(self, patient_id, admission_id, evidence)

loop_run.LoopDesk.ready = slow

def progress(name, steps, total):
    with (kept / "steps").open("a") as log:
        log.write(f"{name} {steps}\\n")

checks = Options(record=folder / "cohort", run_dir=kept, at_once=2)
request = loop_request(checks, out, None, {"rounds": int(sys.argv[5]), "seed": 3})
cases = loop_run.to_work_on(request)
result = asyncio.run(loop_run.loop_all(request, cases, Models(settings().models), progress))
write_loop(request, cases, result, finished_loop(request, result))
loop_run.forget_loop(request)
"""


def write_cohort(folder: Path) -> None:
    folder.mkdir()
    notes, targets = (
        ["note_id,subject_id,hadm_id,text"],
        ["note_id,hadm_id,brief_hospital_course,discharge_instructions"],
    )
    for number in range(PATIENTS):
        notes.append(f'{number}-DS-1,{number},9{number},"{NOTE}"')
        targets.append(f'{number}-DS-1,9{number},"{SUMMARY}",""')
    (folder / "discharge.csv").write_text("\n".join(notes) + "\n")
    (folder / "discharge_target.csv").write_text("\n".join(targets) + "\n")


def start(folder: Path, kept: Path, out: Path, pause: float) -> subprocess.Popen[bytes]:
    kept.mkdir(exist_ok=True)
    program = folder / "program.py"
    program.write_text(PROGRAM)
    command = [sys.executable, str(program), str(folder), str(kept), str(out), str(pause)]
    return subprocess.Popen([*command, str(ROUNDS)], stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def finish(process: subprocess.Popen[bytes]) -> None:
    _, err = process.communicate(timeout=240)
    assert process.returncode == 0, err.decode()


def steps(kept: Path) -> list[str]:
    log = kept / "steps"
    return log.read_text().splitlines() if log.exists() else []


def files(folder: Path) -> dict[str, bytes]:
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


async def test_an_interrupted_loop_keeps_what_was_done_and_a_refused_one_nothing(
    tmp_path: Path,
) -> None:
    write_cohort(tmp_path / "cohort")
    checks = Options(record=tmp_path / "cohort", run_dir=tmp_path / "kept")
    request = loop_request(checks, tmp_path / "out", None, {"rounds": 1})
    cases = to_work_on(request)

    def interrupted(name: str, done: int, total: int) -> None:
        if done == 2:
            raise InterruptedRunError("interrupted")

    with pytest.raises(InterruptedRunError):
        await loop_all(request, cases, Models(ModelSettings()), interrupted)
    assert list((tmp_path / "kept").glob("loop-*.sqlite"))
    other = loop_request(checks, tmp_path / "out", None, {"engine": "unknown"})
    with pytest.raises(BadInputError, match="unknown"):
        await loop_all(other, cases, Models(ModelSettings()), interrupted)
    assert len(list((tmp_path / "kept").glob("loop-*.sqlite"))) == 1


def test_a_killed_loop_ends_with_the_same_bytes(tmp_path: Path) -> None:
    write_cohort(tmp_path / "cohort")
    kept, out, whole = tmp_path / "kept", tmp_path / "out", tmp_path / "whole"
    process = start(tmp_path, kept, out, pause=0.2)
    patience = time.monotonic() + 240
    while not any(line.startswith("round 1 of 2 9") for line in steps(kept)):
        assert process.poll() is None, process.communicate()[1].decode()
        assert time.monotonic() < patience
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    before = len(steps(kept))
    assert not out.exists() and list(kept.glob("loop-*.sqlite"))

    finish(start(tmp_path, kept, out, pause=0))

    again = steps(kept)[before:]
    assert not any(line.startswith("control") for line in again), "what was done is kept"
    assert not list(kept.glob("*.sqlite*")), "a finished run keeps no patient data"
    finish(start(tmp_path, tmp_path / "other", whole, pause=0))
    assert files(out) == files(whole)
    assert len(files(out / "round-1")["reports.jsonl"].splitlines()) == PATIENTS
