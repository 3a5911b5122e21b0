"""A run that is killed half-way goes on where it stopped."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from agents.judging import SentenceToJudge
from agents.runs import no_progress
from cli.verification import Options, verify_record
from clinical.facts import Fact
from graph_state.context import Context
from graph_state.findings import HallucinationDetectionResult
from kg.errors import ServiceError
from kg.evidence import Evidence

SENTENCES = 60
KILLED_AFTER = 25
AT_ONCE = 4

PROGRAM = """
import asyncio, sys
from pathlib import Path

from agents import runs
from cli.verification import Options, forget, verify_record
from exports.json_report import report_json
from graph_state.findings import HallucinationDetectionResult

# Two states of the program never share a run; here both are the same, whoever edits a file.
runs.program_state = lambda: "the same"

folder, run_dir, pause = Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3])

class SlowJudge:
    deterministic = True

    async def __call__(self, sentence, claims, evidence, context):
        await asyncio.sleep(pause)
        with (run_dir / "judged").open("a") as judged:
            judged.write(f"{sentence.index}\\n")
        return HallucinationDetectionResult(
            reasoning=f"{len(evidence)} items, {len(claims)} claims",
            status="abstained",
            reason=f"sentence {sentence.index} is left open",
        )

options = Options(
    record=folder / "note.txt", summary=str(folder / "summary.txt"), judge="slow",
    run_dir=run_dir, at_once=int(sys.argv[4]),
)
reports = asyncio.run(verify_record(options, {"slow": SlowJudge()}, runs.no_progress))
sys.stdout.write("".join(map(report_json, reports)))
forget(options)
"""


def start(folder: Path, run_dir: Path, pause: float) -> subprocess.Popen[bytes]:
    run_dir.mkdir(exist_ok=True)
    program = folder / "program.py"
    program.write_text(PROGRAM)
    command = [sys.executable, str(program), str(folder), str(run_dir), str(pause), str(AT_ONCE)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def finish(process: subprocess.Popen[bytes]) -> bytes:
    out, err = process.communicate(timeout=240)
    assert process.returncode == 0, err.decode()
    return out


def judged(run_dir: Path) -> list[int]:
    log = run_dir / "judged"
    return [int(line) for line in log.read_text().split()] if log.exists() else []


def write_case(folder: Path) -> None:
    (folder / "note.txt").write_text("Mr. Abara takes furosemide 40 mg daily for swelling.\n")
    lines = [f"On day {n} he took furosemide {n} mg daily." for n in range(1, SENTENCES + 1)]
    (folder / "summary.txt").write_text("\n".join(lines))


def kill_half_way(folder: Path, run_dir: Path) -> int:
    process = start(folder, run_dir, pause=0.05)
    patience = time.monotonic() + 240
    while len(judged(run_dir)) < KILLED_AFTER:
        assert process.poll() is None, process.communicate()[1].decode()
        assert time.monotonic() < patience
        time.sleep(0.005)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    return len(judged(run_dir))


def test_a_killed_run_repeats_and_loses_no_sentence(tmp_path: Path) -> None:
    write_case(tmp_path)
    broken, whole = tmp_path / "broken", tmp_path / "whole"
    before = kill_half_way(tmp_path, broken)
    assert before < SENTENCES

    resumed = finish(start(tmp_path, broken, pause=0))

    again = judged(broken)[before:]
    assert sorted(set(judged(broken))) == list(range(SENTENCES))
    assert len(again) <= SENTENCES - before + 2 * AT_ONCE, "only what was under way is redone"
    assert resumed == finish(start(tmp_path, whole, pause=0))
    assert not list(broken.glob("*.sqlite*")), "a finished run keeps no patient data"


class FailingOnce:
    """A judge whose service is away when it comes to one sentence."""

    deterministic = True

    def __init__(self, away_at: int | None) -> None:
        self.away_at = away_at

    async def __call__(
        self,
        sentence: SentenceToJudge,
        claims: list[Fact],
        evidence: list[Evidence],
        context: Context,
    ) -> HallucinationDetectionResult:
        if sentence.index == self.away_at:
            raise ServiceError("the service is away")
        return HallucinationDetectionResult(
            reasoning="nothing is decided", status="abstained", reason="left open"
        )


@pytest.mark.parametrize("away_at", [0, 7, SENTENCES - 1])
async def test_a_run_that_a_service_ended_leaves_no_sentence_out(
    tmp_path: Path, away_at: int
) -> None:
    write_case(tmp_path)
    options = Options(
        record=tmp_path / "note.txt",
        summary=str(tmp_path / "summary.txt"),
        judge="away",
        run_dir=tmp_path / "runs",
        at_once=AT_ONCE,
    )
    with pytest.raises(ServiceError, match="is away"):
        await verify_record(options, {"away": FailingOnce(away_at)}, no_progress)
    (report,) = await verify_record(options, {"away": FailingOnce(None)}, no_progress)
    assert [finding.index for finding in report.findings] == [*range(SENTENCES)]
    assert {finding.status for finding in report.findings} == {"abstained"}
