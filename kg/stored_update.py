"""Bring the graphs in a store up to date with the record of their patient."""

import asyncio
from collections.abc import Iterator

from clinical.facts import Anchors
from kg.build import graph_version
from kg.community_reports import Reporter
from kg.errors import BadInputError
from kg.extraction import Extractor
from kg.graph import BuildReport, EvidenceSetting, PatientGraph, graph_id
from kg.record import Case
from kg.store import GraphStore, GraphSummary
from kg.update import update_graph
from kg.update_report import UpdateReport
from kg.view import anchors_of, view_of


async def refresh_graph(
    store: GraphStore,
    case: Case,
    admission_id: str | None,
    evidence: EvidenceSetting,
    extractor: Extractor,
    reporter: Reporter | None = None,
) -> UpdateReport:
    """Update one graph of the store, or build it where there is none.

    The store is written once, at the end. Where nothing changed it is not even read.
    """
    view = view_of(case.record, admission_id, (*case.targets, *case.withheld), evidence)
    anchors = anchors_of(case.record, admission_id)
    name = graph_id(view.patient_id, admission_id, evidence)
    known = await store.summary(name)
    version = graph_version(view, admission_id, anchors, extractor, True)
    if known is not None and known.version == version:
        unread = len(view.notes) + len(view.rows)
        return UpdateReport(graph_id=name, before=version, after=version, read=0, unread=unread)
    stored = await store.load(name)
    before = stored or _nothing(name, view.patient_id, admission_id)
    updated, report = await asyncio.to_thread(
        update_graph, before, view, anchors, extractor, reporter=reporter
    )
    await store.upsert(updated)
    return report


def _nothing(name: str, patient_id: str, admission_id: str | None) -> PatientGraph:
    """Return what every graph is before anything is read."""
    return PatientGraph(
        graph_id=name,
        patient_id=patient_id,
        admission_id=admission_id,
        version="",
        anchors=Anchors(),
        entities=(),
        relations=(),
        communities=(),
        evidence=(),
        report=BuildReport(),
    )


def admissions_to_refresh(
    case: Case,
    stored: list[GraphSummary],
    admission_id: str | None,
    evidence: EvidenceSetting = "all",
) -> tuple[str | None, ...]:
    """Say which graphs of a patient, made of the same sources, are to be updated.

    That is the one asked for, or else all that are stored, or else those that checking the texts
    of the record would need.
    """
    if admission_id is not None:
        return (admission_id,)
    patient = case.record.patient_id
    own = [
        graph
        for graph in stored
        if graph.patient_id == patient
        and graph.graph_id == graph_id(patient, graph.admission_id, evidence)
    ]
    for graph in own:
        if graph.admission_id is not None and graph.admission_id not in _known_admissions(case):
            raise BadInputError(
                f"graph {graph.graph_id}: the record of patient {graph.patient_id} has no "
                f"admission {graph.admission_id}; give the whole record, or name an admission"
            )
    return tuple(graph.admission_id for graph in own) or tuple(_checked_admissions(case))


def _known_admissions(case: Case) -> set[str]:
    stays = {stay.id for stay in case.record.encounters}
    return stays | {target.admission_id for target in case.targets}


def _checked_admissions(case: Case) -> Iterator[str | None]:
    checked = dict.fromkeys(target.admission_id or None for target in case.targets)
    only = case.record.only_stay
    yield from checked or [only.id if only else None]
