"""Read all sources of a record view into one list of evidence, in an order of its own."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from clinical.facts import Anchors
from kg.evidence import Evidence, EvidenceKind
from kg.extraction import Extractor
from kg.record import Note, PatientRecord, TableRow

_WIDTH: dict[EvidenceKind, int] = {"fact": 0, "text": 1, "list": 2}


class Collected(NamedTuple):
    """The evidence of a view in record order, with what was left out and why."""

    evidence: tuple[Evidence, ...]
    dropped: tuple[str, ...]


def canonical_rows(view: PatientRecord) -> list[TableRow]:
    """Order the rows by what they say, so that the order of files and rows does not matter."""
    return sorted(view.rows, key=lambda row: (row.time or "", row.table, row.id))


def canonical_notes(view: PatientRecord) -> list[Note]:
    """Order the notes by time and id."""
    return sorted(view.notes, key=lambda note: (note.time or "", note.id))


def collect_evidence(view: PatientRecord, anchors: Anchors, extractor: Extractor) -> Collected:
    """Read every note and row, and keep what stands where it says it stands."""
    dropped: list[str] = []
    found: list[Evidence] = []
    for note in canonical_notes(view):
        found.extend(_of_note(note, anchors, extractor, dropped))
    found.extend(_of_rows(canonical_rows(view), extractor, dropped))
    return Collected(tuple(_one_per_place(found)), tuple(dropped))


def _of_note(
    note: Note, anchors: Anchors, extractor: Extractor, dropped: list[str]
) -> Iterator[Evidence]:
    misplaced = hidden = 0
    items = extractor.note(note, anchors)
    for item in sorted(items, key=lambda e: (e.source.start or 0, -(e.source.end or 0), e.id)):
        if _is_hidden(item, note):
            hidden += 1
        elif not _stands_in(item, note):
            misplaced += 1
        else:
            yield item
    if hidden:
        dropped.append(f"note {note.id}: {hidden} items inside hidden text")
    if misplaced:
        dropped.append(f"note {note.id}: {misplaced} items whose quote is not at their offsets")
    if not items and note.text.strip():
        dropped.append(f"note {note.id}: nothing was read from it")


def _stands_in(item: Evidence, note: Note) -> bool:
    start, end = item.source.start, item.source.end
    if item.source.note != note.id or start is None or end is None:
        return False
    return bool(item.quote) and note.text[start:end] == item.quote


def _is_hidden(item: Evidence, note: Note) -> bool:
    start, end = item.source.start or 0, item.source.end or 0
    return any(start < hidden_end and end > begin for begin, hidden_end in note.hidden)


def _of_rows(
    rows: Iterable[TableRow], extractor: Extractor, dropped: list[str]
) -> Iterator[Evidence]:
    unread: Counter[str] = Counter()
    factless: Counter[str] = Counter()
    for row in rows:
        items = extractor.row(row)
        if not items:
            unread[row.table] += 1
        elif not any(item.facts for item in items):
            factless[row.table] += 1
        yield from sorted(items, key=lambda e: (e.source.field, e.id))
    dropped.extend(f"table {name}: {n} rows were not read" for name, n in sorted(unread.items()))
    dropped.extend(
        f"table {name}: {n} rows hold no fact, kept as text" for name, n in sorted(factless.items())
    )


def _one_per_place(items: list[Evidence]) -> Iterator[Evidence]:
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
