"""What the entries of a chart say to a claim: one rule for each predicate."""

import re
from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from agents.rule_judge.charts.rows import OPEN, Row, kinds_of_admission
from agents.rule_judge.record_view import RecordView
from clinical.chart_claims import ChartClaim, Predicate
from clinical.chart_phrases import Pick, name_key
from clinical.facts import Quantity

SHARE_OF_MEAN = 0.005
"""A mean is rounded by whoever computes it."""

DAY = 86400.0
VAGUE = frozenset({"month", "year"})
DOSE = re.compile(r"(?:\d+(?:,\d{3})*(?:\.\d+)?|\.\d+)(?![\d.,/-]*\d)")
"""One number; a range and a drug of two parts have no one number."""

CLOCK = len("2187-05-04T")
SECONDS = len("2187-05-04T06:00:00")
EDGES = frozenset({"00:00:00", "23:59:59"})


class Outcome(NamedTuple):
    """Whether the entries carry the claim, which ones show it, and what they say instead."""

    holds: bool
    proof: list[Row]
    instead: str


Rule = Callable[[ChartClaim, list[Row], RecordView], Outcome | None]


def picked(pick: Pick, rows: list[Row]) -> list[Row]:
    """The entry that is meant; all of one moment where several were made at once."""
    if pick.moment is not None:
        first, last = pick.moment.earliest or "", pick.moment.latest or OPEN
        return [row for row in rows if first <= row.start <= last]
    if pick.statistic in ("maximum", "minimum"):
        choose = max if pick.statistic == "maximum" else min
        extreme = choose((row.number for row in rows if row.number is not None), default=None)
        return [row for row in rows if row.number == extreme and extreme is not None][:1]
    place = pick.order - 1 if pick.order > 0 else len(rows) + pick.order
    if not 0 <= place < len(rows):
        return []
    return [row for row in rows if row.start == rows[place].start]


def value_holds(claim: ChartClaim, rows: list[Row], view: RecordView) -> Outcome | None:
    """The picked value is the number."""
    rows = [row for row in rows if row.number is not None]
    if claim.pick is None or claim.number is None:
        return None
    if claim.pick.statistic == "mean":
        numbers = [row.number for row in rows if row.number is not None]
        if not numbers:
            return Outcome(False, [], "no value within these limits")
        mean = sum(numbers) / len(numbers)
        holds = abs(mean - claim.number) <= max(SHARE_OF_MEAN * abs(mean), 0.0006)
        return Outcome(holds, rows[:4], f"the mean of {len(numbers)} values is {mean:.3f}")
    chosen = picked(claim.pick, rows)
    if not chosen:
        return Outcome(False, [], "no value within these limits")
    if claim.unit and any(row.unit and not same_unit(row.unit, claim.unit) for row in chosen):
        return None
    return Outcome(any(row.number == claim.number for row in chosen), chosen, shown(chosen[0]))


def same_unit(one: str, other: str) -> bool:
    """Compare units as they are written."""
    return one.casefold().strip(". ") == other.casefold().strip(". ")


def shown(row: Row) -> str:
    """Write out an entry."""
    return f"{' '.join(row.item.fact.text.split())!r} at {row.start}"


def comparison_holds(claim: ChartClaim, rows: list[Row], view: RecordView) -> Outcome | None:
    """One picked value is above or below another, or a number."""
    rows = [row for row in rows if row.number is not None]
    left = picked(claim.pick, rows) if claim.pick else rows
    if not left:
        return Outcome(False, [], "no value within these limits")
    if claim.number is not None:
        beyond = [row for row in left if is_beyond(claim, row.number, claim.number)]
        far = (max if claim.greater else min)(left, key=lambda row: row.number or 0.0)
        return Outcome(bool(beyond), beyond[:1] or [far], shown((beyond or [far])[0]))
    right = picked(claim.other, rows) if claim.other else []
    if not right or left[0].start == right[0].start:
        return Outcome(False, [], "no second value to compare with")
    if len(left) > 1 or len(right) > 1:
        return None
    holds = is_beyond(claim, left[0].number, right[0].number)
    return Outcome(holds, [left[0], right[0]], f"{shown(left[0])}, {shown(right[0])}")


def is_beyond(claim: ChartClaim, one: float | None, other: float | None) -> bool:
    """Say whether one number lies on the claimed side of another."""
    if one is None or other is None:
        return False
    return one > other if claim.greater else one < other


def moment_holds(claim: ChartClaim, rows: list[Row], view: RecordView) -> Outcome | None:
    """The picked entry was made at the moment."""
    if claim.pick is None or claim.moment is None:
        return None
    chosen = picked(claim.pick, once_a_moment(rows))
    if not chosen:
        return Outcome(False, [], "no such entry within these limits")
    first, last = claim.moment.earliest or "", claim.moment.latest or OPEN
    holds = first <= chosen[0].start <= last
    return Outcome(holds, chosen, shown(chosen[0]))


def once_a_moment(rows: list[Row]) -> list[Row]:
    """Keep the first of the entries made at one moment."""
    return list({row.start: row for row in reversed(rows)}.values())[::-1]


