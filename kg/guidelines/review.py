"""The review of a graph by an expert: one table to edit, and the graph made of it again.

The graph after review is what was extracted, without what the expert removed, with what the expert
added (second paper, equation 1).
"""

import csv
from io import StringIO
from pathlib import Path

from kg.errors import BadInputError
from kg.guidelines.knowledge import (
    Attributes,
    KnowledgeEntity,
    KnowledgeGraph,
    KnowledgeRelation,
    relation_id,
)
from kg.guidelines.lexicon import codes_of
from kg.guidelines.schema import (
    ATTRIBUTES,
    KNOWLEDGE_KINDS,
    KNOWLEDGE_RELATIONS,
    SHAPES,
    KnowledgeKind,
    KnowledgeRelationKind,
)

COLUMNS = (
    "decision",
    "relation",
    "source_kind",
    "source",
    "target_kind",
    "target",
    *ATTRIBUTES,
    "weight",
    "quote",
    "id",
)
"""`decision` is `keep` or `remove`; a row that an expert adds has an empty `id`."""


def review_table(graph: KnowledgeGraph) -> str:
    """Write one row a relation, in order of their kinds and names."""
    entities = {entity.id: entity for entity in graph.entities}
    quotes = {item.id: " ".join(item.quote.split()) for item in graph.evidence}
    table = StringIO(newline="")
    writer = csv.DictWriter(table, COLUMNS)
    writer.writeheader()
    for one in sorted(graph.relations, key=lambda r: (r.kind, r.source, r.target, r.id)):
        source, target = entities[one.source], entities[one.target]
        writer.writerow(
            {
                "decision": "keep",
                "relation": one.kind,
                "source_kind": source.kind,
                "source": source.name,
                "target_kind": target.kind,
                "target": target.name,
                **one.attributes.model_dump(),
                "weight": f"{one.weight:g}",
                "quote": " / ".join(quotes[item] for item in one.evidence if item in quotes),
                "id": one.id,
            }
        )
    return table.getvalue()


def reviewed(graph: KnowledgeGraph, path: Path) -> KnowledgeGraph:
    """Apply an edited review file; a relation whose row is gone counts as removed."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    missing = [name for name in COLUMNS if rows and name not in rows[0]]
    if not rows or missing:
        wrong = f"lacks the columns {', '.join(missing)}" if missing else "holds no row"
        raise BadInputError(f"{path}: {wrong}; export a review file with `curaview kg build`")
    known = {one.id: one for one in graph.relations}
    entities = {(one.kind, one.name): one for one in graph.entities}
    kept: dict[str, KnowledgeRelation] = {}
    for number, row in enumerate(rows, 2):
        if _is_kept(row, f"{path}, line {number}"):
            relation = _relation(row, known, entities, f"{path}, line {number}")
            kept[relation.id] = relation
    used = {end for one in kept.values() for end in (one.source, one.target)}
    return graph.model_copy(
        update={
            "relations": tuple(sorted(kept.values(), key=_order)),
            "entities": tuple(
                sorted((one for one in entities.values() if one.id in used), key=lambda e: e.id)
            ),
        }
    )


def _order(relation: KnowledgeRelation) -> tuple[str, str, str, str]:
    condition = relation.attributes.condition.casefold()
    return relation.kind, relation.source, relation.target, condition


def _is_kept(row: dict[str, str], where: str) -> bool:
    decision = (row["decision"] or "").strip().casefold()
    if decision not in ("keep", "remove", ""):
        raise BadInputError(f"{where}: decision {decision!r}; write keep or remove")
    return decision != "remove"


def _relation(
    row: dict[str, str],
    known: dict[str, KnowledgeRelation],
    entities: dict[tuple[KnowledgeKind, str], KnowledgeEntity],
    where: str,
) -> KnowledgeRelation:
    kind = _kind_of(row["relation"], where)
    source = _entity(row["source_kind"], row["source"], entities, where)
    target = _entity(row["target_kind"], row["target"], entities, where)
    if source.kind not in SHAPES[kind].sources or target.kind not in SHAPES[kind].targets:
        raise BadInputError(f"{where}: {kind} cannot lead from {source.kind} to {target.kind}")
    attributes = Attributes(**{name: (row[name] or "").strip() for name in ATTRIBUTES})
    before = known.get(row["id"])
    same = before is not None and (before.source, before.target) == (source.id, target.id)
    return KnowledgeRelation(
        id=relation_id(kind, source.id, target.id, attributes.condition.casefold()),
        kind=kind,
        source=source.id,
        target=target.id,
        attributes=attributes,
        weight=_weight(row["weight"], where),
        evidence=before.evidence if before is not None and same else (),
    )


def _kind_of(written: str, where: str) -> KnowledgeRelationKind:
    for kind in KNOWLEDGE_RELATIONS:
        if kind == written:
            return kind
    raise BadInputError(
        f"{where}: no relation {written!r}; use one of {', '.join(KNOWLEDGE_RELATIONS)}"
    )


def _entity(
    kind: str,
    name: str,
    entities: dict[tuple[KnowledgeKind, str], KnowledgeEntity],
    where: str,
) -> KnowledgeEntity:
    known = next((one for one in KNOWLEDGE_KINDS if one == kind), None)
    if known is None or not name.strip():
        raise BadInputError(f"{where}: {kind!r} {name!r} names no entity; give kind and name")
    new = KnowledgeEntity(
        id=f"{known}:{name.strip().casefold()}",
        kind=known,
        name=name.strip(),
        codes=codes_of(name, known),
    )
    return entities.setdefault((known, name.strip()), new)


def _weight(written: str, where: str) -> float:
    try:
        weight = float(written or 0.5)
    except ValueError as error:
        raise BadInputError(f"{where}: weight {written!r} is no number") from error
    if not 0 <= weight <= 1:
        raise BadInputError(f"{where}: weight {written} is not between 0 and 1")
    return weight
