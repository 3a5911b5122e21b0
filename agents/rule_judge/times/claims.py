"""A time expression of a sentence as a claim of its own."""

from clinical.facts import Concept, Fact
from clinical.mentions import TimeMention
from clinical.sources import in_note


def time_claim(mention: TimeMention) -> Fact:
    """The time expression as a claim of its own."""
    return Fact(
        kind="event",
        concept=Concept(id="time", name=mention.text),
        text=mention.text,
        source=in_note("summary", mention.start, mention.end),
        time=mention.span,
        duration_days=mention.days,
    )
