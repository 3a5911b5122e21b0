"""Units of blood products that a text counts: how many of which, and on which day."""

import re
from typing import NamedTuple

from clinical.facts import Anchors
from clinical.sig import NUMBER_WORDS
from clinical.times import find_times

RED_CELLS, PLASMA = "drugclass:red-cells", "drugclass:plasma"
PRODUCTS = {
    RED_CELLS: r"p?rbc(?:['’]?s)?|packed (?:red )?(?:blood )?cells|red (?:blood )?cells"
    r"|blood(?! (?:cultures?|pressure|loss|sugar|glucose|tests?|gas|clots?|counts?|work|draws?))",
    PLASMA: r"ffp|fresh[\s-]frozen plasma|plasma",
    "drugclass:platelet-transfusion": r"platelets?|plts?",
    "drugclass:cryoprecipitate": r"cryo(?:precipitate)?",
}
COUNT = r"\d{1,2}|an?|one|two|three|four|five|six|seven|eight|nine|ten|another|single"
UNIT = r"(?:units?|u|pools?|bags?|packs?)\b"
DATE = r"(?:\d{4}-\d{2}-\d{2}|\d{1,2}[-/]\d{1,2})"


class Pattern(NamedTuple):
    """How one product is counted: before its name, or by `x2` after it."""

    product: str
    before: re.Pattern[str]
    after: re.Pattern[str]


PATTERNS = tuple(
    Pattern(
        product,
        re.compile(
            rf"(?<![\w.])(?P<count>{COUNT})\s*(?:more\s+|further\s+|additional\s+|single\s+)?{UNIT}"
            rf"\s*(?:of\s+)?(?:\w+\s+)?(?:{names})\b",
            re.IGNORECASE,
        ),
        re.compile(
            rf"\b(?:{names})\b(?P<tail>(?:[\s,:]*(?:on\s+"
            rf"|and\s+)?(?:{DATE})?\s*[x×]\s?\d{{1,2}}\b)+)",
            re.IGNORECASE,
        ),
    )
    for product, names in PRODUCTS.items()
)
BARE = re.compile(r"(?<![\w.])(?P<count>\d)\s*prbcs?\b", re.IGNORECASE)
TIMES = re.compile(rf"(?:(?P<date>{DATE})\s*)?[x×]\s?(?P<count>\d{{1,2}})")
TRANSFUSED = re.compile(
    rf"\btransfus\w+:?\s+(?:with\s+|of\s+|a\s+total\s+of\s+)?(?P<count>{COUNT})\s*{UNIT}"
    r"(?!\s*(?:of\s+)?(?:ffp|fresh|plasma|platelets?|plts?|cryo|p?rbc|packed|red|blood))"
    rf"|(?<![\w.])(?P<passive>{COUNT})\s*{UNIT}\s+(?:were|was)\s+transfused",
    re.IGNORECASE,
)


ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
COUNTED_UNIT = re.compile(
    rf"\b(?:(?P<word>{'|'.join(ORDINALS)})|(?P<digits>\d)(?:st|nd|rd|th))\s+{UNIT}",
    re.IGNORECASE,
)
NUMBERED_UNIT = re.compile(r"\bunit\s+#?(?P<number>\d)\s*(?::|\()", re.IGNORECASE)


class BloodUnits(NamedTuple):
    """A count of one product (`drugclass:` id) with its place and the day written beside it."""

    product: str
    number: int
    start: int
    end: int
    day: str | None


def blood_units(text: str, anchors: Anchors) -> list[BloodUnits]:
    """List the counted units of a text in its order."""
    days = [
        (time.start, time.end, time.span.earliest[:10])
        for time in find_times(text, anchors)
        if time.span and time.span.earliest and time.span.precision in ("day", "minute")
    ]
    found = [
        BloodUnits(product, number_of(match["count"]), match.start(), match.end(), None)
        for product, before, _ in PATTERNS
        for match in before.finditer(text)
    ]
    found += [
        BloodUnits(RED_CELLS, int(match["count"]), match.start(), match.end(), None)
        for match in BARE.finditer(text)
    ]
    found += [
        BloodUnits(product, int(times["count"]), times.start(), times.end(), None)
        for product, _, after in PATTERNS
        for match in after.finditer(text)
        for times in TIMES.finditer(text, match.start("tail"), match.end("tail"))
    ]
    found += [
        BloodUnits(
            RED_CELLS,
            number_of(match["count"] or match["passive"]),
            match.start(),
            match.end(),
            None,
        )
        for match in TRANSFUSED.finditer(text)
    ]
    return sorted({one._replace(day=day_of(one, days)) for one in found})


def counted_units(text: str) -> set[int]:
    """How many units a text counts up to: `third unit at 10:00`, `Unit 3: 11-19`."""
    ordinals = {
        ORDINALS.index(match["word"].lower()) + 1 if match["word"] else int(match["digits"])
        for match in COUNTED_UNIT.finditer(text)
    }
    return ordinals | {int(match["number"]) for match in NUMBERED_UNIT.finditer(text)}


def day_of(units: BloodUnits, days: list[tuple[int, int, str]]) -> str | None:
    """The day written inside or right before a count."""
    near = [day for start, end, day in days if units.start - 3 <= end and start < units.end]
    return near[0] if near else None


def number_of(written: str) -> int:
    """A count in digits or as a word; `another` and `single` are one."""
    word = written.lower()
    if word.isdigit():
        return int(word)
    return int(NUMBER_WORDS.get(word, 1))
