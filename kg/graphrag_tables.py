"""GraphRAG's own parquet tables, read with their columns checked."""

from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]
from pydantic import BaseModel, ValidationError

from kg.errors import BadInputError


class EntityRow(BaseModel, frozen=True):
    """A row of `entities`."""

    id: str
    title: str
    type: str | None = None
    description: str | None = None
    text_unit_ids: tuple[str, ...] | None = None


class RelationshipRow(BaseModel, frozen=True):
    """A row of `relationships`; its ends are titles of entities."""

    id: str
    source: str
    target: str
    description: str | None = None
    weight: float | None = None
    text_unit_ids: tuple[str, ...] | None = None


class CommunityRow(BaseModel, frozen=True):
    """A row of `communities`; -1 is the parent of the coarsest."""

    id: str
    community: int
    level: int
    parent: int | None = None
    title: str | None = None
    entity_ids: tuple[str, ...] | None = None


class ReportRow(BaseModel, frozen=True):
    """A row of `community_reports`."""

    community: int
    title: str | None = None
    full_content: str | None = None
    summary: str | None = None


class TextUnitRow(BaseModel, frozen=True):
    """A row of `text_units`."""

    id: str
    text: str
    document_id: str | None = None


class DocumentRow(BaseModel, frozen=True):
    """A row of `documents`."""

    id: str
    title: str | None = None
    text: str


class GraphRAGTables(BaseModel, frozen=True):
    """What one run of GraphRAG's indexing left, in the order of its rows."""

    entities: tuple[EntityRow, ...]
    relationships: tuple[RelationshipRow, ...]
    communities: tuple[CommunityRow, ...]
    community_reports: tuple[ReportRow, ...]
    text_units: tuple[TextUnitRow, ...]
    documents: tuple[DocumentRow, ...]


_Row = TypeVar("_Row", bound=BaseModel)


def read_tables(folder: Path) -> GraphRAGTables:
    """Read the output folder of GraphRAG; only communities, reports and documents may lack."""
    if not folder.is_dir():
        raise BadInputError(f"{folder}: no such folder; give GraphRAG's output folder")
    return GraphRAGTables(
        entities=_rows(folder / "entities.parquet", EntityRow),
        relationships=_rows(folder / "relationships.parquet", RelationshipRow),
        communities=_rows(folder / "communities.parquet", CommunityRow, optional=True),
        community_reports=_rows(folder / "community_reports.parquet", ReportRow, optional=True),
        text_units=_rows(folder / "text_units.parquet", TextUnitRow),
        documents=_rows(folder / "documents.parquet", DocumentRow, optional=True),
    )


def _rows(path: Path, kind: type[_Row], optional: bool = False) -> tuple[_Row, ...]:
    if not path.is_file():
        if optional:
            return ()
        raise BadInputError(f"{path}: missing; give the folder in which GraphRAG left its tables")
    table = _table(path)
    required = [name for name, field in kind.model_fields.items() if field.is_required()]
    missing = [name for name in required if name not in table.column_names]
    if missing:
        raise BadInputError(f"{path}: no column {missing[0]!r}; write it with GraphRAG 3")
    known = [name for name in kind.model_fields if name in table.column_names]
    return tuple(
        _row(path, number, row, kind)
        for number, row in enumerate(table.select(known).to_pylist(), 1)
    )


def _table(path: Path) -> pa.Table:
    try:
        return pq.read_table(path)
    except pa.ArrowException as error:
        reason = str(error).splitlines()[0]
        raise BadInputError(f"{path}: not a parquet file ({reason}); write it again") from error


def _row(path: Path, number: int, row: Mapping[str, object], kind: type[_Row]) -> _Row:
    try:
        return kind.model_validate(row)
    except ValidationError as error:
        first = error.errors()[0]
        column = first["loc"][0] if first["loc"] else "?"
        raise BadInputError(f"{path}: row {number}, column {column}: {first['msg']}") from error
