"""The graph as `langgraph dev` serves it to Studio, offline and on loopback only."""

import asyncio
import os
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from langgraph_sdk import get_client
from langgraph_sdk.client import LangGraphClient

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


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[LangGraphClient]:
    port, log = free_port(), tmp_path / "server.log"
    with served(port, log) as server:
        url = f"http://127.0.0.1:{port}"
        async with httpx.AsyncClient(base_url=url, trust_env=False) as probe:
            for _ in range(START_SECONDS):
                assert server.poll() is None, log.read_text()
                try:
                    if (await probe.get("/ok")).status_code == 200:
                        break
                except httpx.ConnectError:
                    await asyncio.sleep(1)
        opened = get_client(url=url)
        yield opened
        await opened.aclose()


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
