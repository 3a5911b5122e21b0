"""Dates of the stay as logs and tables write them: a month and a day, with no word before them."""

import re
from datetime import date
from functools import lru_cache

from clinical.facts import Anchors
from clinical.time_spans import nearest_day, parse_day

_LINE_HEAD = re.compile(r"(?:\A|\n)[ \t>|]*(?:[-*•#+]\s*|\d{1,2}[.)]\s+)?\(?\Z")
_WEEKDAY = re.compile(r"\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}[., ]+\Z", re.IGNORECASE)
_DATE = r"\d{1,2}[-/]\d{1,2}(?![\d/-])"
_CLOCK = r"(?:[01]?\d|2[0-3]):?[0-5]\d"
_AFTER_ANOTHER = re.compile(rf"(?<![\d/-]){_DATE}(?:\s+{_CLOCK})?[\t |]+\Z")
_BEFORE_ANOTHER = re.compile(rf"(?:\s+{_CLOCK})?[\t |]+{_DATE}")
_BEFORE_CLOCK = re.compile(r"\)?(?:\s+(?:at\s+)?(?:[01]?\d|2[0-3]):[0-5]\d\b|\s*:(?!\d))")
_DASHED = re.compile(
    r"(?<![\w/.-])(?:0[1-9]-[0-3]\d|1[0-2]-0[1-9])(?![\w%-]|\.\d)|^\d\d-\d\d\s+[A-Z]", re.MULTILINE
)
_COUNTED = re.compile(
    r"\b(?:rr|hr|rates?|scores?|scale|bp|sats?|gcs|ciwa|nihss|pain|every|q|about|last|past|for|x|to)"
    r"\s*\Z",
    re.IGNORECASE,
)
_WORD_BEFORE = re.compile(r"(?P<word>[A-Za-z][A-Za-z'/.-]*)[)\]]?[ \n]\Z")
_SCORED = frozenset(
    "pain strength motor power grade level stage score scale scored reflexes pulses murmur dtrs"
    " gcs cage nihss apgar cultures culture cx bcx bottles sets dose doses vision acuity oriented"
    " orientation was is are of at scores rated rating severity hr bp rr ratio".split()
)
_LOWEST = 5
"""Where both numbers are this low, they are more often a score (`3/5`) than a day."""

_BEFORE_ENTRY = " \t-*•#+([>|"


def at_line_head(text: str, place: int) -> bool:
    """Say whether nothing but a bullet stands on the line before a place."""
    return not text[text.rfind("\n", 0, place) + 1 : place].strip(_BEFORE_ENTRY)


def is_style(text: str, lead: str, month: int, day: int, anchors: Anchors) -> bool:
    """Say whether `11-12` is a day of the stay because the text writes its days with a dash."""
    counted = _COUNTED.search(lead) is not None
    return not counted and _of_stay(nearest_day(month, day, anchors), anchors) and _dashes(text)


@lru_cache(maxsize=64)
def _dashes(text: str) -> bool:
    """Say whether a text has a day such as `05-12`, which can be no range of counts."""
    return _DASHED.search(text) is not None


def stands_as_date(text: str, start: int, end: int, month: int, day: int, anchors: Anchors) -> bool:
    """Say whether `10/2` or `10-02` is a day of the stay where a log or a table has its date.

    It heads a line, stands in a row of dates, or a clock or a colon follows it.
    """
    if not _of_stay(nearest_day(month, day, anchors), anchors):
        return False
    before = text_before(text, start)
    return bool(
        _LINE_HEAD.search(before)
        or _WEEKDAY.search(before)
        or is_in_row(text, start, end)
        or _BEFORE_CLOCK.match(text, end)
    )


def follows_a_word(text: str, start: int, month: int, day: int, anchors: Anchors) -> bool:
    """Say whether `extubated 9/8` names a day of the stay: a word before it, and no score."""
    word = _WORD_BEFORE.search(text_before(text, start))
    if word is None or word["word"].lower().strip(".") in _SCORED:
        return False
    if month == day or max(month, day) <= _LOWEST:
        return False
    return _of_stay(nearest_day(month, day, anchors), anchors)


def is_in_row(text: str, start: int, end: int) -> bool:
    """Say whether another month and day stand beside, parted by blanks or bars only."""
    before = text_before(text, start)
    return bool(_AFTER_ANOTHER.search(before) or _BEFORE_ANOTHER.match(text, end))


def text_before(text: str, start: int) -> str:
    """Return what stands before a place; a cut is marked, so that it is no head of the text."""
    return text[:start] if start <= 24 else "\x00" + text[start - 24 : start]


def _of_stay(found: date | None, anchors: Anchors) -> bool:
    admitted, discharged = parse_day(anchors.admitted), parse_day(anchors.discharged)
    return bool(found and admitted and discharged and admitted <= found <= discharged)
