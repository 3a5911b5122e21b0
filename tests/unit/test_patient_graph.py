"""The graph that a check finds in the store: built once, then kept up to date."""

from collections.abc import Callable

import pytest

from agents import patient_graph
from agents.patient_graph import stored_graph
from kg.build import build_graph
from kg.extraction import RuleExtractor
from kg.graph import PatientGraph
from kg.record import Case, Note, PatientRecord
from kg.sqlite_store import SqliteStore
from kg.view import anchors_of, view_of

FIRST = Note(id="n1", category="note", text="Allergies:\npenicillin\n")
SECOND = Note(id="n2", category="note", text="Home medications:\nfurosemide 40 mg daily\n")


def case(*notes: Note) -> Case:
    return Case(record=PatientRecord(patient_id="p1", notes=notes))


def rebuilt(of: Case) -> PatientGraph:
    view = view_of(of.record, None, (), "all")
    return build_graph(view, None, anchors_of(of.record, None), RuleExtractor())


def refusing(called: str) -> Callable[..., PatientGraph]:
    def refuse(*arguments: object) -> PatientGraph:
        raise AssertionError(called)

    return refuse


async def test_an_older_graph_is_updated_and_not_built_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = SqliteStore()
    first = await stored_graph(store, case(FIRST), None, (), "all")
    monkeypatch.setattr(patient_graph, "build_graph", refusing("build"))
    second = await stored_graph(store, case(FIRST, SECOND), None, (), "all")
    assert second.version != first.version
    monkeypatch.setattr(patient_graph, "update_graph", refusing("update"))
    assert await stored_graph(store, case(SECOND, FIRST), None, (), "all") == second
    assert await store.load("p1") == rebuilt(case(FIRST, SECOND))
