"""One line of a trace: what a node or a model was given, what it answered, and what it took."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

from pydantic import BaseModel, JsonValue, ValidationError

from kg.errors import BadInputError

SCHEMA: Final = "curaview.trace/1"

Kind = Literal["graph", "node", "model", "tool"]
TraceStatus = Literal["done", "failed", "paused", "cancelled"]


class PromptUsed(BaseModel, frozen=True):
    """Which wording a model was asked in."""

    name: str
    hash: str
    """Hash of the prompt file; it tells two wordings apart."""


class Tokens(BaseModel, frozen=True):
    """What models read and wrote, as they tell it."""

    read: int
    written: int


class TraceLine(BaseModel, frozen=True):
    """What happened once in one node. The contract is told in `docs/traces.md`."""

    trace_schema: Literal["curaview.trace/1"] = SCHEMA
    id: int
    """Counts up in the order in which things began; it names the line within its file."""

    parent: int | None
    """The line that this one happened within."""

    thread: str
    """The run that the line belongs to; a run that is taken up again keeps it."""

    graph: str
    kind: Kind
    node: str
    """The node as Studio draws it: `segmenter`, `sentence:judge`."""

    sentence: int | None
    """Index of the sentence in the summary, where the node works on one."""

    attempt: int
    """How often this node has now worked within its parent, from 1."""

    start: str
    """UTC, ISO 8601, to the microsecond."""

    seconds: float
    status: TraceStatus
    error: str | None
    evidence_ids: tuple[str, ...]
    """The evidence that the output names, in its order."""

    model: str | None
    prompt: PromptUsed | None
    tokens: Tokens | None
    """Of a node: all that its models took, which their own lines tell one by one."""

    input: JsonValue
    output: JsonValue

    def written(self) -> str:
        """Write the line as JSON, with a line feed at its end and none inside."""
        document: dict[str, object] = {"schema": self.trace_schema}
        for name in list(TraceLine.model_fields)[1:]:
            value = getattr(self, name)
            # The states inside are plain JSON already and large, so they are not walked again.
            document[name] = value.model_dump() if isinstance(value, BaseModel) else value
        return json.dumps(document, ensure_ascii=True, allow_nan=False) + "\n"


def read_trace(path: Path) -> Iterator[TraceLine]:
    """Read a trace line by line; an unfinished last line, of a run that was killed, is left out."""
    with path.open(encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if not line.endswith("\n"):
                return
            try:
                document = json.loads(line)
                document["trace_schema"] = document.pop("schema")
                yield TraceLine.model_validate(document)
            except (ValidationError, ValueError, KeyError, TypeError) as error:
                msg = f"{path} line {number}: no line of a trace ({SCHEMA}); give a file of --trace"
                raise BadInputError(msg) from error