def count_holds(claim: ChartClaim, rows: list[Row], view: RecordView) -> Outcome | None:
    """So many stays, drugs, procedures."""
    if claim.number is None:
        return None
    if claim.subject in ("medication", "diagnosis", "procedure"):
        rows = list({row.label.casefold(): row for row in reversed(rows)}.values())
    return Outcome(len(rows) == int(claim.number), rows[:4], f"{len(rows)} in the tables")


def length_holds(claim: ChartClaim, rows: list[Row], view: RecordView) -> Outcome | None:
    """The picked stay lasted so long."""
    chosen = picked(claim.pick, rows) if claim.pick else the_stay(rows, view)
    over = [row for row in chosen if row.stop < OPEN and begins_on_a_day(row)]
    if claim.number is None or not over:
        return None
    days = length(over[0])
    open_ends = sum(is_of_a_day(moment) for moment in (over[0].start, over[0].stop))
    slack = max(1.0 if claim.unit == "rounded" else 0.01, float(open_ends))
    note = f"from {over[0].start} to {over[0].stop}, {days:.2f} days"
    return Outcome(abs(days - claim.number) <= slack, over, note)


def the_stay(rows: list[Row], view: RecordView) -> list[Row]:
    """The stay that words without a choice mean: the only one, or the one that is told of."""
    came = (view.anchors.admitted or "?")[:10]
    return rows if len(rows) == 1 else [row for row in rows if row.start[:10] == came][:1]


def is_of_a_day(moment: str) -> bool:
    """Say whether a moment stands at the very edge of a day: an entry that tells no clock time."""
    return moment[CLOCK:SECONDS] in EDGES


def begins_on_a_day(row: Row) -> bool:
    """Say whether the beginning of an entry is known, and not the month or year of it alone."""
    time = row.item.fact.time
    return bool(row.start) and time is not None and time.precision not in VAGUE


def length(row: Row) -> float:
    """Days between the two ends of an entry."""
    start, stop = (datetime.fromisoformat(moment[:SECONDS]) for moment in (row.start, row.stop))
    return (stop - start).total_seconds() / DAY


def existence_holds(claim: ChartClaim, rows: list[Row], view: RecordView) -> Outcome | None:
    """There is such an entry."""
    return Outcome(bool(rows), rows[:2], shown(rows[0]) if rows else "no such entry")


def dose_holds(claim: ChartClaim, rows: list[Row], view: RecordView) -> Outcome | None:
    """The dose of the picked order."""
    chosen = picked(claim.pick, rows) if claim.pick else []
    given = [dose_number(row.item.fact.quantity) for row in chosen]
    doses = [dose for dose in given if dose is not None]
    if not doses or len(doses) < len(given) or claim.number is None:
        return None
    return Outcome(claim.number in doses, chosen, f"{doses[0]:g} at {chosen[0].start}")


def dose_number(dose: Quantity | None) -> float | None:
    """Read the number of a dose as it is written; None where it is a range or no number."""
    found = DOSE.match(dose.written) if dose is not None and dose.high is None else None
    return float(found[0].replace(",", "")) if found else None


def name_holds(claim: ChartClaim, rows: list[Row], view: RecordView) -> Outcome | None:
    """The picked entry is of this name: a drug, an organism, a kind of admission."""
    chosen = picked(claim.pick, rows) if claim.pick else []
    if not chosen:
        return Outcome(False, [], "no such entry within these limits")
    if claim.subject == "admission":
        kinds = kinds_of_admission(view)
        stated = [kinds[row.encounter] for row in chosen if row.encounter in kinds]
        named = {name_key(item.fact.text) for item in stated}
        if not stated:
            return None
        proof = [chosen[0]._replace(item=stated[0])]
        return Outcome(name_key(claim.answer) in named, proof, stated[0].fact.text)
    if claim.subject == "microbiology":
        return organism_holds(claim, chosen, rows)
    names = {name_key(row.label) for row in chosen}
    return Outcome(name_key(claim.answer) in names, chosen, shown(chosen[0]))


def organism_holds(claim: ChartClaim, chosen: list[Row], rows: list[Row]) -> Outcome:
    """The picked culture grew this organism, or (without a name) any.

    Where it grew none, the organism may be that of the picked one among those that did.
    """
    grown = [row for row in chosen if has_grown(row)]
    if not claim.answer:
        shows = grown or chosen
        note = shown(shows[0]) + ("" if grown else " without an organism")
        return Outcome(bool(grown), shows, note)
    others = [row for row in rows if has_grown(row)]
    meant = grown or (picked(claim.pick, others) if claim.pick else [])
    names = {name_key(row.label) for row in meant}
    shows = meant or chosen
    return Outcome(name_key(claim.answer) in names, shows, shown(shows[0]))


def has_grown(row: Row) -> bool:
    """Say whether a culture's entry names an organism."""
    return row.item.fact.source.field.casefold() == "org_name"


RULES: dict[Predicate, Rule] = {
    "value": value_holds,
    "compared": comparison_holds,
    "moment": moment_holds,
    "count": count_holds,
    "length": length_holds,
    "exists": existence_holds,
    "dose": dose_holds,
    "name": name_holds,
}
