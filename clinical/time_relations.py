"""Time expressions that count from another day: the stay's dates or the day mentioned last."""

import re
from datetime import date

from clinical.facts import Anchor, TimeSpan
from clinical.time_amounts import Match, amounts, length, unit
from clinical.time_resolution import Here, Meaning, away_from, ordinal_count
from clinical.time_spans import UNIT_DAYS, between, one_day, parse_day, shift

ARRIVAL = re.compile(r"admi|present|arriv|hospitali|triage", re.IGNORECASE)
LEAVING = re.compile(r"discharge|leaving", re.IGNORECASE)
SURGERY = re.compile(r"surg|operat|procedure", re.IGNORECASE)
STAY = re.compile(r"stay|course", re.IGNORECASE)
BEFORE = frozenset(("before", "prior to"))
AFTER = frozenset(("after", "following"))
DURING = frozenset(("during", "throughout", "over", "through", "in", "while on"))


def _anchor_day(word: str, here: Here) -> tuple[date | None, Anchor] | None:
    """Return the day that an anchor word names, or None where it names none."""
    if ARRIVAL.match(word) or STAY.match(word):
        return here.admitted, "admission"
    if LEAVING.match(word):
        return here.discharged, "discharge"
    if SURGERY.match(word):
        return here.operated, "surgery"
    return None


def away_before_after(match: Match, here: Here) -> Meaning:
    """Read `three days before admission`; a distance from any other event stays open."""
    found = _anchor_day(match["object"], here)
    if found is None:
        return Meaning("vague", None, length(match, here.text))
    day, anchor = found
    span = away_from(day, match, -1 if match["before"] else 1, anchor)
    return Meaning("relative", span, length(match, here.text))


def within(match: Match, here: Here) -> Meaning:
    """Read `within one week of discharge`."""
    found = _anchor_day(match["object"], here)
    counts = amounts(match)
    if found is None or counts is None:
        return Meaning("vague", None, length(match, here.text))
    day, anchor = found
    if day is None:
        return Meaning("range")
    last = shift(day, counts[1] * UNIT_DAYS[unit(match["u"])] + 0.5)
    return Meaning("range", between(day, last, "day", anchor))


def ago(match: Match, here: Here) -> Meaning:
    """Read `two years ago`, counted from the writing of the text or from admission."""
    start = parse_day(here.anchors.written) or here.admitted
    return _distance(match, here, start, -1)


def earlier(match: Match, here: Here) -> Meaning:
    """Read `two years earlier`, counted from the day mentioned last or from admission."""
    return _distance(match, here, here.reference or here.admitted, -1)


def later(match: Match, here: Here) -> Meaning:
    """Read `two days later`, which needs a day mentioned before."""
    return _distance(match, here, here.reference, 1)


def _distance(match: Match, here: Here, start: date | None, sign: int) -> Meaning:
    span = away_from(start, match, sign, "absolute")
    return Meaning("relative" if span else "vague", span, length(match, here.text))


def into_stay(match: Match, here: Here) -> Meaning:
    """Read `nine days into the stay`."""
    return Meaning("relative", away_from(here.admitted, match, 1, "admission"))


def day_of(match: Match, here: Here) -> Meaning | None:
    """Read `the day after admission`; the day of another event stays open."""
    found = _anchor_day(match["object"], here)
    how = match["how"].lower()
    if found is None:
        definite = how != "of" or "the" in match[0][: match.start("part") - match.start()].lower()
        return Meaning("vague") if definite else None
    day, anchor = found
    moved = shift(day, -1 if how in BEFORE else 1 if how in AFTER else 0) if day else None
    if how == "of" and anchor == "admission":
        return Meaning("relative", _arrival(here))
    return Meaning("relative", one_day(moved, anchor))


def counted_day(match: Match, here: Here) -> Meaning:
    """Read `the third day after admission`; of another event it stays open."""
    found = _anchor_day(match["object"], here)
    count = ordinal_count(match["n"])
    if found is None or count is None:
        return Meaning("vague")
    day, anchor = found
    return Meaning("relative", one_day(shift(day, count) if day else None, anchor))


def anchored(match: Match, here: Here) -> Meaning | None:
    """Read `on admission`, `before surgery`, `since discharge`, `during the stay`."""
    word, how = match["anchor"], " ".join(match["how"].lower().split())
    if word.lower() == "triage":
        return Meaning("relative", _arrival(here))
    if STAY.search(word) or (how in DURING and ARRIVAL.match(word)):
        whole_stay = between(here.admitted, here.discharged, "day", "admission")
        return Meaning("range", whole_stay) if how in DURING else None
    found = _anchor_day(word, here)
    if found is None or how == "of":
        return None
    day, anchor = found
    if day is None:
        return Meaning("relative")
    if anchor == "admission" and how not in BEFORE | AFTER | {"since", "until"}:
        return Meaning("relative", _arrival(here))
    return _around(day, anchor, how, here)


def _around(day: date, anchor: Anchor, how: str, here: Here) -> Meaning:
    """Open an anchored day to the side that its preposition names."""
    if how in BEFORE or how == "until":
        inside = anchor == "discharge" or (anchor == "surgery" and how == "until")
        first = here.admitted if inside else None
        return Meaning("range", between(first, day, "day", anchor))
    if how in AFTER or how == "since":
        return Meaning("range", between(day, None, "day", anchor))
    return Meaning("relative", one_day(day, anchor))


def emergency(match: Match, here: Here) -> Meaning:
    """Read `in the ED`: the day of admission or the one before."""
    return Meaning("relative", _arrival(here))


def _arrival(here: Here) -> TimeSpan | None:
    """Span the arrival: the day of admission, or the one before for a night in the ED."""
    if here.admitted is None:
        return None
    return between(shift(here.admitted, -1), here.admitted, "day", "admission")


def next_day(match: Match, here: Here) -> Meaning:
    """Read `the next morning`, which needs a day mentioned before."""
    return _neighbor(here, 1)


def same_day(match: Match, here: Here) -> Meaning:
    """Read `that evening`, which needs a day mentioned before."""
    return _neighbor(here, 0)


def bare_neighbor(match: Match, here: Here) -> Meaning:
    """Read `the day before` without an object."""
    return _neighbor(here, -1 if match["how"].lower() == "before" else 1)


def _neighbor(here: Here, days: int) -> Meaning:
    """Move from the day mentioned last."""
    if here.reference is None:
        return Meaning("vague")
    return Meaning("relative", one_day(shift(here.reference, days)))


def deictic(match: Match, here: Here) -> Meaning:
    """Read `yesterday` and `overnight`, counted from when the text or its entry was written."""
    written = here.entry or parse_day(here.anchors.written)
    if written is None:
        return Meaning("vague")
    word = " ".join(match["word"].lower().split())
    if word in ("overnight", "last night"):
        return Meaning("relative", between(shift(written, -1), written, "day", "note"))
    moved = {"yesterday": -1, "tomorrow": 1}.get(word, 0)
    return Meaning("relative", one_day(shift(written, moved), "note"))
