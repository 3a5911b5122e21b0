"""Updates of a graph: always what a rebuild gives, by the work of what changed alone."""

from typing import TypeAlias

import pytest

from clinical.facts import Anchors
from clinical.vocabulary import condition_concept
from kg.build import build_graph
from kg.errors import BadInputError
from kg.evidence import Evidence
from kg.extraction import Extractor
from kg.graph import Entity, GraphRelation, PatientGraph
from kg.record import Encounter, Note, PatientRecord, TableRow
from kg.update import update_graph
from kg.update_report import UpdateReport

Sources: TypeAlias = dict[str, Note | TableRow]

STAY = Anchors(admitted="2180-01-01", discharged="2180-01-09")


def view_of(sources: Sources, patient: str = "p1") -> PatientRecord:
    items = list(sources.values())
    return PatientRecord(
        patient_id=patient,
        notes=tuple(item for item in items if isinstance(item, Note)),
        rows=tuple(item for item in items if isinstance(item, TableRow)),
    )


def lab(name: str, value: str, hour: int = 6, row: str = "r1") -> TableRow:
    time = f"2180-01-02T{hour:02}:00:00"
    fields = {"kind": "lab", "concept": f"lab:{name}", "value": value, "time": time}
    return TableRow(table="labs", id=row, fields=fields, time=time)


def note(*lines: str, name: str = "n1", time: str | None = None) -> Note:
    return Note(id=name, category="note", text="\n".join(lines), time=time)


def diagnosis(name: str, extra: str = "") -> str:
    return f"kind=diagnosis; concept=dx:{name}; name={name}{extra}"


class Counting:
    """Counts what it has to read."""

    def __init__(self, extractor: Extractor) -> None:
        self.name = extractor.name
        self.read: list[str] = []
        self._extractor = extractor

    def note(self, note: Note, anchors: Anchors) -> list[Evidence]:
        self.read.append(note.id)
        return self._extractor.note(note, anchors)

    def row(self, row: TableRow) -> list[Evidence]:
        self.read.append(f"{row.table}:{row.id}")
        return self._extractor.row(row)


class CountingReporter:
    """Counts the reports it has to write."""

    name = "counting"

    def __init__(self) -> None:
        self.written: list[str] = []

    def title(self, members: list[Entity], relations: list[GraphRelation]) -> str:
        return members[0].name

    def report(self, title: str, members: list[Entity], relations: list[GraphRelation]) -> str:
        self.written.append(title)
        told = [f"{member.name} {member.description}" for member in members]
        return "\n".join([title, *told, *(relation.id for relation in relations)])


def build(extractor: Extractor, sources: Sources, anchors: Anchors = STAY) -> PatientGraph:
    return build_graph(view_of(sources), "a1", anchors, extractor)


def update(
    extractor: Extractor, graph: PatientGraph, sources: Sources, anchors: Anchors = STAY
) -> tuple[PatientGraph, UpdateReport]:
    """Update a graph, and see to it that nothing differs from a rebuild."""
    updated, report = update_graph(graph, view_of(sources), anchors, extractor)
    assert updated == build(extractor, sources, anchors)
    return updated, report


def told(report: UpdateReport, part: str) -> list[tuple[str, str, str]]:
    return [(c.action, c.text, c.reason) for c in report.changes if c.part == part]


SODIUM = {"r1": lab("sodium", "131"), "r2": lab("sodium", "135", 18, "r2")}
HISTORY = {"n1": note(diagnosis("gout"), diagnosis("asthma"))}


def test_an_unchanged_record_changes_nothing_and_is_not_read(written_facts: Extractor) -> None:
    sources: Sources = {**SODIUM, **HISTORY}
    graph = build(written_facts, sources)
    reader = Counting(written_facts)
    updated, report = update_graph(graph, view_of(sources), STAY, reader)
    assert updated == graph
    assert report.is_empty
    assert (report.read, report.unread, reader.read) == (0, 3, [])


def test_a_corrected_lab_is_invalidated_within_its_test_and_time_only(
    written_facts: Extractor,
) -> None:
    sources: Sources = {**SODIUM, **HISTORY}
    graph = build(written_facts, sources)
    reader = Counting(written_facts)
    _, report = update(reader, graph, {**sources, "r1": lab("sodium", "141")})
    assert reader.read[:1] == ["labs:r1"]
    assert report.read == 1
    assert told(report, "source") == [("changed", "labs:r1", "its content changed")]
    assert told(report, "fact") == [
        (
            "invalidated",
            "sodium: 131 (2180-01-02 06:00)",
            "value is now sodium: 141 (2180-01-02 06:00) in labs:r1; "
            "was in labs:r1 (its content changed)",
        ),
        ("added", "sodium: 141 (2180-01-02 06:00)", "labs:r1 (its content changed)"),
    ]


