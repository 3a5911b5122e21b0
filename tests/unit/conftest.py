"""What unit tests share: an extractor of facts written out, and records made by hand."""

from collections.abc import Callable, Sequence

import pytest

from agents.rule_judge.record_view import RecordView, view_of_evidence
from clinical.facts import Anchors, Concept, Fact, Quantity, TimeSpan
from clinical.sources import SourceRef, in_note, in_row
from clinical.vocabulary import concept as known_concept
from kg.evidence import Evidence, evidence_id
from kg.record import Note, TableRow


class WrittenFacts:
    """Each line of a note, and each row, is one fact: `kind=lab; concept=lab:sodium; value=131`."""

    name = "written-facts"

    def note(self, note: Note, anchors: Anchors) -> list[Evidence]:
        found, start = [], 0
        for line in note.text.split("\n"):
            source = in_note(note.id, start, start + len(line))
            start += len(line) + 1
            if line:
                fields = dict(part.split("=", 1) for part in line.split("; ") if "=" in part)
                facts = (_fact(fields, source),) if "concept" in fields else ()
                found.append(
                    Evidence(
                        id=evidence_id(source), kind="text", source=source, quote=line, facts=facts
                    )
                )
        return found

    def row(self, row: TableRow) -> list[Evidence]:
        if "concept" not in row.fields:
            return []
        source = in_row(row.table, row.id, "concept")
        quote = f"concept={row.fields['concept']}"
        facts = (_fact(row.fields, source),)
        return [
            Evidence(id=evidence_id(source), kind="fact", source=source, quote=quote, facts=facts)
        ]


def _fact(fields: dict[str, str], source: SourceRef) -> Fact:
    name = fields.get("name", fields["concept"].partition(":")[2])
    broader = tuple(part for part in fields.get("broader", "").split(",") if part)
    values = {
        "kind": fields["kind"],
        "concept": Concept(id=fields["concept"], name=name, broader=broader),
        "text": fields.get("text", name),
        "source": source,
        "quantity": _quantity(fields),
        "time": _time(fields),
    }
    plain = ("assertion", "status", "route", "laterality", "severity", "study", "section", "result")
    return Fact.model_validate(values | {key: fields[key] for key in plain if key in fields})


def _quantity(fields: dict[str, str]) -> Quantity | None:
    if "value" not in fields:
        return None
    return Quantity(value=float(fields["value"]), unit=fields.get("unit", ""))


def _time(fields: dict[str, str]) -> TimeSpan | None:
    if "time" not in fields:
        return None
    time = fields["time"]
    return TimeSpan(earliest=time, latest=fields.get("until", time), precision="minute")


@pytest.fixture
def written_facts() -> WrittenFacts:
    """An extractor for facts written out."""
    return WrittenFacts()


@pytest.fixture
def fact_of() -> Callable[..., Fact]:
    """Make a fact; `concept`, `value`, `unit` and `day` are written short.

    Name and wider concepts are those of the vocabulary where they are not given.
    """
    return _fact_of


def _fact_of(
    kind: str,
    concept: str,
    text: str = "",
    name: str = "",
    broader: str | None = None,
    start: int = 0,
    day: str = "",
    value: float | None = None,
    unit: str = "",
    **fields: object,
) -> Fact:
    known = known_concept(concept)
    text = text or name or known.name
    wider = known.broader if broader is None else tuple(broader.split())
    whole = {
        "kind": kind,
        "concept": Concept(id=concept, name=name or known.name, broader=wider),
        "text": text,
        "source": in_note("summary", start, start + len(text)),
        "time": _day(day) if day else None,
        "quantity": None
        if value is None
        else Quantity(value=value, unit=unit, written=f"{value:g}"),
    }
    return Fact.model_validate(whole | fields)


def _day(day: str) -> TimeSpan:
    return TimeSpan(earliest=f"{day}T00:00:00", latest=f"{day}T23:59:59", precision="day")


@pytest.fixture
def view_with() -> Callable[..., RecordView]:
    """Arrange facts, passages and whole lists as the evidence of one sentence."""
    return _view_with


def _view_with(
    facts: Sequence[Fact] = (),
    passages: Sequence[str | Evidence] = (),
    lists: dict[str, str] | None = None,
    table: str = "",
    anchors: Anchors | None = None,
) -> RecordView:
    evidence = [_evidence_of(fact, place, table) for place, fact in enumerate(facts)]
    for place, passage in enumerate(passages):
        evidence.append(_passage(passage, place) if isinstance(passage, str) else passage)
    for section, quote in (lists or {}).items():
        source = in_note(section, 0, len(quote))
        evidence.append(
            Evidence(
                id=evidence_id(source), kind="list", source=source, quote=quote, section=section
            )
        )
    return view_of_evidence(evidence, anchors or Anchors())


def _evidence_of(fact: Fact, place: int, table: str) -> Evidence:
    start = 1000 * place
    source = (
        in_row(table, str(place), "value")
        if table
        else in_note("note", start, start + len(fact.text))
    )
    return Evidence(
        id=evidence_id(source),
        kind="fact",
        source=source,
        quote=fact.text,
        section=fact.section,
        facts=(fact.model_copy(update={"source": source}),),
    )


def _passage(quote: str, place: int) -> Evidence:
    source = in_note("passages", 1000 * place, 1000 * place + len(quote))
    return Evidence(id=evidence_id(source), kind="text", source=source, quote=quote)
