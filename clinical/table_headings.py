"""The heading of a table in a note: what each of its columns is about."""

import re
from itertools import pairwise
from typing import NamedTuple

from clinical.analyte_names import PROSE_NAMES, ROW_NAMES, WORD
from clinical.analytes import ANALYTES, NOT_A_MEASUREMENT, Analyte
from clinical.facts import TimeSpan
from clinical.labels import Selector
from clinical.mentions import TimeMention
from clinical.time_spans import at_clock
from clinical.units import UNIT_PATTERN

CELLS = re.compile(r"[^|\s](?:[^|\n]*?[^|\s])??(?=\s{2,}|\t|\s*\||\s*$)")
"""A cell ends at two spaces, a tab, a bar or the end of its line."""

UNIT = re.compile(rf"(?<=[\s(\[,]){UNIT_PATTERN}", re.I)
FURNITURE = re.compile(r"[\s|:+=_*-]+")
MOST_TITLE = 60
"""Characters that the title before the first column may have."""

_BESIDE = re.compile(
    r"(?:date|day|time|date/time|test|lab|labs|component|name|analyte|result|results|unit|units"
    r"|ref(?:erence)?(?:[ -](?:range|interval))?|normal(?: range)?|range|flag|comment|note)s?",
    re.I,
)
_DAY_WORD = re.compile(
    r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|am|pm|noon|night|morning"
    r"|evening|ed|icu|floor|lab|labs|on|at|the|day|of|hd|pod",
    re.I,
)
_SELECTORS: tuple[tuple[Selector, re.Pattern[str]], ...] = (
    ("admission", re.compile(r"(?:on )?(?:adm(?:it|ission)?|arrival|presentation|ed)\b", re.I)),
    ("discharge", re.compile(r"(?:at |on )?(?:disch(?:arge)?|d/?c|last|latest)\b", re.I)),
    ("peak", re.compile(r"(?:peak|max(?:imum)?|highest|worst high)\b", re.I)),
    ("nadir", re.compile(r"(?:nadir|min(?:imum)?|lowest)\b", re.I)),
    ("baseline", re.compile(r"(?:baseline|b/?l|prior|outpatient|pre-?adm\w*)\b", re.I)),
)
_CLOCK = re.compile(r"(?<![\d:])(?:[01]?\d|2[0-3]):[0-5]\d(?:\s?[ap]m)?(?![\d:])", re.I)


class Column(NamedTuple):
    """One column: where its heading stands and what it is about."""

    start: int
    end: int
    time: TimeSpan | None = None
    name: str = ""
    selector: Selector | None = None
    beside: bool = False
    """It holds no values: units, a usual range, remarks."""


class Line(NamedTuple):
    """One line of a text with its half-open span."""

    start: int
    end: int
    text: str


def analyte_named(name: str) -> Analyte | None:
    """Find the quantity that a heading or the first cell of a row names."""
    bare = " ".join(bare_name(name).split())
    alias = ROW_NAMES.get(bare)
    if alias is None:
        word = WORD.search(bare)
        found = PROSE_NAMES.match(bare, word.start(), word[0]) if word else None
        alias = found.alias if found else None
    if alias is None or alias.analyte == NOT_A_MEASUREMENT or alias.state_word:
        return None
    return ANALYTES[alias.analyte]


def bare_name(name: str) -> str:
    """Strip a name of its unit, its brackets and marks."""
    bare = re.sub(r"[(\[][^()\[\]]*[)\]]", " ", name)
    return UNIT.sub("", " " + bare).strip(" ()[]:*,-\t")


def selector_named(cell: str) -> Selector | None:
    """Say which value of a series a heading names: `Admission`, `Peak (5/13)`."""
    bare = cell.strip(" :()*")
    return next((name for name, words in _SELECTORS if words.match(bare)), None)


def date_columns(line: Line, times: list[TimeMention]) -> list[Column]:
    """Read a heading of days or of named moments, with or without a title before it."""
    inside = [t for t in times if line.start <= t.start and t.end <= line.end]
    dated = merged(line, [t for t in inside if t.span])
    columns = by_cells(line, dated)
    if not columns:
        columns = dated if only_dates(line, dated) else []
    return columns if sum(not column.beside for column in columns) >= 2 else []


