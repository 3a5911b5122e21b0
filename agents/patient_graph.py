"""See to it that the graph of a patient, as one admission may use it, is in the store."""

import asyncio
from dataclasses import dataclass

from agents.graph_reading import GraphReading, RuleReading
from agents.source_texts import SourceTexts, source_texts
from kg.build import build_graph, graph_version
from kg.extraction import RuleExtractor
from kg.graph import EvidenceSetting, graph_id
from kg.record import Case, Target
from kg.store import GraphStore
from kg.update import update_graph
from kg.view import anchors_of, view_of


@dataclass(frozen=True)
class StoredGraph:
    """A graph that is in the store, and the words of the record that it was made from."""

    graph_id: str
    version: str
    sources: SourceTexts


async def stored_graph(
    store: GraphStore,
    case: Case,
    admission_id: str | None,
    summaries: tuple[Target, ...],
    evidence: EvidenceSetting,
    reading: GraphReading | None = None,
) -> StoredGraph:
    """Build the graph unless the store holds it in the same version; an older one is updated.

    Neither the texts of the case that may be checked nor `summaries` become evidence.
    """
    reading = reading or RuleReading()
    texts = (*case.targets, *case.withheld, *summaries)
    view = view_of(case.record, admission_id, texts, evidence)
    anchors = anchors_of(case.record, admission_id)
    by_rules = graph_version(view, admission_id, anchors, RuleExtractor(), True)
    version = await asyncio.to_thread(reading.version, by_rules)
    name = graph_id(view.patient_id, admission_id, evidence)
    known = await store.summary(name)
    if known is None or known.version != version:
        extractor = await reading.extractor(view, anchors, f"{name}\x1f{version}")
        older = None if known is None else await store.load(name)
        if older is None:
            graph = await asyncio.to_thread(
                build_graph, view, admission_id, anchors, extractor, evidence=evidence
            )
        else:
            graph, _ = await asyncio.to_thread(update_graph, older, view, anchors, extractor)
        graph = await reading.reported(graph, extractor, version)
        version = graph.version
        await store.upsert(graph)
    return StoredGraph(name, version, source_texts(view))
