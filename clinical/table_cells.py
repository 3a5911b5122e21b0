"""The cells of a row: its name, then values, signs of nothing, and remarks."""

import re
from typing import NamedTuple

_FLAG = r"(?:\s?\((?:HH?|LL?|high|low|A|abnormal|crit(?:ical)?|\*|!+|C)\)|\s?(?:HH?|LL?)\b|\*+|!+)?"
_WRITTEN = r"(?:[<>≤≥~]=?\s?)?\d[\d,]*(?:\.\d+)?(?:/\d{2,3}(?!\d))?(?:\s?[-–]\s?\d+(?:\.\d+)?)?"
_UNIT = r"(?:\s?%|\s?[A-Za-z]{1,5}(?:/[A-Za-z]+)?)?"
VALUE = re.compile(
    rf"(?<![\w.,/-])(?P<value>{_WRITTEN})(?P<flag>{_FLAG})(?P<unit>{_UNIT})(?=[\s|,;]|\Z)", re.I
)
NOTHING = re.compile(
    r"(?<!\S)(?:-{1,3}|–|—|\.{2,3}|n/a|n/?d|none|not (?:done|sent|drawn)|pending|pnd|_{2,})"
    r"(?=[\s|]|\Z)",
    re.I,
)
_BRACKETS = re.compile(r"[(\[][^()\[\]]*[)\]]")
_GAP = re.compile(r"\s{2,}|\t|\s*\|\s*")


class Cell(NamedTuple):
    """One cell of a row; a sign of nothing has no value."""

    start: int
    end: int
    match: re.Match[str] | None


class Row(NamedTuple):
    """A row taken apart."""

    name: str
    cells: list[Cell]
    rest: str
    """What of the row is neither name nor cell."""


def row_of(text: str, begin: int = 0) -> Row:
    """Take a row apart; `begin` is where its cells begin if its name is known already."""
    start = begin or name_end(text)
    taken: list[Cell] = []
    for match in VALUE.finditer(text, start):
        taken.append(Cell(match.start("value"), match.end(), match))
    for match in NOTHING.finditer(text, start):
        if not any(cell.start < match.end() and match.start() < cell.end for cell in taken):
            taken.append(Cell(match.start(), match.end(), None))
    taken.sort(key=lambda cell: cell.start)
    rest, at = "", start
    for cell in taken:
        rest += text[at : cell.start] + " "
        at = cell.end
    rest += text[at:]
    return Row(text[:start].strip(" |:\t*"), taken, rest.strip(" |\t"))


def name_end(text: str) -> int:
    """Where the name of a row ends: at its first gap, else at its first value."""
    head = re.match(r"[\s|*•-]*", text)
    start = head.end() if head else 0
    shadow = _BRACKETS.sub(lambda match: "(" * len(match[0]), text)
    gap = _GAP.search(shadow, start)
    values = [m.start() for p in (VALUE, NOTHING) if (m := p.search(shadow, start))]
    first = min(values) if values else len(text)
    if gap and gap.start() < first and re.search(r"[A-Za-z]", text[start : gap.start()]):
        return first if is_wide(text[start : gap.start()]) else gap.end()
    return first


def is_wide(name: str) -> bool:
    """Say whether a cell is too long to be the name of a test."""
    return len(name) > 40
