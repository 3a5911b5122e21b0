"""Keeps a graph of knowledge in one JSON file."""

from pathlib import Path

from pydantic import ValidationError

from kg.errors import BadInputError
from kg.guidelines.knowledge import KnowledgeGraph

SUFFIX = ".knowledge.json"


def write_knowledge(graph: KnowledgeGraph, path: Path) -> None:
    """Write a graph; the same graph gives the same bytes."""
    path.write_text(graph.model_dump_json(indent=1, exclude_defaults=True) + "\n", "utf-8")


def read_knowledge(path: Path) -> KnowledgeGraph:
    """Read a graph back, or say in one line what is wrong with the file."""
    try:
        return KnowledgeGraph.model_validate_json(path.read_bytes())
    except OSError as error:
        raise BadInputError(f"{path}: cannot be read ({error.strerror})") from error
    except ValidationError as error:
        said = error.errors(include_url=False)[0]["msg"]
        msg = f"{path}: not a graph of knowledge ({said}); make one with `curaview kg build`"
        raise BadInputError(msg) from error


def is_knowledge(path: Path) -> bool:
    """Say whether a path is named as `write_knowledge` names its files."""
    return path.is_file() and path.name.endswith(SUFFIX)
