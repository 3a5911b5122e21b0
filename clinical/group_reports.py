"""Reports that count things in groups: `Group 1:`, then `Nausea 3/41 (7.3%)` line by line."""

import re
from functools import lru_cache
from typing import NamedTuple

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


class Counted(NamedTuple):
    """How many of a group had one thing, with the half-open span of its line."""

    name: str
    number: int
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


class GroupReport(NamedTuple):
    """A report with its first line, which names it."""

    heading: str
    groups: tuple[Group, ...]


def is_group_report(text: str) -> bool:
    """Say whether a note counts things in groups, with a total or with parts in percent.

    Without these, `Strength 5/5` under a numbered heading would pass for a count.
    """
    return any(
        group.total or any(line.percent is not None for line in group.lines)
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
    heading = text.strip().partition("\n")[0]
    return GroupReport(heading, tuple(g for g in groups if g.lines or g.total))


def _group(text: str, number: str, start: int, body: int, stop: int) -> Group:
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
