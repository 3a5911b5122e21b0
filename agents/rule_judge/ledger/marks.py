"""Words that can be compared: numbers, days, lengths, sides, changes and denials, with values."""

import re
from functools import lru_cache
from typing import NamedTuple

from clinical.change_words import changes_in
from clinical.exclusive_words import marks_in
from clinical.facts import Anchors
from clinical.labels import SlotName
from clinical.mentions import TimeMention
from clinical.times import find_times
from clinical.words import NUMBER_WORDS

NUMBER = re.compile(
    r"(?<![\w.,])(?P<digits>\d+(?:,\d{3})*(?:\.\d+)?|\.\d+)(?:-\s?|\s?)"
    r"(?P<unit>%|[A-Za-zµμ]+(?:/[A-Za-z]+)*)?"
    r"|\b(?P<word>" + "|".join(sorted(NUMBER_WORDS, key=lambda w: (-len(w), w))) + r")\b"
    r"(?:[ -](?P<noun>[A-Za-z]+))?",
    re.IGNORECASE,
)
ITEM_NUMBER = re.compile(r"^\s*[#(]?\d{1,2}[.)](?=\s|$)", re.MULTILINE)
"""The number of an item in a list, which counts nothing."""

NO_NUMBER = re.compile(
    r"\b2/2\b|\bCA[ -]?\d+-\d+|\bx\s?1\b|\b\d+(?:st|nd|rd|th)\b|#\s?\d+|\btype \d\b"
    r"|\b(?:one|1)\b(?![.,]\d)|\b\d['’]|\b\d+0['’]?s\b",
    re.IGNORECASE,
)
"""`Secondary to`, ordinals, decades, names that hold a number, and one, which `a` says too."""

DENIAL = re.compile(
    r"\b(?:no|not|never|none|without|neither|nor|denie[sd]|denying|cannot|absent|absence|free of"
    r"|ruled? out|nothing|lacks?|lacking|failed|declined|refused|unable|unlikely|excluded)\b"
    r"|n't\b",
    re.IGNORECASE,
)
DENIED_QUALITY = re.compile(r"\b(?:not|no|nor|neither|without|rather than)\s+(?:\w+\s+)?$", re.I)
"""What stands before a quality that something has not."""

NO_DENIAL = re.compile(r"\b(?:not only|no longer|without (?:difficulty|incident|issue))", re.I)

MASS = {"mg": 1.0, "milligram": 1.0, "milligrams": 1.0, "mcg": 0.001, "µg": 0.001, "ug": 0.001}
MASS |= {"g": 1000.0, "gm": 1000.0, "gram": 1000.0, "grams": 1000.0}
VOLUME = {"ml": 1.0, "cc": 1.0, "l": 1000.0, "liter": 1000.0, "liters": 1000.0, "litre": 1000.0}
VOLUME |= {"litres": 1000.0, "milliliters": 1.0}
LENGTH = {"mm": 1.0, "cm": 10.0, "centimeter": 10.0, "centimeters": 10.0, "m": 1000.0}
LENGTH |= {"meters": 1000.0, "metres": 1000.0, "millimeters": 1.0}
WEIGHT = {"kg": 1.0, "kilograms": 1.0, "lb": 0.4536, "lbs": 0.4536, "pounds": 0.4536}
UNITS = {
    unit: (dimension, size)
    for dimension, table in (
        ("mass", MASS),
        ("volume", VOLUME),
        ("length", LENGTH),
        ("weight", WEIGHT),
    )
    for unit, size in table.items()
}
"""Units whose sizes compare without knowing the substance; every other number is bare."""

COUNTED = 20
"""A whole number up to this, without a unit, counts things."""


LENGTHS: dict[str, SlotName] = {"duration": "duration", "age": "number"}
"""What a count of days is, by the kind of its words; all others are distances from something."""

PAIR = re.compile(r"(?<![\d/-])(\d{1,3})([-/])(\d{1,3})(?![\d/-])")
"""Two numbers in one: a pressure, a score, a month and a day that no reader took for a date."""


