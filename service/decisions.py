"""What reviewers decide on sentences: events that are only ever added, and what they come to."""

from collections.abc import Iterable, Mapping
from typing import Annotated

from pydantic import BaseModel, Field, field_validator

from graph_state.findings import Finding
from graph_state.review import Decision

LONGEST_NAME = 80

Seconds = Annotated[float, Field(ge=0, le=86_400)]
Clicks = Annotated[int, Field(ge=0, le=10_000)]


class Place(BaseModel, frozen=True):
    """The line of decisions on one sentence.

    `seat` is the reviewer where raters are blind to each other, else empty: all share one line.
    """

    report: str
    """SHA-256 of the report as `curaview.report/1`."""

    sentence: int
    seat: str = ""


class Entry(BaseModel, frozen=True):
    """One thing that a reviewer did, before it has its number."""

    place: Place
    reviewer: str = Field(min_length=1, max_length=LONGEST_NAME)
    decision: Decision | None
    """None takes the last decision of this line back."""

    seconds: Seconds | None = None
    """How long the sentence was looked at, as far as the page can tell."""

    clicks: Clicks | None = None
    """Clicks and keys until the decision."""

    versions: Mapping[str, str] = {}
    """Program, graph and judge that the verdict came from."""

    @field_validator("reviewer")
    @classmethod
    def _is_named(cls, name: str) -> str:
        if not name.strip():
            raise ValueError("a reviewer needs a name")
        return name.strip()


class Event(BaseModel, frozen=True):
    """An entry as it stands in the log."""

    number: int
    at: str
    """When, in UTC, ISO 8601."""

    version: int
    """How many events its line holds with this one."""

    entry: Entry
    seal: str
    """Hash over this event and the seal of the one before."""


class Line(BaseModel, frozen=True):
    """What the events of one line come to."""

    version: int = 0
    decided: tuple[Event, ...] = ()
    """Decisions that were not taken back, the valid one last."""

    @property
    def valid(self) -> Event | None:
        """The decision that holds."""
        return self.decided[-1] if self.decided else None


def follow(line: Line, event: Event) -> Line:
    """Return the line with one more event: a decision covers the last one, an undo uncovers it."""
    kept = line.decided[:-1] if event.entry.decision is None else (*line.decided, event)
    return Line(version=line.version + 1, decided=kept)


def lines_of(events: Iterable[Event]) -> dict[Place, Line]:
    """Follow all events in their order."""
    lines: dict[Place, Line] = {}
    for event in events:
        place = event.entry.place
        lines[place] = follow(lines.get(place, Line()), event)
    return lines


def says_wrong(decision: Decision, finding: Finding) -> bool:
    """Say whether the reviewer calls the sentence wrong."""
    if decision.choice in ("false_alarm", "right"):
        return False
    if decision.choice == "wrong":
        return True
    grade = decision.grade if decision.choice == "edit" else None
    if grade is None and finding.result is not None:
        grade = finding.result.evidence_grade
    return grade in ("E3", "E4")
