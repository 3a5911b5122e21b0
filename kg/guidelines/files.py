"""Keeps a graph of knowledge in one JSON file."""

from pathlib import Path

from pydantic import ValidationError

from kg.errors import BadInputError
from kg.guidelines.knowledge import KnowledgeGraph

SUFFIX = ".knowledge.json"


def knowledge_to_json(graph: KnowledgeGraph) -> str:
    """Write a graph; the same graph gives the same bytes."""
    return graph.model_dump_json(indent=1, exclude_defaults=True) + "\n"


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
    """Say whether a file is named as `kg build` names what it writes."""
    return path.is_file() and path.name.endswith(SUFFIX)
