"""A fictional patient whose summary is checked by models that behave as they like."""

import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from langchain_core.callbacks import BaseCallbackHandler

from agents.check_graph import CheckParts, check_graph
from agents.known_judges import known_judges
from agents.models import Models
from agents.patient_graph import stored_graph
from clinical.claims import read_claims
from graph_state.context import Context
from graph_state.findings import Finding, Report
from graph_state.state import CheckInput
from kg.open_store import open_store
from kg.record import Case, Note, PatientRecord

NOTE = """Allergies:
penicillin (rash)

History of Present Illness:
Mr. Ferreira is a 64 year old man with atrial fibrillation who came with a swollen left calf.
Ultrasound showed a thrombus in the left popliteal vein.
He was started on apixaban 10 mg twice daily.

Pertinent Results:
Creatinine 1.1. Hemoglobin 13.2.
"""
SENTENCE = "He was started on apixaban 5 mg twice daily."


async def check(
    models: Models,
    summary: str = SENTENCE,
    note: str = NOTE,
    context: Context | None = None,
    callbacks: Sequence[BaseCallbackHandler] = (),
) -> Report:
    """Check a summary against one note with the judge of the context."""
    store = open_store("memory")
    record = PatientRecord(patient_id="p-7", notes=(Note(id="n1", category="note", text=note),))
    graph = await stored_graph(store, Case(record=record), None, (), "all")
    parts = CheckParts(
        store=store,
        judges=known_judges(models),
        read_claims=read_claims,
        sources=lambda _: graph.sources,
    )
    done = (
        await check_graph(parts)
        .compile()
        .ainvoke(
            CheckInput(patient_id="p-7", summary=summary),
            {"callbacks": list(callbacks)},
            context=context or Context(judge="llm"),
        )
    )
    await store.close()
    report: Report = done["report"]
    return report


@pytest.fixture
def check_summary() -> Callable[..., object]:
    """The check of a summary of the fictional patient."""
    return check


@pytest.fixture
def first_finding() -> Callable[[Report], Finding]:
    """The only finding of a report."""

    def only(report: Report) -> Finding:
        (finding,) = report.findings
        return finding

    return only


def items_of(prompt: str) -> list[dict[str, str]]:
    """Read the items of the record out of a judge's prompt, as a model would."""
    lines = [line for line in prompt.split("\n") if line.startswith('{"id": ')]
    return [json.loads(line) for line in lines]


def contradiction(prompt: str) -> dict[str, object]:
    """Answer the fictional sentence as a careful reader would."""
    item = next(one for one in items_of(prompt) if "apixaban 10 mg" in one["quote"])
    cited = {"id": item["id"], "relation": "contradicts", "quote": "apixaban 10 mg"}
    return {
        "reasoning": f"{item['id']} says 10 mg, the sentence 5 mg.",
        "claims": [
            {
                "text": "apixaban 5 mg twice daily",
                "comparison": "The record says 10 mg.",
                "evidence": [cited],
                "types": ["medication_error"],
                "grade": "E4",
            }
        ],
        "status": "graded",
        "reason": "",
        "hallucination_status": True,
        "hallucination_types": ["medication_error"],
        "evidence_grade": "E4",
        "absence_rationale": "",
        "suggestion": "He was started on apixaban 10 mg twice daily.",
        "confidence": 95,
    }


Behavior = Callable[[str], "str | int | None"]
"""Given the prompt: a text to answer, a status to fail with, or None to drop the connection."""


@dataclass
class LoopbackModel:
    """An OpenAI-compatible server whose answers are a list of behaviors; the last one stays."""

    behaviors: list[Behavior] = field(default_factory=list)
    prompts: list[str] = field(default_factory=list)
    bodies: list[dict[str, object]] = field(default_factory=list)
    delay_seconds: float = 0.0
    url: str = ""

    def answer(self, body: dict[str, object]) -> "str | int | None":
        messages = body["messages"]
        assert isinstance(messages, list)
        prompt = "\n".join(str(message["content"]) for message in messages)
        turn = min(len(self.prompts), len(self.behaviors) - 1)
        self.prompts.append(prompt)
        self.bodies.append(body)
        time.sleep(self.delay_seconds)
        return self.behaviors[turn](prompt)


class _Handler(BaseHTTPRequestHandler):
    model: LoopbackModel

    def do_POST(self) -> None:
        length = int(self.headers["content-length"])
        answer = self.model.answer(json.loads(self.rfile.read(length)))
        if isinstance(answer, int):
            self._reply(answer, json.dumps({"error": {"message": "try later"}}).encode())
            return
        message = {"role": "assistant", "content": answer or ""}
        body = json.dumps(
            {
                "id": "1",
                "object": "chat.completion",
                "created": 0,
                "model": "loopback",
                "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
                "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
            }
        ).encode()
        self._reply(200, body, cut=answer is None)

    def _reply(self, status: int, body: bytes, cut: bool = False) -> None:
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[: len(body) // 2] if cut else body)
        if cut:
            self.close_connection = True

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def loopback_model() -> Iterator[LoopbackModel]:
    """A model behind a real HTTP server on loopback."""
    model = LoopbackModel()
    handler = type("Handler", (_Handler,), {"model": model})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    model.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    yield model
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def careful_answer() -> Callable[[str], dict[str, object]]:
    """The answer that the fictional sentence deserves."""
    return contradiction
