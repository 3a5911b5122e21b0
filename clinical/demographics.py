"""Who a text says the patient is: age and sex, as in `a 71-year-old woman` or `71F with`."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from clinical.facts import Concept, Quantity
from clinical.family import HOUSEHOLD, RELATIVES

AGE = Concept(id="demographic:age", name="age")
SEX = Concept(id="demographic:sex", name="sex")
OLDEST = 120
WARM = 91
"""An `F` behind a number from here on may be a scale of temperature."""

SEX_OF = {
    word: sex
    for sex, words in {
        "male": "man male gentleman boy m",
        "female": "woman female lady girl f",
    }.items()
    for word in words.split()
}
YEARS = re.compile(
    r"(?<![\d./-])(?P<age>\d{1,3})(?:(?P<plain>[\s-]*(?:years?|yrs?)[\s-]*(?:of[\s-]age|old))"
    r"|[\s-]*(?:y/o|yo\b|y\.o\.?|yr old))",
    re.IGNORECASE,
)
PERSON = re.compile(
    r"(?:[\s,-]+(?!with\b|who\b|and\b|has\b|had\b|whose\b)[\w'/-]+){0,5}?[\s,-]+"
    r"(?P<noun>man|woman|male|female|gentleman|lady|boy|girl|patient|person|veteran|M|F)\b",
)
WHAT_FOLLOWS = re.compile(
    r"\s*(?:,|with\b|who\b|presenting\b|presents\b|admitted\b|status\b|s/p\b)"
)
IS_A = re.compile(r"\b(?:is|was|patient|pt)\s+(?:an?\s+|now\s+)?$", re.IGNORECASE)
LETTER = re.compile(
    r"(?<![\d./-])(?P<age>\d{1,3})\s?(?P<noun>[MF])\b"
    r"(?=\s*(?:,|with\b|w/|who\b|h/o|s/p|hx\b|PMH|present|transferr|admitted|found|c/o|on\b))"
)
LABELED = re.compile(r"\b(?:age|aged)\s*:?\s*(?P<age>\d{1,3})(?![\d.%/])", re.IGNORECASE)
SEX_LABEL = re.compile(r"\b(?:sex|gender)\s*:\s*(?P<noun>male|female|[MF])\b", re.IGNORECASE)
SEX_STATED = re.compile(
    r"\b(?:patient|pt|he|she)\s+(?:is|was)\s+an?\s+(?:(?!with\b|who\b)[\w-]+\s+){0,3}?"
    r"(?P<noun>man|woman|male|female|gentleman|lady|boy|girl)\b(?=\s*(?:[.,;]|with\b|who\b|$))",
    re.IGNORECASE,
)
SCALE = re.compile(r"\b(?:t|temp\w*|tmax|to|of|at|fever\w*|febrile)\s*:?\s*$", re.IGNORECASE)


class DemographicMention(NamedTuple):
    """An age in years or a sex, with its span."""

    start: int
    end: int
    concept: Concept
    quantity: Quantity | None = None
    result: str | None = None


def find_demographics(text: str) -> list[DemographicMention]:
    """Find what a text says of the patient's age and sex, in the order of the text."""
    found = {
        (mention.start, mention.concept.id): mention
        for reader in (_in_years, _by_letter, _labeled)
        for mention in reader(text)
    }
    return sorted(found.values(), key=lambda mention: (mention.start, mention.concept.id))


def _in_years(text: str) -> Iterator[DemographicMention]:
    """Read `71-year-old woman`; the age of a relative or of a device is not the patient's."""
    for match in YEARS.finditer(text):
        person = PERSON.match(text, match.end())
        if _of_another(text, match.end()) or not _of_a_person(text, match, person):
            continue
        yield from _age(match)
        if person:
            yield from _sex(person)


def _of_a_person(text: str, match: re.Match[str], person: re.Match[str] | None) -> bool:
    """Say whether an age is somebody's: `3 years old` may be said of a stent."""
    if person or match["plain"] is None:
        return True
    said = IS_A.search(text[: match.start()])
    return said is not None or WHAT_FOLLOWS.match(text, match.end()) is not None


def _of_another(text: str, end: int) -> bool:
    """Say whether the person is a relative: `her 45-year-old son`."""
    following = re.match(r"[\s-]*([A-Za-z-]+)", text[end:])
    return following is not None and following[1].lower() in RELATIVES | HOUSEHOLD


def _by_letter(text: str) -> Iterator[DemographicMention]:
    """Read `71F with`, which is no temperature."""
    for match in LETTER.finditer(text):
        warm = match["noun"] == "F" and int(match["age"]) >= WARM
        if not SCALE.search(text[: match.start()]) and not (warm and match.start() > 0):
            yield from _age(match)
            yield from _sex(match)


def _labeled(text: str) -> Iterator[DemographicMention]:
    for match in LABELED.finditer(text):
        yield from _age(match)
    for match in SEX_LABEL.finditer(text):
        yield from _sex(match)
    for match in SEX_STATED.finditer(text):
        yield from _sex(match)


def _age(match: re.Match[str]) -> Iterator[DemographicMention]:
    years = int(match["age"])
    if 0 < years <= OLDEST:
        quantity = Quantity(value=years, unit="years", tolerance=0.5, written=match["age"])
        yield DemographicMention(match.start(), match.end(), AGE, quantity=quantity)


def _sex(match: re.Match[str]) -> Iterator[DemographicMention]:
    sex = SEX_OF.get(match["noun"].lower())
    if sex:
        yield DemographicMention(match.start("noun"), match.end("noun"), SEX, result=sex)
