"""The loop as a whole: its rounds, what the check is given, and how the rounds adapt."""

from dataclasses import dataclass, field
from functools import cache
from typing import cast

import pytest
from langchain_core.messages import BaseMessage
from langgraph.checkpoint.memory import InMemorySaver

from agents.adversarial.graph import LoopGraph, LoopParts, adversarial_graph
from agents.chart import Chart
from agents.check_graph import CheckParts, check_graph
from agents.error_engine.engine import RuleEngine
from agents.generate_graph import GenerateParts
from agents.judging import Judge, SentenceToJudge
from agents.known_judges import known_judges
from agents.model_calls import ModelCalls
from agents.model_settings import ModelSettings
from agents.models import Models
from agents.served import adversarial
from clinical.claims import read_claims
from clinical.facts import Anchors, Fact
from clinical.labels import ErrorType
from graph_state.checkpoint import CompressedSerializer
from graph_state.context import Context
from graph_state.findings import HallucinationDetectionResult
from graph_state.generation import GenerateInput, GenerationContext, Proposal, RewriteInput
from graph_state.loop import CONTROL, LoopContext, LoopOutput
from graph_state.loop_rounds import scored_round
from graph_state.state import CheckInput
from kg.build import build_graph
from kg.errors import BadInputError
from kg.evidence import Evidence
from kg.extraction import RuleExtractor
from kg.graph import EvidenceSetting, PatientGraph
from kg.open_store import open_store
from kg.record import Note, PatientRecord

ANCHORS = Anchors(admitted="2181-04-02T09:00:00", discharged="2181-04-10T00:00:00")
NOTE = """History of Present Illness:
58 year old man with persistent atrial fibrillation. He denied chest pain.

Pertinent Results:
2181-04-02 06:00AM BLOOD Creat-1.7* K-4.6 WBC-13.9* Hgb-10.8* Plt Ct-188
CT chest 2181-04-03: Small left pleural effusion.

Discharge Medications:
1. Metoprolol Tartrate 25 mg PO BID
2. Lisinopril 10 mg PO DAILY

Discharge Diagnosis:
Pneumonia
"""
SUMMARY = """He was found to have pneumonia. He denied chest pain.
His creatinine was 1.7 and his potassium 4.6. His white count was 13.9 on arrival.
CT showed a small left pleural effusion. Lisinopril was continued at 10 mg daily.
He takes metoprolol 25 mg twice daily. His hemoglobin was 10.8 with platelets of 188.
He has persistent atrial fibrillation. It was a pleasure to take part in his care."""
PATIENTS = ("p1", "p2")
Part = tuple[tuple[str, ...], dict[str, object]]
"""Where in the graphs a task runs, and the task itself."""

SEED = 918273645
MARK = "kept by the generator alone"


@cache
def patient_graph(patient: str) -> PatientGraph:
    note = Note(id=f"note-of-{patient}", category="note", text=NOTE, time="2181-04-10")
    record = PatientRecord(patient_id=patient, notes=(note,))
    return build_graph(record, None, ANCHORS, RuleExtractor())


@dataclass
class MarkingEngine:
    """Makes the errors of the rules and marks its records, so that a trace of them is found."""

    name: str = "marking"
    rules: RuleEngine = field(default_factory=RuleEngine)

    def types(self, sentence: RewriteInput, chart: Chart) -> tuple[ErrorType, ...]:
        return self.rules.types(sentence, chart)

    async def __call__(
        self,
        sentence: RewriteInput,
        chart: Chart,
        context: GenerationContext,
        refused: list[Proposal],
        objections: list[str],
    ) -> Proposal | None:
        made = await self.rules(sentence, chart, context, refused, objections)
        if made is None:
            return None
        edits = tuple(
            one.model_copy(update={"explanation": f"{one.explanation} ({MARK})"})
            for one in made.edits
        )
        return made.model_copy(update={"edits": edits})


@dataclass
class RecordingJudge:
    """Decides as another judge does and keeps all that it was given."""

    judge: Judge
    heard: list[str] = field(default_factory=list)
    contexts: list[Context] = field(default_factory=list)
    deterministic: bool = True

    async def __call__(
        self,
        sentence: SentenceToJudge,
        claims: list[Fact],
        evidence: list[Evidence],
        context: Context,
    ) -> HallucinationDetectionResult:
        self.heard.append(f"{sentence} {claims} {evidence} {context}")
        self.contexts.append(context)
        return await self.judge(sentence, claims, evidence, context)


