"""A patient graph made of the tables of a GraphRAG index."""

from collections.abc import Mapping
from hashlib import sha256

from pydantic import BaseModel

from clinical.facts import Anchors, Concept
from kg.evidence import Evidence
from kg.extraction import Extractor
from kg.graph import BuildReport, Community, Entity, EntityKind, GraphRelation, PatientGraph
from kg.graph import graph_id as name_graph
from kg.graphrag_evidence import unit_evidence
from kg.graphrag_kinds import entity_kind, relation_kind
from kg.graphrag_tables import EntityRow, GraphRAGTables, RelationshipRow
from kg.naming import PATIENT

IMPORTER = "graphrag-tables/1"


class ImportRequest(BaseModel, frozen=True):
    """Whose graph the tables hold, and what their own types mean."""

    patient_id: str
    admission_id: str | None = None
    kinds: dict[str, EntityKind] = {}
    """Kinds by type name, beside those that are known."""

    anchors: Anchors = Anchors()


def import_graph(
    tables: GraphRAGTables, request: ImportRequest, extractor: Extractor
) -> PatientGraph:
    """Build the graph; whatever has no place in it is listed in the report as left out."""
    evidence = unit_evidence(tables, extractor, request.anchors)
    draft = _Draft(request, evidence)
    for entity in tables.entities:
        draft.add_entity(entity)
    draft.ensure_patient()
    for relationship in tables.relationships:
        draft.add_relationship(relationship)
    told = tables.model_dump_json() + request.model_dump_json() + extractor.name
    return PatientGraph(
        graph_id=name_graph(request.patient_id, request.admission_id),
        patient_id=request.patient_id,
        admission_id=request.admission_id,
        version=sha256(told.encode()).hexdigest()[:16],
        anchors=request.anchors,
        entities=tuple(draft.entities.values()),
        relations=tuple(draft.relations.values()),
        communities=_communities(tables, draft.ids),
        evidence=tuple({item.id: item for item in evidence.values()}.values()),
        report=BuildReport(merged=tuple(draft.merged), dropped=tuple(draft.dropped)),
        built_by=f"{IMPORTER} {extractor.name}",
    )


class _Draft:
    """Entities and relations as far as they are read."""

    def __init__(self, request: ImportRequest, evidence: Mapping[str, Evidence]) -> None:
        self._request = request
        self._evidence = evidence
        self._facts = {item.id: item.facts for item in evidence.values()}
        self._titles: dict[str, str] = {}
        self.ids: dict[str, str] = {}
        """Our ids of entities by GraphRAG's."""

        self.entities: dict[str, Entity] = {}
        self.relations: dict[str, GraphRelation] = {}
        self.merged: list[str] = []
        self.dropped: list[str] = []

    def add_entity(self, row: EntityRow) -> None:
        """Take an entity over; all that are a patient are the one patient."""
        kind = entity_kind(row.type, self._request.kinds)
        if kind is None:
            self.dropped.append(f"entity {row.title}: {row.type or 'no type'} is no known kind")
            return
        entity_id = PATIENT if kind == "PATIENT" else row.id
        self.ids[row.id] = entity_id
        if row.title in self._titles:
            self.merged.append(f"relationships of {row.title}: the title names several entities")
        self._titles.setdefault(row.title, entity_id)
        known = self.entities.get(entity_id)
        entity = self._entity(entity_id, kind, row)
        if known is not None:
            self.merged.append(f"{known.name} <- {row.title}")
            cited = tuple(dict.fromkeys((*known.evidence, *entity.evidence)))
            entity = known.model_copy(update={"evidence": cited})
        self.entities[entity_id] = entity

    def ensure_patient(self) -> None:
        """Put the patient first, and make one where the index has none."""
        known = self.entities.pop(PATIENT, None)
        patient = known or Entity(id=PATIENT, kind="PATIENT", name=self._request.patient_id)
        self.entities = {PATIENT: patient, **self.entities}

    def add_relationship(self, row: RelationshipRow) -> None:
        """Take a relationship over where its kind can be told."""
        ends = [self._titles.get(title) for title in (row.source, row.target)]
        source, target = (self.entities[end] if end else None for end in ends)
        told = f"relationship {row.source} - {row.target}"
        if source is None or target is None:
            self.dropped.append(f"{told}: an end was left out or is missing")
            return
        found = relation_kind(row.description or "", source.kind, target.kind)
        if found is None:
            self.dropped.append(f"{told}: no kind leads from {source.kind} to {target.kind}")
            return
        first, last = (target, source) if found.reversed else (source, target)
        self.relations[row.id] = GraphRelation(
            id=row.id,
            source=first.id,
            target=last.id,
            kind=found.kind,
            description=_without_kind(row.description or "", found.kind),
            weight=1.0 if row.weight is None else row.weight,
            evidence=self._cited(row.text_unit_ids),
        )

    def _entity(self, entity_id: str, kind: EntityKind, row: EntityRow) -> Entity:
        name = row.title.removesuffix(f" ({row.id})")
        evidence = self._cited(row.text_unit_ids)
        return Entity(
            id=entity_id,
            kind=kind,
            name=name,
            concepts=self._concepts(name, evidence),
            description=row.description or "",
            evidence=evidence,
        )

    def _concepts(self, name: str, evidence: tuple[str, ...]) -> tuple[str, ...]:
        """Return the concept that the entity's own text units name by its title."""
        for item in evidence:
            for fact in self._facts[item]:
                if name.casefold() in {fact.concept.name.casefold(), fact.text.casefold()}:
                    return _ids(fact.concept)
        return (f"text:{' '.join(name.casefold().split())}",)

    def _cited(self, units: tuple[str, ...] | None) -> tuple[str, ...]:
        found = [self._evidence[unit].id for unit in units or () if unit in self._evidence]
        return tuple(dict.fromkeys(found))


def _without_kind(description: str, kind: str) -> str:
    first, _, rest = description.partition(" ")
    return rest if first == kind else description


def _ids(concept: Concept) -> tuple[str, ...]:
    return (concept.id, *concept.broader)


def _communities(tables: GraphRAGTables, ids: Mapping[str, str]) -> tuple[Community, ...]:
    reports = {report.community: report for report in tables.community_reports}
    names = {community.community: community.id for community in tables.communities}
    found = []
    for row in tables.communities:
        report = reports.get(row.community)
        told = (report.full_content or report.summary or "") if report else ""
        members = [ids[member] for member in row.entity_ids or () if member in ids]
        found.append(
            Community(
                id=row.id,
                level=row.level,
                parent=None if row.parent is None else names.get(row.parent),
                title=(report.title if report else row.title) or row.id,
                entities=tuple(dict.fromkeys(members)),
                report=told,
            )
        )
    return tuple(found)
