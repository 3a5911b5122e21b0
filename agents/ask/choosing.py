"""Reads which of several statements about a patient is meant: a day, a list, an extreme."""

import re
from dataclasses import dataclass, field

from agents.ask.patient_cues import FALLS, MOMENT, RISES, SELECTORS, STATUSES, TREND
from clinical.body_parts import parts_in
from clinical.facts import Anchors, TimeSpan
from clinical.labels import MedicationStatus, Selector
from clinical.times import find_times

_DATED = frozenset(
    {"date", "range", "relative", "hospital_day", "postoperative_day", "ordinal_day"}
)
_SIDE = re.compile(r"\b(?:left|right)\b", re.IGNORECASE)
_UNPLACED = re.compile(
    r"\b(?:last|previous|prior|next|earlier|another) (?:year|month|week|visit|admission|stay"
    r"|hospitali[sz]ation|time|clinic)\b|\b(?:years?|months?|weeks?) ago\b|\btomorrow\b"
    r"|\bas a child\b",
    re.IGNORECASE,
)
_AT_HOME = re.compile(r"\bat home\b", re.IGNORECASE)


@dataclass(frozen=True)
class Choice:
    """What the question says of time, order and status."""

    selectors: tuple[Selector, ...] = ()
    statuses: tuple[MedicationStatus, ...] = ()
    day: TimeSpan | None = None
    every: bool = False
    """All values are asked for."""

    moment: tuple[int, int] | None = None
    """The span that tells of a change of a value, by which something else is placed."""

    rises: bool = True
    parts: frozenset[str] = frozenset()
    """Parts of the body that are named."""

    side: str = ""
    """`left` or `right`, where one is named."""

    unplaced: str = ""
    """Words for a time that cannot be placed, such as `last year`."""

    at_home: bool = False
    """Home is meant, where drugs are taken and nothing is measured."""

    spans: tuple[tuple[int, int], ...] = field(default=())
    """Where all of this stands."""


def read_choice(question: str, anchors: Anchors) -> Choice:
    """Read the words of a question that choose among statements."""
    spans: list[tuple[int, int]] = []
    selectors = [name for name, words in SELECTORS.items() if _take(words.search(question), spans)]
    statuses = [
        status
        for told, words in STATUSES.items()
        if _take(words.search(question), spans)
        for status in told
    ]
    every = _take(TREND.search(question), spans)
    moment, rises = _moment(question, spans)
    unplaced = _UNPLACED.search(question)
    sides = {match[0].lower() for match in _SIDE.finditer(question)}
    spans += [match.span() for match in _SIDE.finditer(question)]
    times = [one for one in find_times(question, anchors) if one.span and one.kind in _DATED]
    spans += [(one.start, one.end) for one in times]
    return Choice(
        selectors=tuple(selectors),
        statuses=tuple(statuses),
        day=times[0].span if times else None,
        every=every,
        moment=moment,
        rises=rises,
        parts=parts_in(question),
        side=sides.pop() if len(sides) == 1 else "",
        unplaced=unplaced[0] if unplaced and not times else "",
        at_home=_AT_HOME.search(question) is not None,
        spans=tuple(spans),
    )


def _take(match: re.Match[str] | None, spans: list[tuple[int, int]]) -> bool:
    if match is None:
        return False
    spans.append(match.span())
    return True


def _moment(question: str, spans: list[tuple[int, int]]) -> tuple[tuple[int, int] | None, bool]:
    told = MOMENT.search(question)
    if told is None or not question[: told.start()].strip():
        return None, True
    for rises, words in ((True, RISES), (False, FALLS)):
        change = words.search(question, told.start("what"))
        if change is not None:
            spans.append(change.span())
            return told.span("what"), rises
    return None, True
