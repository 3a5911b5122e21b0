"""What was asked of a patient's graph, and what came back."""

from pydantic import BaseModel, JsonValue


class Search(BaseModel, frozen=True):
    """One use of a tool for one sentence."""

    tool: str
    """Name of the tool, as a model would call it."""

    arguments: dict[str, JsonValue] = {}
    """What it was asked, without what is empty."""

    counts: dict[str, int] = {}
    """How many of each kind of thing came back: entities, relations, evidence, ..."""

    ids: dict[str, tuple[str, ...]] = {}
    """The ids of what came back, by the same kinds."""
