"""One item of evidence: an exact quote, where it stands, and the fact read from it."""

from hashlib import sha256
from typing import Literal

from pydantic import BaseModel

from clinical.facts import Fact, TimeSpan
from clinical.sources import SourceRef

EvidenceKind = Literal["fact", "text", "list"]
"""A typed fact; a passage of a note; or a whole list searched by a closed-world rule."""


class Evidence(BaseModel, frozen=True):
    """A piece of the record that can be cited.

    `quote` is an exact substring of the note at the source's offsets, or `field=value` for a
    table row. `id` is a hash of the source reference, so the same place has the same id.
    """

    id: str
    kind: EvidenceKind
    source: SourceRef
    quote: str
    time: TimeSpan | None = None
    section: str | None = None
    facts: tuple[Fact, ...] = ()
    """The facts read from this place: one for a `fact`, those inside for a `text` or `list`."""

    score: float = 0.0


def evidence_id(source: SourceRef) -> str:
    """Hash a source reference into an evidence id."""
    return "ev_" + sha256(str(source).encode()).hexdigest()[:16]
