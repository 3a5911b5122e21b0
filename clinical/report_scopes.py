"""The report, and the groups of it, that words speak of: `arm 2 of the first study`."""

import re
from itertools import pairwise
from typing import NamedTuple

EVERY = "every"
"""Stands for each report, or each group, one by one."""

BOTH = "both"
"""Stands for each of two groups, or for the two together."""

REPORT = re.compile(
    r"\b(?:the\s+)?(?P<which>primary|secondary|first|second|third)\s+(?:clinical\s+)?"
    r"(?:trial|study|report|audit|survey)(?:['’]s)?\b"
    r"|\b(?P<every>(?:both|either|neither|each)\s+(?:of\s+)?(?:the\s+)?(?:two\s+)?(?:clinical\s+)?"
    r"(?:trials?|study|studies|reports?|audits?|surveys?))\b",
    re.IGNORECASE,
)
ORDINALS = {"first": "1", "second": "2", "third": "3", "fourth": "4"}
_GROUPS = r"(?:cohort|group|arm|intervention|ward|unit)"
GROUP = re.compile(
    rf"\b(?P<each>both|each of)?\s*{_GROUPS}s?\s+(?P<first>\d{{1,2}}|[A-Z](?![a-z]))"
    r"(?P<more>(?:\s*(?:,|and|or|&)\s*(?:\d{1,2}|[A-Z])(?![\w/%]))*)(?![\w/%])"
    rf"|\b(?:the\s+)?(?P<ordinal>{'|'.join(ORDINALS)})\s+{_GROUPS}\b"
    rf"|\b(?P<every>(?:each|every)\s+(?:of\s+the\s+)?{_GROUPS}s?)\b"
    rf"|\b(?P<all>(?:both|all|either|neither|any|entire|whole|two|three|four)\s+"
    rf"(?:of\s+)?(?:the\s+|its\s+)?(?:(?:two|three|four|patient|study|treatment)\s+)*{_GROUPS}s?)\b",
)
ALIKE = re.compile(
    r"\s*(?:,|and|or|nor|as well as|in|the|either|with|from|of|for|patients?|participants?|\s)*\s*",
    re.IGNORECASE,
)
"""What may stand between two places that are meant together."""

FARTHEST = 40
"""Characters between a group and the report that it is said to be of."""

_OF_REPORT = re.compile(
    r"(?:\s*(?:patients?|participants?|subjects?|members?|treatment|of|in|from|within|for|during"
    r"|the|,))*\s*",
    re.IGNORECASE,
)


class Cell(NamedTuple):
    """A report by the word that names it, and one of its groups.

    An empty group is all of them together, `EVERY` each of them, `BOTH` either.
    """

    report: str = ""
    group: str = ""


class Scope(NamedTuple):
    """Places that words of a sentence mean together, with the half-open span of these words.

    Words that only say which report the groups named elsewhere are of mean no place themselves.
    """

    start: int
    end: int
    cells: tuple[Cell, ...]


class _Mention(NamedTuple):
    start: int
    end: int
    report: str | None
    groups: tuple[str, ...] | None


def find_scopes(text: str) -> list[Scope]:
    """List the places that a sentence names, in order; those that are joined are one."""
    reports = [
        _Mention(m.start(), m.end(), (m["which"] or EVERY).lower(), None)
        for m in REPORT.finditer(text)
    ]
    groups = [
        _Mention(m.start(), m.end(), None, _numbers(m)) for m in GROUP.finditer(_evened(text))
    ]
    joined = _joined(text, groups, reports)
    return _together(text, joined)


def _evened(text: str) -> str:
    """Lower the case of all but single letters, which may name groups."""
    return re.sub(r"[A-Za-z]{2,}", lambda word: word[0].lower(), text)


def _numbers(found: re.Match[str]) -> tuple[str, ...]:
    if found["all"]:
        return (BOTH,) if found["all"].startswith(("both", "either", "neither")) else ("",)
    if found["every"]:
        return (EVERY,)
    if found["ordinal"]:
        return (ORDINALS[found["ordinal"]],)
    return (found["first"], *re.findall(r"\d{1,2}|[A-Z]", found["more"] or ""))


def _joined(text: str, groups: list[_Mention], reports: list[_Mention]) -> list[Scope]:
    """Give each group its report: the one that follows it, else the nearest one."""
    scopes: list[Scope] = []
    used: set[_Mention] = set()
    for group in groups:
        own = next(
            (r for r in reports if r not in used and _follows(text, group.end, r.start)), None
        )
        if own is not None:
            used.add(own)
            scopes.append(_scope(group.start, own.end, own.report, group.groups))
            continue
        before = [r for r in reports if r.end <= group.start]
        near = before[-1:] or reports[:1]
        used.update(r for r in near if r in before)
        scopes.append(_scope(group.start, group.end, near[0].report if near else "", group.groups))
    attached = [r for r in used if any(s.start <= r.start and r.end <= s.end for s in scopes)]
    scopes += [Scope(r.start, r.end, ()) for r in used if r not in attached]
    scopes += [_scope(r.start, r.end, r.report, ("",)) for r in reports if r not in used]
    return sorted(scopes)


def _follows(text: str, end: int, start: int) -> bool:
    between = text[end:start]
    return 0 <= start - end <= FARTHEST and _OF_REPORT.fullmatch(between) is not None


def _scope(start: int, end: int, report: str | None, groups: tuple[str, ...] | None) -> Scope:
    return Scope(start, end, tuple(Cell(report or "", group) for group in groups or ("",)))


def _together(text: str, scopes: list[Scope]) -> list[Scope]:
    """Join neighbors with nothing but `and` or `or` between them."""
    joined = scopes[:1]
    for last, scope in pairwise(scopes):
        between = text[last.end : scope.start]
        if last.cells and scope.cells and ALIKE.fullmatch(between) and _is_list(between):
            joined[-1] = Scope(joined[-1].start, scope.end, (*joined[-1].cells, *scope.cells))
        else:
            joined.append(scope)
    return joined


def _is_list(between: str) -> bool:
    return re.search(r",|\b(?:and|or|nor|as well as)\b", between, re.IGNORECASE) is not None
