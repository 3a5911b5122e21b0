"""Reads the files that FHIR is served in: bundles, single resources, one resource a line."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from kg.errors import BadInputError
from kg.readers.compressed import plain_suffix
from kg.readers.json_values import JsonObject, is_array, is_object, read_json, read_json_lines

DOCUMENTS = (".json",)
LINES = (".ndjson", ".jsonl")
"""Newline-delimited JSON: the form of a bulk export."""


class Entry(NamedTuple):
    """A resource as it stands in a file: its place, its full address where it has one."""

    where: str
    address: str
    body: JsonObject
    bundled: bool
    """Whether it stands in a bundle; a loose resource may refer to others of its folder."""


def is_fhir_file(path: Path) -> bool:
    """Say whether a file holds FHIR resources."""
    suffix = plain_suffix(path)
    if suffix in LINES:
        return any(is_resource(value) for _, value in _first(read_json_lines(path)))
    return suffix in DOCUMENTS and is_resource(read_json(path))


def is_resource(value: object) -> bool:
    """Say whether a JSON value is a FHIR resource."""
    return is_object(value) and isinstance(value.get("resourceType"), str)


def entries_of(path: Path) -> Iterator[Entry]:
    """Yield the resources of a file; the entries of bundles one by one."""
    if plain_suffix(path) in LINES:
        for line, value in read_json_lines(path):
            yield from _unpacked(value, f"{path} line {line}")
    else:
        yield from _unpacked(read_json(path), str(path))


def _unpacked(
    value: object, where: str, address: str = "", bundled: bool = False
) -> Iterator[Entry]:
    if not is_object(value) or not is_resource(value):
        raise BadInputError(f"{where}: holds no resource with a resourceType")
    if value["resourceType"] != "Bundle":
        yield Entry(where, address, value, bundled)
        return
    entries = value.get("entry", [])
    if not is_array(entries):
        raise BadInputError(f"{where} entry: not a list")
    for number, entry in enumerate(entries):
        place = f"{where} entry[{number}]"
        if not is_object(entry):
            raise BadInputError(f"{place}: not an object")
        body = entry.get("resource")
        if body is None and ("request" in entry or "response" in entry):
            continue
        yield from _unpacked(body, place, str(entry.get("fullUrl", "")), bundled=True)


def _first(lines: Iterator[tuple[int, object]]) -> Iterator[tuple[int, object]]:
    """The first line alone: files of one kind of lines are told by it."""
    for found in lines:
        yield found
        return
