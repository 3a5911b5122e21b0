"""Asks all questions of a set in several ways, and counts how the answers do."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import BaseModel

from agents.ask.domain import Domain
from agents.ask.graph import ask, ask_graph
from agents.ask.knowledge_domain import KnowledgeDomain
from agents.ask.patient_domain import PatientDomain
from evaluation.ask.baselines import FlatSearch, no_source
from evaluation.ask.measures import (
    answer_relevancy,
    citations_valid,
    context_recall,
    faithfulness,
    is_right,
)
from evaluation.ask.questions import KNOWLEDGE, AskedQuestion
from graph_state.asking import AskContext, AskInput, GraphAnswer
from kg.build import build_graph
from kg.errors import BadInputError
from kg.extraction import RuleExtractor
from kg.guidelines.build import build_knowledge
from kg.readers import open_cases
from kg.store import Embedder
from kg.view import anchors_of, view_of

ARMS = ("graph", "graph without evaluation", "flat retrieval", "no source")

SWEPT = (0.15, 0.3, 0.45, 0.6, 0.75, 0.9)
"""Scores above which what was found counts as enough, for the sweep."""

Answer = Callable[[AskedQuestion], Awaitable[GraphAnswer]]


class Answered(BaseModel, frozen=True):
    """One question with an answer to it."""

    question: AskedQuestion
    answer: GraphAnswer
    right: bool


class AskFigures(BaseModel, frozen=True):
    """How one way of answering does on some questions; None where nothing could be measured."""

    arm: str
    part: str
    """All questions, or those of one kind."""

    questions: int
    answerable: int
    answer_right: float | None
    refused: float | None
    """Share of the unanswerable questions that were not answered."""

    refused_other_patients: float | None
    citations_valid: float | None
    context_recall: float | None
    faithfulness: float | None
    relevancy: float | None
    measured: int
    """Answers that faithfulness and relevancy are means of."""


@dataclass
class AskedGraphs:
    """The graphs that questions are asked of, opened when they are first needed."""

    hepatology: Path
    cohort: Path
    embedder: Embedder
    _domains: dict[str, Domain] = field(default_factory=dict)
    _flat: dict[str, FlatSearch] = field(default_factory=dict)

    async def domain_of(self, graph: str) -> Domain:
        """Open the graph that a question names."""
        if graph not in self._domains:
            self._domains[graph] = await asyncio.to_thread(self._opened, graph)
        return self._domains[graph]

    async def flat_of(self, graph: str) -> FlatSearch:
        """Index the sources of a graph as passages."""
        if graph not in self._flat:
            domain = await self.domain_of(graph)
            self._flat[graph] = FlatSearch(list(domain.evidence.values()), self.embedder)
        return self._flat[graph]

    def _opened(self, graph: str) -> Domain:
        if graph == KNOWLEDGE:
            return KnowledgeDomain(build_knowledge(self.hepatology, "hepatology"), self.embedder)
        for case in open_cases(self.cohort, graph):
            view = view_of(case.record, graph, (*case.targets, *case.withheld), "all")
            anchors = anchors_of(case.record, graph)
            built = build_graph(view, graph, anchors, RuleExtractor())
            return PatientDomain(built, self.embedder)
        raise BadInputError(f"{self.cohort}: no admission {graph!r}, which questions are about")


async def answers_of(
    questions: Sequence[AskedQuestion],
    graphs: AskedGraphs,
    arm: str,
    context: AskContext | None = None,
) -> list[Answered]:
    """Ask all questions in one way; `context` changes the settings of a graph."""
    asked = _way(graphs, arm, context or AskContext(evaluate=arm == ARMS[0]))
    answers = [await asked(question) for question in questions]
    return [
        Answered(question=question, answer=answer, right=is_right(question, answer))
        for question, answer in zip(questions, answers, strict=True)
    ]


def _way(graphs: AskedGraphs, arm: str, context: AskContext) -> Answer:
    graph = ask_graph(graphs.domain_of).compile()

    async def by_graph(one: AskedQuestion) -> GraphAnswer:
        return await ask(graph, AskInput(question=one.question, graph_id=one.graph), context)

    async def flat(one: AskedQuestion) -> GraphAnswer:
        return (await graphs.flat_of(one.graph)).answer(one.question, one.graph)

    async def nothing(one: AskedQuestion) -> GraphAnswer:
        return no_source(one.question, one.graph)

    return {"flat retrieval": flat, "no source": nothing}.get(arm, by_graph)


def figures_of(answered: Sequence[Answered], arm: str, embedder: Embedder) -> list[AskFigures]:
    """Count over all questions, and over those of each kind and source."""
    parts: dict[str, list[Answered]] = {"all": list(answered)}
    for one in answered:
        source = "knowledge" if one.question.graph == KNOWLEDGE else "patients"
        parts.setdefault(one.question.kind, []).append(one)
        parts.setdefault(source, []).append(one)
    return [_figures(part, name, arm, embedder) for name, part in parts.items()]


def _figures(answered: Sequence[Answered], part: str, arm: str, embedder: Embedder) -> AskFigures:
    open_ = [one for one in answered if not one.question.unanswerable]
    closed = [one for one in answered if one.question.unanswerable]
    others = [one for one in closed if one.question.unanswerable == "other_patient"]
    told = [one for one in answered if one.answer.status == "answered"]
    faith = [faithfulness(one.answer) for one in told]
    return AskFigures(
        arm=arm,
        part=part,
        questions=len(answered),
        answerable=len(open_),
        answer_right=_mean([float(one.right) for one in open_]),
        refused=_mean([float(one.right) for one in closed]),
        refused_other_patients=_mean([float(one.right) for one in others]),
        citations_valid=_mean([float(citations_valid(one.answer)) for one in told]),
        context_recall=_mean([context_recall(one.question, one.answer) for one in open_]),
        faithfulness=_mean(faith),
        relevancy=_mean([answer_relevancy(one.answer, embedder) for one in told]),
        measured=len([one for one in faith if one is not None]),
    )


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return round(sum(known) / len(known), 4) if known else None


async def swept(
    questions: Sequence[AskedQuestion], graphs: AskedGraphs
) -> list[tuple[float, AskFigures]]:
    """Ask all questions with several limits for what is enough where the assessors differ."""
    found = []
    for enough in SWEPT:
        context = AskContext(enough=enough, too_little=min(enough, AskContext().too_little))
        answered = await answers_of(questions, graphs, ARMS[0], context)
        found.append((enough, figures_of(answered, ARMS[0], graphs.embedder)[0]))
    return found


def rescued(full: Sequence[Answered], plain: Sequence[Answered]) -> tuple[int, int]:
    """Count questions that only the loop gets right, of those that go wrong without it."""
    wrong = [at for at, one in enumerate(plain) if not one.right]
    return sum(full[at].right for at in wrong), len(wrong)