def merged(line: Line, times: list[TimeMention]) -> list[Column]:
    """Make one column of a day and the clock behind it."""
    columns: list[Column] = []
    for mention in times:
        start, end = mention.start - line.start, mention.end - line.start
        clock = mention.kind == "relative" and mention.text[:1].isdigit()
        if clock and columns and not line.text[columns[-1].end : start].strip(" ,"):
            columns[-1] = columns[-1]._replace(end=end, time=mention.span)
        else:
            columns.append(Column(start, end, mention.span))
    return columns


def only_dates(line: Line, columns: list[Column]) -> bool:
    """Say whether nothing but days, week days and marks stands behind a short title."""
    if len(columns) < 2 or columns[0].start > MOST_TITLE or "." in line.text[: columns[0].start]:
        return False
    if len(line.text[: columns[0].start].split()) > len(columns) + 3:
        return False
    between = [line.text[a.end : b.start] for a, b in pairwise(columns)]
    words = [
        word
        for gap in (*between, line.text[columns[-1].end :])
        for word in FURNITURE.split(gap.replace("(", " ").replace(")", " "))
        if word
    ]
    return all(_DAY_WORD.fullmatch(word) or _BESIDE.fullmatch(word) for word in words)


def by_cells(line: Line, dated: list[Column]) -> list[Column]:
    """Read a heading cell by cell: each behind the title is a moment or stands beside."""
    columns: list[Column] = []
    for match in CELLS.finditer(line.text):
        column = cell_column(match, dated)
        if column is not None:
            columns.append(column)
        elif columns or match.start() > MOST_TITLE:
            return []
    moments = [column for column in columns if not column.beside]
    return columns if moments and len(columns) >= len(dated) else []


def cell_column(match: re.Match[str], dated: list[Column]) -> Column | None:
    """Read one cell of a heading."""
    cell, start, end = match[0], match.start(), match.end()
    inside = [column for column in dated if start <= column.start and column.end <= end]
    selector = selector_named(cell)
    if len(inside) == 1:
        rest = cell[: inside[0].start - start] + " " + cell[inside[0].end - start :]
        words = [w for w in re.split(r"[\s()|:,.*-]+", rest) if w]
        plain = all(_DAY_WORD.fullmatch(w) or _BESIDE.fullmatch(w) for w in words)
        if selector or plain:
            return inside[0]._replace(selector=selector if not plain else None)
        return None
    if inside:
        return None
    if selector and len(cell.split()) <= 3:
        return Column(start, end, selector=selector)
    return Column(start, end, beside=True) if _BESIDE.fullmatch(cell.strip(" :*")) else None


def with_clocks(columns: list[Column], line: Line) -> list[Column]:
    """Put the clocks of a second line of the heading on the days of the first."""
    clocks = list(_CLOCK.finditer(line.text))
    moments = [column for column in columns if not column.beside]
    rest = FURNITURE.sub("", _CLOCK.sub("", line.text))
    if len(clocks) != len(moments) or (rest and not _BESIDE.fullmatch(rest)):
        return []
    pairs = dict(zip(moments, clocks, strict=True))
    return [
        (
            column._replace(time=at_clock(column.time, pairs[column][0]))
            if column in pairs and column.time
            else column
        )
        for column in columns
    ]


def test_columns(line: Line, times: list[TimeMention]) -> list[Column]:
    """Read a heading of tests parted by bars or gaps; at least two must be known."""
    if any(line.start <= t.start < line.end and t.span for t in times):
        return []
    spaced = list(CELLS.finditer(line.text))
    if len(spaced) < 2:
        return single_spaced(line)
    cells = [named_column(m.start(), m.end(), m[0]) for m in spaced]
    known = [cell for cell in cells if analyte_named(cell.name)]
    return cells if len(known) >= 2 and 2 * len(known) >= len(cells) - 1 else []


def single_spaced(line: Line) -> list[Column]:
    """Read `Date WBC Hgb Plt`: every word is a test, or `Date` before them."""
    words = list(re.finditer(r"\S+", line.text))
    cells = [named_column(m.start(), m.end(), m[0]) for m in words]
    known = all(cell.beside or analyte_named(cell.name) for cell in cells)
    return cells if known and sum(not cell.beside for cell in cells) >= 2 else []


def named_column(start: int, end: int, name: str) -> Column:
    """Make the column of a test, or one of dates, units or remarks."""
    beside = _BESIDE.fullmatch(bare_name(name)) is not None
    return Column(start, end, None, name, beside=beside)
