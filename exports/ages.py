"""Ages above 89, which Safe Harbor wants told as one class."""

import re
from collections.abc import Iterator, Mapping

from pydantic import JsonValue

from exports.replacements import Replacement

OLDEST_TOLD = 89
CLASS = "90+"
DAYS_OF_A_YEAR = 365.25

AGE_IN_YEARS = re.compile(r"\d{1,3}(?:\.0+)?")

_AGE = re.compile(
    r"(?<![\d./-])(?P<age>9\d|1[0-2]\d)(?=[ -]?(?:years?|yrs?)[ -]*(?:of age|old)|[ -]?y[./]?o\b"
    r"|[ -]?y\.o\.|[ -]?(?:year|yr)[ -]old|[ ]?[MF]\b(?![\w/'-]))"
    r"|\b(?:he|she|patient|pt|who|(?:mr|ms|mrs|dr)\.?[ \t]+[\w]+)[ \t]+(?:is|was|turned|turns)"
    r"[ \t]+(?:now[ \t]+)?(?P<told>9\d|1[0-2]\d)(?=[ \t]*(?:[,;.](?!\d)|and\b|with\b|who\b|$))"
    r"|\bage[ds]?(?:[ _](?:of|is|at\s\w+))?[ \t]*[:=]?[ \t]*(?P<labeled>9\d|1[0-2]\d)(?![\d.%/])"
    r"|\bin (?:his|her|their) (?P<decade>90|100)s\b",
    re.IGNORECASE,
)


def ages_above_89(text: str) -> Iterator[Replacement]:
    """Find ages above 89 in a text."""
    for match in _AGE.finditer(text):
        for group in ("age", "labeled", "told"):
            if match[group] and int(match[group]) > OLDEST_TOLD:
                yield Replacement(*match.span(group), CLASS)
        if match["decade"]:
            yield Replacement(match.start("decade"), match.end("decade") + 1, CLASS)


def without_high_age(value: Mapping[str, JsonValue]) -> Mapping[str, JsonValue]:
    """Tell the age of a structured fact as a class too."""
    quantity = value.get("quantity")
    if value.get("kind") == "demographic" and isinstance(quantity, dict):
        years = _years(quantity)
        if years is not None and years > OLDEST_TOLD:
            unit = quantity.get("unit")
            least = 90 * (DAYS_OF_A_YEAR if unit == "day" else 1)
            return {**value, "quantity": {**quantity, "value": least, "written": CLASS}}
    age = value.get("anchor_age")
    told = isinstance(age, str | int | float) and AGE_IN_YEARS.fullmatch(str(age).strip())
    return {**value, "anchor_age": CLASS} if told and float(str(age)) > OLDEST_TOLD else value


def _years(quantity: Mapping[str, JsonValue]) -> float | None:
    number, unit = quantity.get("value"), quantity.get("unit")
    if not isinstance(number, int | float):
        return None
    return number / DAYS_OF_A_YEAR if unit == "day" else float(number)
