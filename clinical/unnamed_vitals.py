"""Vital signs without their names, known by size, unit and place: `98.6 72 118/76 16 99%RA`."""

import re
from collections.abc import Iterator

from clinical.analytes import ANALYTES, Analyte
from clinical.foreign_numbers import is_balance
from clinical.measured_values import Number, measure
from clinical.numeric_tokens import Token
from clinical.readings import Reading, reading_of
from clinical.value_fitting import DIASTOLIC, SYSTOLIC, fit

TEMPERATURE = ANALYTES["vital:temperature"]
PULSE = ANALYTES["vital:heart_rate"]
BREATHING = ANALYTES["vital:respiratory_rate"]
SATURATION = ANALYTES["vital:oxygen_saturation"]
FLOW = ANALYTES["vital:oxygen_flow"]

_ANNOUNCED = re.compile(r"\b(?:VS|V/S|VSS|vitals|vital signs?|vital(?= ?:))\b", re.I)
_ON_AIR = re.compile(r"\s?(?:on\s+|at\s+)?(?:RA\b|room\s+air\b)")
_ON_OXYGEN = re.compile(
    r"\s?(?:of\s+|by\s+|via\s+|on\s+)?(?:N\.?C\b|nasal\s+can+ula|can+ula|O2\b|oxygen|HFNC|NRB|"
    r"non-?rebreather|face\s*mask|venti)",
    re.I,
)
_SATURATED = re.compile(r"\s?(?:saturat|sat\b|sats\b|spo2|oxygen)", re.I)
_WARM = {"C": (33.0, 42.5), "F": (91.4, 108.5)}
"""What a body can have, by scale."""

_NO_BODY = re.compile(
    r"\b(?:water|bath|blanket|room|ambient|incubat\w+|heated|stored?|warmed|cooled|goal|target)\b"
    r"[^.;\n]{0,20}$",
    re.I,
)
"""Words before a temperature of something else, or one that is only aimed at."""

_NO_BODY_AFTER = re.compile(r"\s*(?:water|bath|saline|blanket|fluid)s?\b", re.I)

_POSTURE = re.compile(r"\b(?:lying|supine|sitting|seated|standing|upright)\W{1,3}$", re.I)
"""Before a pair of numbers: the pressure in that posture."""

_LINE_WORDS = frozenset("po oral ra nc on room air l lying sitting standing vss vs".split())


def unnamed_vitals(text: str, tokens: list[Token], readings: list[Reading]) -> list[Reading]:
    """Read the vital signs that no name stands beside."""
    taken = {reading.token: reading.analyte.concept.id for reading in readings}
    found: list[Reading] = []
    for line in _lines(text, tokens):
        claimed = {taken[index] for index in line if index in taken}
        free = [index for index in line if index not in taken]
        is_vitals = _is_vitals_line(text, tokens, line)
        for index in free:
            found += _classify(text, tokens, index, claimed, is_vitals)
    return found


def _lines(text: str, tokens: list[Token]) -> Iterator[list[int]]:
    line: list[int] = []
    for index, token in enumerate(tokens):
        if line and "\n" in text[tokens[line[-1]].end : token.start]:
            yield line
            line = []
        line.append(index)
    if line:
        yield line


def _is_vitals_line(text: str, tokens: list[Token], line: list[int]) -> bool:
    """Say whether a line announces vital signs, or holds little but a pressure and numbers."""
    stretch = text[tokens[line[0]].start : tokens[line[-1]].end]
    if _ANNOUNCED.search(stretch):
        return True
    kinds = [tokens[index].kind for index in line]
    strangers = [
        index
        for index in line
        if tokens[index].kind == "word" and tokens[index].text.lower() not in _LINE_WORDS
    ]
    return "pair" in kinds and kinds.count("number") >= 3 and not strangers and "other" not in kinds


