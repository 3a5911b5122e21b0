"""Tables in notes: days across the top and a test a line, or tests across and a day a line."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from clinical.analytes import Analyte, generic_concept
from clinical.facts import Concept, Quantity, TimeSpan
from clinical.labels import Selector
from clinical.measured_regions import MeasuredRegion
from clinical.measured_values import Number
from clinical.measurement_rows import plain_quantity
from clinical.mentions import MeasurementMention, TimeMention
from clinical.number_tokens import read_number
from clinical.table_cells import Cell, Row, row_of
from clinical.table_headings import (
    FURNITURE,
    UNIT,
    Column,
    Line,
    analyte_named,
    bare_name,
    date_columns,
    selector_named,
    test_columns,
    with_clocks,
)
from clinical.units import unit_of
from clinical.value_fitting import DIASTOLIC, PRESSURE, SYSTOLIC, fit

_LINE = re.compile(r"[^\n]+")
_LETTER = re.compile(r"[A-Za-z]")
_WORDS = re.compile(r"[A-Za-z]{2,}")
_SENTENCE_END = re.compile(r"[A-Za-z\d)]\.(?:\s+[A-Z]|\s*$)")
MOST_WORDS = 2
"""Words besides its cells that a row of a table may have: `RA`, `then 3L NC`."""


_ReadRow = Callable[[Line, list[Column], list[TimeMention]], list[MeasurementMention] | None]


class _Place(NamedTuple):
    """What a cell is about: its test, its time, which value of the series it is."""

    name: str
    time: TimeSpan | None
    selector: Selector | None


def measurement_tables(text: str, times: list[TimeMention]) -> list[MeasuredRegion]:
    """Find tables with a heading of days or of tests, and read their cells."""
    if "\n" not in text:
        return []
    lines = [Line(m.start(), m.end(), m[0]) for m in _LINE.finditer(text)]
    tables: list[MeasuredRegion] = []
    at = 0
    while at < len(lines):
        table, used = _table(text, lines, at, times)
        if table:
            tables.append(table)
        at += used
    return tables


def _table(
    text: str, lines: list[Line], at: int, times: list[TimeMention]
) -> tuple[MeasuredRegion | None, int]:
    columns = date_columns(lines[at], times)
    if columns:
        table, used = _rows(text, lines, at, columns, times, _test_row)
        if table:
            return table, used
    columns = test_columns(lines[at], times)
    return _rows(text, lines, at, columns, times, _date_row) if columns else (None, 1)


def _rows(
    text: str,
    lines: list[Line],
    at: int,
    columns: list[Column],
    times: list[TimeMention],
    read: _ReadRow,
) -> tuple[MeasuredRegion | None, int]:
    """Read the lines below a heading up to a blank line or one that is no row."""
    mentions: list[MeasurementMention] = []
    last = at
    for index in range(at + 1, len(lines)):
        between = text[lines[index - 1].end : lines[index].start]
        if between.count("\n") > 1 or not lines[index].text.strip():
            break
        clocked = with_clocks(columns, lines[index]) if index == at + 1 else []
        columns = clocked or columns
        if clocked or FURNITURE.fullmatch(lines[index].text):
            continue
        found = read(lines[index], columns, times)
        if found is None:
            break
        if found:
            mentions += found
            last = index
    if not mentions:
        return None, 1
    return MeasuredRegion(lines[at].start, lines[last].end, mentions), last - at + 1


def _test_row(
    line: Line, columns: list[Column], times: list[TimeMention]
) -> list[MeasurementMention] | None:
    """Read a test and its values; None where the line is no row of the table."""
    row = row_of(line.text)
    moments = [column for column in columns if not column.beside]
    if not _LETTER.search(row.name) or _begins_with_day(line, times):
        return [] if _is_filling(row) else None
    if _is_prose(line, row):
        return None
    if not row.cells or len(row.cells) > len(columns) + 1:
        return [] if _has_cells(line, moments) else None
    mentions: list[MeasurementMention] = []
    for cell, column in _placed(line.text, row, columns):
        if cell.match and not column.beside:
            place = _Place(row.name, column.time, column.selector)
            mentions += _cell(line, cell.match, place)
    return mentions


def _begins_with_day(line: Line, times: list[TimeMention]) -> bool:
    head = line.start + len(line.text) - len(line.text.lstrip(" |*-"))
    return any(t.start == head and t.span and t.kind != "relative" for t in times)


def _is_filling(row: Row) -> bool:
    """Say whether a nameless line only goes on with cells of the line above."""
    return (
        bool(row.cells or row.rest) and len(_WORDS.findall(row.name + " " + row.rest)) <= MOST_WORDS
    )


def _is_prose(line: Line, row: Row) -> bool:
    """Say whether a line goes on in words or sentences where a row has its cells."""
    return len(_WORDS.findall(row.rest)) > MOST_WORDS or bool(_SENTENCE_END.search(line.text))


def _has_cells(line: Line, moments: list[Column]) -> bool:
    """Say whether a line without numbers still has a cell for most columns: `RA   RA   2L`."""
    cells = re.split(r"\s{2,}|\t|\|", line.text.strip(" |"))
    return len(cells) > 1 and 2 * (len(cells) - 1) >= len(moments)


def _date_row(
    line: Line, columns: list[Column], times: list[TimeMention]
) -> list[MeasurementMention] | None:
    """Read a day and the values of its tests; None where the line is no row of the table."""
    inside = [t for t in times if line.start <= t.start < line.end and t.span]
    leading = [t for t in inside if not line.text[: t.start - line.start].strip(" |*-")]
    begin, time, selector = 0, None, None
    if leading:
        first = leading[0]
        begin, time = first.end - line.start, first.span
        for later in inside:
            gap = line.text[begin : max(begin, later.start - line.start)]
            if later.kind == "relative" and not gap.strip(" ,|") and later.start >= first.end:
                begin, time = later.end - line.start, later.span
    else:
        selector = selector_named(line.text)
        words = re.match(r"[\s|*-]*[A-Za-z/ ]+", line.text)
        begin = words.end() if selector and words else 0
    if not begin:
        return None
    row = row_of(line.text, begin)
    if _is_prose(line, row):
        return None
    mentions: list[MeasurementMention] = []
    for cell, column in _placed(line.text, row, columns):
        if cell.match and not column.beside:
            mentions += _cell(line, cell.match, _Place(column.name, time, selector))
    return mentions


def _placed(line: str, row: Row, columns: list[Column]) -> Iterator[tuple[Cell, Column]]:
    """Give each cell its column: by bars, by number where all are filled, else by place."""
    inner = line.strip().strip("|")
    moments = [column for column in columns if not column.beside]
    for number, cell in enumerate(row.cells):
        if inner.count("|") >= len(moments):
            bars = line.count("|", 0, cell.start) - line.lstrip().startswith("|")
            unlabeled = not columns[0].beside
            yield cell, columns[min(max(bars - unlabeled, 0), len(columns) - 1)]
        elif len(row.cells) == len(moments):
            yield cell, moments[number]
        elif len(row.cells) == len(columns):
            yield cell, columns[number]
        else:
            yield cell, _nearest(cell, columns)


def _nearest(cell: Cell, columns: list[Column]) -> Column:
    center = (cell.start + cell.end) / 2
    return min(columns, key=lambda column: abs((column.start + column.end) / 2 - center))


def _cell(line: Line, match: re.Match[str], place: _Place) -> Iterator[MeasurementMention]:
    analyte, unit = analyte_named(place.name), UNIT.search(" " + place.name)
    for part, number in _parts(analyte, match):
        if unit and number.unit is None:
            number = number._replace(unit=unit_of(unit[0]))
        concept, quantity = _read(part, place.name, number)
        if quantity is None and unit:
            concept, quantity = _read(part, place.name, number._replace(unit=None))
        if quantity is None:
            continue
        start, end = line.start + number.start, line.start + number.end
        yield MeasurementMention(
            start=start,
            end=end,
            text=line.text[number.start : number.end],
            kind=part.kind if part else "lab",
            concept=concept,
            quantity=quantity,
            selector=place.selector,
            time=place.time,
            value_start=start,
            value_end=end,
        )


def _parts(
    analyte: Analyte | None, match: re.Match[str]
) -> Iterator[tuple[Analyte | None, Number]]:
    """Take a cell apart: a blood pressure holds two values."""
    start, written = match.start("value"), match["value"]
    sides: list[tuple[Analyte | None, int]] = [(analyte, start)]
    if "/" in written:
        slash = start + written.index("/")
        is_pressure = analyte is not None and analyte.concept.id == PRESSURE
        sides = [(SYSTOLIC, start), (DIASTOLIC, slash + 1)] if is_pressure else []
    ranged = any(sign in written for sign in "-–")
    for part, at in sides:
        number = read_number(match.string, at, may_range=ranged)
        if number:
            yield part, number


def _read(part: Analyte | None, name: str, number: Number) -> tuple[Concept, Quantity | None]:
    if part is None:
        return generic_concept("lab", bare_name(name)), plain_quantity(number, None)
    measured = fit(part, number, lenient=True)
    if measured is None:
        return part.concept, None
    return measured.analyte.concept, measured.quantity