@dataclass(frozen=True)
class Undecided:
    """Decides nothing, so that everything is missed."""

    deterministic: bool = True

    async def __call__(
        self,
        sentence: SentenceToJudge,
        claims: list[Fact],
        evidence: list[Evidence],
        context: Context,
    ) -> HallucinationDetectionResult:
        return HallucinationDetectionResult(
            reasoning="", status="abstained", reason="this judge never decides"
        )


async def already_there(
    patient_id: str, admission_id: str | None, evidence: EvidenceSetting
) -> None:
    """The graphs were put into the store beforehand."""


async def loop_of(judges: dict[str, Judge] | None = None, saved: bool = False) -> LoopGraph:
    store = open_store("memory")
    for patient in PATIENTS:
        await store.upsert(patient_graph(patient))
    generate = GenerateParts(
        store=store, engines={"rules": RuleEngine(), "marking": MarkingEngine()}
    )
    check = CheckParts(store=store, judges=judges or known_judges(), read_claims=read_claims)
    parts = LoopParts(generate=generate, check=check, ready=already_there)
    saver = InMemorySaver(serde=CompressedSerializer()) if saved else None
    return adversarial_graph(parts, checkpointer=False).compile(checkpointer=saver)


def documents(*patients: str) -> list[GenerateInput]:
    return [GenerateInput(patient_id=one, summary=SUMMARY) for one in patients or PATIENTS]


async def looped(context: LoopContext, judges: dict[str, Judge] | None = None) -> LoopOutput:
    graph = await loop_of(judges)
    done = await graph.ainvoke({"documents": documents()}, context=context)
    return LoopOutput(results=done["results"], generated=done["generated"], checked=done["checked"])


async def test_a_control_and_then_as_many_rounds_as_asked_for() -> None:
    done = await looped(LoopContext(seed=4, rounds=2))
    assert [one.round for one in done["results"]] == [CONTROL, 1, 2]
    control, *rounds = (one.figures for one in done["results"])
    assert control.planted == 0 and control.documents == len(PATIENTS)
    assert all(one.planted == one.wanted > 0 for one in rounds)
    assert [one.settings.seed for one in done["results"][1:]] == [4, 1004]
    for one in done["results"]:
        hits = one.figures.flags
        assert hits.true_positive + hits.false_negative == one.figures.planted
        assert len(scored_round(done, one.round)) == len(PATIENTS)


async def test_the_first_round_is_what_generating_alone_gives() -> None:
    from agents.generate_graph import generate_graph

    done = await looped(LoopContext(seed=4, rounds=1))
    store = open_store("memory")
    await store.upsert(patient_graph("p1"))
    parts = GenerateParts(store=store, engines={"rules": RuleEngine()})
    alone = (
        await generate_graph(parts)
        .compile()
        .ainvoke(documents("p1")[0], context=GenerationContext(seed=4))
    )
    first = [one.generated for one in done["generated"] if one.round == 1]
    assert alone["generated"] in first


async def test_the_same_seed_gives_the_same_rounds_and_another_one_others() -> None:
    one = await looped(LoopContext(seed=5, rounds=2))
    again = await looped(LoopContext(seed=5, rounds=2))
    other = await looped(LoopContext(seed=6, rounds=2))
    assert one == again
    assert one["generated"] != other["generated"]


async def test_more_is_asked_of_what_was_missed() -> None:
    context = LoopContext(seed=1, rounds=2, judge="silent", ratio=1.0)
    done = await looped(context, {"silent": Undecided()})
    first, second = done["results"][1:]
    assert first.figures.flags.true_positive == 0
    tried = {t: hits for t, hits in first.figures.types.items() if hits.planted}
    for error_type, hits in tried.items():
        assert second.settings.weights[error_type] > 5, hits
    untried = [t for t in first.figures.types if t not in tried]
    assert {second.settings.weights[t] for t in untried} <= {5}
    assert second.figures.without_output >= second.figures.planted