def _classify(
    text: str, tokens: list[Token], index: int, claimed: set[str], is_vitals: bool
) -> list[Reading]:
    token = tokens[index]
    if token.kind == "pair":
        return _pressure(text, token, index, claimed, is_vitals)
    if token.kind != "number" or token.number is None:
        return []
    analyte = _evident(text, tokens, index, claimed) or (
        _by_place(token.number, claimed) if is_vitals else None
    )
    if analyte is None:
        return []
    reading = _reading(analyte, index, token.number)
    if reading:
        claimed.add(reading.analyte.concept.id)
    return [reading] if reading else []


def _pressure(
    text: str, token: Token, index: int, claimed: set[str], is_vitals: bool
) -> list[Reading]:
    """Read `118/76` as a blood pressure on a line of vital signs, or before `mmHg`."""
    first, second = token.number, token.second
    evident = "mm" in text[token.start : token.end].lower() or _POSTURE.search(
        text[max(0, token.start - 16) : token.start]
    )
    if first is None or second is None or not (is_vitals or evident):
        return []
    if not (50 <= first.value <= 280 and 15 <= second.value < first.value):
        return []
    claimed.add(SYSTOLIC.concept.id)
    sides = (_reading(SYSTOLIC, index, first), _reading(DIASTOLIC, index, second))
    return [side for side in sides if side]


def _evident(text: str, tokens: list[Token], index: int, claimed: set[str]) -> Analyte | None:
    """Know a temperature by its unit, a saturation or a flow by what stands around it."""
    number = tokens[index].number
    assert number is not None
    if number.unit in ("L", "L/min"):
        if is_balance(tokens, index):
            return None
        near = tokens[max(0, index - 3) : index]
        after_saturation = SATURATION.concept.id in claimed and any(
            token.number is not None and token.number.unit == "%" for token in near
        )
        return FLOW if after_saturation or _ON_OXYGEN.match(text, number.end) else None
    if number.unit in _WARM and TEMPERATURE.concept.id not in claimed:
        low, high = _WARM[number.unit]
        other = _NO_BODY.search(text[: number.start]) or _NO_BODY_AFTER.match(text, number.end)
        return TEMPERATURE if low <= number.value <= high and not other else None
    if not 40 <= number.value <= 100 or number.unit not in (None, "%"):
        return None
    if _ON_AIR.match(text, number.end):
        return SATURATION
    follows = number.unit == "%" and (
        _SATURATED.match(text, number.end) or _before_flow(tokens, index)
    )
    return SATURATION if follows else None


def _before_flow(tokens: list[Token], index: int) -> bool:
    """Say whether `on 3L` or `3L NC` comes next."""
    for token in tokens[index + 1 : index + 3]:
        if token.number is not None:
            return token.number.unit in ("L", "L/min")
        if token.text.lower() not in ("on", "at"):
            return False
    return False


def _by_place(number: Number, claimed: set[str]) -> Analyte | None:
    """Tell unnamed numbers apart by unit and size, then by their usual order."""
    if number.unit in ("C", "F") or (number.unit is None and "." in number.written):
        return TEMPERATURE if TEMPERATURE.concept.id not in claimed else None
    if number.unit == "%":
        return SATURATION if 40 <= number.value <= 100 else None
    if number.unit is not None or number.spelled:
        return None
    if TEMPERATURE.concept.id not in claimed and 94 <= number.value <= 107 and not claimed:
        return TEMPERATURE
    if PULSE.concept.id not in claimed and 28 <= number.value <= 220:
        return PULSE
    if BREATHING.concept.id not in claimed and 6 <= number.value <= 60:
        return BREATHING
    if SATURATION.concept.id not in claimed and 60 <= number.value <= 100:
        return SATURATION
    return None


def _reading(analyte: Analyte, index: int, number: Number) -> Reading | None:
    if number.unit == "L":
        number = number._replace(unit="L/min")
    value = fit(analyte, number) or measure(analyte, number)
    return reading_of(value, index, index, number) if value else None
