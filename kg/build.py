"""Build the graph of one patient from the view of the record that may serve as evidence."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import NamedTuple

from clinical.facts import Anchors
from kg.communities import find_communities
from kg.community_reports import Reporter, TemplateReporter
from kg.conflicts import find_conflicts
from kg.descriptions import value
from kg.drafting import GraphDraft
from kg.earlier import Earlier
from kg.evidence import Evidence, evidence_id
from kg.evidence_collection import (
    Collected,
    Reading,
    SourceKey,
    canonical_notes,
    canonical_rows,
    gather,
    read_sources,
)
from kg.extraction import Extractor
from kg.graph import BuildReport, EvidenceSetting, PatientGraph, graph_id
from kg.inferred_relations import infer_relations
from kg.instance_edges import edges_of
from kg.instance_reading import instances_of
from kg.naming import CanonicalNaming, Naming, WrittenNaming
from kg.nodes import NodeDraft
from kg.normalize import canonical_facts, merge_log
from kg.placement import PlacedFact
from kg.record import PatientRecord

BUILDER_VERSION = "7"
"""Raised whenever the same record would give another graph, so that stored graphs are rebuilt."""


def build_graph(
    view: PatientRecord,
    admission_id: str | None,
    anchors: Anchors,
    extractor: Extractor,
    normalize: bool = True,
    reporter: Reporter | None = None,
    evidence: EvidenceSetting = "all",
) -> PatientGraph:
    """Build the graph of a record view; `evidence` says which sources are in the view.

    Without `normalize` the graph stays as extraction gives it (entities by wording, a patient a
    source): the other arm of the quality table.
    """
    name = graph_id(view.patient_id, admission_id, evidence)
    builder = GraphBuilder(
        name, view, admission_id, anchors, extractor, normalize, reporter or TemplateReporter()
    )
    return builder.assemble(builder.gather(builder.read()), Earlier())


class Gathered(NamedTuple):
    """All that was read of a record."""

    readings: list[Reading]
    collected: Collected
    placed: list[PlacedFact]


@dataclass(frozen=True)
class GraphBuilder:
    """A record view with all else that decides on its graph."""

    graph_id: str
    view: PatientRecord
    admission_id: str | None
    anchors: Anchors
    extractor: Extractor
    normalize: bool = True
    reporter: Reporter = field(default_factory=TemplateReporter)

    @property
    def name(self) -> str:
        """Name all that decides on the graph but the record; another name, another graph."""
        parts = (BUILDER_VERSION, self.naming.name, self.extractor.name, self.reporter.name)
        return " ".join(parts)

    @property
    def naming(self) -> Naming:
        """What makes two facts speak of one entity."""
        return CanonicalNaming() if self.normalize else WrittenNaming()

    def read(self, known: Mapping[SourceKey, Reading] | None = None) -> list[Reading]:
        """Read all sources that are not known with the same content."""
        return read_sources(self.view, self.anchors, self.extractor, known)

    def place(self, evidence: tuple[Evidence, ...]) -> list[PlacedFact]:
        """Give every fact its evidence and its concept."""
        placed = place_facts(evidence)
        return canonical_facts(placed) if self.normalize else placed

    def draft(self, placed: list[PlacedFact]) -> GraphDraft:
        """Gather facts under their entities and relations."""
        draft = GraphDraft(self.naming, self.view.patient_id)
        for item in placed:
            draft.place(item)
        return draft

    def gather(self, readings: list[Reading]) -> Gathered:
        """Join what was read of all sources, and place its facts."""
        collected = gather(readings)
        return Gathered(readings, collected, self.place(collected.evidence))

    def assemble(self, gathered: Gathered, earlier: Earlier) -> PatientGraph:
        """Make the graph of what was read; what an earlier graph has is not written again."""
        draft = self._whole_draft(gathered.placed)
        evidence = gathered.collected.evidence
        nodes = [draft.nodes[node_id] for node_id in sorted(draft.nodes, key=_order)]
        entities = tuple(earlier.entity(node) for node in nodes)
        edges = (earlier.relation(edge) for edge in draft.edges.values())
        relations = tuple(sorted(edges, key=lambda relation: relation.id))
        together = mentioned_together(evidence, draft)
        reporter = earlier.reporter(entities, relations, self.reporter)
        instances = instances_of(gathered.placed, self.naming)
        return PatientGraph(
            graph_id=self.graph_id,
            patient_id=self.view.patient_id,
            admission_id=self.admission_id,
            version=self.version,
            anchors=self.anchors,
            entities=entities,
            relations=relations,
            communities=find_communities(entities, relations, together, reporter),
            evidence=evidence,
            instances=instances,
            edges=edges_of(instances, gathered.placed, evidence),
            report=_report(nodes, gathered.collected),
            built_by=self.name,
            built_from=tuple(reading.state for reading in gathered.readings),
        )

    @property
    def version(self) -> str:
        """Hash what the graph is made of and made by."""
        return graph_version(
            self.view, self.admission_id, self.anchors, self.extractor, self.normalize
        )

    def _whole_draft(self, placed: list[PlacedFact]) -> GraphDraft:
        draft = self.draft(placed)
        draft.ensure_patient()
        if self.normalize:
            infer_relations(draft)
        return draft


def _report(nodes: list[NodeDraft], collected: Collected) -> BuildReport:
    return BuildReport(
        merged=merge_log(nodes), conflicts=find_conflicts(nodes), dropped=collected.dropped
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
    normalize: bool,
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
        str(normalize),
        str(admission_id),
        anchors.model_dump_json(),
        canonical.model_dump_json(),
    )
    return sha256("\x1f".join(parts).encode()).hexdigest()[:16]
