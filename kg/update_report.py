"""What an update changed, line by line, each with its reason."""

from collections import Counter
from typing import Literal, get_args

from pydantic import BaseModel

Part = Literal["source", "left_out", "fact", "conflict", "entity", "relation", "community"]
Action = Literal["added", "changed", "removed", "invalidated"]

PARTS: tuple[Part, ...] = get_args(Part)


class Change(BaseModel, frozen=True):
    """One thing that is not as it was."""

    part: Part
    action: Action
    """`invalidated` is a fact that is gone because its source now says something else of it."""

    id: str
    text: str
    """The thing itself, in words."""

    reason: str


class UpdateReport(BaseModel, frozen=True):
    """All that an update did to one graph."""

    graph_id: str
    before: str | None
    """The version before; None where there was no graph."""

    after: str
    read: int
    """Notes and rows that were read."""

    unread: int
    """Notes and rows that were known with the same content."""

    changes: tuple[Change, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Say whether everything is as it was."""
        return self.before == self.after and not self.changes

    def count(self, part: Part, *actions: Action) -> int:
        """Count changes of one part of the graph."""
        counts = Counter((change.part, change.action) for change in self.changes)
        return sum(counts[part, action] for action in actions)
