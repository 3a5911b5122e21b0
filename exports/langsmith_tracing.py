"""LangSmith, where a user has configured it: the same masking as in traces, or nothing at all."""

from collections.abc import Mapping
from typing import Any, cast
from uuid import UUID

from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.tracers.langchain import LangChainTracer
from langsmith import Client
from langsmith.run_trees import get_cached_client
from langsmith.utils import tracing_is_enabled
from pydantic import JsonValue
from pydantic_core import to_jsonable_python

from exports.deidentification import Deidentifier
from exports.patients_gate import PatientsGate

WITHHELD = "withheld: nobody told whose record this is, so nothing of it is sent"
FLUSH_SECONDS = 30.0
"""How long a command waits at its end for what is still on its way."""

KEPT_OF_EVENTS = ("name", "time")
FRAMES = "Traceback (most recent call last)"
LEFT_OUT = ("serialized", "attachments", "events", "extra", "error", "outputs", "inputs")


def hide_by_default() -> None:
    """See to it that whatever LangChain sends of its own accord is empty.

    LangChain traces every run to LangSmith as soon as `LANGSMITH_TRACING` is set, as it stands.
    Its own client is therefore opened here, before any graph runs, without inputs, outputs,
    metadata and errors. What is to be seen there goes by `masked_tracer`.
    """
    if tracing_is_enabled():
        get_cached_client(
            hide_inputs=True, hide_outputs=True, hide_metadata=True, anonymizer=_withheld
        )


def masked_tracer(client: Client, gate: PatientsGate) -> BaseCallbackHandler:
    """Return a tracer to LangSmith that sends nothing unmasked of these patients."""
    return LangChainTracer(client=cast(Client, MaskingClient(client, gate)))


class MaskingClient:
    """Stands before a LangSmith client and masks every run that goes through."""

    def __init__(self, client: Client, gate: PatientsGate) -> None:
        self._client = client
        self._gate = gate
        self._known: dict[UUID | str, Deidentifier] = {}
        """Whom the inputs of a run have named, for its outputs."""

    def create_run(self, name: str, inputs: object, run_type: str, **others: Any) -> None:
        """Send the beginning of a run, or a whole one."""
        masker = self._masker(others, inputs)
        masked = masker.mask_value(_plain(inputs))
        self._client.create_run(
            name, cast(dict[str, Any], masked), cast(Any, run_type), **self._masked(masker, others)
        )

    def update_run(self, run_id: UUID | str, **others: Any) -> None:
        """Send the end of a run."""
        inputs = others.get("inputs")
        masker = self._masker({"id": run_id, **others}, inputs)
        told = self._masked(masker, others)
        if inputs is not None:
            told["inputs"] = masker.mask_value(_plain(inputs))
        self._client.update_run(run_id, **told)

    def flush(self, timeout: float | None = None) -> None:
        """Wait for what is on its way."""
        self._client.flush(timeout)

    def _masker(self, run: Mapping[str, Any], inputs: object) -> Deidentifier:
        own, parent = run.get("id"), run.get("parent_run_id")
        named = self._gate.named_in(inputs)
        known = named or self._known.get(own or "") or self._known.get(parent or "")
        masker = known or self._gate.of_all
        if own is not None:
            self._known[own] = masker
        return masker

    def _masked(self, masker: Deidentifier, run: Mapping[str, Any]) -> dict[str, Any]:
        told = {name: value for name, value in run.items() if name not in LEFT_OUT}
        if run.get("outputs") is not None:
            told["outputs"] = masker.mask_value(_plain(run["outputs"]))
        if run.get("error"):
            # What went wrong stands before the frames, which name this machine.
            told["error"] = masker.mask(str(run["error"]).partition(FRAMES)[0].strip())
        if run.get("events"):
            told["events"] = [
                {name: event[name] for name in KEPT_OF_EVENTS if name in event}
                for event in run["events"]
            ]
        if run.get("extra"):
            metadata = masker.mask_value(_plain(run["extra"].get("metadata") or {}))
            told["extra"] = {"metadata": metadata}
        if run.get("tags"):
            told["tags"] = [masker.mask(tag) for tag in run["tags"]]
        return told


def _withheld(data: dict[str, Any]) -> dict[str, Any]:
    return dict.fromkeys(data, WITHHELD)


def _plain(value: object) -> JsonValue:
    plain: JsonValue = to_jsonable_python(
        value, exclude_none=True, inf_nan_mode="strings", serialize_unknown=True, fallback=str
    )
    return plain
