"""Lines of a clinical text: what each line is, and which ones are one wrapped line."""

import re
from itertools import pairwise
from typing import Literal, NamedTuple

LineKind = Literal["blank", "rule", "heading", "item", "labeled", "entry", "prose"]

RULE = re.compile(r"\s*[=_\-*~]{4,}\s*\Z")
ITEM = re.compile(
    r"\s*(?:[-*•+>·]\s*(?=\w|\[|\()|\(?\d{1,2}[.)]\s+\S|[a-z][.)]\s+\S|#+\s*\S|\[[ xX]\])"
)
CAPITALS = re.compile(r"[A-Z][A-Z0-9 /&(),.'+-]{2,79}[:.]?\Z")
COLON_HEADING = re.compile(r"\*{0,2}[A-Z#][\w /&(),.'+-]{1,70}:\*{0,2}\Z")
LABELED = re.compile(r"[A-Z][\w /&()%',.+-]{0,45}?:(?:\s|\Z)")
DATED = re.compile(r"\d{4}-\d{2}-\d{2}\b|\d{1,2}/\d{1,2}(?:/\d{2,4})?:|_{3}\s+\d{2}:\d{2}")
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*\.?"
_DAY = (
    rf"(?:\d{{1,2}}[/-]\d{{1,2}}(?:[/-]\d{{2,4}})?|{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?"
    r"|(?:HO?D|POD|hospital day|post-?\s?op(?:erative)?\s+day)\s*#?\s*\d{1,2})"
)
_CLOCK = r"(?:\s+\d{1,2}:?\d{2}(?:\s*[ap]m)?)?"
_HEAD = rf"{_DAY}(?:\s*[-–]\s*{_DAY})?(?:\s*[(,/]\s*{_DAY}\s*\)?)*{_CLOCK}"
ENTRY = re.compile(
    rf"{_HEAD}(?:\s*:(?!\d)|\s+[-–—](?=\s)|\s{{2,}}(?=[^\W\d]|\()|\s*\Z)", re.IGNORECASE
)
"""A line of a log, opened by its day and a mark (`05/11: ...`, `HD3 - ...`, `05-12  Extubated`)."""

PLAIN_ENTRY = re.compile(rf"{_HEAD}\.?\s(?=(?-i:[A-Z(]))", re.IGNORECASE)
"""A line that opens with a day and a capital: a log's, or a wrapped line of prose."""

OPEN_ENDED = re.compile(
    r"(?:,|-|/|\b(?:and|or|of|the|a|an|to|with|for|in|on|at|by|from|was|were|is|are|had|has|as|that|"
    r"which|who|his|her|their|but|than|per|no|not|be|been|dr\.|ms\.|mr\.|mrs\.))\Z",
    re.IGNORECASE,
)
DOSE_START = re.compile(
    r"\d[\d.,]*\s?(?:mg|mcg|g|units?|mL|mEq|tabs?|tablets?|caps?|capsules?|puffs?|drops?)\b"
)
"""The beginning of a line that goes on with the dose of the drug above it."""

MARGIN = 100
"""Lines longer than this were not wrapped by the writer's program."""

SHORTEST_MARGIN = 60
UNWRAPPED = 1_000_000

RAGGED = 3
"""How far short of the margin a wrapped line may fall beyond what its next word explains."""


class Line(NamedTuple):
    """One line without its surrounding whitespace; offsets count from the start of the text."""

    start: int
    end: int
    text: str
    kind: LineKind
    indent: int = 0


def lines_of(text: str) -> list[Line]:
    """Cut a text into lines and say what each one is."""
    lines = []
    offset = 0
    for raw in text.split("\n"):
        content = raw.strip()
        start = offset + (raw.index(content[0]) if content else 0)
        kind = line_kind(content)
        lines.append(Line(start, start + len(content), content, kind, start - offset))
        offset += len(raw) + 1
    return lines


def line_kind(content: str) -> LineKind:
    """Classify a stripped line."""
    if not content:
        return "blank"
    if RULE.match(content):
        return "rule"
    if (
        CAPITALS.match(content)
        and not OPEN_ENDED.search(content)
        and sum(c.isalpha() for c in content) > 2
        and not _has_values(content)
    ):
        return "heading"
    if COLON_HEADING.match(content):
        return "heading"
    if ITEM.match(content):
        return "item"
    if ENTRY.match(content) or PLAIN_ENTRY.match(content):
        return "entry"
    if LABELED.match(content) or DATED.match(content):
        return "labeled"
    return "prose"


def _has_values(content: str) -> bool:
    """Say whether a line in capitals carries numbers, as results do and headings do not."""
    return sum(c.isdigit() for c in content) > 2


def wrap_width(lines: list[Line]) -> int:
    """Estimate the right margin at which the text was wrapped; `UNWRAPPED` if it was not."""
    followed = [
        len(line.text)
        for line, after in pairwise(lines)
        if after.kind not in ("blank", "rule", "heading")
    ]
    wrapped = [length for length in followed if SHORTEST_MARGIN <= length <= MARGIN]
    longer = sum(len(line.text) > MARGIN for line in lines)
    return max(wrapped) if len(wrapped) > longer else UNWRAPPED


def continues(line: Line, after: Line, width: int) -> bool:
    """Say whether a line break is only a wrap, so that both lines are one."""
    shouted = line.kind == "prose" and line.text.isupper() and after.text.isupper()
    if shouted and after.kind == "heading" and OPEN_ENDED.search(line.text):
        return not after.text.endswith(":")
    if after.kind in ("rule", "heading", "item") or line.kind in ("rule", "heading"):
        return False
    if line.text.endswith(":"):
        return False
    first_word = after.text.split(maxsplit=1)[0]
    full = len(line.text) + 1 + len(first_word) >= width - RAGGED
    if after.kind == "entry":
        wrapped = full and line.text[-1] not in ".!?;)"
        return wrapped and not ENTRY.match(after.text)
    if after.kind == "labeled":
        return full and line.kind == "prose" and OPEN_ENDED.search(line.text) is not None
    if full:
        return True
    if line.text[-1] in ".!?;":
        return False
    if after.text[0].islower() or after.text[0] in "(/%":
        return True
    if line.text[-1].isalpha() and DOSE_START.match(after.text):
        return True
    return OPEN_ENDED.search(line.text) is not None


def hangs(head: Line | None, line: Line) -> bool:
    """Say whether a line is indented below the entry of a log that it goes on with."""
    if head is None or head.kind != "entry" or line.kind not in ("prose", "labeled"):
        return False
    return line.indent > head.indent
