"""Any sequence of updates gives the graph that building from scratch gives."""

from collections.abc import Iterable
from typing import TypeAlias

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clinical.facts import Anchors, TimeSpan
from kg.build import build_graph
from kg.evidence import Evidence
from kg.extraction import Extractor, RuleExtractor
from kg.graph import PatientGraph
from kg.record import Note, PatientRecord, TableRow
from kg.update import update_graph
from kg.update_report import UpdateReport

Source: TypeAlias = Note | TableRow
Sources: TypeAlias = dict[str, Source]

STAY = Anchors(admitted="2180-01-01", discharged="2180-01-09")


class Dated:
    """Reads into each passage of a note when the patient left."""

    def __init__(self, extractor: Extractor) -> None:
        self.name = extractor.name
        self._extractor = extractor

    def note(self, note: Note, anchors: Anchors) -> list[Evidence]:
        left = TimeSpan(earliest=anchors.discharged, latest=anchors.discharged, precision="day")
        found = self._extractor.note(note, anchors)
        return [item.model_copy(update={"time": left}) for item in found]

    def row(self, row: TableRow) -> list[Evidence]:
        return self._extractor.row(row)


def view_of(sources: Sources) -> PatientRecord:
    items = list(sources.values())
    return PatientRecord(
        patient_id="p1",
        notes=tuple(item for item in items if isinstance(item, Note)),
        rows=tuple(item for item in items if isinstance(item, TableRow)),
    )


def build(extractor: Extractor, sources: Sources, anchors: Anchors = STAY) -> PatientGraph:
    return build_graph(view_of(sources), "a1", anchors, extractor)


def update(
    extractor: Extractor, graph: PatientGraph, sources: Sources, anchors: Anchors = STAY
) -> tuple[PatientGraph, UpdateReport]:
    """Update a graph, and see to it that nothing differs from a rebuild."""
    updated, report = update_graph(graph, view_of(sources), anchors, extractor)
    assert updated == build(extractor, sources, anchors)
    return updated, report


KINDS = ["diagnosis", "medication", "lab", "vital", "exam", "procedure", "allergy", "demographic"]
written = st.builds(
    lambda kind, concept, text, assertion, extra, hour: (
        f"kind={kind}; concept={concept}; text={text}; assertion={assertion}; {extra}"
        f"time=2180-01-01T0{hour}:00:00"
    ),
    st.sampled_from(KINDS),
    st.sampled_from(["x:a", "x:b", "text:a", "drug:metformin"]),
    st.sampled_from("ab"),
    st.sampled_from(["present", "present", "absent", "family"]),
    st.sampled_from(["", "study=study:ct; ", "value=121; ", "broader=panel:p; ", "status=home; "]),
    st.integers(0, 1),
)
times = st.sampled_from([None, "2180-01-01T00:00:00", "2180-01-02T00:00:00"])
names = st.sampled_from("uvwxyz")


def row_of(line: str, name: str, time: str | None) -> TableRow:
    fields = dict(part.split("=", 1) for part in line.split("; "))
    return TableRow(table="t", id=name, fields=fields, time=time)


rows = st.builds(row_of, written, names, times)
notes = st.builds(
    lambda lines, name, time: Note(id=name, category="note", text="\n".join(lines), time=time),
    st.lists(written, max_size=3),
    names,
    times,
)
steps = st.lists(st.tuples(st.booleans(), st.one_of(rows, notes)), min_size=1, max_size=4)


def after(sources: Sources, step: Iterable[tuple[bool, Source]]) -> Sources:
    """Put sources in, or take those of the same name out."""
    changed = dict(sources)
    for stays, source in step:
        name = f"{type(source).__name__}:{source.id}"
        if stays:
            changed[name] = source
        else:
            changed.pop(name, None)
    return changed


MASKED = Note(id="d1", category="discharge", text="Allergies:\nsulfa\n\nSecret course.\n")
CHART: Sources = {
    "d1": MASKED,
    "n2": Note(id="n2", category="note", text="Gout flare on HD 2.\nStarted on colchicine 0.6 mg."),
    "n3": Note(id="n3", category="radiology", text="IMPRESSION: No pneumonia. Left effusion."),
    "r1": TableRow(
        table="labevents",
        id="1",
        fields={"label": "Sodium", "valuenum": "131", "charttime": "2180-01-02 06:00:00"},
        time="2180-01-02T06:00:00",
    ),
}
CORRECTED: Sources = {
    "d1": MASKED.model_copy(update={"hidden": ((18, 34),)}),
    "n2": Note(id="n2", category="note", text="Gout flare on HD 3.\nStarted on colchicine 1.2 mg."),
    "n3": Note(id="n3", category="radiology", text="IMPRESSION: Pneumonia. Right effusion."),
    "r1": TableRow(
        table="labevents",
        id="1",
        fields={"label": "Sodium", "valuenum": "141", "charttime": "2180-01-02 06:00:00"},
        time="2180-01-02T06:00:00",
    ),
}


@settings(max_examples=15, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(sorted(CHART)), st.integers(0, 2)), max_size=6))
def test_updates_with_the_clinical_extractor_equal_a_rebuild(
    steps: list[tuple[str, int]],
) -> None:
    extractor, sources = RuleExtractor(), dict(CHART)
    graph = build(extractor, sources)
    for name, choice in steps:
        sources.pop(name, None)
        sources |= [{}, {name: CHART[name]}, {name: CORRECTED[name]}][choice]
        graph, _ = update(extractor, graph, sources)


@settings(
    max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(steps, min_size=1, max_size=5), st.integers(0, 4))
def test_any_sequence_of_updates_equals_a_rebuild(
    written_facts: Extractor, changes: list[list[tuple[bool, Source]]], moved: int
) -> None:
    sources: Sources = {}
    reader = Dated(written_facts)
    graph = build(reader, sources)
    for number, step in enumerate(changes):
        sources = after(sources, step)
        day = "2180-01-10" if number == moved else "2180-01-09"
        anchors = Anchors(admitted="2180-01-01", discharged=day)
        before = graph
        graph, report = update(reader, graph, sources, anchors)
        assert report.is_empty == (before == graph)
        assert report.read + report.unread == len(sources)
        assert len({(c.part, c.action, c.id) for c in report.changes}) == len(report.changes)
