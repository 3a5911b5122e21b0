"""Every change of a single token that makes a true sentence say something else."""

import re
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from typing import Literal, NamedTuple, get_args

from clinical.words import NUMBER_WORDS

EditKind = Literal["number", "number_word", "unit", "time_unit", "date", "side", "negation", "verb"]
EDIT_KINDS: tuple[EditKind, ...] = get_args(EditKind)


class Edit(NamedTuple):
    """Words of a sentence, and what stands in their place afterwards."""

    kind: EditKind
    start: int
    end: int
    words: str

    def of(self, text: str) -> str:
        """Return the changed sentence."""
        return text[: self.start] + self.words + text[self.end :]


_DATE = re.compile(
    r"(?<![\d/.-])(?:(?P<year>\d{4})-)?(?P<month>0?[1-9]|1[0-2])(?P<sign>[-/])"
    r"(?P<day>0?[1-9]|[12]\d|3[01])(?:[-/]\d{2,4})?(?![\d/-])(?!\s?(?:mg|strength))"
)
_NUMBER = re.compile(r"(?<![\w.,/:-])\d+(?:\.\d+)?(?![\w:/]|[.,]\d|-\d)")
_UNITS = {
    "mg": "mcg",
    "mcg": "mg",
    "g": "mg",
    "grams": "mg",
    "units": "mg",
    "mL": "L",
    "ml": "L",
    "L": "mL",
    "liters": "mL",
    "cm": "mm",
    "mm": "cm",
    "kg": "lb",
}
_TIME_UNITS = {
    "minute": "hour",
    "hour": "day",
    "day": "week",
    "week": "day",
    "month": "week",
    "year": "month",
}
_SIDES = {"left": "right", "right": "left", "bilateral": "left-sided", "upper": "lower"}
_SIDES |= {"lower": "upper", "anterior": "posterior", "posterior": "anterior"}
_VERBS = {
    "started": "stopped",
    "stopped": "started",
    "increased": "decreased",
    "decreased": "increased",
    "held": "continued",
    "continued": "stopped",
    "discontinued": "continued",
    "resumed": "held",
    "improved": "worsened",
    "worsened": "improved",
    "rose": "fell",
    "fell": "rose",
    "rising": "falling",
    "falling": "rising",
    "before": "after",
    "after": "before",
    "positive": "negative",
    "negative": "positive",
    "admitted": "transferred",
    "removed": "placed",
    "placed": "removed",
    "up": "down",
    "down": "up",
}
_DENIALS = re.compile(
    r"\b(?P<gone>(?:no|not|never|without)\s)(?=[a-z])|\b(?P<put>was|were|had|is)\s(?!not\b)(?=[a-z])"
)
_NOT_A_DENIAL = re.compile(r"(?:no|not|without)\s(?:longer|only|further|more|other)\b", re.I)
_HEADING = re.compile(r"^\s*(?:#|[A-Z][A-Z /&-]+:?\s*$)")


def edits_of(text: str) -> list[Edit]:
    """List every single change of a sentence, in the order of its places."""
    if _HEADING.match(text):
        return []
    found = [edit for make in _MAKERS for edit in make(text)]
    return sorted(found, key=lambda edit: (edit.start, edit.kind, edit.words))


def _dates(text: str) -> Iterator[Edit]:
    """Move a day by three, where the month stays the same."""
    for match in _DATE.finditer(text):
        if match["sign"] == "/" and not match["year"] and int(match["month"]) == int(match["day"]):
            continue
        day = date(2001, int(match["month"]), min(int(match["day"]), 28))
        moved = day + timedelta(days=3)
        if moved.month != day.month:
            moved = day - timedelta(days=3)
        written = f"{moved.day:02d}" if len(match["day"]) == 2 else f"{moved.day}"
        yield Edit("date", match.start("day"), match.end("day"), written)


def _numbers(text: str) -> Iterator[Edit]:
    """Put another number of the same form: far enough that no rounding explains it."""
    days = [match.span() for match in _DATE.finditer(text)]
    for match in _NUMBER.finditer(text):
        if match.start() == 0 or any(a <= match.start() < b for a, b in days):
            continue
        written = match[0]
        value = float(written)
        decimals = len(written.partition(".")[2])
        changed = value + 2 if value < 10 and not decimals else value * 1.4
        yield Edit("number", match.start(), match.end(), f"{changed:.{decimals}f}")


def _number_words(text: str) -> Iterator[Edit]:
    spelled = {number: word for word, number in NUMBER_WORDS.items()}
    for match in re.finditer(r"\b(?:two|three|four|five|six|seven|eight|nine|ten)\b", text, re.I):
        word = spelled[NUMBER_WORDS[match[0].lower()] + 2]
        yield Edit("number_word", *match.span(), _cased(match[0], word))


def _units(text: str) -> Iterator[Edit]:
    for match in re.finditer(rf"(?<=\d )({'|'.join(_UNITS)})\b(?!/)", text):
        yield Edit("unit", *match.span(), _UNITS[match[0]])


def _time_units(text: str) -> Iterator[Edit]:
    words = "|".join(_TIME_UNITS)
    for match in re.finditer(rf"(?<=[\w][ -])({words})(s?)\b(?![ -]old)", text):
        number = text[: match.start()].rstrip(" -").rpartition(" ")[2].lower()
        if number[-1:].isdigit() or number in NUMBER_WORDS:
            yield Edit("time_unit", *match.span(), _TIME_UNITS[match[1]] + match[2])


def _of_words(
    kind: EditKind, table: dict[str, str], text: str, skip: str = r"(?!)"
) -> Iterator[Edit]:
    for match in re.finditer(rf"\b(?:{'|'.join(table)})\b", text, re.I):
        if not re.match(skip, text[match.end() :]):
            yield Edit(kind, *match.span(), _cased(match[0], table[match[0].lower()]))


def _sides(text: str) -> Iterator[Edit]:
    return _of_words("side", _SIDES, text, r"\s(?:away|now|after)\b")


def _verbs(text: str) -> Iterator[Edit]:
    return _of_words("verb", _VERBS, text, r"\s(?:at|to the|the hospital)\b")


def _negations(text: str) -> Iterator[Edit]:
    """Take a denial away, or deny the first verb."""
    put = False
    for match in _DENIALS.finditer(text):
        if match["gone"] and not _NOT_A_DENIAL.match(text[match.start() :]):
            yield Edit("negation", match.start(), match.end(), "")
        elif match["put"] and not put:
            put = True
            yield Edit("negation", match.end("put"), match.end("put"), " not")


def _cased(model: str, word: str) -> str:
    return word.capitalize() if model[0].isupper() else word


_MAKERS: tuple[Callable[[str], Iterator[Edit]], ...] = (
    _dates,
    _numbers,
    _number_words,
    _units,
    _time_units,
    _sides,
    _verbs,
    _negations,
)
