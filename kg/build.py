"""Build the graph of one patient from the view of the record that may serve as evidence."""

from hashlib import sha256

from clinical.facts import Anchors
from kg.communities import find_communities
from kg.community_reports import Reporter, TemplateReporter
from kg.conflicts import find_conflicts
from kg.descriptions import value
from kg.drafting import GraphDraft
from kg.evidence import Evidence, evidence_id
from kg.evidence_collection import canonical_notes, canonical_rows, collect_evidence
from kg.extraction import Extractor
from kg.graph import BuildReport, PatientGraph, graph_id
from kg.inferred_relations import infer_relations
from kg.naming import CanonicalNaming, WrittenNaming
from kg.normalise import canonical_facts, merge_log
from kg.placement import PlacedFact
from kg.record import PatientRecord

BUILDER_VERSION = "1"
"""Raised whenever the same record would give another graph, so that stored graphs are rebuilt."""


def build_graph(
    view: PatientRecord,
    admission_id: str | None,
    anchors: Anchors,
    extractor: Extractor,
    normalise: bool = True,
    reporter: Reporter | None = None,
) -> PatientGraph:
    """Build the graph of a record view.

    Without `normalise` the graph stays as extraction gives it (entities by wording, a patient a
    source): the other arm of the quality table.
    """
    collected = collect_evidence(view, anchors, extractor)
    draft = GraphDraft(CanonicalNaming() if normalise else WrittenNaming(), view.patient_id)
    placed = place_facts(collected.evidence)
    for item in canonical_facts(placed) if normalise else placed:
        draft.place(item)
    draft.ensure_patient()
    if normalise:
        infer_relations(draft)
    entities = tuple(draft.nodes[node_id].entity() for node_id in sorted(draft.nodes, key=_order))
    relations = tuple(sorted((e.relation() for e in draft.edges.values()), key=lambda r: r.id))
    together = mentioned_together(collected.evidence, draft)
    return PatientGraph(
        graph_id=graph_id(view.patient_id, admission_id),
        patient_id=view.patient_id,
        admission_id=admission_id,
        version=graph_version(view, admission_id, anchors, extractor, normalise),
        anchors=anchors,
        entities=entities,
        relations=relations,
        communities=find_communities(entities, relations, together, reporter or TemplateReporter()),
        evidence=collected.evidence,
        report=BuildReport(
            merged=merge_log(draft.nodes.values()),
            conflicts=find_conflicts(draft.nodes.values()),
            dropped=collected.dropped,
        ),
    )


def _order(node_id: str) -> tuple[bool, str]:
    return (not node_id.startswith("PATIENT"), node_id)


def place_facts(evidence: tuple[Evidence, ...]) -> list[PlacedFact]:
    """Give each fact the narrowest evidence that holds it, so that nothing counts twice.

    A fact of a list is mostly one of a line of it as well, and may be an item of its own.
    """
    taken: set[tuple[str, str]] = set()
    placed: dict[str, list[PlacedFact]] = {item.id: [] for item in evidence}
    for kind in ("fact", "text", "list"):
        narrower = set(taken)
        for item in evidence:
            if item.kind != kind:
                continue
            for fact in item.facts:
                key = (str(fact.source), fact.concept.id)
                if key not in narrower:
                    placed[item.id].append(PlacedFact(fact, item.id, _origin(item), value(fact)))
                    taken.add(key)
    return [fact for item in evidence for fact in placed[item.id]]


def _origin(item: Evidence) -> str:
    return item.source.table or item.source.note


def mentioned_together(evidence: tuple[Evidence, ...], draft: GraphDraft) -> list[list[str]]:
    """Return the entities of each passage: what is told together belongs together."""
    groups = []
    for item in evidence:
        if item.kind != "text":
            continue
        ids: dict[str, None] = dict(draft.located.get(item.id, {}))
        for fact in item.facts:
            ids.update(draft.located.get(evidence_id(fact.source), {}))
        groups.append(sorted(ids))
    return groups


def graph_version(
    view: PatientRecord,
    admission_id: str | None,
    anchors: Anchors,
    extractor: Extractor,
    normalise: bool,
) -> str:
    """Hash what the graph is made of and made by; the order of rows and notes does not matter."""
    canonical = view.model_copy(
        update={
            "rows": tuple(canonical_rows(view)),
            "notes": tuple(canonical_notes(view)),
            "encounters": tuple(sorted(view.encounters, key=lambda stay: stay.id)),
        }
    )
    parts = (
        BUILDER_VERSION,
        extractor.name,
        str(normalise),
        str(admission_id),
        anchors.model_dump_json(),
        canonical.model_dump_json(),
    )
    return sha256("\x1f".join(parts).encode()).hexdigest()[:16]
