"""Tables in notes: dates across the top and a test a line, or tests across and a date a line."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from clinical.analyte_names import PROSE_NAMES, ROW_NAMES, WORD
from clinical.analytes import ANALYTES, NOT_A_MEASUREMENT, Analyte, generic_concept
from clinical.facts import Concept, Quantity, TimeSpan
from clinical.measured_regions import MeasuredRegion
from clinical.measured_values import Number
from clinical.measurement_rows import plain_quantity
from clinical.mentions import MeasurementMention, TimeMention
from clinical.number_tokens import read_number
from clinical.units import UNIT_PATTERN, unit_of
from clinical.value_fitting import DIASTOLIC, PRESSURE, SYSTOLIC, fit

_LINE = re.compile(r"[^\n]+")
_CELLS = re.compile(r"[^|\s](?:[^|\n]*?[^|\s])??(?=\s{2,}|\s*\||\s*$)")
_VALUE = re.compile(r"(?<![\w.,/-])(?:[<>]\s?)?\d[\d,]*(?:\.\d+)?(?:/\d{2,3})?(?=[HL]?(?![\w/%-]))")
_UNIT = re.compile(rf"(?<=[\s(\[]){UNIT_PATTERN}", re.I)
_HEADING_WORDS = re.compile(
    r"(?:date|day|time|test|lab|labs|component|name|analyte|result|results)s?", re.I
)
_FURNITURE = re.compile(r"[\s|:+=_-]+")


class _Column(NamedTuple):
    """One column: where its heading stands and what it is about."""

    start: int
    end: int
    time: TimeSpan | None = None
    name: str = ""


class _Line(NamedTuple):
    start: int
    end: int
    text: str


def measurement_tables(text: str, times: list[TimeMention]) -> list[MeasuredRegion]:
    """Find tables with a heading of dates or of tests, and read their cells."""
    if "\n" not in text:
        return []
    lines = [_Line(m.start(), m.end(), m[0]) for m in _LINE.finditer(text)]
    tables: list[MeasuredRegion] = []
    at = 0
    while at < len(lines):
        table, used = _table(text, lines[at:], times)
        if table:
            tables.append(table)
        at += used
    return tables


def _table(
    text: str, lines: list[_Line], times: list[TimeMention]
) -> tuple[MeasuredRegion | None, int]:
    for columns, read in (
        (_date_columns(lines[0], times), _test_row),
        (_test_columns(lines[0], times), _date_row),
    ):
        mentions: list[MeasurementMention] = []
        last = 0
        for index in _rows(text, lines) if columns else []:
            found = list(read(lines[index], columns, times))
            if not found:
                break
            mentions += found
            last = index
        if mentions:
            return MeasuredRegion(lines[0].start, lines[last].end, mentions), last + 1
    return None, 1


def _rows(text: str, lines: list[_Line]) -> Iterator[int]:
    """Number the lines below the heading up to a blank line, rulers left out."""
    for index in range(1, len(lines)):
        between = text[lines[index - 1].end : lines[index].start]
        if between.count("\n") > 1 or not lines[index].text.strip():
            return
        if _FURNITURE.fullmatch(lines[index].text) is None:
            yield index


def _date_columns(line: _Line, times: list[TimeMention]) -> list[_Column]:
    """Read a heading that holds nothing but dates; fewer than two make no table."""
    inside = [t for t in times if line.start <= t.start and t.end <= line.end and t.span]
    if len(inside) < 2:
        return []
    rest = line.text
    for mention in reversed(inside):
        rest = rest[: mention.start - line.start] + " " + rest[mention.end - line.start :]
    words = [word for word in _FURNITURE.split(rest) if word]
    if any(_HEADING_WORDS.fullmatch(word) is None for word in words):
        return []
    return [_Column(t.start - line.start, t.end - line.start, t.span) for t in inside]


def _test_columns(line: _Line, times: list[TimeMention]) -> list[_Column]:
    """Read a heading of test names parted by bars or wide gaps; at least two must be known."""
    if any(line.start <= t.start < line.end for t in times):
        return []
    cells = [_Column(m.start(), m.end(), None, m[0]) for m in _CELLS.finditer(line.text)]
    known = [cell for cell in cells if _analyte(cell.name)]
    return cells if len(known) >= 2 else []


def _analyte(name: str) -> Analyte | None:
    bare = _UNIT.sub("", name).strip(" ()[]:*-")
    alias = ROW_NAMES.get(bare)
    if alias is None:
        word = WORD.search(bare)
        found = PROSE_NAMES.match(bare, word.start(), word[0]) if word else None
        alias = found.alias if found else None
    if alias is None or alias.analyte == NOT_A_MEASUREMENT:
        return None
    return ANALYTES[alias.analyte]


def _test_row(
    row: _Line, columns: list[_Column], times: list[TimeMention]
) -> Iterator[MeasurementMention]:
    if any(row.start <= t.start < row.end for t in times):
        return
    values = list(_VALUE.finditer(row.text))
    name = row.text[: values[0].start()] if values else ""
    if not re.search(r"[A-Za-z]", name):
        return
    name = name.strip(" |:\t")
    for value in values:
        column = _nearest(row.text, value, columns)
        yield from _cell(row, value, name, column.time)


def _date_row(
    row: _Line, columns: list[_Column], times: list[TimeMention]
) -> Iterator[MeasurementMention]:
    inside = [t for t in times if row.start <= t.start < row.end and t.span]
    if not inside or row.text[: inside[0].start - row.start].strip(" |"):
        return
    begin = inside[0].end - row.start
    for value in _VALUE.finditer(row.text, begin):
        column = _nearest(row.text, value, columns)
        if not _HEADING_WORDS.fullmatch(column.name):
            yield from _cell(row, value, column.name, inside[0].span)


def _nearest(row: str, value: re.Match[str], columns: list[_Column]) -> _Column:
    """Choose the column by bars where the row has them, else by place."""
    bars = row.count("|", 0, value.start())
    inner = row.strip().strip("|")
    if inner.count("|") >= len(columns):
        return columns[min(max(bars - row.lstrip().startswith("|") - 1, 0), len(columns) - 1)]
    center = (value.start() + value.end()) / 2
    return min(columns, key=lambda column: abs((column.start + column.end) / 2 - center))


def _cell(
    row: _Line, value: re.Match[str], name: str, time: TimeSpan | None
) -> Iterator[MeasurementMention]:
    analyte, unit = _analyte(name), _UNIT.search(name)
    for part, number in _parts(analyte, value):
        if unit and number.unit is None:
            number = number._replace(unit=unit_of(unit[0]))
        concept, quantity = _read(part, name, number)
        if quantity is None:
            continue
        start, end = row.start + number.start, row.start + number.end
        yield MeasurementMention(
            start=start,
            end=end,
            text=row.text[number.start : number.end],
            kind=part.kind if part else "lab",
            concept=concept,
            quantity=quantity,
            time=time,
            value_start=start,
            value_end=end,
        )


def _parts(
    analyte: Analyte | None, value: re.Match[str]
) -> Iterator[tuple[Analyte | None, Number]]:
    """Take a cell apart: a blood pressure holds two values."""
    sides: list[tuple[Analyte | None, int]] = [(analyte, value.start())]
    if "/" in value[0]:
        slash = value.start() + value[0].index("/")
        is_pressure = analyte is not None and analyte.concept.id == PRESSURE
        sides = [(SYSTOLIC, value.start()), (DIASTOLIC, slash + 1)] if is_pressure else []
    for part, start in sides:
        number = read_number(value.string, start, may_range=False)
        if number:
            yield part, number


def _read(part: Analyte | None, name: str, number: Number) -> tuple[Concept, Quantity | None]:
    if part is None:
        label = _UNIT.sub("", name).strip(" ()[]:*-")
        return generic_concept("lab", label), plain_quantity(number, None)
    measured = fit(part, number, lenient=True)
    if measured is None:
        return part.concept, None
    return measured.analyte.concept, measured.quantity
