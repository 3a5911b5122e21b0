"""Numbers as clinical text writes them: ranges, comparators, decades, words, units."""

import re

from clinical.measured_values import Comparator, Number, half_digit
from clinical.measurement_words import SPELLED_NUMBERS, SPELLED_SCALES
from clinical.units import UNIT_PATTERN, unit_of

PLAIN = r"(?:\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)"

LONGEST_NUMBER = 40
"""Characters beyond which digits are damaged text, no amount of anything."""

_WRITTEN = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?")

_BEFORE = (
    r"(?:(?:just|well|still|slightly|somewhat|a\s+little|a\s+bit)\s+)?"
    r"(?:(?P<less>below|under|less\s+than|fewer\s+than|lower\s+than|no\s+higher\s+than"
    r"|no\s+more\s+than|not\s+above|at\s+most|<=?|≤)"
    r"|(?P<more>above|over|more\s+than|greater\s+than|higher\s+than|in\s+excess\s+of|exceeding"
    r"|at\s+least|>=?|≥)"
    r"|(?P<near>about|around|approximately|approx\.?|roughly|nearly|almost|some|~|≈|circa))\s*"
)
_SPELLED = (
    rf"(?P<spelled>(?:{'|'.join(SPELLED_NUMBERS)})(?:[\s-]+(?:{'|'.join(SPELLED_SCALES)}))?)\b"
)
NUMBER = re.compile(
    rf"(?:{_BEFORE})?(?:(?P<plain>{PLAIN})|{_SPELLED})(?![A-Za-z]*-(?:year|yo))", re.I
)
COMPARED = re.compile(_BEFORE, re.I)
_UNIT = re.compile(rf"[ \t]*-?\n?[ \t]*(?P<unit>{UNIT_PATTERN})", re.I)
_TO = re.compile(
    rf"(?P<first>\s*(?:{UNIT_PATTERN}))?(?P<sign>\s?[-–—]\s?|\s+to\s+)(?P<high>{PLAIN})(?![\d/])",
    re.I,
)
COMPOSED = re.compile(
    r"(?P<feet>[3-7])\s*-?(?:ft\.?|feet|foot|['’′])[\s,-]{0,2}"
    r"(?P<inches>\d{1,2}(?:\.\d+)?)\s*-?(?:in\b\.?|inch(?:es)?\b|\"|”|″|''|’’)"
    r"|(?P<stones>\d{1,2})\s*(?:st\b\.?|stones?\b)(?:[\s,]{0,2}(?P<pounds>\d{1,2}(?:\.\d+)?)"
    r"\s*(?:lbs?\b\.?|pounds?\b))",
    re.I,
)
"""Heights and weights in two units: feet and inches, stones and pounds."""

DECADE = re.compile(
    r"(?:(?P<part>low|lower|mid|middle|high|upper)[\s-]+)?(?P<tens>\d{1,2}0)['’]?s\b"
    r"(?:\s+(?:and|to|or)\s+(?:(?:low|mid|high)[\s-]+)?(?P<upper>\d{1,2}0)['’]?s\b)?",
    re.I,
)
_FROM = re.compile(r"\b(?:from|between)\s+(?:(?:a|an|its|her|his)\s+(?:\w+\s+){1,2}of\s+)?$", re.I)
_LIMIT = re.compile(r"\s*(?:or|and)\s+(?:higher|above|greater|more|lower|below|less)\b", re.I)


def read_number(text: str, start: int, may_range: bool = True) -> Number | None:
    """Read the number that begins here, with comparator, range and unit."""
    match = NUMBER.match(text, start)
    if match is None or _is_ordinal(text, match.end()) or len(match[0]) > LONGEST_NUMBER:
        return None
    written = match["plain"] or match["spelled"]
    value = _spelled_value(written) if match["spelled"] else float(written.replace(",", ""))
    high, end = (
        _range_end(text, match.start(), match.end(), value) if may_range else (None, match.end())
    )
    unit, end = _unit(text, end)
    return Number(
        start=match.start(),
        end=end,
        value=value,
        high=high,
        comparator=_comparator(match),
        unit=unit,
        half_digit=half_digit(written) if match["plain"] else 0.5,
        written=text[match.start() : end],
        spelled=bool(match["spelled"]),
    )


def read_composed(text: str, start: int) -> Number | None:
    """Read `5 ft 10 in`, `5'10"` as inches and `12 st 8 lb` as pounds."""
    match = COMPOSED.match(text, start)
    if match is None:
        return None
    tall = match["feet"] is not None
    whole = float(match["feet"] or match["stones"]) * (12 if tall else 14)
    rest = match["inches"] if tall else match["pounds"]
    return Number(
        start=start,
        end=match.end(),
        value=whole + float(rest or 0),
        unit="in" if tall else "lb",
        half_digit=half_digit(rest) if rest else 0.5,
        written=match[0],
    )


def numbers_in(text: str) -> list[str]:
    """List the numbers that a text writes in digits, without the commas of thousands."""
    return [number.rstrip(",").replace(",", "") for number in _WRITTEN.findall(text)]


def is_limit(text: str, end: int) -> bool:
    """Say whether `or higher` and the like follow: the number is a threshold."""
    return _LIMIT.match(text, end) is not None


def read_decade(text: str, start: int) -> Number | None:
    """Read `90s`, `low 100s`, `70s and 80s` as the range it covers."""
    match = DECADE.match(text, start)
    if match is None:
        return None
    low = float(match["tens"])
    top = _decade_end(match["upper"] or match["tens"])
    return Number(
        start=match.start(),
        end=match.end(),
        value=low,
        high=top,
        half_digit=0.5,
        written=match[0],
    )


def _decade_end(tens: str) -> float:
    """Return the last value of `90s`; `600s` may mean the ten or the hundred, so the hundred."""
    return float(tens) + (99 if tens.endswith("00") else 9)


def _is_ordinal(text: str, end: int) -> bool:
    return text[end : end + 2].lower() in {"st", "nd", "rd", "th"} and not (
        text[end + 2 : end + 3].isalnum()
    )


def _spelled_value(written: str) -> float:
    words = re.split(r"[\s-]+", written.lower())
    return float(SPELLED_NUMBERS[words[0]] * (SPELLED_SCALES[words[1]] if len(words) > 1 else 1))


def _comparator(match: re.Match[str]) -> Comparator:
    if match["less"]:
        return "<"
    if match["more"]:
        return ">"
    return "~" if match["near"] else ""


def _range_end(text: str, start: int, end: int, low: float) -> tuple[float | None, int]:
    match = _TO.match(text, end)
    if match is None or (
        "t" in match["sign"].lower() and _FROM.search(text, max(0, start - 30), start)
    ):
        return None, end
    high = float(match["high"].replace(",", ""))
    return (high, match.end()) if high > low else (None, end)


def _unit(text: str, end: int) -> tuple[str | None, int]:
    match = _UNIT.match(text, end)
    if match is None:
        return None, end
    return unit_of(match["unit"]), match.end()