TOLD_OTHERWISE = frozenset({"number", "organ", "limb", "joint", "bone", "heart chamber"})
"""Axes whose words say what a thing is rather than where: claims and counts tell them."""


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
    found = [mark for time in times for mark in marks_of_time(time)]
    taken = [(time.start, time.end) for time in times if time.kind != "vague" or time.days]
    taken += [
        match.span() for pattern in (NO_NUMBER, ITEM_NUMBER) for match in pattern.finditer(text)
    ]
    found += pairs_in(text, taken)
    found += numbers_in(text, taken + [match.span() for match in PAIR.finditer(text)])
    for axis, kind, values, start, end in marks_in(text):
        name: SlotName = "side" if kind == "place" else "severity"
        mark = Mark(name, axis, frozenset(values), start, end)
        denied = DENIED_QUALITY.search(text, 0, start) is not None
        if axis not in TOLD_OTHERWISE and not denied and not is_inside(mark, taken):
            found.append(mark)
    for axis, value, start, end in changes_in(text):
        name = "order" if axis == "order" else "change"
        found.append(Mark(name, axis, frozenset({value}), start, end))
    found += [
        Mark("polarity", "polarity", frozenset({"denied"}), match.start(), match.end())
        for match in DENIAL.finditer(text)
        if not NO_DENIAL.match(text, match.start())
    ]
    return tuple(sorted(found, key=lambda mark: (mark.start, mark.end, mark.axis)))


def marks_of_time(time: TimeMention) -> list[Mark]:
    """A day or several, a clock time, an age, or a length or distance in days."""
    found = []
    if time.days is not None:
        name: SlotName = LENGTHS.get(time.kind, "interval")
        axis = "age" if time.kind == "age" else "days"
        low, high = time.days.value, time.days.high
        lengths: frozenset[str | float] = frozenset({low} if high is None else {low, high})
        found.append(Mark(name, axis, lengths, time.start, time.end))
    days = days_of(time)
    if days and time.days is None and not is_end_of_stay(time):
        found.append(Mark("date", "day", frozenset(days), time.start, time.end))
    if time.span is not None and time.span.precision == "minute" and time.span.earliest:
        clock: frozenset[str | float] = frozenset({time.span.earliest[11:16]})
        found.append(Mark("clock_time", "clock", clock, time.start, time.end))
    return found


def is_end_of_stay(time: TimeMention) -> bool:
    """Say whether a time is an end of the stay in words (`on arrival`): rules for values ask."""
    named = time.kind in ("relative", "range")
    return named and not any(letter.isdigit() for letter in time.text)


def days_of(time: TimeMention) -> set[str]:
    """The first and the last day that a time is known by."""
    span = time.span
    if span is None or span.precision not in ("day", "minute"):
        return set()
    return {moment[:10] for moment in (span.earliest, span.latest) if moment}


def pairs_in(text: str, taken: list[tuple[int, int]]) -> list[Mark]:
    """The pairs of numbers of a text, outside of what is taken."""
    found = [
        Mark("number", "pair", frozenset({pair_of(match)}), match.start(), match.end())
        for match in PAIR.finditer(text)
    ]
    return [mark for mark in found if not is_inside(mark, taken)]


def pair_of(match: re.Match[str]) -> str:
    """Write a pair down, however its numbers are parted."""
    return f"{int(match[1])}:{int(match[3])}"


def numbers_in(text: str, taken: list[tuple[int, int]]) -> list[Mark]:
    """The numbers of a text, outside of what is taken, in units that compare."""
    found = [number_mark(match) for match in NUMBER.finditer(text)]
    return [mark for mark in found if not is_inside(mark, taken)]


def number_mark(match: re.Match[str]) -> Mark:
    """Write one number in the base unit of its dimension."""
    part = "digits" if match["digits"] else "word"
    unit = match["unit"] if match["digits"] else match["noun"]
    value = (
        float(match["digits"].replace(",", ""))
        if match["digits"]
        else float(NUMBER_WORDS[match["word"].lower()])
    )
    dimension, size = UNITS.get((unit or "").lower(), ("number", 1.0))
    bare = dimension == "number" and value == int(value) and value <= COUNTED and unit != "%"
    name: SlotName = "count" if bare else "dose" if dimension == "mass" else "number"
    return Mark(
        name, dimension, frozenset({round(value * size, 6)}), match.start(part), match.end(part)
    )


def is_inside(mark: Mark, spans: list[tuple[int, int]]) -> bool:
    """Say whether a mark shares a letter with one of some spans."""
    return any(start < mark.end and mark.start < end for start, end in spans)