def test_a_value_at_another_time_is_no_successor(written_facts: Extractor) -> None:
    graph = build(written_facts, {**SODIUM})
    _, report = update(written_facts, graph, {"r1": lab("sodium", "141", 7), "r2": SODIUM["r2"]})
    assert [(action, text) for action, text, _ in told(report, "fact")] == [
        ("removed", "sodium: 131 (2180-01-02 06:00)"),
        ("added", "sodium: 141 (2180-01-02 07:00)"),
    ]


def test_a_fact_vanishes_with_its_last_source_and_not_before(written_facts: Extractor) -> None:
    first, second = note(diagnosis("gout")), note(diagnosis("gout"), name="n2")
    both: Sources = {"n1": first, "n2": second}
    graph = build(written_facts, both)
    halved, report = update(written_facts, graph, {"n2": second})
    assert told(report, "fact") == [
        ("changed", "gout", "no longer stated by n1 (no longer in the record)")
    ]
    (gout,) = (entity for entity in halved.entities if entity.name == "gout")
    assert len(gout.evidence) == 1
    emptied, report = update(written_facts, halved, {})
    assert told(report, "fact") == [
        ("removed", "gout", "lost its last source: n2 (no longer in the record)")
    ]
    assert [entity.kind for entity in emptied.entities] == ["PATIENT"]


def test_only_affected_entities_relations_and_reports_are_made_again(
    written_facts: Extractor,
) -> None:
    apart = [
        f"kind=exam; concept=finding:{problem}{n}; study=study:{problem}"
        for problem in ("hip", "lung", "eye")
        for n in range(4)
    ]
    sources: Sources = {f"n{n}": note(line, name=f"n{n}") for n, line in enumerate(apart)}
    reporter = CountingReporter()
    graph = build_graph(view_of(sources), "a1", STAY, written_facts, reporter=reporter)
    written = len(reporter.written)
    reporter.written.clear()
    changed: Sources = {**sources, "n0": note(f"{apart[0]}; severity=severe", name="n0")}
    updated, report = update_graph(graph, view_of(changed), STAY, written_facts, reporter=reporter)
    assert 0 < len(reporter.written) < written
    same = {id(entity) for entity in graph.entities} & {id(entity) for entity in updated.entities}
    assert len(same) == len(graph.entities) - report.count("entity", "changed", "removed")
    assert report.count("entity", "added", "changed", "removed") == 3
    reporter.written.clear()
    rebuilt = build_graph(view_of(changed), "a1", STAY, written_facts, reporter=reporter)
    assert updated == rebuilt


def test_a_changed_wording_reaches_facts_of_unchanged_notes(written_facts: Extractor) -> None:
    bare = note("kind=diagnosis; concept=text:t2dm; name=T2DM")
    known = note("kind=diagnosis; concept=dx:diabetes; name=diabetes; text=T2DM", name="n2")
    graph = build(written_facts, {"n1": bare})
    merged, report = update(written_facts, graph, {"n1": bare, "n2": known})
    assert report.read == 1
    assert [e.id for e in merged.entities if e.kind == "DIAGNOSIS"] == ["DIAGNOSIS:dx:diabetes"]
    back, _ = update(written_facts, merged, {"n1": bare})
    assert back == graph


def test_a_wording_may_move_to_an_entity_that_no_changed_source_names(
    written_facts: Extractor,
) -> None:
    bare = note("kind=diagnosis; concept=text:ra; name=RA")
    joints = note("kind=diagnosis; concept=dx:arthritis; name=arthritis; text=RA", name="n2")
    stenosis = "kind=diagnosis; concept=dx:stenosis; name=stenosis; text=RA"
    twice: Sources = {f"s{n}": note(stenosis, name=f"s{n}") for n in range(2)}
    graph = build(written_facts, {"n1": bare, "n2": joints, **twice})
    updated, report = update(written_facts, graph, {"n1": bare, "n2": joints})
    (arthritis,) = (e for e in updated.entities if e.kind == "DIAGNOSIS")
    assert len(arthritis.evidence) == 2
    assert report.read == 0


def test_an_inferred_relation_follows_the_evidence_of_its_ends(written_facts: Extractor) -> None:
    penicillin = "concept=drug:penicillin_v; name=penicillin"
    given_twice: Sources = {
        f"n{n}": note(f"kind=medication; {penicillin}", name=f"n{n}") for n in range(2)
    }
    allergy: Sources = {"a": note(f"kind=allergy; {penicillin}", name="a")}
    graph = build(written_facts, {**given_twice, **allergy})
    updated, _ = update(written_facts, graph, {"n1": given_twice["n1"], **allergy})
    barred = [r for r in updated.relations if r.kind == "contraindicated_with"]
    assert [len(relation.evidence) for relation in barred] == [2]


