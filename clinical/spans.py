"""Arithmetic on intervals of time."""

from datetime import datetime

from clinical.facts import TimeSpan


def length_in_days(span: TimeSpan) -> float | None:
    """Days from the first to the last day of an interval, both counted; None where it is open.

    Between two times of day it is the exact length.
    """
    if span.earliest is None or span.latest is None:
        return None
    first, last = (datetime.fromisoformat(bound) for bound in (span.earliest, span.latest))
    if span.precision == "minute" and not span.latest.endswith("23:59:59"):
        return (last - first).total_seconds() / 86400
    return float((last.date() - first.date()).days + 1)
