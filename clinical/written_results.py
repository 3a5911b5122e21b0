"""Results as hospitals write them: reference ranges beside values, decimal commas.

What is no result of the patient is blanked and commas become points, place by place, so that every
offset stays.
"""

import re

from clinical.units import UNIT_PATTERN

_NUMBER = r"[<>≤≥]?=?\s?-?\d+(?:[.,]\d+)?"
_RANGE = rf"{_NUMBER}\s?(?:-|–|—|to)\s?\d+(?:[.,]\d+)?"
_LIMIT = r"(?:[<>≤≥]=?|less than|more than|up to|under|below|above)\s?\d+(?:[.,]\d+)?"
_UNITS = rf"(?:\s*(?:{UNIT_PATTERN}))?"
_NAMED = (
    r"(?:normal(?:\s+(?:range|values?|limits?))?|ref(?:erence)?\.?(?:\s+(?:range|interval|values?))?"
    r"|expected|nl|n\.?r\.?|r\.?r\.?|ref\.?\s*range)"
)
NAMED_RANGE = re.compile(
    rf"[(\[]\s*{_NAMED}\s*[:=,]?\s*(?:is\s+|of\s+)?(?:{_RANGE}|{_LIMIT}){_UNITS}\s*[)\]]"
    rf"|\b(?:normal\s+(?:range|values?|limits?)|ref(?:erence)?\.?\s*(?:range|interval|values?)?)"
    rf"\s*[:=]?\s*(?:is\s+|of\s+)?(?:{_RANGE}|{_LIMIT}){_UNITS}",
    re.IGNORECASE,
)
"""A range that calls itself one: `(normal 135-145)`, `Reference range: < 5`."""

_FLAG = r"(?:\*|\((?:H|L|HH|LL|high|low)\)|[HL]\b)?"
_VALUE = rf"(?<![\w.,/-])(?P<value>\d+(?:[.,]\d+)?){_UNITS}\s*{_FLAG}"
BRACKETED = re.compile(
    rf"{_VALUE}[ \t]*(?P<range>\[\s*(?:{_RANGE}|{_LIMIT}){_UNITS}\s*\]"
    rf"|\(\s*(?:{_RANGE}|{_LIMIT}){_UNITS}\s*\))",
    re.IGNORECASE,
)
"""A range or a limit in brackets right behind a value: `7.2 (12.0-16.0)`."""

IN_CELLS = re.compile(
    rf"\|\s*(?P<value>\d+(?:[.,]\d+)?){_UNITS}\s*[*HL]?\s*(?:\|[^|\d\n]*)?"
    rf"(?P<range>\|\s*(?:{_RANGE}|{_LIMIT}){_UNITS}\s*)(?=\||$)",
    re.IGNORECASE | re.MULTILINE,
)
IN_COLUMNS = re.compile(
    rf"{_VALUE}(?:[ ]{{2,}}|\t)[ \t]*(?P<range>{_RANGE}{_UNITS})[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
"""A range in a column of its own at the end of a line of results."""

OBSERVED = re.compile(
    r"\b(?:T|Tm|Tc|Tmax|temp(?:erature)?|HR|P|pulse|heart rates?|BP|SBP|DBP|MAP|R|RR|resp\w*|rates?"
    r"|spo2|o2|sats?|o2sat|saturations?|satting|weight|wt|pain|fsbs|fsbg|fs|fingersticks?"
    r"|glucose|sugars?|cvp|urine|uop|drain\w*|output|intake|peep|fio2)\b[^\w\n]{0,4}[^.;\n(\[]{0,12}\Z",
    re.IGNORECASE,
)
"""Signs whose bracket tells the span of a day: `HR 80 (70-95)`."""

VENTILATOR = re.compile(
    r"\bRates?-(?P<range>\d{1,2}/?\d{0,2})(?=\s*(?:Tidal|PEEP|FiO2|AADO2|pO2|Vent|Intubat|REQ))",
    re.IGNORECASE,
)
"""Settings of a ventilator in the line of a blood gas: `Rates-16/ Tidal V-600`."""

RESPIRATIONS = re.compile(r"(?<=[\d%FC] )R (?=\d{2}(?![\d/]))")
"""A bare letter among vital signs: `HR 80 R 16`."""

DECIMAL_COMMA = re.compile(r"(?<![\d.,/-])(?P<whole>\d{1,3}),(?P<part>\d{1,2})(?![\d,/-])")
DECIMAL_POINT = re.compile(r"\d\.\d")
_UNIT_BEHIND = re.compile(rf"[ \t]*(?:{UNIT_PATTERN}|°\s?[CF]\b)", re.IGNORECASE)


def as_read(text: str) -> str:
    """The text with decimal points, and without the ranges that stand beside results."""
    return without_ranges(with_points(RESPIRATIONS.sub("RR", text)))


def with_points(text: str) -> str:
    """Write `38,6 °C` as `38.6 °C`; a number without unit only in a text that never uses points."""
    commas = list(DECIMAL_COMMA.finditer(text))
    measured = [c for c in commas if _UNIT_BEHIND.match(text, c.end())]
    if not measured:
        return text
    everywhere = DECIMAL_POINT.search(text) is None
    for comma in commas if everywhere else measured:
        at = comma.end("whole")
        text = f"{text[:at]}.{text[at + 1 :]}"
    return text


def without_ranges(text: str) -> str:
    """Blank reference ranges and limits of normal."""
    found = [match.span() for match in NAMED_RANGE.finditer(text)]
    for pattern in (BRACKETED, IN_CELLS, IN_COLUMNS, VENTILATOR):
        for match in pattern.finditer(text):
            if not _is_observed(text, match):
                found.append(match.span("range"))
    for start, end in found:
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    return text


def _is_observed(text: str, match: re.Match[str]) -> bool:
    """Say whether a bracket tells within what a sign lay, not what is normal."""
    if match.re is not BRACKETED or text[match.start("range")] == "[":
        return False
    start = max(0, match.start("value") - 40)
    return OBSERVED.search(text[start : match.start("value")]) is not None
