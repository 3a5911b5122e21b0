"""How reliably a model answers in the judge's form, layer by layer, over real sentences."""

import time
from collections import Counter
from itertools import cycle, islice
from pathlib import Path

from pydantic import BaseModel
from rich.table import Table

from agents.check_graph import check_graph
from agents.models import Models
from agents.patient_graph import stored_graph
from agents.runs import run_check
from clinical.labels import STATUSES
from clinical.sentences import split_sentences
from evaluation.checking import check_parts, shared_embedder
from graph_state.context import Context
from graph_state.findings import Finding
from graph_state.state import CheckInput
from kg.errors import BadInputError
from kg.open_store import open_store
from kg.readers import open_cases
from kg.record import Case, Target
from kg.store import GraphStore

PORTION = 8
"""Sentences checked before it is seen whether there are answers enough."""


class StructuredOutputResult(BaseModel, frozen=True):
    """What was asked and how much of it held; shares are of the answers."""

    model: str
    method: str
    answers: int
    raw_json: float
    """Answers that are JSON as they stand."""

    valid_as_written: float
    """Layer 1: answers that follow the schema as they stand."""

    valid_when_repaired: float
    """Layer 2: answers that follow it once extracted and repaired."""

    sentences: int
    valid_verdicts: float
    """Layer 3: sentences whose verdict the validator accepted, after at most three retries."""

    retries: int
    statuses: dict[str, int]
    """How the sentences ended; each has one of the four statuses."""

    seconds: float


async def measure(
    models: Models, record: Path, calls: int, evidence_characters: int
) -> StructuredOutputResult:
    """Check sentences of a record until the model has given so many answers."""
    model = models.for_role("judge")
    context = Context(judge="llm", temperature=0.7, evidence_characters=evidence_characters)
    started = time.perf_counter()
    findings: list[Finding] = []
    cases = list(open_cases(record))
    portions = [portion for case in cases for portion in _portions(case)]
    if not portions:
        raise BadInputError(f"{record}: holds no summary whose sentences could be judged")
    store = open_store("memory", shared_embedder())
    # A bound on the rounds, for a record whose sentences never need a model.
    for case, target in islice(cycle(portions), calls + len(portions)):
        findings += await _check(store, models, context, case, target)
        if models.meter.used.answers >= calls:
            break
    await store.close()
    used = models.meter.used
    whole = max(used.answers, 1)
    asked = [finding for finding in findings if finding.status != "not_checkable"]
    return StructuredOutputResult(
        model=model.name,
        method=models.settings.method,
        answers=used.answers,
        raw_json=used.json_objects / whole,
        valid_as_written=used.valid_as_written / whole,
        valid_when_repaired=used.valid_when_read / whole,
        sentences=len(asked),
        valid_verdicts=sum(f.status != "failed" for f in asked) / max(len(asked), 1),
        retries=sum(finding.retries for finding in findings),
        statuses=dict(Counter(finding.status for finding in findings)),
        seconds=time.perf_counter() - started,
    )


def result_table(result: StructuredOutputResult) -> Table:
    """Lay the result out for a terminal."""
    table = Table("measure", "value", title=f"Structured output of {result.model}")
    table.add_row("held to the schema by", result.method)
    table.add_row("answers", str(result.answers))
    table.add_row("raw JSON", _share(result.raw_json))
    table.add_row("valid as written (layer 1)", _share(result.valid_as_written))
    table.add_row("valid when repaired (layer 2)", _share(result.valid_when_repaired))
    table.add_row("sentences judged", str(result.sentences))
    table.add_row("verdicts that hold (layer 3)", _share(result.valid_verdicts))
    table.add_row("retries", str(result.retries))
    for status in STATUSES:
        table.add_row(f"sentences {status}", str(result.statuses.get(status, 0)))
    table.add_row("seconds", f"{result.seconds:.1f}")
    return table


def _portions(case: Case) -> list[tuple[Case, Target]]:
    """Cut the texts of a case into pieces of a few sentences."""
    portions = []
    for target in case.targets:
        spans = split_sentences(target.text)
        for first in range(0, len(spans), PORTION):
            several = spans[first : first + PORTION]
            text = target.text[several[0].start : several[-1].end]
            portions.append((case, target.model_copy(update={"text": text})))
    return portions


async def _check(
    store: GraphStore, models: Models, context: Context, case: Case, target: Target
) -> tuple[Finding, ...]:
    admission = target.admission_id or None
    stored = await stored_graph(store, case, admission, (), "all")
    graph = check_graph(check_parts(store, {stored.graph_id: stored.sources}, models)).compile()
    request = CheckInput(
        patient_id=case.record.patient_id, admission_id=admission, summary=target.text
    )
    report = await run_check(graph, request, context)
    return report.findings


def _share(value: float) -> str:
    return f"{100 * value:.1f} %"
