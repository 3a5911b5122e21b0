"""The model of a run searches through the same tools: by tool calls, or by JSON actions."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import pytest
from langchain_core.callbacks import BaseCallbackHandler

from agents.check_graph import CheckParts, check_graph
from agents.known_judges import known_judges
from agents.model_settings import ModelSettings
from agents.models import Models
from agents.runs import run_check
from clinical.claims import read_claims
from clinical.facts import Anchors
from graph_state.context import Context
from graph_state.findings import Finding
from graph_state.searches import Search
from graph_state.state import CheckInput
from kg.build import build_graph
from kg.extraction import RuleExtractor
from kg.record import Note, PatientRecord
from kg.sqlite_store import SqliteStore

NOTE = """Hospital notes:
04-02: She was given ceftriaxone 2 g daily for pneumonia.
04-05: Creatinine 1.1.
"""
SENTENCE = "She had pneumonia."
CREATININE = {"concept": "lab:creatinine"}
ASKED = "You look up one patient's record"
Method = Literal["json_schema", "function_calling"]


class Searching(BaseCallbackHandler):
    """Keeps the searches that retrievers give out."""

    def __init__(self) -> None:
        self.made: list[Search] = []

    def on_chain_end(self, outputs: object, **kwargs: object) -> None:
        if isinstance(outputs, dict) and "surroundings" in outputs and "result" not in outputs:
            self.made = outputs["made"]


async def checked(
    folder: Path, answers: list[object], method: Method, calls: int = 4
) -> tuple[list[Finding], list[Search], Models]:
    script = folder / "script.jsonl"
    script.write_text(json.dumps({"when": ASKED, "answers": answers}) + "\n")
    settings = ModelSettings(models={"": f"scripted:{script}"}, method=method)
    models = Models(settings)
    store = SqliteStore()
    note = Note(id="n1", category="discharge", text=NOTE, time="2181-04-08")
    anchors = Anchors(admitted="2181-04-01", discharged="2181-04-08")
    view = PatientRecord(patient_id="p1", notes=(note,))
    await store.upsert(build_graph(view, None, anchors, RuleExtractor()))
    parts = CheckParts(store=store, judges=known_judges(models), read_claims=read_claims)
    watcher = Searching()
    request: CheckInput = {"patient_id": "p1", "summary": SENTENCE}
    context = Context(judge="llm", tool_calls=calls, max_redetections=0)
    graph = check_graph(parts).compile()
    report = await run_check(graph, request, context, callbacks=[watcher])
    await store.close()
    return list(report.findings), watcher.made, models


def answer(method: Method, tool: str, arguments: Mapping[str, object]) -> dict[str, object]:
    if method == "function_calling":
        return {"calls": [{"name": tool, "args": arguments}]}
    return {"tool": tool, **arguments}


METHODS = pytest.mark.parametrize("method", ["json_schema", "function_calling"])


@METHODS
async def test_a_model_searches_until_nothing_is_missing(method: Method, tmp_path: Path) -> None:
    asked = [answer(method, "timeline", CREATININE), answer(method, "none", {})]
    if method == "function_calling":
        asked[1] = {"calls": []}
    _, made, models = await checked(tmp_path, [*asked], method)
    assert [(one.tool, one.arguments) for one in made][-1] == ("timeline", CREATININE)
    assert made[-1].counts["instances"] == 1
    assert models.meter.used.calls == 3, "two about searches, one about the verdict"


@METHODS
async def test_the_cap_holds_whatever_a_model_asks(method: Method, tmp_path: Path) -> None:
    again = answer(method, "local_search", {"text": "creatinine"})
    _, made, _ = await checked(tmp_path, [again], method, calls=3)
    by_model = [one for one in made if one.arguments == {"text": "creatinine"}]
    assert len(by_model) == 3
    assert by_model[0].counts["evidence"] > 0


@METHODS
async def test_what_a_tool_does_not_know_is_told_and_breaks_nothing(
    method: Method, tmp_path: Path
) -> None:
    asked = [
        answer(method, "neighbours", {"entity": "balloon"}),
        answer(method, "neighbours", {}),
        answer(method, "evidence_text", {"ids": ["ev_none"]}),
    ]
    findings, made, _ = await checked(tmp_path, [*asked], method, calls=3)
    assert len(findings) == 1
    assert [sum(one.counts.values()) for one in made[-3:]] == [0, 0, 0]


async def test_no_model_searches_unless_it_is_asked_to(tmp_path: Path) -> None:
    _, made, models = await checked(tmp_path, [answer("json_schema", "none", {})], "json_schema", 0)
    assert made[0].tool == "local_search"
    assert models.meter.used.calls == 1
