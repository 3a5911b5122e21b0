"""One outcome of a trial's results, group by group, as trial registries print it.

The lines are those of ClinicalTrials.gov: a title of the group, how many were analyzed, the unit of
measure, then one value or several named ones.
"""

import re
from typing import Literal, NamedTuple

Unit = Literal["people", "percent of people", "other"]

TITLE = re.compile(r"^[ \t]*(?:Arm/Group|Arm|Group) Title:[ \t]*(?P<title>\S[^\n]*)$", re.M | re.I)
ANALYZED = re.compile(
    r"\b(?:participants|patients|subjects) (?:analy[sz]ed|enrolled|evaluated):"
    r"[ \t]*(?P<number>\d+)",
    re.IGNORECASE,
)
UNIT = re.compile(
    r"^[ \t]*Unit of Measure:[ \t]*(?P<unit>\S[^\n]*?)(?:[ \t]{2,}(?P<first>[^\n]*))?$", re.M | re.I
)
VALUE = re.compile(
    r"^[ \t]*(?:(?P<name>\S[^\n]*?)[ \t]*:[ \t]*)?(?P<value>-?\d+(?:\.\d+)?)"
    r"(?:[ \t]+(?:participants|patients|subjects))?(?:[ \t]+(?P<share>\d+(?:\.\d+)?)[ \t]?%)?"
    r"(?:[ \t]*\([^()\n]*\))?[ \t]*$"
)
PEOPLE = re.compile(r"\b(?:participants?|patients?|subjects?|people|women)\b", re.IGNORECASE)
PERCENT = re.compile(r"\bpercent(?:age)?\b|%", re.IGNORECASE)


class OutcomeValue(NamedTuple):
    """One value of a group; without a name it is that of the outcome itself."""

    name: str
    value: float
    start: int
    end: int


class OutcomeGroup(NamedTuple):
    """The values of one group."""

    title: str
    analyzed: int | None
    unit: Unit
    values: tuple[OutcomeValue, ...]


def read_outcome_group(text: str, start: int, stop: int) -> OutcomeGroup | None:
    """Read the values between two offsets; None where no unit of measure stands there."""
    unit = UNIT.search(text, start, stop)
    if unit is None:
        return None
    title = TITLE.search(text, start, stop)
    analyzed = ANALYZED.search(text, start, stop)
    first = [(unit.start("first"), unit.end("first"))] if unit["first"] else []
    rest = [(m.start(), m.end()) for m in re.compile(r"[^\n]+").finditer(text, unit.end(), stop)]
    values = [v for begin, end in first + rest if (v := _value(text, begin, end)) is not None]
    return OutcomeGroup(
        title["title"].strip() if title else "",
        int(analyzed["number"]) if analyzed else None,
        _unit(unit["unit"]),
        tuple(values),
    )


def _value(text: str, start: int, end: int) -> OutcomeValue | None:
    found = VALUE.match(text[start:end])
    if found is None:
        return None
    return OutcomeValue(found["name"] or "", float(found["value"]), start, end)


def _unit(words: str) -> Unit:
    if not PEOPLE.search(words):
        return "other"
    return "percent of people" if PERCENT.search(words) else "people"
