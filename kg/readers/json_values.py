"""Reads JSON files into values whose types are checked when they are used."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TypeGuard

from kg.errors import BadInputError
from kg.readers.compressed import raw_lines
from kg.readers.csv_files import decoded
from kg.readers.text import read_text

JsonObject = dict[str, object]

_HALF_PAIR = re.compile("[\ud800-\udfff]")


def is_object(value: object) -> TypeGuard[JsonObject]:
    """Say whether a JSON value is an object."""
    return isinstance(value, dict)


def is_array(value: object) -> TypeGuard[list[object]]:
    """Say whether a JSON value is an array."""
    return isinstance(value, list)


def read_json(path: Path) -> object:
    """Read a whole JSON file."""
    return parsed(read_text(path), str(path))


def read_json_lines(path: Path) -> Iterator[tuple[int, object]]:
    """Yield the values of a JSON Lines file with their line numbers, streaming."""
    for number, raw in enumerate(raw_lines(path), 1):
        where = f"{path} line {number}"
        text = decoded(raw, number == 1, where)
        if text.strip():
            yield number, parsed(text, where)


def parsed(text: str, where: str) -> object:
    """Parse JSON text; numbers keep the digits they are written with."""
    if not text.strip():
        raise BadInputError(f"{where}: the file is empty; a JSON value is needed")
    try:
        value: object = json.loads(
            text, parse_float=str, parse_int=str, parse_constant=str, object_pairs_hook=_unique
        )
    except json.JSONDecodeError as error:
        place = (
            f"line {error.lineno} column {error.colno}"
            if "\n" in text.strip()
            else (f"column {error.colno}")
        )
        raise BadInputError(f"{where} {place}: not valid JSON ({error.msg})") from error
    except (RecursionError, _RepeatedName) as error:
        reason = str(error) if isinstance(error, _RepeatedName) else "nested too deeply"
        raise BadInputError(f"{where}: {reason}") from error
    if "\\u" in text and _HALF_PAIR.search(json.dumps(value, ensure_ascii=False)):
        raise BadInputError(f"{where}: holds half of a surrogate pair; write whole characters")
    return value


class _RepeatedName(ValueError):
    """A name that an object has twice."""


def _unique(pairs: list[tuple[str, object]]) -> JsonObject:
    result = dict(pairs)
    if len(result) < len(pairs):
        names = [name for name, _ in pairs]
        name = next(name for name in names if names.count(name) > 1)
        raise _RepeatedName(f"the name {name!r} occurs twice in one object; keep one")
    return result
