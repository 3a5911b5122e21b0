"""What turns the sources of a record into evidence with typed facts."""

import re
from typing import Protocol

from clinical.facts import Anchors, Fact, TimeSpan
from clinical.note_facts import read_note
from clinical.sources import in_note, in_row
from kg.evidence import Evidence, evidence_id
from kg.record import Note, TableRow
from kg.row_facts import read_row
from kg.row_facts.cells import Cells
from kg.row_facts.orders import COMMENTS
from kg.row_facts.statuses import never_was

_TIMESTAMP = re.compile(r"\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2})?)?")
_REMARK = re.compile(r"(?:^|[._])(?:notes?|comments?|remarks?)(?:\[\d+\])?(?:\.text)?$", re.I)
"""Columns in which somebody added words of their own, however few."""

_REMARKS = frozenset({*COMMENTS, "reason", "statusreason", "note.text"})
"""Columns in which the writer of a row says something about it, in words."""

_ORDERED = frozenset({"order_name", "order", "order_description", "order_text"})
_FREE_TEXT_WORDS = 3
"""A cell of this many words is text that may be cited even where a fact was read elsewhere."""


class Extractor(Protocol):
    """Reads notes and table rows; the graph is built from nothing else."""

    name: str
    """Name and version; part of the graph's version, so that a new extractor means a new graph."""

    def note(self, note: Note, anchors: Anchors) -> list[Evidence]:
        """Read a note into facts, passages and whole lists, none of them inside hidden text."""
        ...

    def row(self, row: TableRow) -> list[Evidence]:
        """Read a table row into facts, each with the field it stands in."""
        ...


class RuleExtractor:
    """Reads by the rules and lexicons of `clinical`; needs no model."""

    name = "rules/1"

    def note(self, note: Note, anchors: Anchors) -> list[Evidence]:
        """Read a note into passages and whole lists, with the facts inside."""
        passages = read_note(
            note.text,
            note.id,
            note.category,
            anchors,
            time=written_at(note.time),
            encounter=note.encounter,
            hidden=note.hidden,
        )
        found = []
        for passage in passages:
            source = in_note(note.id, passage.start, passage.end)
            found.append(
                Evidence(
                    id=evidence_id(source),
                    kind=passage.kind,
                    source=source,
                    quote=note.text[passage.start : passage.end],
                    time=passage.time,
                    section=passage.section,
                    facts=passage.facts,
                )
            )
        return found

    def row(self, row: TableRow) -> list[Evidence]:
        """Read a row into facts by field; free text and rows without facts stay citable."""
        facts: dict[str, list[Fact]] = {}
        for fact in read_row(row):
            facts.setdefault(fact.source.field, []).append(fact)
        never = never_was(Cells(row))
        told = [
            field
            for field, value in row.fields.items()
            if field not in facts
            and _tells(field, value, bool(facts))
            and not (never and field.casefold() not in _REMARKS)
        ]
        return [
            *(_cell(row, field, tuple(held)) for field, held in facts.items()),
            *(_cell(row, field, ()) for field in told),
        ]


def written_at(time: str | None) -> TimeSpan | None:
    """Turn a moment into an interval; midnight stands for a day whose hour nobody wrote."""
    if not time:
        return None
    if len(time) < len("2180-01-01T00:00") or time.endswith("T00:00:00"):
        day = time[:10]
        return TimeSpan(earliest=f"{day}T00:00:00", latest=f"{day}T23:59:59", precision="day")
    return TimeSpan(earliest=time, latest=time, precision="minute")


def _tells(field: str, value: str, has_facts: bool) -> bool:
    if has_facts:
        few = 1 if _REMARK.search(field) else _FREE_TEXT_WORDS
        return len(value.split()) >= few and not _TIMESTAMP.fullmatch(value)
    is_key = field.casefold().endswith("id")
    return not is_key and not _TIMESTAMP.fullmatch(value)


def _cell(row: TableRow, field: str, facts: tuple[Fact, ...]) -> Evidence:
    source = in_row(row.table, row.id, field)
    return Evidence(
        id=evidence_id(source),
        kind="text" if not facts or _is_prose(field, facts) else "fact",
        source=source,
        quote=f"{field}={row.fields.get(field, '')}",
        time=facts[0].time if facts else written_at(row.time),
        section=facts[0].section if facts else None,
        facts=facts,
    )


def _is_prose(field: str, facts: tuple[Fact, ...]) -> bool:
    """Say whether a cell says more than the facts read from it: a remark, the words of an order."""
    remark = field.casefold() in _REMARKS
    asked = field.casefold() in _ORDERED and all(fact.assertion == "present" for fact in facts)
    return remark or asked
