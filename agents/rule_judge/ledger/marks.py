"""Words that can be compared: numbers, days, lengths, sides, changes and denials, with values."""

import re
from functools import lru_cache
from typing import NamedTuple

from clinical.change_words import changes_in
from clinical.exclusive_words import marks_in
from clinical.facts import Anchors
from clinical.labels import SlotName
from clinical.mentions import TimeMention
from clinical.spoken_numbers import spoken_values
from clinical.time_spans import is_by_day
from clinical.times import find_times
from clinical.words import NUMBER_WORDS

NUMBER = re.compile(
    r"(?<![\w.,])(?P<digits>\d+(?:,\d{3})*(?:\.\d+)?|\.\d+)(?:-\s?|\s?)"
    r"(?P<unit>%|[A-Za-zµμ]+(?:/[A-Za-z]+)*)?"
    r"|\b(?P<word>" + "|".join(sorted(NUMBER_WORDS, key=len, reverse=True)) + r")\b"
    r"(?:[ -](?P<noun>[A-Za-z]+))?",
    re.IGNORECASE,
)
DENIAL = re.compile(
    r"\b(?:no|not|never|none|without|neither|nor|denie[sd]|denying|cannot|negative|absent|absence"
    r"|free of|ruled out|rule[sd]? out|unremarkable|nothing|lacks?|lacking|failed|declined|refused"
    r"|unable|non|un(?:able|likely)|afebrile|nontender|off|clear)\b|n't\b",
    re.IGNORECASE,
)
MASS = {"mg": 1.0, "milligram": 1.0, "milligrams": 1.0, "mcg": 0.001, "µg": 0.001, "ug": 0.001}
MASS |= {"g": 1000.0, "gm": 1000.0, "gram": 1000.0, "grams": 1000.0}
VOLUME = {"ml": 1.0, "cc": 1.0, "l": 1000.0, "liter": 1000.0, "liters": 1000.0, "litre": 1000.0}
VOLUME |= {"litres": 1000.0, "milliliters": 1.0}
LENGTH = {"mm": 1.0, "cm": 10.0, "centimeter": 10.0, "centimeters": 10.0, "m": 1000.0}
LENGTH |= {"meters": 1000.0, "metres": 1000.0, "millimeters": 1.0}
WEIGHT = {"kg": 1.0, "kilograms": 1.0, "lb": 0.4536, "lbs": 0.4536, "pounds": 0.4536}
DIMENSIONS = {"mass": MASS, "volume": VOLUME, "length": LENGTH, "weight": WEIGHT}
UNITS = {
    unit: (dimension, size) for dimension, table in DIMENSIONS.items() for unit, size in table.items()
}


class Mark(NamedTuple):
    """Words with a value on an axis; `start` and `end` place them in their text."""

    name: SlotName
    axis: str
    values: frozenset[str | float]
    start: int
    end: int


@lru_cache(maxsize=32768)
def marks_of(text: str, anchors: Anchors) -> tuple[Mark, ...]:
    """Find all comparable words of a text, in order."""
    times = find_times(text, anchors)
    found = [mark for time in times for mark in _of_time(time)]
    taken = [(time.start, time.end) for time in times if time.kind not in ("vague",)]
    found += [mark for mark in _numbers(text) if not _inside(mark, taken)]
    found += [
        Mark("side" if mark.kind == "place" else "severity", mark.axis, frozenset(mark.values), *mark[3:])
        for mark in marks_in(text)
    ]
    found += [
        Mark("order" if axis == "order" else "change", axis, frozenset({value}), start, end)
        for axis, value, start, end in changes_in(text)
    ]
    found += [
        Mark("polarity", "polarity", frozenset({"denied"}), match.start(), match.end())
        for match in DENIAL.finditer(text)
    ]
    return tuple(sorted(found, key=lambda mark: (mark.start, mark.end, mark.axis)))


def _inside(mark: Mark, spans: list[tuple[int, int]]) -> bool:
    return any(start < mark.end and mark.start < end for start, end in spans)


def _of_time(time: TimeMention) -> list[Mark]:
    """A day, a clock time or a length."""
    if time.days is not None:
        low, high = time.days.value, time.days.high
        values: frozenset[str | float] = frozenset({low} if high is None else {low, high})
        return [Mark("duration", "days", values, time.start, time.end)]
    span = time.span
    if span is None or not span.earliest:
        return []
    if span.precision == "minute":
        return [
            Mark("date", "day", frozenset({span.earliest[:10]}), time.start, time.end),
            Mark("clock_time", "clock", frozenset({span.earliest[11:16]}), time.start, time.end),
        ]
    if is_by_day(span):
        days = {span.earliest[:10], (span.latest or span.earliest)[:10]}
        return [Mark("date", "day", frozenset(days), time.start, time.end)]
    return []


def _numbers(text: str) -> list[Mark]:
    found = []
    for match in NUMBER.finditer(text):
        if match["digits"]:
            value = float(match["digits"].replace(",", ""))
            start, end, unit = match.start("digits"), match.end("digits"), match["unit"] or ""
        else:
            value = float(NUMBER_WORDS[match["word"].lower()])
            start, end, unit = match.start("word"), match.end("word"), match["noun"] or ""
        dimension, size = UNITS.get(unit.lower(), ("number", 1.0))
        found.append(Mark("number", dimension, frozenset({round(value * size, 6)}), start, end))
    return found


@lru_cache(maxsize=32768)
def numbers_of(text: str) -> frozenset[float]:
    """Return every number that a text writes or spells out."""
    return spoken_values(text)
