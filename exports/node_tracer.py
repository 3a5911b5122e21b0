"""Watches a graph at work and writes a line for every node and every call of a model."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.messages import BaseMessage
from langchain_core.outputs import LLMResult
from pydantic import JsonValue

from exports.deidentification import Deidentifier
from exports.patients_gate import PatientsGate
from exports.trace_content import Telling, answer_of, evidence_named, prompt_of, said_of
from exports.trace_file import TraceFile
from exports.trace_lines import Kind, PromptUsed, Tokens, TraceLine, TraceStatus

Clock = Callable[[], datetime]
"""Says what time it is, with its zone."""

GRAPH_STEP = "graph:step:"
"""Tag that LangGraph gives the run of a node, and to nothing within it."""

PAUSES = ("GraphInterrupt", "NodeInterrupt", "GraphBubbleUp")


def utc_now() -> datetime:
    """Tell the time."""
    return datetime.now(UTC)


@dataclass
class _Open:
    """A line that is not finished yet."""

    id: int
    kind: Kind
    node: str
    parent: "_Open | None"
    deidentifier: Deidentifier
    begun: datetime
    sentence: int | None
    attempt: int
    input: JsonValue
    prompt: PromptUsed | None = None
    models: set[str] = field(default_factory=set)
    read: int = 0
    written: int = 0
    counted: bool = False
    """Tokens were told."""

    inside: dict[tuple[str, int | None], int] = field(default_factory=dict)
    """How often each node has begun within this one, by sentence."""

    wraps: bool = False
    """Other nodes work within this one."""


class NodeTracer(BaseCallbackHandler):
    """Traces one run of a graph; give it among the `callbacks` of the run's configuration.

    It sees every node without any node's knowledge, and masks whatever it writes.
    """

    run_inline = True
    raise_error = True

    def __init__(
        self, file: TraceFile, gate: PatientsGate, graph: str, thread: str, clock: Clock = utc_now
    ) -> None:
        self._file = file
        self._gate = gate
        self._graph = graph
        self._thread = thread
        self._clock = clock
        self._telling = Telling()
        self._open: dict[UUID, _Open] = {}
        self._within: dict[UUID, UUID | None] = {}
        """The parents of runs that have no line of their own: edges, subgraphs, channels."""

    def on_chain_start(
        self,
        serialized: dict[str, Any],
        inputs: dict[str, Any],
        *,
        run_id: UUID,
        parent_run_id: UUID | None = None,
        tags: list[str] | None = None,
        metadata: dict[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        """Begin the line of a node, or of the graph as a whole."""
        is_node = any(tag.startswith(GRAPH_STEP) for tag in tags or ())
        if not is_node and parent_run_id is not None:
            self._within[run_id] = parent_run_id
            return
        node = _node_path(metadata or {}) if is_node else self._graph
        tell = self._telling.given if is_node else self._telling.request
        self._begin(run_id, parent_run_id, "node" if is_node else "graph", node, inputs, tell)

    def on_chain_end(self, outputs: dict[str, Any], *, run_id: UUID, **kwargs: Any) -> None:
        """Write the line of a node; a graph repeats nothing of its nodes."""
        if self._within.pop(run_id, None) is not None or run_id not in self._open:
            return
        line = self._open.pop(run_id)
        if line.kind == "graph":
            self._write(line, "done", None)
            return
        if line.wraps:
            self._write(line, "done", self._telling.given(outputs))
            return
        self._write(line, "done", self._telling.given_out(outputs, line.id))

    def on_chain_error(self, error: BaseException, *, run_id: UUID, **kwargs: Any) -> None:
        """Write the line of a node that did not come to its end."""
        if self._within.pop(run_id, None) is None and run_id in self._open:
            self._write_broken(self._open.pop(run_id), error)

    def on_chat_model_start(
        self,
        serialized: dict[str, Any],
        messages: list[list[BaseMessage]],
        *,
        run_id: UUID,
        parent_run_id: UUID | None = None,
        metadata: dict[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        """Begin the line of a call to a model."""
        known = metadata or {}
        asked: Sequence[BaseMessage] = messages[0] if messages else ()
        name = str(kwargs.get("name") or "model")
        line = self._begin(run_id, parent_run_id, "model", name, said_of(asked), lambda said: said)
        line.models.add(str(known.get("model") or known.get("ls_model_name") or name))
        line.prompt = prompt_of(known)

    def on_llm_end(self, response: LLMResult, *, run_id: UUID, **kwargs: Any) -> None:
        """Write the line of a call, and add what it took to the lines around it."""
        if run_id not in self._open:
            return
        line = self._open.pop(run_id)
        text, tokens = answer_of(response)
        above: _Open | None = line
        while above is not None:
            if above.kind != "graph":
                above.models |= line.models
                above.prompt = above.prompt or line.prompt
                if tokens is not None:
                    above.counted = True
                    above.read += tokens.read
                    above.written += tokens.written
            above = above.parent
        self._write(line, "done", text)

    def on_llm_error(self, error: BaseException, *, run_id: UUID, **kwargs: Any) -> None:
        """Write the line of a call that failed."""
        if run_id in self._open:
            self._write_broken(self._open.pop(run_id), error)

    def _begin(
        self,
        run_id: UUID,
        parent_run_id: UUID | None,
        kind: Kind,
        node: str,
        given: object,
        tell: Callable[[Any], JsonValue],
    ) -> _Open:
        parent = self._parent(parent_run_id)
        named = self._gate.named_in(given)
        deidentifier = named or (parent.deidentifier if parent else self._gate.of_all)
        sentence, attempt = _sentence(given, parent), 1
        if parent is not None:
            parent.wraps = parent.wraps or kind == "node"
            attempt = parent.inside.get((node, sentence), 0) + 1
            parent.inside[node, sentence] = attempt
        line = _Open(
            id=self._file.next_id(),
            kind=kind,
            node=node,
            parent=parent,
            deidentifier=deidentifier,
            begun=self._clock(),
            sentence=sentence,
            attempt=attempt,
            input=deidentifier.mask_value(tell(given)),
        )
        self._open[run_id] = line
        return line

    def _parent(self, run_id: UUID | None) -> _Open | None:
        while run_id is not None and run_id not in self._open:
            run_id = self._within.get(run_id)
        return self._open[run_id] if run_id is not None else None

    def _write_broken(self, line: _Open, error: BaseException) -> None:
        name = type(error).__name__
        if name in PAUSES:
            self._write(line, "paused", None)
        elif name == "CancelledError":
            self._write(line, "cancelled", None)
        else:
            said = " ".join(f"{name}: {error}".split())
            self._write(line, "failed", None, line.deidentifier.mask(said))

    def _write(
        self, line: _Open, status: TraceStatus, output: JsonValue, error: str | None = None
    ) -> None:
        masked = line.deidentifier.mask_value(output)
        took = self._clock() - line.begun
        self._file.write(
            TraceLine.model_construct(
                id=line.id,
                parent=line.parent.id if line.parent else None,
                thread=self._thread,
                graph=self._graph,
                kind=line.kind,
                node=line.node,
                sentence=line.sentence,
                attempt=line.attempt,
                start=line.begun.astimezone(UTC).isoformat(timespec="microseconds"),
                seconds=round(took.total_seconds(), 6),
                status=status,
                error=error,
                evidence_ids=evidence_named(masked),
                model=", ".join(sorted(line.models)) or None,
                prompt=line.prompt,
                tokens=Tokens(read=line.read, written=line.written) if line.counted else None,
                input=line.input,
                output=masked,
            )
        )


def _node_path(metadata: Mapping[str, object]) -> str:
    """Name a node as Studio draws it, from the places that LangGraph keeps its checkpoints in."""
    places = str(metadata.get("langgraph_checkpoint_ns", "")).split("|")
    names = [name for place in places if (name := place.partition(":")[0])]
    return ":".join(names) or str(metadata.get("langgraph_node", ""))


def _sentence(given: object, parent: _Open | None) -> int | None:
    index = given.get("index") if isinstance(given, Mapping) else None
    if isinstance(index, int):
        return index
    return parent.sentence if parent else None
