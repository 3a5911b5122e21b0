"""Bring a graph up to date with its record by reading only the sources that changed."""

from collections.abc import Iterator

from clinical.facts import Anchors
from kg.build import GraphBuilder
from kg.community_reports import Reporter, TemplateReporter
from kg.earlier import Earlier
from kg.errors import BadInputError
from kg.extraction import Extractor
from kg.fact_changes import fact_changes, meaning_of, stated
from kg.graph import PatientGraph
from kg.graph_comparison import compare_graphs
from kg.placement import PlacedFact
from kg.record import PatientRecord
from kg.source_changes import SourceChanges, compare_sources, known_readings
from kg.touched import affected_facts, touched_ids
from kg.update_report import Change, UpdateReport


def update_graph(
    graph: PatientGraph,
    view: PatientRecord,
    anchors: Anchors,
    extractor: Extractor,
    normalize: bool = True,
    reporter: Reporter | None = None,
) -> tuple[PatientGraph, UpdateReport]:
    """Return the graph that building from the changed view would give, and what is different.

    Sources of unchanged content are not read again, and what they alone speak of is not written
    again. Where graphs are built another way now, everything is read again.
    """
    _check_patient(graph, view)
    used = reporter or TemplateReporter()
    builder = GraphBuilder(
        graph.graph_id, view, graph.admission_id, anchors, extractor, normalize, used
    )
    same = graph.built_by == builder.name
    known = known_readings(graph, anchors) if same else {}
    gathered = builder.gather(builder.read(known))
    sources = compare_sources(graph, gathered.readings, known, same)
    before = builder.place(graph.evidence)
    evidence = (*graph.evidence, *gathered.collected.evidence)
    old, new = affected_facts(before, gathered.placed, evidence, sources.affected)
    earlier = Earlier(graph, touched_ids(builder, [*old, *new])) if same else Earlier()
    updated = builder.assemble(gathered, earlier)
    changes = _changes(graph, updated, sources, (before, old), (gathered.placed, new))
    return updated, _report(graph, updated, sources, tuple(changes))


def _check_patient(graph: PatientGraph, view: PatientRecord) -> None:
    if graph.patient_id != view.patient_id:
        raise BadInputError(
            f"graph {graph.graph_id}: is of patient {graph.patient_id}, the record is of "
            f"{view.patient_id}; update a graph from the record of its own patient"
        )


def _changes(
    graph: PatientGraph,
    updated: PatientGraph,
    sources: SourceChanges,
    before: tuple[list[PlacedFact], list[PlacedFact]],
    after: tuple[list[PlacedFact], list[PlacedFact]],
) -> Iterator[Change]:
    yield from sources.changes
    wanted = {meaning_of(item) for _, affected in (before, after) for item in affected}
    yield from fact_changes(stated(before[0], wanted), stated(after[0], wanted), sources.why)
    yield from compare_graphs(graph, updated, sources.why)


def _report(
    graph: PatientGraph,
    updated: PatientGraph,
    sources: SourceChanges,
    changes: tuple[Change, ...],
) -> UpdateReport:
    return UpdateReport(
        graph_id=graph.graph_id,
        before=graph.version or None,
        after=updated.version,
        read=sources.read,
        unread=sources.unread,
        changes=changes,
    )
