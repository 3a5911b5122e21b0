"""What a graph depends on: the content of its sources and the settings, never any order."""

from itertools import permutations

from clinical.facts import Anchors
from kg.build import build_graph
from kg.extraction import Extractor
from kg.record import Note, PatientRecord, TableRow

DIABETES = "kind=diagnosis; concept=MONDO:0005148; name=type 2 diabetes mellitus"
METFORMIN = "kind=medication; concept=drug:metformin; name=metformin"


def record(line: str) -> PatientRecord:
    return PatientRecord(patient_id="p1", notes=(Note(id="n1", category="discharge", text=line),))


def test_the_order_of_rows_and_notes_does_not_matter(written_facts: Extractor) -> None:
    rows = tuple(
        TableRow(
            table="lab",
            id=f"r{n}",
            time=f"2180-01-0{n + 1}T00:00:00",
            fields={"kind": "lab", "concept": "lab:sodium", "value": str(130 + n)},
        )
        for n in range(3)
    )
    notes = tuple(Note(id=f"n{n}", category="note", text=DIABETES) for n in range(2))
    built = {
        build_graph(
            PatientRecord(patient_id="p1", rows=order, notes=notes[::step]),
            None,
            Anchors(),
            written_facts,
        ).model_dump_json()
        for order in permutations(rows)
        for step in (1, -1)
    }
    assert len(built) == 1


def test_the_order_of_columns_does_not_matter(written_facts: Extractor) -> None:
    fields = {"kind": "lab", "concept": "lab:sodium", "value": "131"}

    def built(*names: str) -> str:
        row = TableRow(table="lab", id="r", fields={name: fields[name] for name in names})
        view = PatientRecord(patient_id="p1", rows=(row,))
        return build_graph(view, None, Anchors(), written_facts).model_dump_json()

    assert len({built(*names) for names in permutations(fields)}) == 1


def test_the_version_follows_the_content_and_the_settings(written_facts: Extractor) -> None:
    def version(view: PatientRecord, admission: str | None = None, normalize: bool = True) -> str:
        return build_graph(view, admission, Anchors(), written_facts, normalize).version

    view = record(DIABETES)
    hidden = view.model_copy(
        update={"notes": tuple(n.model_copy(update={"hidden": ((0, 4),)}) for n in view.notes)}
    )
    versions = [
        version(view),
        version(record(METFORMIN)),
        version(view, "a1"),
        version(view, None, False),
        version(hidden),
    ]
    assert len(set(versions)) == len(versions)
    assert version(record(DIABETES)) == version(view)
