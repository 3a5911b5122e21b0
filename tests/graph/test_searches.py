"""What the retriever asks of a graph through the tools, and what of it reaches the judge."""

from dataclasses import dataclass, field

import pytest
from langchain_core.callbacks import BaseCallbackHandler

from agents.check_graph import CheckParts, check_graph
from agents.judging import SentenceToJudge
from agents.rule_judge import RuleJudge
from agents.runs import run_check
from agents.search_plan import ALL_SEARCHES, LOCAL_ALONE, SearchParts
from clinical.claims import read_claims
from clinical.facts import Anchors, Fact
from graph_state.context import Context
from graph_state.findings import HallucinationDetectionResult, Report
from graph_state.searches import Search
from graph_state.state import CheckInput, SentenceState
from kg.build import build_graph
from kg.evidence import Evidence
from kg.extraction import RuleExtractor
from kg.record import Note, PatientRecord
from kg.sqlite_store import SqliteStore

NOTE = """Allergies: Penicillins (hives)

Hospital notes:
04-02: She was given ceftriaxone 2 g daily for pneumonia.
04-02: Creatinine 1.9.
04-05: Creatinine 1.1.
04-03: Acute kidney injury due to vancomycin. Amoxicillin 500 mg was given once.
"""


@dataclass
class Watching:
    """Judges by the rules, and keeps what it was given."""

    seen: list[SentenceToJudge] = field(default_factory=list)
    deterministic = True

    async def __call__(
        self,
        sentence: SentenceToJudge,
        claims: list[Fact],
        evidence: list[Evidence],
        context: Context,
    ) -> HallucinationDetectionResult:
        self.seen.append(sentence)
        return await RuleJudge()(sentence, claims, evidence, context)


class Retrieving(BaseCallbackHandler):
    """Keeps the searches that retrievers give out, as a trace does."""

    def __init__(self) -> None:
        self.made: list[Search] = []

    def on_chain_end(self, outputs: object, **kwargs: object) -> None:
        if isinstance(outputs, dict) and "surroundings" in outputs and "result" not in outputs:
            self.made = outputs["made"]


@pytest.fixture
async def store() -> SqliteStore:
    note = Note(id="n1", category="discharge", text=NOTE, time="2181-04-08")
    anchors = Anchors(admitted="2181-04-01", discharged="2181-04-08")
    record = PatientRecord(patient_id="p1", notes=(note,))
    opened = SqliteStore()
    await opened.upsert(build_graph(record, None, anchors, RuleExtractor()))
    return opened


async def checked(
    store: SqliteStore, summary: str, searches: SearchParts = ALL_SEARCHES
) -> tuple[Report, SentenceToJudge, list[Search]]:
    judge = Watching()
    parts = CheckParts(
        store=store, judges={"rules": judge}, read_claims=read_claims, searches=searches
    )
    watcher = Retrieving()
    request: CheckInput = {"patient_id": "p1", "summary": summary}
    report = await run_check(check_graph(parts).compile(), request, Context(), callbacks=[watcher])
    return report, judge.seen[0], watcher.made


async def test_a_trend_reaches_the_judge_in_order_of_time(store: SqliteStore) -> None:
    _, seen, made = await checked(store, "Her creatinine improved to 1.1.")
    assert [one.tool for one in made][:2] == ["local_search", "timeline"]
    assert made[1].arguments == {"concept": "lab:creatinine"}
    assert made[1].counts == {"dated": 2, "undated": 0}
    values = {one.id: one.value for one in seen.surroundings.instances}
    assert [values[name] for name in made[1].ids["dated"]] == ["1.9 mg/dL", "1.1 mg/dL"]


async def test_a_purpose_comes_with_its_edge_and_its_path(store: SqliteStore) -> None:
    _, seen, made = await checked(store, "She received ceftriaxone for pneumonia.")
    assert [one.tool for one in made if one.tool != "community_search"] == [
        "local_search",
        "neighbours",
        "neighbours",
        "shortest_path",
    ]
    assert [edge.kind for edge in seen.surroundings.edges if edge.kind == "given_for"]


async def test_silence_names_the_reports_that_were_searched(store: SqliteStore) -> None:
    report, _, made = await checked(store, "She underwent a splenectomy.")
    assert "community_search" in [one.tool for one in made]
    result = report.findings[0].result
    assert result is not None and result.absence_rationale is not None
    assert "community report" in result.absence_rationale


async def test_the_local_search_alone_when_the_others_are_off(store: SqliteStore) -> None:
    _, seen, made = await checked(store, "She received ceftriaxone for pneumonia.", LOCAL_ALONE)
    assert [one.tool for one in made] == ["local_search"]
    assert seen.surroundings.instances and not seen.surroundings.edges


def test_the_state_names_what_travels() -> None:
    assert {"made", "surroundings"} <= set(SentenceState.__annotations__)
