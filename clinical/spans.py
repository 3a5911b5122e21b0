"""Arithmetic on intervals of time."""

from datetime import datetime

from clinical.facts import TimeSpan


def length_in_days(span: TimeSpan) -> float | None:
    """Days from the first to the last day of an interval, both counted; None where it is open."""
    if span.earliest is None or span.latest is None:
        return None
    first, last = (datetime.fromisoformat(bound) for bound in (span.earliest, span.latest))
    return float((last.date() - first.date()).days + 1)
