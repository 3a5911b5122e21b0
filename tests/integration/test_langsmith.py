"""LangSmith sees what it was meant to see, masked; without being asked it sees nothing."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers.langsmith_collector import Collector, collecting

ROOT = Path(__file__).parents[2]
PLANTED = ("Okonkwo", "Ifeoma", "48213377", "617-555-0142", "2181-04-02")
NOTE = """Name: Okonkwo, Ifeoma     Unit No: 48213377
Admission Date: 2181-04-02     Discharge Date: 2181-04-10

History of Present Illness:
Ms. Okonkwo is a 66 year old woman with atrial fibrillation, seen on 2181-04-02.
Call 617-555-0142. She takes metoprolol 50 mg twice daily.
"""
SUMMARY = "Ms. Okonkwo takes metoprolol 25 mg. Ifeoma was seen on 2181-04-02."

pytestmark = [pytest.mark.server, pytest.mark.enable_socket]


@pytest.fixture
def collector() -> Iterator[Collector]:
    with collecting() as opened:
        yield opened


def run(folder: Path, program: str, arguments: list[str], **told: str) -> str:
    environment = {n: t for n, t in os.environ.items() if not n.startswith("LANG")}
    environment |= {"XDG_STATE_HOME": str(folder / "state"), "PYTHONPATH": str(ROOT), **told}
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


CURAVIEW = "from cli.main import app; app()"


def verify(folder: Path, *options: str, program: str = CURAVIEW, **told: str) -> str:
    (folder / "48213377.txt").write_text(NOTE)
    (folder / "summary").write_text(SUMMARY)
    asked = ["verify", "48213377.txt", "--summary", "summary", "--format", "json", *options]
    return run(folder, program, asked, **told)


def configured(collector: Collector) -> dict[str, str]:
    return {
        "LANGSMITH_TRACING": "true",
        "LANGSMITH_ENDPOINT": collector.url,
        "LANGSMITH_API_KEY": "local",
        "LANGSMITH_PROJECT": "here",
    }


def test_every_node_arrives_masked(collector: Collector, tmp_path: Path) -> None:
    verify(tmp_path, "--judge", "llm", "--model", "scripted", **configured(collector))
    names = {str(run["name"]) for run in collector.runs}
    assert {"segmenter", "retriever", "judge", "validator", "recorder", "reporter"} <= names
    sent = "".join(collector.bodies)
    assert [planted for planted in PLANTED if planted in sent] == []
    assert "metoprolol 25 mg" in sent and "metoprolol 50 mg twice daily" in sent
    judge = next(run for run in collector.runs if run["run_type"] == "llm")
    assert str(judge["extra"]).count("judge@") == 1 and judge["outputs"]
    assert all(run.get("end_time") and not run.get("serialized") for run in collector.runs)


def test_an_error_arrives_masked_and_without_this_machine(
    collector: Collector, tmp_path: Path
) -> None:
    program = (
        """
import agents.retriever
async def broken(self, state, runtime):
    raise ValueError(f"no such drug in {state['text']}")
agents.retriever.Retriever.__call__ = broken
"""
        + CURAVIEW
    )
    verify(tmp_path, program=program, **configured(collector))
    sent = "".join(collector.bodies)
    assert "ValueError" in sent and "no such drug in" in sent
    assert [one for one in (*PLANTED, "Traceback", str(ROOT)) if one in sent] == []


def test_what_nobody_masks_is_sent_empty(collector: Collector, tmp_path: Path) -> None:
    program = """
import asyncio
from agents.served import check
from graph_state.context import Context
async def main():
    async with check() as graph:
        await graph.ainvoke({"patient_id": "70226"}, context=Context())
asyncio.run(main())
from langchain_core.tracers.langchain import wait_for_all_tracers
wait_for_all_tracers()
"""
    run(tmp_path, program, [], **configured(collector))
    assert {"segmenter", "retriever", "judge"} <= {str(one["name"]) for one in collector.runs}
    assert all(not one.get("inputs") and not one.get("outputs") for one in collector.runs)
    sent = "".join(collector.bodies)
    assert "70226" not in sent and "troponin" not in sent


NO_SOCKET = """
import socket
def refused(*arguments, **options):
    raise AssertionError("a socket was opened")
socket.socket.connect = socket.socket.connect_ex = socket.getaddrinfo = refused
"""


@pytest.mark.parametrize(
    "told", [{}, {"LANGSMITH_API_KEY": "local"}, {"LANGSMITH_TRACING": "false"}]
)
def test_without_being_asked_nothing_is_sent(tmp_path: Path, told: dict[str, str]) -> None:
    report = verify(tmp_path, program=NO_SOCKET + CURAVIEW, **told)
    assert json.loads(report)["counts"]["sentences"] == 2


def test_a_service_that_is_away_keeps_nobody_from_a_report(tmp_path: Path) -> None:
    told = {"LANGSMITH_TRACING": "true", "LANGSMITH_ENDPOINT": "http://127.0.0.1:9"}
    report = verify(tmp_path, **told, LANGSMITH_API_KEY="local")
    assert '"curaview.report/1"' in report


def test_a_labeled_set_goes_there_and_comes_back(collector: Collector, tmp_path: Path) -> None:
    told = configured(collector) | {"LANGSMITH_TRACING": "false"}
    asked = ["langsmith", "push", str(ROOT / "examples" / "cohort"), "--sample", "1"]
    first = run(tmp_path, CURAVIEW, [*asked, "--experiment", "first"], **told)
    again = run(tmp_path, CURAVIEW, [*asked, "--experiment", "second"], **told)
    assert "; 0 examples of cohort are new" in again and "; 0 examples" not in first
    pulled = json.loads(run(tmp_path, CURAVIEW, ["langsmith", "pull", "cohort"], **told))
    assert [one["name"] for one in pulled["experiments"]] == ["first", "second"]
    results = pulled["experiments"][0]["results"]
    assert len(results) == len(pulled["examples"]) > 20
    assert results == pulled["experiments"][1]["results"]
    assert {one["row"] for one in results} == {one["row"] for one in pulled["examples"]}
    assert {*results[0]["scores"]} == {"flag", "grade"} and results[0]["answer"]["status"]
    assert 0.5 < pulled["experiments"][0]["means"]["flag"] <= 1
    assert "hadm" not in json.dumps(pulled) and "7011" not in json.dumps(pulled["examples"])


def test_without_a_key_the_commands_say_what_is_missing(tmp_path: Path) -> None:
    program = f"""
{NO_SOCKET}
import sys
sys.argv = ["curaview", "langsmith", "pull", "cohort"]
from cli.main import app
try:
    app()
except SystemExit as left:
    print("left with", left.code)
"""
    assert "left with 2" in run(tmp_path, program, [])
