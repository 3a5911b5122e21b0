"""Reports that count things in groups: `Group 1:`, then `Nausea 3/41 (7.3%)` line by line."""

import re
from functools import lru_cache
from typing import NamedTuple

from clinical.outcome_groups import OutcomeGroup, Unit, read_outcome_group
from clinical.words import stem, tokens

REPORT = "report"
"""The section name of a whole report, which is searched as one list."""

GROUP = re.compile(
    r"^[ \t]*(?P<title>[A-Za-z][A-Za-z /-]{1,40}?)[ \t]+(?P<number>\d{1,2}|[A-Z])[ \t]*:[ \t]*$",
    re.MULTILINE,
)
"""A numbered heading alone on its line."""

COUNTED = re.compile(
    r"^[ \t]*(?P<name>[^\s\d][^\n]*?)[ \t:*]*(?:\[\d+\][ \t]*)?(?<![\d.,/])"
    r"(?P<count>\d{1,6})[ \t]*(?:/|\bof\b)[ \t]*(?P<whole>\d{1,6})"
    r"(?:[ \t]*\((?P<share>\d+(?:\.\d+)?)[ \t]?%\))?[ \t]*$",
    re.MULTILINE,
)
"""A line that ends in a count of a whole."""

TOTAL = re.compile(r"^[ \t]*(?:total|all|overall|any)\b[^\n\d]*$", re.IGNORECASE)
BARE_TOTAL = re.compile(r"^[ \t]*Total:[ \t]*(?P<count>\d{1,6})[ \t]*$", re.MULTILINE)


ABOUT_MEASURING = frozenset(
    stem(word) for word in "measure measurement outcome study use assess investigate unit".split()
)
"""Words on what a report does, not on what it counts."""


class Counted(NamedTuple):
    """How many of a group had one thing, with the half-open span of its line."""

    name: str
    number: float
    whole: int | None
    percent: float | None
    """The part in percent, where the line gives it."""

    start: int
    end: int


class Group(NamedTuple):
    """One group of a report: its number or letter, its lines and how many had any of them."""

    number: str
    lines: tuple[Counted, ...]
    total: Counted | None
    start: int
    end: int
    title: str = ""
    unit: Unit = "people"
    """What the lines count; in another unit they are measured values."""


class GroupReport(NamedTuple):
    """A report with its first line, which names it."""

    heading: str
    groups: tuple[Group, ...]
    subject: frozenset[str] = frozenset()
    """Stems of what stands before the first group, or describes the only one."""

    title: frozenset[str] = frozenset()
    """Stems of the line that names what is counted in all groups."""


def is_group_report(text: str) -> bool:
    """Say whether a note counts things in groups, with a total or with parts in percent.

    Without these, `Strength 5/5` under a numbered heading would pass for a count.
    """
    return any(
        group.total or group.title or any(line.percent is not None for line in group.lines)
        for group in read_group_report(text).groups
    )


@lru_cache(maxsize=64)
def read_group_report(text: str) -> GroupReport:
    """Read the groups of a report; lines before the first numbered heading belong to none."""
    heads = list(GROUP.finditer(text))
    stops = [*(head.start() for head in heads[1:]), len(text)]
    groups = tuple(
        _group(text, head["number"], head.start(), head.end(), stop)
        for head, stop in zip(heads, stops, strict=False)
    )
    heading, _, body = text[: heads[0].start() if heads else 0].strip().partition("\n")
    filled = tuple(group for group in groups if group.lines or group.total)
    if len(filled) == 1 and body:
        body += text[filled[0].start : filled[0].end]
    named = next((line for line in body.splitlines() if line.strip() and line[:1].isspace()), "")
    heading = heading or text.strip().partition("\n")[0]
    return GroupReport(heading, filled, _stems(body) - ABOUT_MEASURING, _stems(named))


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(token.word) for token in tokens(text))


def _group(text: str, number: str, start: int, body: int, stop: int) -> Group:
    outcome = read_outcome_group(text, body, stop)
    if outcome is not None:
        return _of_outcome(outcome, number, start, stop)
    lines = [
        Counted(
            found["name"].strip(" :*"),
            int(found["count"]),
            int(found["whole"]),
            float(found["share"]) if found["share"] else None,
            found.start(),
            found.end(),
        )
        for found in COUNTED.finditer(text, body, stop)
    ]
    totals = [line for line in lines if TOTAL.match(line.name)]
    bare = BARE_TOTAL.search(text, body, stop)
    if bare and not totals:
        totals = [Counted("Total", int(bare["count"]), None, None, bare.start(), bare.end())]
    counted = tuple(line for line in lines if not TOTAL.match(line.name))
    if totals and totals[0].whole is None and counted:
        totals = [totals[0]._replace(whole=counted[0].whole)]
    return Group(number, counted, totals[0] if totals else None, start, stop)


def _of_outcome(outcome: OutcomeGroup, number: str, start: int, stop: int) -> Group:
    """The values of an outcome as counts of the group, or as they are in another unit."""
    whole = outcome.analyzed if outcome.unit != "other" else None
    scale = (whole or 0) / 100 if outcome.unit == "percent of people" else 1.0
    counted = [
        Counted(v.name.strip(" :"), v.value * scale, whole, None, v.start, v.end)
        for v in outcome.values
    ]
    lines = tuple(line for line in counted if line.name)
    total = next((line._replace(name="Total") for line in counted if not line.name), None)
    return Group(number, lines, total, start, stop, outcome.title, outcome.unit)
