"""Go through the summaries of runs, patient by patient, with the record where there is one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from agents.distillation.masking import Mask
from agents.distillation.material import Summary, Yield
from agents.distillation.question import Subject
from agents.distillation.sources import (
    EvidenceSource,
    Kept,
    Retrieved,
    kept_evidence,
    kept_graph,
    kept_record,
)
from agents.distillation.versions import versions_of
from agents.patient_graph import stored_graph
from exports.distillation.example import Material, counted
from exports.distillation.merging import merged
from exports.distillation.run_folder import Key, Run
from exports.report_reading import WrittenReport
from graph_state.context import Context
from graph_state.generation import PlantedError
from kg.embedding import WordVectors
from kg.open_store import open_store
from kg.readers import open_cases
from kg.record import Case, PatientRecord
from kg.store import Embedder, GraphStore

MaskFor = Callable[[PatientRecord, str | None], Mask]
"""Make the mask for a patient's record and one admission."""

Show = Callable[[str, int, int], None]
"""Told what is going on, how much of it is done, and of how much."""

MALFORMED = "structurally invalid"


@dataclass(frozen=True)
class Gathered:
    """What was gathered, and where the evidence of the prompts came from."""

    material: Material
    evidence: dict[str, int]


@dataclass
class _Gathering:
    mask_for: MaskFor
    show: Show
    total: int
    given: Yield = field(default_factory=Yield)
    sources: list[str] = field(default_factory=list)
    embedder: Embedder = field(default_factory=WordVectors)

    async def add(self, summary: Summary) -> None:
        await summary.add_to(self.given)
        self.sources.append(summary.source.name)
        self.show("writing prompts", len(self.sources), self.total)


async def gather(runs: Sequence[Run], mask_for: MaskFor, show: Show) -> Gathered:
    """Make prompts and answers from every summary of every run."""
    work = _Gathering(mask_for, show, sum(len(run.summaries()) for run in runs))
    for record in sorted({run.record for run in runs if run.record}):
        await _with_record(record, [run for run in runs if run.record == record], work)
    for run in runs:
        work.given.dropped += [MALFORMED] * run.malformed
        if run.record is None:
            for key in run.summaries():
                await work.add(_kept(run, key, work))
    given = work.given
    material = merged(given.examples, given.rejected, given.dropped, given.dropped_rejected)
    return Gathered(material, counted(work.sources))


async def _with_record(record: Path, runs: Sequence[Run], work: _Gathering) -> None:
    """Build each patient's graph once for all runs; who is not in the record stays with `kept`."""
    wanted = [(run, key) for run in runs for key in run.summaries()]
    patients = {key[0] for _, key in wanted}
    met: set[str] = set()
    store = open_store("memory", work.embedder)
    try:
        for case in open_cases(record, target="both"):
            patient = case.record.patient_id
            if patient in patients:
                met.add(patient)
                own = [(run, key) for run, key in wanted if key[0] == patient]
                await _patient(case, own, store, work)
    finally:
        await store.close()
    for run, key in wanted:
        if key[0] not in met:
            await work.add(_kept(run, key, work))


async def _patient(
    case: Case, wanted: Sequence[tuple[Run, Key]], store: GraphStore, work: _Gathering
) -> None:
    for run, key in wanted:
        subject = Subject(*key)
        context = _context(_of(run, key)[1])
        stored = await stored_graph(store, case, subject.admission_id, (), context.evidence)
        graph = await store.summary(stored.graph_id)
        assert graph is not None
        text = next(
            (
                target.text
                for target in case.targets
                if target.name == subject.target and target.admission_id == subject.admission_id
            ),
            None,
        )
        source = Retrieved(store, graph, stored.sources.notes, context)
        mask = work.mask_for(case.record, subject.admission_id)
        await work.add(_summary(run, subject, text, source, mask))
    for summary in await store.graphs():
        await store.delete(summary.graph_id)


def _kept(run: Run, key: Key, work: _Gathering) -> Summary:
    subject = Subject(*key)
    errors, reports = _of(run, key)
    items = kept_evidence(errors, reports)
    source = Kept(kept_graph(subject), items, _context(reports), work.embedder)
    mask = work.mask_for(kept_record(subject, items), subject.admission_id)
    return _summary(run, subject, None, source, mask)


def _summary(
    run: Run, subject: Subject, text: str | None, source: EvidenceSource, mask: Mask
) -> Summary:
    errors, reports = _of(run, (subject.patient_id, subject.admission_id, subject.target))
    rewritten = {error.text for error in errors}
    changed = max(
        reports,
        key=lambda report: sum(one.text in rewritten for one in report.sentences),
        default=None,
    )
    versions = versions_of(text, errors, changed, source.graph, source.context)
    return Summary(subject, run.name, versions, errors, reports, source, mask, run.reviewed)


def _of(run: Run, key: Key) -> tuple[list[PlantedError], list[WrittenReport]]:
    errors = [e for e in run.errors if (e.patient_id, e.admission_id, e.target) == key]
    reports = [r for r in run.reports if (r.patient_id, r.admission_id, r.target) == key]
    return errors, reports


def _context(reports: Sequence[WrittenReport]) -> Context:
    """The settings of the check, so that the prompts show what the judge could see."""
    known = reports[0].settings if reports else {}
    kept = ("evidence", "top_k", "passages", "evidence_characters")
    return Context.model_validate({name: known[name] for name in kept if name in known})
