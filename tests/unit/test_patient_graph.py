"""The graph that a check finds in the store: built once, then kept up to date."""

from collections.abc import Callable

import pytest

from agents import patient_graph
from agents.patient_graph import stored_graph
from kg.build import build_graph
from kg.extraction import RuleExtractor
from kg.graph import EVIDENCE_SETTINGS, EvidenceSetting, PatientGraph, graph_id
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


@pytest.mark.parametrize("evidence", ["all", "structured"])
async def test_two_settings_of_evidence_share_no_graph(evidence: EvidenceSetting) -> None:
    store = SqliteStore()
    first = await stored_graph(store, case(FIRST), "a1", (), "all")
    second = await stored_graph(store, case(FIRST), "a1", (), evidence)
    assert (first.graph_id == second.graph_id) == (evidence == "all")
    kept = await store.summary(first.graph_id)
    assert kept is not None and kept.version == first.version
    loaded = await store.load(second.graph_id)
    assert loaded is not None and loaded.graph_id == second.graph_id


VIEWS: list[tuple[str, str | None, EvidenceSetting]] = [
    (patient, admission, evidence)
    for patient in ("a", "a@b", "a#structured", "a%40b", "a@", "")
    for admission in (None, "", "b", "b#structured", "@b")
    for evidence in EVIDENCE_SETTINGS
]


def test_no_two_views_share_the_name_of_a_graph() -> None:
    assert len({graph_id(*view) for view in VIEWS}) == len(VIEWS)
    assert graph_id("70847", "27428867") == "70847@27428867"


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
