"""GraphRAG's text units as evidence: at their place in the document, with the facts inside."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from clinical.facts import Anchors, Fact
from clinical.sources import in_note
from kg.evidence import Evidence, evidence_id
from kg.extraction import Extractor
from kg.graphrag_tables import DocumentRow, GraphRAGTables, TextUnitRow
from kg.record import Note

_CATEGORY = "note"


class _Placed(NamedTuple):
    """A text unit with the note it stands in, and where."""

    unit: TextUnitRow
    note: str
    start: int


def unit_evidence(
    tables: GraphRAGTables, extractor: Extractor, anchors: Anchors
) -> dict[str, Evidence]:
    """Return the evidence of each text unit by the unit's id."""
    documents = {document.id: document for document in tables.documents}
    names = _names(tables.documents)
    placed = _place(tables.text_units, documents, names)
    texts = {names[document.id]: document.text for document in tables.documents}
    texts |= {one.note: one.unit.text for one in placed if one.note not in texts}
    used = {one.note for one in placed}
    facts = {
        name: _facts(extractor.note(Note(id=name, category=_CATEGORY, text=text), anchors))
        for name, text in texts.items()
        if name in used
    }
    return {one.unit.id: _evidence(one, facts[one.note]) for one in placed}


def _names(documents: Sequence[DocumentRow]) -> dict[str, str]:
    """Name documents by their titles, which people know, unless two have the same."""
    holders: dict[str, list[str]] = defaultdict(list)
    for document in documents:
        holders[document.title or document.id].append(document.id)
    return {
        document.id: title if len(holders[title]) == 1 else document.id
        for document in documents
        for title in [document.title or document.id]
    }


def _place(
    units: Iterable[TextUnitRow], documents: dict[str, DocumentRow], names: dict[str, str]
) -> list[_Placed]:
    """Find each unit in its document after the one before; units of a document overlap.

    A unit that is not found there word for word is a note of its own.
    """
    starts: dict[str, int] = {}
    placed = []
    for unit in units:
        document = documents.get(unit.document_id or "")
        after = starts.get(document.id, -1) + 1 if document else 0
        start = document.text.find(unit.text, after) if document else -1
        if document is None or start < 0:
            placed.append(_Placed(unit, f"text unit {unit.id}", 0))
            continue
        starts[document.id] = start
        placed.append(_Placed(unit, names[document.id], start))
    return placed


def _facts(evidence: Iterable[Evidence]) -> list[Fact]:
    """Return each fact once; lists repeat the facts of their lines."""
    found = {(str(fact.source), fact.concept.id): fact for item in evidence for fact in item.facts}
    return sorted(found.values(), key=lambda fact: (fact.source.start or 0, fact.concept.id))


def _evidence(placed: _Placed, facts: list[Fact]) -> Evidence:
    start, end = placed.start, placed.start + len(placed.unit.text)
    source = in_note(placed.note, start, end)
    return Evidence(
        id=evidence_id(source),
        kind="text",
        source=source,
        quote=placed.unit.text,
        facts=tuple(
            fact
            for fact in facts
            if start <= (fact.source.start or 0) and (fact.source.end or 0) <= end
        ),
    )
