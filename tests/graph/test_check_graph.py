"""The check of a summary, with a store and judges made for each case."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from langchain_core.runnables import RunnableConfig
from langgraph.cache.memory import InMemoryCache
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from agents.check_graph import CheckParts, check_graph
from agents.judging import SentenceToJudge
from agents.retriever import Retrieved
from agents.source_texts import SourceTexts
from clinical.facts import Anchors, Concept, Fact, TimeSpan
from clinical.labels import ERROR_TYPES, Grade, Relation
from clinical.sources import in_note
from graph_state.checkpoint import serializer
from graph_state.context import Context
from graph_state.findings import (
    Citation,
    ClaimVerdict,
    Finding,
    HallucinationDetectionResult,
    Report,
)
from graph_state.review import Review, SentenceDecision
from graph_state.state import CheckInput
from kg.errors import BadInputError, ServiceError
from kg.evidence import Evidence, evidence_id
from kg.graph import Community, Entity, GraphRelation, PatientGraph
from kg.instance_index import Surroundings, Timeline
from kg.store import GraphSummary, LocalQuery, LocalResult

NOTE = "Home medications: furosemide 40 mg daily. Allergies: penicillin."
SUMMARY = "He takes furosemide. He flew a balloon."
REQUEST: CheckInput = {"patient_id": "p1", "summary": SUMMARY}


def passage(start: int, end: int) -> Evidence:
    source = in_note("n1", start, end)
    return Evidence(id=evidence_id(source), kind="text", source=source, quote=NOTE[start:end])


DRUG, ALLERGY = passage(0, 41), passage(42, len(NOTE))


@dataclass
class FakeStore:
    """Finds the drug at once, the allergy from the second search on."""

    drops: int = 0
    replaced_after: int | None = None
    """How many searches it takes until another run writes a graph of the same id."""

    queries: list[LocalQuery] = field(default_factory=list)

    async def local_search(self, graph_id: str, query: LocalQuery) -> LocalResult:
        self.queries.append(query)
        if self.drops:
            self.drops -= 1
            raise ConnectionError("dropped")
        found = (DRUG, ALLERGY) if query.top_k > 20 else (DRUG,)
        return LocalResult(
            version=self.version,
            hits=(),
            neighbours=(),
            relations=(),
            communities=(),
            evidence=found,
        )

    @property
    def version(self) -> str:
        replaced = self.replaced_after is not None and len(self.queries) > self.replaced_after
        return "v2" if replaced else "v1"

    async def summary(self, graph_id: str) -> GraphSummary | None:
        if graph_id != "p1":
            return None
        return GraphSummary(
            graph_id="p1",
            patient_id="p1",
            admission_id=None,
            version=self.version,
            anchors=Anchors(),
        )

    async def timeline(
        self, graph_id: str, concepts: tuple[str, ...], within: TimeSpan
    ) -> Timeline:
        raise NotImplementedError

    async def around(self, graph_id: str, entities: tuple[str, ...]) -> Surroundings:
        raise NotImplementedError

    async def upsert(self, graph: PatientGraph) -> None:
        raise NotImplementedError

    async def delete(self, graph_id: str) -> None:
        raise NotImplementedError

    async def graphs(self) -> list[GraphSummary]:
        raise NotImplementedError

    async def load(self, graph_id: str) -> PatientGraph | None:
        raise NotImplementedError

    async def community_search(self, graph_id: str, text: str, top_k: int) -> list[Community]:
        return []

    async def neighbours(self, graph_id: str, entity_id: str) -> list[tuple[GraphRelation, Entity]]:
        raise NotImplementedError

    async def shortest_path(self, graph_id: str, start: str, end: str) -> list[str] | None:
        raise NotImplementedError

    async def close(self) -> None:
        raise NotImplementedError


def verdict(
    sentence: SentenceToJudge, grade: Grade, cited: Evidence, relation: Relation = "supports"
) -> HallucinationDetectionResult:
    wrong = grade in ("E3", "E4")
    claim = ClaimVerdict(
        text=sentence.text,
        start=sentence.start,
        end=sentence.end,
        kind="medication",
        status="graded",
        grade=grade,
        evidence=(Citation(id=cited.id, relation=relation),),
    )
    return HallucinationDetectionResult(
        reasoning=f"see {cited.id}",
        status="graded",
        hallucination_status=wrong,
        hallucination_types=ERROR_TYPES[:1] if wrong else (),
        evidence_grade=grade,
        absence_rationale="all notes were searched" if grade == "E3" else None,
        claims=(claim,),
    )


@dataclass
class FakeJudge:
    """Decides as told; remembers what it saw."""

    decide: Callable[[SentenceToJudge, list[Evidence]], HallucinationDetectionResult]
    deterministic: bool = False
    seen: list[SentenceToJudge] = field(default_factory=list)

    async def __call__(
        self,
        sentence: SentenceToJudge,
        claims: list[Fact],
        evidence: list[Evidence],
        context: Context,
    ) -> HallucinationDetectionResult:
        self.seen.append(sentence)
        return self.decide(sentence, evidence)


def supported(sentence: SentenceToJudge, evidence: list[Evidence]) -> HallucinationDetectionResult:
    return verdict(sentence, "E1", DRUG)


def citing_the_allergy(
    sentence: SentenceToJudge, evidence: list[Evidence]
) -> HallucinationDetectionResult:
    return verdict(sentence, "E1", ALLERGY)


def inconsistent(
    sentence: SentenceToJudge, evidence: list[Evidence]
) -> HallucinationDetectionResult:
    return verdict(sentence, "E1", DRUG).model_copy(
        update={"hallucination_status": True, "hallucination_types": ERROR_TYPES[:1]}
    )


def contradicted(
    sentence: SentenceToJudge, evidence: list[Evidence]
) -> HallucinationDetectionResult:
    return verdict(sentence, "E4", DRUG, "contradicts")


def no_claims(text: str, heading: str, before: str, anchors: Anchors) -> list[Fact]:
    return []


def parts(judge: FakeJudge, store: FakeStore | None = None) -> CheckParts:
    return CheckParts(
        store=store or FakeStore(),
        judges={"rules": judge},
        read_claims=no_claims,
        sources=lambda graph_id: SourceTexts(notes={"n1": NOTE, "n2": "not cited"}),
    )


async def check(
    judge: FakeJudge, store: FakeStore | None = None, request: CheckInput = REQUEST
) -> Report:
    graph = check_graph(parts(judge, store)).compile()
    report: Report = (await graph.ainvoke(request, context=Context()))["report"]
    return report


async def test_the_report_has_each_sentence_in_order_with_its_sources() -> None:
    report = await check(FakeJudge(supported))
    assert [(f.text, f.status, f.retries) for f in report.findings] == [
        ("He takes furosemide.", "graded", 0),
        ("He flew a balloon.", "graded", 0),
    ]
    assert [SUMMARY[f.start : f.end] == f.text for f in report.findings] == [True, True]
    assert report.sources == {"n1": NOTE}
    assert report.settings["top_k"] == 20 and report.versions["graph"] == "v1"
    assert report.findings[0].evidence[0].evidence == DRUG


async def test_a_refused_verdict_is_judged_four_times_and_kept_as_failed() -> None:
    judge, store = FakeJudge(inconsistent), FakeStore()
    finding = (await check(judge, store)).findings[0]
    assert sum(s.index == 0 for s in judge.seen) == 4
    assert len(store.queries) == 2, "a wrong form is no reason to search again"
    assert (finding.status, finding.retries, finding.result) == ("failed", 3, None)
    assert finding.reason is not None and finding.reason.startswith("R1:")
    assert finding.last_result is not None and finding.evidence == ()


async def test_the_judge_is_told_the_objection() -> None:
    judge = FakeJudge(inconsistent)
    await check(judge)
    rules = [s.objection.rule if s.objection else None for s in judge.seen if s.index == 0]
    assert rules == [None, "R1", "R1", "R1"]


async def test_a_deterministic_judge_is_not_asked_twice_about_the_same_evidence() -> None:
    judge, store = FakeJudge(inconsistent, deterministic=True), FakeStore()
    finding = (await check(judge, store)).findings[0]
    assert [q.top_k for q in store.queries if "furosemide" in q.text] == [20, 40, 80]
    assert sum(s.index == 0 for s in judge.seen) == 2, "once more for the allergy, then no news"
    assert (finding.status, finding.retries) == ("failed", 1)


async def test_a_wider_search_can_settle_a_citation() -> None:
    finding = (await check(FakeJudge(citing_the_allergy, deterministic=True))).findings[0]
    assert (finding.status, finding.retries) == ("graded", 1)


async def test_a_dropped_connection_is_no_redetection() -> None:
    judge = FakeJudge(supported)
    report = await check(judge, FakeStore(drops=2))
    assert [f.retries for f in report.findings] == [0, 0]


async def test_a_connection_that_stays_away_ends_the_run() -> None:
    with pytest.raises(ServiceError, match="connection is lost"):
        await check(FakeJudge(supported), FakeStore(drops=1000))


async def test_a_graph_of_the_same_id_from_another_run_is_never_judged_on() -> None:
    judge = FakeJudge(supported)
    with pytest.raises(ServiceError, match="graph 'p1' was replaced in the store"):
        await check(judge, FakeStore(replaced_after=1))
    assert len(judge.seen) <= 1, "what the second search found is of nobody's chart"


async def test_one_broken_sentence_leaves_the_rest() -> None:
    def breaks(sentence: SentenceToJudge, evidence: list[Evidence]) -> HallucinationDetectionResult:
        if "balloon" in sentence.text:
            raise ZeroDivisionError
        return supported(sentence, evidence)

    report = await check(FakeJudge(breaks))
    assert [f.status for f in report.findings] == ["graded", "failed"]
    assert report.findings[1].reason == "ZeroDivisionError while the sentence was checked"


async def test_a_report_comes_even_when_every_sentence_breaks() -> None:
    def breaks(sentence: SentenceToJudge, evidence: list[Evidence]) -> HallucinationDetectionResult:
        raise ZeroDivisionError

    report = await check(FakeJudge(breaks))
    assert [(f.index, f.status) for f in report.findings] == [(0, "failed"), (1, "failed")]


async def test_a_failing_service_ends_the_run() -> None:
    def unreachable(
        sentence: SentenceToJudge, evidence: list[Evidence]
    ) -> HallucinationDetectionResult:
        raise ServiceError("the model does not answer")

    with pytest.raises(ServiceError, match="does not answer"):
        await check(FakeJudge(unreachable))


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ({"patient_id": "p1", "summary": " \n "}, "no sentence"),
        ({"patient_id": "p2", "summary": SUMMARY}, "'p2' is not in the store"),
    ],
)
async def test_wrong_input_is_refused(request_: CheckInput, message: str) -> None:
    with pytest.raises(BadInputError, match=message):
        await check(FakeJudge(supported), request=request_)


async def test_a_piece_that_is_only_a_mark_is_judged_like_any_other() -> None:
    report = await check(FakeJudge(supported), request={"patient_id": "p1", "summary": "+"})
    assert [finding.text for finding in report.findings] == ["+"]


async def test_an_unknown_judge_is_refused_with_the_known_ones() -> None:
    graph = check_graph(parts(FakeJudge(supported))).compile()
    with pytest.raises(BadInputError, match="'oracle' is unknown; choose one of: rules"):
        await graph.ainvoke(REQUEST, context=Context(judge="oracle"))


async def test_only_so_many_sentences_are_under_way() -> None:
    under_way = most = 0

    @dataclass
    class Slow(FakeJudge):
        async def __call__(
            self,
            sentence: SentenceToJudge,
            claims: list[Fact],
            evidence: list[Evidence],
            context: Context,
        ) -> HallucinationDetectionResult:
            nonlocal under_way, most
            under_way += 1
            most = max(most, under_way)
            await asyncio.sleep(0.001)
            under_way -= 1
            return supported(sentence, evidence)

    text = " ".join(f"Visit {n} was quiet." for n in range(12))
    given = CheckParts(
        store=FakeStore(), judges={"rules": Slow(supported)}, read_claims=no_claims, at_once=3
    )
    report = (
        await check_graph(given)
        .compile()
        .ainvoke({"patient_id": "p1", "summary": text}, context=Context())
    )["report"]
    assert len(report.findings) == 12 and most == 3


async def test_a_review_pauses_and_its_answer_is_kept() -> None:
    saver = InMemorySaver(serde=serializer())
    graph = check_graph(parts(FakeJudge(contradicted))).compile(checkpointer=saver)
    thread: RunnableConfig = {"configurable": {"thread_id": "1"}}
    context = Context(human_review=True)
    paused = await graph.ainvoke(REQUEST, thread, context=context, version="v2")
    assert [q["index"] for q in paused.interrupts[0].value["flagged"]] == [0, 1]
    answer: Command[str] = Command(resume={"accepted": [0], "rejected": [1]})
    done = await graph.ainvoke(answer, thread, context=context, version="v2")
    report = done.value["report"]
    assert report.review == Review(accepted=(0,), rejected=(1,))
    assert [f.index for f in report.findings] == [0, 1], "resuming repeats no sentence"


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("yes", "cannot be read"),
        ({"accept": [0]}, "accept: Extra inputs are not permitted"),
        ({"accepted": 0}, "accepted: Input should be a valid tuple"),
        ({"accepted": [7]}, "sentence 7 was not asked about; these were: 0, 1"),
        ({"accepted": [0], "rejected": [0]}, "sentence 0 has 2 answers"),
        ({"decisions": [{"index": 0, "choice": "maybe"}]}, "decisions.0.choice: Input should be"),
    ],
)
async def test_a_malformed_review_is_refused_in_one_line_and_can_be_given_again(
    answer: object, said: str
) -> None:
    saver = InMemorySaver(serde=serializer())
    graph = check_graph(parts(FakeJudge(contradicted))).compile(checkpointer=saver)
    thread: RunnableConfig = {"configurable": {"thread_id": "1"}}
    context = Context(human_review=True)
    await graph.ainvoke(REQUEST, thread, context=context)
    for _ in range(2):
        paused = await graph.ainvoke(Command(resume=answer), thread, context=context, version="v2")
        asked = paused.interrupts[0].value
        assert said in asked["refused"] and "\n" not in asked["refused"]
        assert [q["index"] for q in asked["flagged"]] == [0, 1]
    right = {"decisions": [{"index": 1, "choice": "edit", "grade": "E3"}], "reviewer": "Ada"}
    done = await graph.ainvoke(Command(resume=right), thread, context=context)
    decided = SentenceDecision(index=1, choice="edit", grade="E3")
    assert done["report"].review == Review(decisions=(decided,), reviewer="Ada")


async def test_a_run_without_settings_has_the_defaults() -> None:
    done = await check_graph(parts(FakeJudge(supported))).compile().ainvoke(REQUEST)
    assert done["report"].settings == Context().model_dump()


async def test_the_cache_answers_a_second_run_with_the_same_settings_only() -> None:
    store, cache = FakeStore(), InMemoryCache[Retrieved](serde=serializer())
    given = CheckParts(
        store=store, judges={"rules": FakeJudge(supported)}, read_claims=no_claims, cache=cache
    )
    graph = check_graph(given).compile()
    first: list[Finding] = (await graph.ainvoke(REQUEST, context=Context()))["findings"]
    assert (await graph.ainvoke(REQUEST, context=Context()))["findings"] == first
    assert len(store.queries) == 2
    await graph.ainvoke(REQUEST, context=Context(passages=3))
    assert len(store.queries) == 4


async def test_claims_steer_the_search() -> None:
    store = FakeStore()

    def allergy(text: str, heading: str, before: str, anchors: Anchors) -> list[Fact]:
        wider = tuple(f"drugclass:{n}" for n in range(9))
        concept = Concept(id="drug:amoxicillin", name="amoxicillin", broader=wider)
        return [Fact(kind="allergy", concept=concept, text=text, source=in_note("", 0, len(text)))]

    given = CheckParts(
        store=store, judges={"rules": FakeJudge(inconsistent, True)}, read_claims=allergy
    )
    await check_graph(given).compile().ainvoke(REQUEST, context=Context())
    first, second = [q for q in store.queries if "furosemide" in q.text][:2]
    assert first.sections == second.sections == ("allergies", "dialogue", "report")
    assert "drug:amoxicillin" in first.concepts
    assert set(first.concepts) | {"drugclass:8"} <= set(second.concepts)
    assert second.top_k == 2 * first.top_k and second.passages == 2 * first.passages


def test_the_drawing_shows_the_way_back() -> None:
    drawn = check_graph(parts(FakeJudge(supported))).compile().get_graph(xray=True)
    conditional = {(e.source, e.target) for e in drawn.edges if e.conditional}
    assert ("sentence:validator", "sentence:retriever") in conditional
    assert ("sentence:validator", "sentence:judge") in conditional
