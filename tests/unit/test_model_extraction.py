"""What models add to a graph: facts with exact places, reports without inventions, else rules."""

import json
from collections.abc import Sequence

import pytest

from agents.graph_reading import PARTLY, ModelReading
from agents.model_settings import ModelSettings
from agents.models import Models
from agents.patient_graph import stored_graph
from agents.scripted import ScriptedModel, ScriptLine
from kg.graph import PatientGraph
from kg.open_store import open_store
from kg.record import Case, Note, PatientRecord

NOTE = """History of Present Illness:
Mr. Adeyemi has T2DM and a frozen shoulder since spring.
He is said to hum to his plants.

Medications:
metformin 500 mg PO BID
"""


def script(*lines: tuple[str, Sequence[object]]) -> ScriptedModel:
    return ScriptedModel(
        script=tuple(
            ScriptLine(when=when, answers=tuple(json.dumps(answer) for answer in answers))
            for when, answers in lines
        )
    )


async def graph_by(
    model: ScriptedModel, monkeypatch: pytest.MonkeyPatch, extracts: bool, reports: bool
) -> tuple[PatientGraph, Models]:
    monkeypatch.setattr("agents.models.open_model", lambda *_: model)
    models = Models(ModelSettings(models={"": "scripted"}))
    store = open_store("memory")
    record = PatientRecord(patient_id="p-9", notes=(Note(id="n1", category="note", text=NOTE),))
    reading = ModelReading(models, extracts, reports)
    stored = await stored_graph(store, Case(record=record), None, (), "all", reading)
    graph = await store.load(stored.graph_id)
    assert graph is not None and graph.version == stored.version
    await store.close()
    return graph, models


async def test_a_model_adds_what_the_rules_missed_at_its_exact_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = {
        "facts": [
            {"quote": "hum to his plants", "name": "humming to plants", "kind": "event"},
            {"quote": "metformin 500 mg", "name": "metformin", "kind": "medication"},
        ]
    }
    model = script(("The text, passage by passage", [found]))
    graph, _ = await graph_by(model, monkeypatch, extracts=True, reports=False)
    (added,) = [item for item in graph.evidence if item.quote == "hum to his plants"]
    start, end = added.source.start, added.source.end
    assert NOTE[start:end] == "hum to his plants"
    assert added.facts[0].concept.name == "humming to plants"
    drugs = [e for e in graph.entities if e.concepts[:1] == ("drug:metformin",)]
    assert len(drugs) == 1 and PARTLY not in graph.version


async def test_a_quote_that_is_not_there_is_asked_for_again_then_left_to_the_rules(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    invented = {"facts": [{"quote": "atrial flutter", "name": "flutter", "kind": "diagnosis"}]}
    model = script(("The text, passage by passage", [invented]))
    graph, models = await graph_by(model, monkeypatch, extracts=True, reports=False)
    assert models.meter.used.calls == 4
    assert not any("flutter" in item.quote for item in graph.evidence if item.kind == "fact")
    assert any("read by rules" in reason for reason in graph.report.dropped)
    assert "read by rules: no answer of the model held" in caplog.text
    assert graph.version.endswith(PARTLY)


async def test_a_report_is_written_by_the_model_where_it_invents_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    good = {
        "title": "Diabetes on metformin",
        "summary": "Diabetes is treated with metformin.",
        "findings": [{"text": "Metformin is taken.", "entities": ["S1"]}],
    }
    model = script(("The entities:", [{**good, "summary": "HbA1c was 9.8."}, good]))
    graph, models = await graph_by(model, monkeypatch, extracts=False, reports=True)
    assert graph.communities
    assert graph.communities[0].title == "Diabetes on metformin"
    assert all("9.8" not in community.report for community in graph.communities)
    assert models.meter.used.calls == len(graph.communities) + 1


async def test_a_report_with_inventions_alone_stays_the_template(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bad = {"title": "x", "summary": "Sodium 112.", "findings": []}
    model = script(("The entities:", [bad]))
    graph, _ = await graph_by(model, monkeypatch, extracts=False, reports=True)
    assert all("112" not in community.report for community in graph.communities)
    assert any("report by template" in reason for reason in graph.report.dropped)
    assert graph.version.endswith(PARTLY)