@pytest.mark.parametrize(("before", "now"), [("female", "male"), ("male", "female")])
def test_a_report_follows_a_relation_between_entities_that_did_not_change(
    written_facts: Extractor, before: str, now: str
) -> None:
    """The sex decides whether a hemoglobin of 12.5 means anemia; neither entity depends on it."""
    anemia = condition_concept("anemia")
    blood = (
        f"kind=diagnosis; concept={anemia.id}; name=anemia; study=panel:blood",
        "kind=lab; concept=lab:hemoglobin; broader=panel:blood; value=12.5",
    )
    lungs = [
        f"kind=exam; concept=finding:lung{n}; study=study:ct; time=2180-01-0{n + 1}T00:00:00"
        for n in range(6)
    ]

    def chart(sex: str) -> Sources:
        told = f"kind=demographic; concept=demographic:sex; name=sex; result={sex}"
        return {"sex": note(told), "n2": note(*blood, *lungs, name="n2")}

    reporter = CountingReporter()
    graph = build_graph(view_of(chart(before)), "a1", STAY, written_facts, reporter=reporter)
    updated, report = update_graph(
        graph, view_of(chart(now)), STAY, written_facts, reporter=reporter
    )
    rebuilt = build_graph(view_of(chart(now)), "a1", STAY, written_facts, reporter=reporter)
    assert updated == rebuilt
    assert report.count("relation", "added", "removed") == 1


def test_other_dates_of_stay_read_the_notes_again_and_no_rows(written_facts: Extractor) -> None:
    sources: Sources = {**SODIUM, **HISTORY}
    graph = build(written_facts, sources)
    later = Anchors(admitted="2180-01-01", discharged="2180-01-10")
    _, report = update(written_facts, graph, sources, later)
    assert (report.read, report.unread) == (1, 2)
    assert [reason for _, _, reason in told(report, "source")] == [
        "read again, because the dates of the stay changed"
    ]
    assert told(report, "fact") == told(report, "entity") == []


def test_a_graph_of_another_builder_is_read_as_a_whole(written_facts: Extractor) -> None:
    sources: Sources = {**SODIUM, **HISTORY}
    graph = build(written_facts, sources).model_copy(update={"built_by": "an older version"})
    updated, report = update(written_facts, graph, sources)
    assert (report.read, report.unread) == (3, 0)
    assert {reason for _, _, reason in told(report, "source")} == {
        "read again, because graphs are built another way now"
    }
    assert updated == graph.model_copy(update={"built_by": updated.built_by})


def test_another_stay_changes_the_version_alone(written_facts: Extractor) -> None:
    graph = build(written_facts, {**SODIUM})
    view = view_of({**SODIUM}).model_copy(update={"encounters": (Encounter(id="a1"),)})
    updated, report = update_graph(graph, view, STAY, written_facts)
    assert updated == build_graph(view, "a1", STAY, written_facts)
    assert report.changes == () and not report.is_empty


def test_the_record_of_another_patient_is_refused(written_facts: Extractor) -> None:
    graph = build(written_facts, {**SODIUM})
    with pytest.raises(BadInputError, match=r"of patient p1, the record is of p2"):
        update_graph(graph, view_of({**SODIUM}, "p2"), STAY, written_facts)


def test_new_disagreement_is_kept_and_listed_not_resolved(written_facts: Extractor) -> None:
    graph = build(written_facts, {"r1": lab("sodium", "131")})
    both: Sources = {"r1": lab("sodium", "131"), "r2": lab("sodium", "141", row="r2")}
    updated, report = update(written_facts, graph, both)
    (conflict,) = updated.report.conflicts
    assert told(report, "conflict") == [("added", conflict, "sources disagree")]
    assert report.count("fact", "invalidated", "removed") == 0
    _, report = update(written_facts, updated, {"r1": both["r1"]})
    assert told(report, "conflict") == [("removed", conflict, "sources no longer disagree")]


def test_rows_that_share_an_id_are_read_again_and_still_equal_a_rebuild(
    written_facts: Extractor,
) -> None:
    first, second = lab("sodium", "131"), lab("sodium", "135", 18)
    both: Sources = {"a": first, "b": second}
    graph = build(written_facts, both)
    same, report = update(written_facts, graph, both)
    assert same == graph and report.is_empty
    assert report.read == 2
    alone, _ = update(written_facts, graph, {"b": second})
    update(written_facts, alone, both)
    update(written_facts, alone, {"a": second, "b": second})


def test_a_note_moved_in_time_moves_its_evidence_in_every_entity(
    written_facts: Extractor,
) -> None:
    early, late = "2180-01-01T00:00:00", "2180-01-03T00:00:00"
    still = note(diagnosis("gout"), name="n2", time="2180-01-02T00:00:00")
    graph = build(written_facts, {"n1": note(diagnosis("gout"), time=early), "n2": still})
    moved, report = update(
        written_facts, graph, {"n1": note(diagnosis("gout"), time=late), "n2": still}
    )
    (before,) = (entity for entity in graph.entities if entity.name == "gout")
    (after,) = (entity for entity in moved.entities if entity.name == "gout")
    assert after.evidence == before.evidence[::-1]
    assert told(report, "fact") == []