@pytest.mark.parametrize("judge", ["rules", "llm"])
async def test_the_check_is_given_the_text_and_nothing_of_its_generation(
    judge: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The generator's records carry marks; none may reach state, context, evidence or prompt."""
    heard: list[str] = []
    send = ModelCalls.send

    async def recorded(self: ModelCalls, messages: list[BaseMessage], *rest: object) -> BaseMessage:
        heard.extend(str(message) for message in messages)
        return await send(self, messages, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(ModelCalls, "send", recorded)
    models = Models(ModelSettings(models={"": "scripted"}))
    recording = RecordingJudge(known_judges(models)[judge], heard)
    graph = await loop_of({"recording": recording})
    context = LoopContext(seed=SEED, rounds=1, engine="marking", judge="recording")
    planted = ""
    async for part in graph.astream(
        {"documents": documents()}, context=context, stream_mode="tasks", subgraphs=True
    ):
        namespace, task = cast(Part, part)
        checks = any(name.startswith("checker") for name in namespace)
        if checks or task["name"] == "checker":
            heard.append(str(task.get("input", "")))
        if task["name"] == "adversary" and "result" in task:
            planted += str(task["result"])
    assert MARK in planted and str(SEED) in planted
    assert {type(one) for one in recording.contexts} == {Context}
    assert sum(SUMMARY[:20] in one for one in heard) and len(heard) > 40
    for trace in heard:
        assert MARK not in trace and str(SEED) not in trace
        assert "PlantedError" not in trace and "original_text" not in trace


async def test_the_findings_are_those_of_an_independent_check() -> None:
    done = await looped(LoopContext(seed=9, rounds=1, ratio=0.8))
    for one in done["generated"]:
        made = one.generated
        store = open_store("memory")
        await store.upsert(patient_graph(made.patient_id))
        check = CheckParts(store=store, judges=known_judges(), read_claims=read_claims)
        request = CheckInput(patient_id=made.patient_id, target=made.target, summary=made.text)
        alone = await check_graph(check).compile().ainvoke(request, context=Context())
        (report,) = [
            c.report
            for c in done["checked"]
            if c.round == one.round and c.report.patient_id == made.patient_id
        ]
        assert report.findings == alone["report"].findings
        assert report.settings == alone["report"].settings


async def test_a_loop_can_be_saved_and_read_back() -> None:
    graph = await loop_of(saved=True)
    config = {"configurable": {"thread_id": "one"}}
    context = LoopContext(seed=2, rounds=1)
    done = await graph.ainvoke(
        {"documents": documents("p1")}, config, context=context, durability="async"
    )  # type: ignore[call-overload]
    saved = await graph.aget_state(config)  # type: ignore[arg-type]
    assert saved.values["results"] == done["results"]
    assert saved.values["checked"] == done["checked"]


async def test_nothing_to_work_on_still_ends() -> None:
    graph = await loop_of()
    done = await graph.ainvoke({"documents": []}, context=LoopContext(rounds=1))
    assert [one.figures.documents for one in done["results"]] == [0, 0]


@pytest.mark.parametrize(
    ("context", "message"),
    [({"engine": "x"}, "engine 'x' is unknown"), ({"judge": "x"}, "judge 'x' is unknown")],
)
async def test_wrong_settings_are_one_line(context: dict[str, str], message: str) -> None:
    graph = await loop_of()
    with pytest.raises(BadInputError, match=message):
        await graph.ainvoke(
            {"documents": documents("p1")}, context=LoopContext.model_validate(context)
        )


def test_nobody_is_asked_within_a_loop() -> None:
    with pytest.raises(ValueError, match="nobody is asked"):
        LoopContext(human_review=True)


async def test_the_loop_ends_where_answers_are_awaited() -> None:
    store = open_store("memory")
    await store.upsert(patient_graph("p1"))

    def waiting() -> None:
        raise BadInputError("requests are written down")

    parts = LoopParts(
        generate=GenerateParts(store=store, engines={"rules": RuleEngine()}),
        check=CheckParts(store=store, judges=known_judges(), read_claims=read_claims),
        ready=already_there,
        stop_if_waiting=waiting,
    )
    graph = adversarial_graph(parts).compile()
    with pytest.raises(BadInputError, match="written down"):
        await graph.ainvoke({"documents": documents("p1")}, context=LoopContext())


async def test_the_served_graph_finds_the_bundled_patients() -> None:
    context = LoopContext(rounds=1, per_note=1, evidence="structured")
    async with adversarial() as graph:
        done = await graph.ainvoke({"patient_id": "70226"}, context=context)
        assert [one.figures.planted for one in done["results"]] == [0, 1]
        with pytest.raises(BadInputError, match="names no patient"):
            await graph.ainvoke({}, context=context)
