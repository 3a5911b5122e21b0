"""Who watches the graphs of a command at work: a trace file, LangSmith, both, or nobody."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from langchain_core.callbacks import BaseCallbackHandler
from langsmith import Client
from langsmith.utils import tracing_is_enabled

from agents.settings import settings
from exports.deidentification_key import machine_key
from exports.langsmith_tracing import FLUSH_SECONDS, masked_tracer
from exports.patients_gate import PatientsGate
from exports.traces import Traces
from kg.record import Note, PatientRecord

Callbacks = Sequence[BaseCallbackHandler]


class Watch(Protocol):
    """Gives the watchers of one run of a graph, to be named in the run's configuration."""

    def __call__(
        self,
        records: Iterable[PatientRecord],
        graph: str,
        thread: str,
        admission: str | None = None,
        target: str = "",
    ) -> Callbacks:
        """Return the watchers; they know what identifies these patients and mask it."""
        ...


def nobody(
    records: Iterable[PatientRecord],
    graph: str,
    thread: str,
    admission: str | None = None,
    target: str = "",
) -> Callbacks:
    """Let no one watch."""
    return ()


@contextmanager
def watching(trace: Path | None, append: bool = False) -> Iterator[Watch]:
    """Open the trace that a command was asked for; with `append` an earlier one goes on.

    LangSmith watches where its own variable, `LANGSMITH_TRACING`, says so.
    """
    sends = tracing_is_enabled()
    if trace is None and not sends:
        yield nobody
        return
    key = machine_key(settings().deidentification_key)
    traces = Traces(trace, key, append) if trace is not None else None
    client = Client(omit_traced_runtime_info=True) if sends else None

    def watch(
        records: Iterable[PatientRecord],
        graph: str,
        thread: str,
        admission: str | None = None,
        target: str = "",
    ) -> Callbacks:
        known = list(records)
        watchers: list[BaseCallbackHandler] = []
        if traces is not None:
            watchers.append(traces.tracer(known, graph, thread, admission, target))
        if client is not None:
            watchers.append(masked_tracer(client, PatientsGate(known, key, admission)))
        return watchers

    try:
        yield watch
    finally:
        if traces is not None:
            traces.close()
        if client is not None:
            client.flush(FLUSH_SECONDS)


def with_texts(record: PatientRecord, texts: Iterable[str]) -> PatientRecord:
    """Add texts that are no evidence to a record, so that the names in them are known too."""
    added = (
        Note(id=f"text {number}", category="note", text=text)
        for number, text in enumerate(texts, 1)
    )
    return record.model_copy(update={"notes": (*record.notes, *added)})
