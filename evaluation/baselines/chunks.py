"""The record cut into chunks of text, as retrieval without a graph sees it."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from clinical.sources import in_note
from kg.evidence import Evidence, evidence_id

LONGEST_CHUNK = 300
"""Characters of a note that one chunk may hold, unless a single sentence is longer."""


class Chunk(NamedTuple):
    """A stretch of a note, or a row with all its cells."""

    text: str
    """What it is ranked by."""

    items: tuple[Evidence, ...]
    """What may be cited of it: the stretch as one passage, or the cells of the row."""


def chunks_of(evidence: Iterable[Evidence], notes: Mapping[str, str]) -> list[Chunk]:
    """Cut the evidence of a record into chunks, in record order.

    Neighboring passages of one section are joined up to `LONGEST_CHUNK` characters; whole lists
    come in only where no passage holds their words, because a flat text knows of no lists.
    """
    known = list(evidence)
    return [*_note_chunks(known, notes), *_row_chunks(known)]


def _note_chunks(evidence: list[Evidence], notes: Mapping[str, str]) -> Iterator[Chunk]:
    for note, items in _by_note(evidence).items():
        run: list[Evidence] = []
        for item in _without_overlap(items):
            if run and not _joins(run, item, notes[note]):
                yield _chunk(run, notes[note])
                run = []
            run.append(item)
        if run:
            yield _chunk(run, notes[note])


def _by_note(evidence: list[Evidence]) -> dict[str, list[Evidence]]:
    found: dict[str, list[Evidence]] = {}
    for item in evidence:
        if not item.source.table:
            found.setdefault(item.source.note, []).append(item)
    return found


def _without_overlap(items: list[Evidence]) -> list[Evidence]:
    """Keep passages before lists, and of two that overlap the one that begins first."""
    kept: list[Evidence] = []
    for item in sorted(items, key=lambda e: (e.kind == "list", *_span(e))):
        start, end = _span(item)
        if not any(first < end and start < last for first, last in map(_span, kept)):
            kept.append(item)
    return sorted(kept, key=_span)


def _joins(run: list[Evidence], item: Evidence, text: str) -> bool:
    first, last = _span(run[0])[0], _span(run[-1])[1]
    start, end = _span(item)
    near = not text[last:start].strip()
    return near and run[0].section == item.section and end - first <= LONGEST_CHUNK


def _chunk(run: list[Evidence], text: str) -> Chunk:
    source = in_note(run[0].source.note, _span(run[0])[0], _span(run[-1])[1])
    quote = text[source.start : source.end]
    joined = run[0].model_copy(
        update={
            "id": evidence_id(source),
            "kind": "text",
            "source": source,
            "quote": quote,
            "facts": tuple(fact for item in run for fact in item.facts),
        }
    )
    return Chunk(quote, (joined,))


def _row_chunks(evidence: list[Evidence]) -> Iterator[Chunk]:
    rows: dict[tuple[str, str], list[Evidence]] = {}
    for item in evidence:
        if item.source.table:
            rows.setdefault((item.source.table, item.source.row), []).append(item)
    for (table, _), cells in rows.items():
        said = " ".join(cell.quote.replace("=", " ", 1) for cell in cells)
        yield Chunk(f"{table} {said}", tuple(cells))


def _span(item: Evidence) -> tuple[int, int]:
    return item.source.start or 0, item.source.end or 0
