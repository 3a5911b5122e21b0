"""A patient graph as GraphRAG's own parquet tables, for its tools and for pandas."""

from collections import Counter, defaultdict
from pathlib import Path
from typing import TypeAlias

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]

from kg.bm25 import words
from kg.graph import Community, Entity, PatientGraph

Cell: TypeAlias = str | int | float | list[str] | list[int] | None
Row: TypeAlias = dict[str, Cell]

_NO_PARENT = -1
"""What GraphRAG writes for a community of the top level."""

_IDS = pa.list_(pa.string())
_TYPES: dict[str, pa.DataType] = {
    "human_readable_id": pa.int64(),
    "frequency": pa.int64(),
    "degree": pa.int64(),
    "weight": pa.float64(),
    "combined_degree": pa.int64(),
    "community": pa.int64(),
    "level": pa.int64(),
    "parent": pa.int64(),
    "children": pa.list_(pa.int64()),
    "size": pa.int64(),
    "rank": pa.float64(),
    "findings": pa.list_(pa.struct([("explanation", pa.string()), ("summary", pa.string())])),
    "n_tokens": pa.int64(),
    "text_unit_ids": _IDS,
    "entity_ids": _IDS,
    "relationship_ids": _IDS,
    "covariate_ids": _IDS,
}


def write_parquet(graph: PatientGraph, folder: Path) -> list[Path]:
    """Write one file a table into a folder and return their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, table in graph_tables(graph).items():
        path = folder / f"{name}.parquet"
        pq.write_table(table, path)
        written.append(path)
    return written


def graph_tables(graph: PatientGraph) -> dict[str, pa.Table]:
    """Return GraphRAG's tables by name, with its columns in its order."""
    from graphrag.data_model import schemas

    return {
        "entities": _table(_entities(graph), schemas.ENTITIES_FINAL_COLUMNS),
        "relationships": _table(_relationships(graph), schemas.RELATIONSHIPS_FINAL_COLUMNS),
        "communities": _table(_communities(graph), schemas.COMMUNITIES_FINAL_COLUMNS),
        "community_reports": _table(_reports(graph), schemas.COMMUNITY_REPORTS_FINAL_COLUMNS),
        "text_units": _table(_text_units(graph), schemas.TEXT_UNITS_FINAL_COLUMNS),
    }


def _table(rows: list[Row], columns: list[str]) -> pa.Table:
    return pa.table(
        {
            column: pa.array([row[column] for row in rows], _TYPES.get(column, pa.string()))
            for column in columns
        }
    )


def unique_titles(entities: tuple[Entity, ...]) -> dict[str, str]:
    """Return a title for each entity id; GraphRAG joins relationships to entities by title."""
    times = Counter(entity.name for entity in entities)
    return {
        entity.id: entity.name if times[entity.name] == 1 else f"{entity.name} ({entity.id})"
        for entity in entities
    }


def _degrees(graph: PatientGraph) -> Counter[str]:
    return Counter(end for r in graph.relations for end in (r.source, r.target))


def _entities(graph: PatientGraph) -> list[Row]:
    titles, degrees = unique_titles(graph.entities), _degrees(graph)
    return [
        {
            "id": entity.id,
            "human_readable_id": number,
            "title": titles[entity.id],
            "type": entity.kind,
            "description": entity.description,
            "text_unit_ids": list(entity.evidence),
            "frequency": len(entity.evidence),
            "degree": degrees[entity.id],
        }
        for number, entity in enumerate(graph.entities)
    ]


def _relationships(graph: PatientGraph) -> list[Row]:
    titles, degrees = unique_titles(graph.entities), _degrees(graph)
    return [
        {
            "id": relation.id,
            "human_readable_id": number,
            "source": titles[relation.source],
            "target": titles[relation.target],
            "description": f"{relation.kind} {relation.description}".strip(),
            "weight": relation.weight,
            "combined_degree": degrees[relation.source] + degrees[relation.target],
            "text_unit_ids": list(relation.evidence),
        }
        for number, relation in enumerate(graph.relations)
    ]


def _tree(graph: PatientGraph) -> list[Row]:
    """Number the communities, with parents and children by number."""
    numbers = {community.id: number for number, community in enumerate(graph.communities)}
    children: dict[str, list[int]] = defaultdict(list)
    for community in graph.communities:
        if community.parent is not None:
            children[community.parent].append(numbers[community.id])
    return [
        {
            "human_readable_id": number,
            "community": number,
            "level": community.level,
            "parent": _NO_PARENT if community.parent is None else numbers[community.parent],
            "children": children[community.id],
            "title": community.title,
            "period": (graph.anchors.discharged or "")[:10],
            "size": len(community.entities),
        }
        for number, community in enumerate(graph.communities)
    ]


def _communities(graph: PatientGraph) -> list[Row]:
    return [
        {**row, "id": community.id, **_held(graph, community)}
        for row, community in zip(_tree(graph), graph.communities, strict=True)
    ]


def _held(graph: PatientGraph, community: Community) -> Row:
    members = set(community.entities)
    inside = [r for r in graph.relations if r.source in members and r.target in members]
    cited = [e for entity in graph.entities if entity.id in members for e in entity.evidence]
    return {
        "entity_ids": list(community.entities),
        "relationship_ids": [relation.id for relation in inside],
        "text_unit_ids": list(dict.fromkeys(cited)),
    }


def _reports(graph: PatientGraph) -> list[Row]:
    return [
        {
            **row,
            "id": f"report {community.id}",
            "summary": community.title,
            "full_content": community.report,
            "rank": float(len(community.entities)),
            "rating_explanation": "number of entities",
            "findings": [],
            "full_content_json": "{}",
        }
        for row, community in zip(_tree(graph), graph.communities, strict=True)
    ]


def _text_units(graph: PatientGraph) -> list[Row]:
    entities: dict[str, list[str]] = defaultdict(list)
    relations: dict[str, list[str]] = defaultdict(list)
    for entity in graph.entities:
        for item in entity.evidence:
            entities[item].append(entity.id)
    for relation in graph.relations:
        for item in relation.evidence:
            relations[item].append(relation.id)
    return [
        {
            "id": item.id,
            "human_readable_id": number,
            "text": item.quote,
            "n_tokens": len(words(item.quote)),
            "document_id": item.source.document,
            "entity_ids": entities[item.id],
            "relationship_ids": relations[item.id],
            "covariate_ids": [],
        }
        for number, item in enumerate(graph.evidence)
    ]
