"""The graph as `langgraph dev` serves it to Studio, offline and on loopback only."""

import json
import os
import re
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from langgraph_sdk import get_client
from langgraph_sdk.client import LangGraphClient

from agents.known_judges import known_judges
from graph_state.named_inputs import TARGETS

ROOT = Path(__file__).parents[2]
START_SECONDS = 120

pytestmark = [pytest.mark.server, pytest.mark.enable_socket]


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


@contextmanager
def served(port: int, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", "langgraph_cli", "dev", "--no-browser", "--no-reload"]
    told = {name: text for name, text in os.environ.items() if not name.startswith("LANG")}
    with log.open("wb") as output:
        server = subprocess.Popen(
            [*command, "--host", "127.0.0.1", "--port", str(port)],
            cwd=ROOT,
            env=told | {"LANGSMITH_TRACING": "false"},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        try:
            yield server
        finally:
            server.terminate()
            server.wait(30)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    port, log = free_port(), tmp_path_factory.mktemp("served") / "server.log"
    with served(port, log) as server:
        url = f"http://127.0.0.1:{port}"
        with httpx.Client(base_url=url, trust_env=False) as probe:
            for _ in range(START_SECONDS):
                assert server.poll() is None, log.read_text()
                try:
                    if probe.get("/ok").status_code == 200:
                        break
                except httpx.ConnectError:
                    time.sleep(1)
        yield url


@pytest.fixture
async def client(address: str) -> AsyncIterator[LangGraphClient]:
    opened = get_client(url=address)
    yield opened
    await opened.aclose()


async def test_statements_are_checked_in_studio(client: LangGraphClient) -> None:
    thread = await client.threads.create()
    await client.runs.wait(
        thread["thread_id"], "factcheck", input={"text": "Ramipril is safe in pregnancy."}
    )
    state = await client.threads.get_state(thread["thread_id"])
    report = state["values"]["report"]  # type: ignore[call-overload]
    assert [one["status"] for one in report["claims"]] == ["contradicted"]


async def test_a_bundled_patient_is_checked_in_studio(client: LangGraphClient) -> None:
    thread = await client.threads.create()
    nodes: Counter[str] = Counter()
    async for part in client.runs.stream(
        thread["thread_id"],
        "check",
        input={"patient_id": "70226"},
        context={"top_k": 10},
        stream_mode="updates",
    ):
        assert part.event in ("metadata", "updates"), part.data
        if part.event == "updates":
            nodes.update(list(part.data))
    state = await client.threads.get_state(thread["thread_id"])
    report = state["values"]["report"]  # type: ignore[call-overload]
    assert nodes["sentence"] == len(report["findings"]) > 10
    assert report["settings"]["top_k"] == 10
    assert report["target"] == "brief_hospital_course" and report["sources"]


async def test_studio_draws_the_agents_and_their_settings(client: LangGraphClient) -> None:
    assistant = (await client.assistants.search(graph_id="check"))[0]["assistant_id"]
    drawn = await client.assistants.get_graph(assistant, xray=True)
    names = {str(node["id"]) for node in drawn["nodes"]}
    assert {"intake", "segmenter", "reviewer", "reporter"} <= names
    assert {"sentence:retriever", "sentence:judge", "sentence:validator"} <= names
    schemas = await client.assistants.get_schemas(assistant)
    settings = schemas["context_schema"] or {}
    assert "top_k" in settings["properties"]
    assert settings["properties"]["judge"]["description"].startswith("Which judge decides")


async def run_of(
    client: LangGraphClient, graph: str, given: dict[str, Any], context: dict[str, Any]
) -> tuple[str, Counter[str]]:
    """Stream a run in a thread of its own; return the thread and how often each node updated."""
    thread = (await client.threads.create())["thread_id"]
    nodes: Counter[str] = Counter()
    stream = client.runs.stream(thread, graph, input=given, context=context, stream_mode="updates")
    async for part in stream:
        assert part.event in ("metadata", "updates"), part.data
        if part.event == "updates":
            nodes.update(list(part.data))
    return thread, nodes


async def values_of(client: LangGraphClient, thread: str) -> dict[str, Any]:
    state = await client.threads.get_state(thread)
    values: dict[str, Any] = dict(state["values"])  # type: ignore[arg-type]
    return values


async def test_errors_are_made_in_studio(client: LangGraphClient) -> None:
    given: dict[str, Any] = {"patient_id": "70226"}
    thread, nodes = await run_of(client, "generate", given, {"per_note": 2, "seed": 3})
    generated = (await values_of(client, thread))["generated"]
    assert nodes["rewriter"] >= 2 and nodes["collector"] == 1
    assert len(generated["errors"]) == generated["counts"]["planted"] == 2


async def test_a_loop_is_run_in_studio(client: LangGraphClient) -> None:
    given: dict[str, Any] = {"patient_id": "70226"}
    thread, nodes = await run_of(client, "adversarial", given, {"rounds": 1})
    assert nodes["checker"] >= 1 and nodes["scorer"] >= 1
    results = (await values_of(client, thread))["results"]
    assert [result["round"] for result in results] == [0, 1]


async def test_questions_of_one_thread_are_answered_apart(client: LangGraphClient) -> None:
    thread = (await client.threads.create())["thread_id"]
    said = []
    for question in ("What of patient 70113?", "What was the last potassium?"):
        given = {"patient_id": "70226", "admission_id": "27568130", "question": question}
        await client.runs.wait(thread, "ask", input=given)
        answer = (await values_of(client, thread))["answer"]
        said.append((answer["status"], len(answer["rounds"]), bool(answer["evidence"])))
    assert said == [("refused", 0, False), ("answered", 1, True)]


async def test_the_history_of_a_run_shows_every_step(client: LangGraphClient) -> None:
    thread, _ = await run_of(client, "check", {"patient_id": "70226"}, {})
    history = await client.threads.get_history(thread, limit=50)
    following = [tuple(dict.fromkeys(step["next"])) for step in reversed(history)]
    assert following == [
        ("__start__",),
        *((node,) for node in ("intake", "segmenter", "sentence", "reviewer", "reporter")),
        (),
    ]
    findings = [len(dict(step["values"]).get("findings", ())) for step in history]  # type: ignore[arg-type]
    assert findings[0] == findings[2] > 10 and findings[3] == 0


async def test_a_clinician_answers_and_the_run_goes_on(client: LangGraphClient) -> None:
    wrong: dict[str, Any] = {
        "patient_id": "70341",
        "admission_id": "27049916",
        "summary": "Presenting glucose was 812 with pH 6.98 and an anion gap of 30.",
    }
    thread, nodes = await run_of(client, "check", wrong, {"human_review": True})
    assert "reporter" not in nodes and nodes["__interrupt__"] == 1
    state = await client.threads.get_state(thread)
    (paused,) = [task for task in state["tasks"] if task["interrupts"]]
    flagged = paused["interrupts"][0]["value"]["flagged"]
    assert state["next"] == ["reviewer"] and flagged[0]["text"] in str(wrong["summary"])
    answer = {"accepted": [one["index"] for one in flagged], "rejected": []}
    async for part in client.runs.stream(
        thread, "check", command={"resume": answer}, context={"human_review": True},
        stream_mode="updates",
    ):  # fmt: skip
        assert part.event in ("metadata", "updates"), part.data
    report = (await values_of(client, thread))["report"]
    assert report["review"]["accepted"] == answer["accepted"]


@pytest.mark.parametrize(
    ("graph", "given", "said"),
    [
        (
            "check",
            {"patient_id": "1"},
            "no patient '1'; give the patient_id of one that it holds: 7",
        ),
        ("check", {}, "no patient_id was given; give the patient_id of one that it holds: 70113"),
        ("generate", {"patient_id": "1"}, "no patient '1'; give the patient_id"),
        (
            "check",
            {"patient_id": "70226", "target": "poem"},
            "has 0 texts named 'poem'; give a summary, or the admission_id of one; it has"
            " brief_hospital_course of 27568130",
        ),
    ],
)
async def test_wrong_input_is_told_in_one_clear_line(
    client: LangGraphClient, graph: str, given: dict[str, Any], said: str
) -> None:
    thread = (await client.threads.create())["thread_id"]
    errors = [
        part.data
        async for part in client.runs.stream(thread, graph, input=given, stream_mode="updates")
        if part.event == "error"
    ]
    assert len(errors) == 1 and said in str(errors[0]["message"])
    assert "\n" not in errors[0]["message"] and errors[0]["error"] == "BadInputError"


@pytest.mark.parametrize("graph", ["check", "generate", "adversarial"])
async def test_every_setting_and_field_is_explained_in_studio(
    client: LangGraphClient, graph: str
) -> None:
    assistant = (await client.assistants.search(graph_id=graph))[0]["assistant_id"]
    schemas = await client.assistants.get_schemas(assistant)
    context = (schemas["context_schema"] or {})["properties"]
    assert [name for name, field in context.items() if not field.get("description")] == []
    fields = (schemas["input_schema"] or {})["properties"]
    assert {"patient_id", "admission_id", "target", "summary"} <= {*fields}
    assert [name for name, field in fields.items() if not field.get("description")] == []
    assert fields["target"]["enum"] == [*TARGETS] and fields["patient_id"]["examples"]
    if "judge" in context:
        assert set(context["judge"]["enum"]) == set(known_judges())


async def test_the_request_of_the_page_on_http_is_answered(client: LangGraphClient) -> None:
    """A patient named by a number, and no settings."""
    page = (ROOT / "docs" / "python.md").read_text("utf-8")
    (body,) = re.findall(r"-d '\n(.*?)'", page, re.S)
    told = json.loads(body)
    assert told["input"]["patient_id"] == 70226
    answer = await client.runs.wait(None, told["assistant_id"], input=told["input"])
    done: dict[str, Any] = answer if isinstance(answer, dict) else {}
    assert done["report"]["settings"]["judge"] == "rules" and done["findings"]
