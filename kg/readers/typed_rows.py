"""Turns the cells of a row into a typed row: its id, its time and its place among patients."""

import json
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import sha256

from pydantic import BaseModel

from kg.column_names import names_of_column
from kg.errors import BadInputError
from kg.readers.table_forms import GENERIC_TIMES, NAMED_BY_OWN_ID, OWN_ID, TableForm
from kg.record import TableRow
from kg.timestamps import is_unknown, iso_time

_TIME = re.compile(r"(?:^|_)(?:dt|dttm|date|time|datetime|timestamp|at)$|time$")
_ANOTHER_TIME = re.compile(
    r"end|stop|out|disch|death|dead|decease|birth|dob|verif|review|due|expire|store|update|modif"
    r"|void|abate|resol"
)
"""Columns with the time of something else: of an end, a check or an entry."""


class Identity(BaseModel, frozen=True):
    """The id of a row, and the columns of its primary key; none for a hash of its content."""

    id: str
    columns: tuple[str, ...] = ()


def filled(cells: Mapping[str, str]) -> dict[str, str]:
    """Keep the cells that hold something, as written."""
    return {name: text for name, text in cells.items() if text.strip()}


def cell(fields: Mapping[str, str], names: Iterable[str]) -> tuple[str, str] | None:
    """Find the first filled column of these lower-case names: the name as written, the text."""
    written = _written(tuple(fields))
    known = (one for name in names for one in names_of_column(name))
    found = next((written[name] for name in known if name in written), None)
    return None if found is None else (found, fields[found].strip())


@lru_cache(maxsize=4096)
def _written(columns: tuple[str, ...]) -> dict[str, str]:
    return {name.casefold(): name for name in columns}


def placing(table: str, fields: dict[str, str]) -> dict[str, str]:
    """Return the fields by which a row is placed: an `id` of its own may name patient or stay."""
    names = NAMED_BY_OWN_ID.get(table.casefold(), ())
    own = cell(fields, (OWN_ID,)) if names and cell(fields, names) is None else None
    return fields if own is None else {**fields, names[-1]: own[1]}


def content_hash(content: object) -> str:
    """Hash a value in its canonical form."""
    text = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return "h" + sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:15]


def identity(fields: Mapping[str, str], form: TableForm) -> Identity:
    """Return the primary key of a row, or the hash of its content where it has none."""
    for key in form.keys:
        parts = [cell(fields, (name,)) for name in key]
        if all(parts):
            return Identity(id="-".join(part[1] for part in parts if part), columns=key)
    return Identity(id=content_hash(dict(fields)))


def row_time(fields: Mapping[str, str], form: TableForm, where: str, strict: bool) -> str | None:
    """Return the time of a row; where the form is fixed, an unreadable time is an error."""
    names = form.times if strict else (*form.times, *GENERIC_TIMES, *named_as_times(fields))
    for name in names:
        found = cell(fields, (name,))
        if found is None or is_unknown(found[1]):
            continue
        time = iso_time(found[1])
        if time:
            return time
        if strict:
            raise _no_time(found, where)
    return None


def named_as_times(fields: Mapping[str, str]) -> list[str]:
    """List the columns, in lower case, whose name says that they hold when a row was made."""
    names = sorted(name.casefold() for name in fields)
    return [name for name in names if _TIME.search(name) and not _ANOTHER_TIME.search(name)]


def check_ends(fields: Mapping[str, str], form: TableForm, where: str) -> None:
    """Refuse an end of a stay that cannot be read, or later sources would count as evidence."""
    for name in form.ends:
        found = cell(fields, (name,))
        if found and not is_unknown(found[1]) and iso_time(found[1]) is None:
            raise _no_time(found, where)


def _no_time(found: tuple[str, str], where: str) -> BadInputError:
    return BadInputError(
        f"{where} column {found[0]}: {found[1][:40]!r} is no time; write it as YYYY-MM-DD HH:MM:SS"
    )


def numbered(rows: Iterable[TableRow]) -> list[TableRow]:
    """Sort rows by time, table and id and number those whose content is the same."""
    seen: dict[tuple[str, str], int] = {}
    result = []
    for row in sorted(rows, key=row_order):
        count = seen[row.table, row.id] = seen.get((row.table, row.id), 0) + 1
        result.append(row if count == 1 else row.model_copy(update={"id": f"{row.id}-{count}"}))
    return result


def row_order(row: TableRow) -> tuple[str, str, str]:
    """Order rows by time, then by table and id; rows without a time come first."""
    return (row.time or "", row.table, row.id)
