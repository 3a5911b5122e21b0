"""Read all sources of a record view into one list of evidence, in an order of its own."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from typing import NamedTuple, TypeAlias

from clinical.facts import Anchors
from clinical.sources import SourceRef
from kg.evidence import Evidence, EvidenceKind
from kg.extraction import Extractor
from kg.graph import SourceState
from kg.record import Note, PatientRecord, TableRow

_WIDTH: dict[EvidenceKind, int] = {"fact": 0, "text": 1, "list": 2}

_UNREAD = "rows were not read"
_FACTLESS = "rows hold no fact, kept as text"
_ELSEWHERE = "rows quote what stands elsewhere, left out"
_OF_ROWS = (_UNREAD, _FACTLESS, _ELSEWHERE)

SourceKey: TypeAlias = tuple[str, str, str]
"""The note, or else the table and the row: what tells one source from another."""


class Reading(NamedTuple):
    """One note or row as it was read."""

    state: SourceState
    evidence: tuple[Evidence, ...]
    """Each place once, in the order of the source."""

    @property
    def key(self) -> SourceKey:
        """Tell the source from all others."""
        return key_of(self.state.source)


class Collected(NamedTuple):
    """The evidence of a view in record order, with what was left out and why."""

    evidence: tuple[Evidence, ...]
    dropped: tuple[str, ...]


def key_of(place: SourceRef) -> SourceKey:
    """Return the source that holds a place."""
    return ("", place.table, place.row) if place.table else (place.note, "", "")


def canonical_rows(view: PatientRecord) -> list[TableRow]:
    """Order rows and their fields, so that the order of files, rows and columns does not matter."""
    ordered = sorted(view.rows, key=lambda row: (row.time or "", row.table, row.id))
    return [row.model_copy(update={"fields": dict(sorted(row.fields.items()))}) for row in ordered]


def canonical_notes(view: PatientRecord) -> list[Note]:
    """Order the notes by time and id."""
    return sorted(view.notes, key=lambda note: (note.time or "", note.id))


def content_digest(source: Note | TableRow) -> str:
    """Hash the content of a note or row."""
    return sha256(source.model_dump_json().encode()).hexdigest()[:16]


def read_sources(
    view: PatientRecord,
    anchors: Anchors,
    extractor: Extractor,
    known: Mapping[SourceKey, Reading] | None = None,
) -> list[Reading]:
    """Read every note and row; one that is known with the same content is not read again."""
    known = known or {}
    readings = []
    for note in canonical_notes(view):
        state = SourceState(source=SourceRef(note=note.id), digest=content_digest(note))
        kept = _unchanged(state, known)
        readings.append(kept or _read_note(note, state, anchors, extractor))
    for row in canonical_rows(view):
        source = SourceRef(table=row.table, row=row.id)
        state = SourceState(source=source, digest=content_digest(row))
        kept = _unchanged(state, known)
        readings.append(kept or _read_row(row, state, extractor))
    return readings


def _unchanged(state: SourceState, known: Mapping[SourceKey, Reading]) -> Reading | None:
    reading = known.get(key_of(state.source))
    return reading if reading is not None and reading.state.digest == state.digest else None


def gather(readings: Iterable[Reading]) -> Collected:
    """Join what was read, and tell what was left out: notes one by one, rows by table."""
    readings = list(readings)
    dropped: list[str] = []
    by_table: dict[str, Counter[str]] = {reason: Counter() for reason in _OF_ROWS}
    for state, _ in readings:
        if state.source.table:
            for reason in state.left_out:
                by_table[reason][state.source.table] += 1
        else:
            dropped.extend(f"note {state.source.note}: {reason}" for reason in state.left_out)
    for reason, counts in by_table.items():
        dropped.extend(f"table {name}: {n} {reason}" for name, n in sorted(counts.items()))
    evidence = (item for reading in readings for item in reading.evidence)
    return Collected(tuple(_one_per_place(evidence)), tuple(dropped))


def _read_note(note: Note, state: SourceState, anchors: Anchors, extractor: Extractor) -> Reading:
    found: list[Evidence] = []
    misplaced = hidden = 0
    items = extractor.note(note, anchors)
    for item in sorted(items, key=lambda e: (e.source.start or 0, -(e.source.end or 0), e.id)):
        if _is_hidden(item, note):
            hidden += 1
        elif not _stands_in(item, note):
            misplaced += 1
        else:
            found.append(item)
    reasons = {
        f"{hidden} items inside hidden text": hidden,
        f"{misplaced} items whose quote is not at their offsets": misplaced,
        "nothing was read from it": not items and note.text.strip(),
    }
    return _reading(state, found, [reason for reason, holds in reasons.items() if holds])


def _read_row(row: TableRow, state: SourceState, extractor: Extractor) -> Reading:
    items = extractor.row(row)
    found = [item for item in items if key_of(item.source) == ("", row.table, row.id)]
    reasons = {
        _UNREAD: not items,
        _FACTLESS: items and not any(item.facts for item in found),
        _ELSEWHERE: len(found) < len(items),
    }
    in_order = sorted(found, key=lambda e: (e.source.field, e.id))
    return _reading(state, in_order, [reason for reason, holds in reasons.items() if holds])


def _reading(state: SourceState, found: list[Evidence], left_out: list[str]) -> Reading:
    told = state.model_copy(update={"left_out": tuple(left_out)}) if left_out else state
    return Reading(told, tuple(_one_per_place(found)))


def _stands_in(item: Evidence, note: Note) -> bool:
    start, end = item.source.start, item.source.end
    if key_of(item.source) != (note.id, "", "") or start is None or end is None:
        return False
    return bool(item.quote) and note.text[start:end] == item.quote


def _is_hidden(item: Evidence, note: Note) -> bool:
    start, end = item.source.start or 0, item.source.end or 0
    return any(start < hidden_end and end > begin for begin, hidden_end in note.hidden)


def _one_per_place(items: Iterable[Evidence]) -> Iterator[Evidence]:
    """Join items of one place: both pressures of `120/80` stand in the same span."""
    places: dict[str, list[Evidence]] = {}
    for item in items:
        places.setdefault(item.id, []).append(item)
    for same in places.values():
        yield same[0] if len(same) == 1 else _joined(same)


def _joined(same: list[Evidence]) -> Evidence:
    widest = max(same, key=lambda e: _WIDTH[e.kind])
    facts = tuple(dict.fromkeys(fact for item in same for fact in item.facts))
    section = widest.section or next((e.section for e in same if e.section), None)
    return widest.model_copy(update={"facts": facts, "section": section})
