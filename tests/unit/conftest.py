"""A small extractor that reads facts written out as `key=value`, for tests of the graph."""

import pytest

from clinical.facts import Anchors, Concept, Fact, Quantity, TimeSpan
from clinical.sources import SourceRef, in_note, in_row
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
