"""Patterns of time expressions, read from a table in the order in which they claim text."""

import re
from functools import lru_cache
from typing import NamedTuple

from clinical.lexicon_rows import rows_of

WORDS = {
    word: value
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
        "fifteen sixteen seventeen eighteen nineteen twenty".split()
    )
}
TENS = {"thirty": 30, "forty": 40, "sixty": 60, "ninety": 90}
ORDINALS = {
    word: value
    for value, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth".split(), start=1
    )
}
MONTH_WORDS = frozenset(
    "jan january feb february mar march apr april may jun june jul july aug august sep sept "
    "september oct october nov november dec december".split()
)
MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()

DATE_LEAD = re.compile(
    r"(?:\b(?:on|since|until|till|through|thru|from|by|dated?|between|before|after|due|for|starting|"
    r"begun|started|ending|ended|ends|last|early|late|of|as of|morning of|evening of|prior)\s*"
    r"(?:about\s+|the\s+)?|[(\[]\s*|\d\s*(?:to|through|and|,|-|–)\s*|\band\s+|,\s*)\Z",
    re.IGNORECASE,
)
"""What stands before a date that its form alone does not betray (`on 3/2`)."""

NOT_DATE_AFTER = re.compile(
    r"\s*-?\s*(?:strength|tablets?|tabs?|capsules?|caps|mg|mcg|ml|units?|murmur|sem\b|bottles?|"
    r"sets?|cultures?|pain|mm\s?hg|points?|%|weeks?|days?|hours?|hrs?|months?|years?|doses?|"
    r"lobes?|cm\b|mm\b|in all|systolic|strong|power|motor|throughout|bilaterally|pulses?|criteria|"
    r"normal\b|ns\b|saline|stools?|l\b|kg\b|lb|pillows?|times|beats|seconds|liters?|drinks?|cigarettes|packs?)",
    re.IGNORECASE,
)
"""What stands behind a score, a dose or a range of counts that looks like a date."""

_WORD = "|".join(WORDS)
_COUNT = rf"\d+(?:\.\d+)?|{_WORD}|{'|'.join(TENS)}"
_VAGUE = r"(?:a |the )?(?:few|couple(?: of)?|several|number of|many)"
PIECES = {
    "WORD": _WORD,
    "COUNT": _COUNT,
    "VAGUE": _VAGUE,
    "ORDINAL": "|".join(ORDINALS),
    "NUMBER": (
        rf"(?P<n>{_COUNT}|{_VAGUE}|half an?|an?|another)"
        rf"(?:\s*(?:-|–|to|or)\s*(?P<n2>{_COUNT}))?(?P<half>\s+and\s+a\s+half)?"
    ),
    "UNIT": (
        r"(?P<u>minutes?|mins?|hours?|(?-i:[hH]rs?)|h|days?|d|weeks?|wks?|months?|mos?|years?|yrs?"
        r"|fortnights?)(?![\w/])"
        r"(?P<halfafter>\s+and\s+a\s+half)?"
    ),
    "SPACE": r"(?:(?<=\d)[ \t\n-]*|(?<!\d)[ \t\n-]+)",
    "MONTH": (
        r"(?P<mon>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|(?-i:May|MAY)|june?|july?|"
        r"aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b(?:\.(?=\s*\d))?"
    ),
    "MONTH_NAME": r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d",
    "NO_DAY": (
        r"\s+(?:of\b|hospital|post|percentile|centile|day|floor|ribs?\b|toes?\b"
        r"|fingers?\b|digits?\b|weeks?\b|months?\b|years?\b|metatarsal|metacarpal|intercostal"
        r"|interspace|ray\b|ventricle|nerve|cranial|doses?\b|cycle|time\b|attempt|admission|episode"
        r"|trimester|cervical|lumbar|thoracic|vertebra|left\b|right\b|proximal|distal|generation"
        r"|line\b|stage|degree)|(?:\s+(?:and|or|to|through)|,)\s+\d{1,2}(?:st|nd|rd|th)\s+"
        r"(?:ribs?|toes?|fingers?|digits?|metatarsal|metacarpal|intercostal)"
    ),
    "YEAR": r"(?:19|2[0-3])\d{2}",
    "CLOCK": (
        r"(?P<hour>[01]?\d|2[0-3]):(?P<minute>[0-5]\d)(?::\d{2})?(?:\s*(?P<half_day>[ap])\.?m\b\.?)?"
    ),
    "ARRIVAL": r"admission|presentation|arrival|admit|presenting|hospitali[sz]ation|admitted",
    "THE": r"(?:(?:the|his|her|their|this|initial|index|time of|day of|hospital)\s+)*",
}
"""The pieces that rows of the table name as `<PIECE>`."""

UNIT_WORDS = frozenset(
    "minute minutes min mins hour hours hr hrs h day days d week weeks wk wks month months mo mos "
    "year years yr yrs fortnight fortnights".split()
)
WORD = re.compile(r"[a-z]+")
SPECIAL = re.compile(
    r"(?P<year>(?:19|2[0-3])\d{2})|\d(?P<mark>[-/:])\d|(?P<blank>_{3})|\d(?P<ordinal>st|nd|rd|th)"
)
MARKS = {"-": "<dash>", "/": "<slash>", ":": "<colon>"}

PIECE = re.compile("<(" + "|".join(PIECES) + ")>")


class Pattern(NamedTuple):
    """A named pattern with the traits of which a text must show one."""

    name: str
    gate: frozenset[str]
    regex: re.Pattern[str]


DAY_GROUPS = ("d", "d2", "d3")
"""Where the forms of a pattern may hold the day of the month."""


def day_group(groups: dict[str, str | None]) -> str | None:
    """The name of the group that holds the day of the month."""
    return next((name for name in DAY_GROUPS if groups.get(name)), None)


def traits_of(text: str) -> set[str]:
    """Return the lower-case words of a text and the marks that make patterns worth trying."""
    lowered = text.lower()
    words = set(WORD.findall(lowered))
    traits = set(words)
    if not words.isdisjoint(UNIT_WORDS):
        traits.add("<unit>")
    if not words.isdisjoint(MONTH_WORDS):
        traits.add("<month>")
    for match in SPECIAL.finditer(lowered):
        if match["year"]:
            traits.update(("<year>", "<dash>"))
        elif match["mark"]:
            traits.add(MARKS[match["mark"]])
        else:
            traits.add("<blank>" if match["blank"] else "<ordinal>")
    return traits


@lru_cache(maxsize=1)
def time_patterns() -> tuple[Pattern, ...]:
    """Read the patterns from their table."""
    return tuple(
        Pattern(name, frozenset(gate.split()), _compile(written))
        for name, gate, written in rows_of("time_patterns.tsv")
    )


def _compile(written: str) -> re.Pattern[str]:
    """Put the pieces into a row and compile it."""
    return re.compile(PIECE.sub(lambda match: PIECES[match[1]], written), re.IGNORECASE)
