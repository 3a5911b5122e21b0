"""Hetionet (Himmelstein et al. 2017): one JSON document with `nodes` and `edges`."""

import json
from pathlib import Path

from pydantic import BaseModel, ValidationError

from kg.errors import BadInputError
from kg.reference.graph import ReferenceGraph, Triple, reference_graph
from kg.reference.readers.tables import open_text

NAME = "Hetionet"
NodeKey = tuple[str, str | int]


class _Node(BaseModel, frozen=True):
    kind: str
    identifier: str | int
    name: str


class _Edge(BaseModel, frozen=True):
    source_id: NodeKey
    target_id: NodeKey
    kind: str


class _Document(BaseModel, frozen=True):
    nodes: tuple[_Node, ...]
    edges: tuple[_Edge, ...]


def read_hetionet(path: Path) -> ReferenceGraph:
    """Read the document."""
    with open_text(path) as stream:
        try:
            document = _Document.model_validate(json.load(stream))
        except (json.JSONDecodeError, ValidationError) as error:
            first = str(error).splitlines()[0]
            raise BadInputError(f"{path}: is no Hetionet document ({first})") from error
    names = {_id((node.kind, node.identifier)): [node.name] for node in document.nodes}
    return reference_graph(
        (Triple(_id(e.source_id), e.kind, _id(e.target_id), NAME) for e in document.edges), names
    )


def _id(key: NodeKey) -> str:
    return f"{key[0]}:{key[1]}"
