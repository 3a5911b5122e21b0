"""How a time interval is written in a report."""

from clinical.facts import TimeSpan

_LENGTH = {"minute": 16, "day": 10, "month": 7, "year": 4, "unknown": 19}


def written_time(time: TimeSpan | None) -> str | None:
    """Write an interval in ISO 8601 at its own precision, or None where nothing is known.

    An open end is `..`, as in ISO 8601-2.
    """
    if time is None or (time.earliest is None and time.latest is None):
        return None
    length = _LENGTH[time.precision]
    earliest = time.earliest[:length] if time.earliest else ".."
    latest = time.latest[:length] if time.latest else ".."
    return earliest if earliest == latest else f"{earliest}/{latest}"
