"""Updates through any store: what is stored afterwards is what a rebuild gives."""

import pytest

from kg.build import build_graph
from kg.errors import BadInputError
from kg.extraction import RuleExtractor
from kg.graph import PatientGraph
from kg.record import Case, Encounter, Note, PatientRecord, TableRow, Target
from kg.store import GraphStore, LocalQuery
from kg.stored_update import admissions_to_refresh, refresh_graph
from kg.update_report import UpdateReport
from kg.view import anchors_of, view_of

ADMISSION = "a1"
STAY = Encounter(id=ADMISSION, admitted="2180-01-01T00:00:00", discharged="2180-01-09T00:00:00")
HISTORY = "Past Medical History:\ntype 2 diabetes\n\nAllergies:\npenicillin\n"
LATE = "Assessment:\nNew atrial fibrillation, started on warfarin 5 mg daily.\n"


def lab(row: str, analyte: str, value: str, hour: int) -> TableRow:
    time = f"2180-01-02T{hour:02}:00:00"
    fields = {"label": analyte, "valuenum": value, "valueuom": "mEq/L", "charttime": time}
    return TableRow(table="labevents", id=row, fields=fields, time=time, encounter=ADMISSION)


def case(sodium: str = "131", late: str = "", history: bool = True, patient: str = "p1") -> Case:
    notes = [
        Note(id=name, category="note", text=text, time=time, encounter=ADMISSION)
        for name, text, time in (
            ("n1", HISTORY if history else "", "2180-01-01T08:00:00"),
            ("n2", late, "2180-01-05T08:00:00"),
        )
        if text
    ]
    rows = (lab("1", "Sodium", sodium, 6), lab("2", "Potassium", "4.1", 6))
    record = PatientRecord(patient_id=patient, encounters=(STAY,), rows=rows, notes=tuple(notes))
    return Case(record=record)


def rebuilt(of: Case) -> PatientGraph:
    view = view_of(of.record, ADMISSION, (), "all")
    return build_graph(view, ADMISSION, anchors_of(of.record, ADMISSION), RuleExtractor())


async def refresh(store: GraphStore, of: Case) -> UpdateReport:
    return await refresh_graph(store, of, ADMISSION, "all", RuleExtractor())


async def test_every_stored_update_equals_a_rebuild(store: GraphStore) -> None:
    name = rebuilt(case()).graph_id
    steps = [
        (case(), 3),
        (case(sodium="141"), 1),
        (case(sodium="141", late=LATE), 1),
        (case(sodium="141", late=LATE, history=False), 0),
        (case(), 2),
    ]
    for changed, read in steps:
        report = await refresh(store, changed)
        assert report.read == read
        assert await store.load(name) == rebuilt(changed)


async def test_a_search_finds_the_corrected_value_and_not_the_old_one(store: GraphStore) -> None:
    await refresh(store, case(sodium="131"))
    report = await refresh(store, case(sodium="141"))
    assert report.count("fact", "invalidated") == 1
    query = LocalQuery(text="sodium", concepts=("lab:sodium",))
    found = await store.local_search(rebuilt(case()).graph_id, query)
    quotes = {item.quote for item in found.evidence}
    assert "valuenum=141" in quotes
    assert "valuenum=131" not in quotes


async def test_searches_after_an_update_are_those_after_a_rebuild(store: GraphStore) -> None:
    name, query = rebuilt(case()).graph_id, LocalQuery(text="atrial fibrillation and warfarin")
    await refresh(store, case())
    await store.local_search(name, query)
    await refresh(store, case(late=LATE))
    updated = await store.local_search(name, query)
    reports = await store.community_search(name, "warfarin", 3)
    await store.delete(name)
    await store.upsert(rebuilt(case(late=LATE)))
    assert await store.local_search(name, query) == updated
    assert await store.community_search(name, "warfarin", 3) == reports


async def test_nothing_is_written_where_nothing_changed(
    store: GraphStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    await refresh(store, case())

    async def refuse(graph: PatientGraph) -> None:
        raise AssertionError(graph.graph_id)

    monkeypatch.setattr(store, "upsert", refuse)
    assert (await refresh(store, case())).is_empty


async def test_an_update_leaves_other_patients_alone(store: GraphStore) -> None:
    twin = case(patient="P1")
    await refresh(store, case())
    await refresh(store, twin)
    await refresh(store, case(sodium="141"))
    assert await store.load(rebuilt(twin).graph_id) == rebuilt(twin)


async def test_all_stored_graphs_of_a_patient_are_due(store: GraphStore) -> None:
    assert admissions_to_refresh(case(), await store.graphs(), None) == (ADMISSION,)
    await refresh_graph(store, case(), None, "all", RuleExtractor())
    await refresh(store, case())
    await refresh(store, case(patient="p2"))
    due = admissions_to_refresh(case(), await store.graphs(), None)
    assert set(due) == {None, ADMISSION}
    assert admissions_to_refresh(case(), await store.graphs(), ADMISSION) == (ADMISSION,)


async def test_a_stored_admission_that_the_record_lacks_is_named(store: GraphStore) -> None:
    await refresh(store, case())
    other = PatientRecord(patient_id="p1", encounters=(STAY.model_copy(update={"id": "a2"}),))
    with pytest.raises(BadInputError, match=r"p1@a1: the record of patient p1 has no admission a1"):
        admissions_to_refresh(Case(record=other), await store.graphs(), None)


def test_a_new_patient_gets_the_graphs_that_a_check_would_need() -> None:
    targets = [Target(admission_id=name, name="brief_hospital_course", text="x") for name in "ba"]
    checked = Case(record=PatientRecord(patient_id="p1"), targets=tuple(targets))
    assert admissions_to_refresh(checked, [], None) == ("b", "a")
    assert admissions_to_refresh(Case(record=PatientRecord(patient_id="p1")), [], None) == (None,)
