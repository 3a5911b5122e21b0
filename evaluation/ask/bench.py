"""How fast questions to a large graph are linked and answered."""

import asyncio
from collections.abc import Callable
from random import Random
from time import process_time

import numpy as np
from pydantic import BaseModel

from agents.ask.domain import Domain
from agents.ask.graph import ask, ask_graph
from agents.ask.knowledge_domain import KnowledgeDomain
from evaluation.ask.synthetic import ENTITIES, RELATIONS, SEED, synthetic_knowledge
from graph_state.asking import AskContext, AskInput
from kg.embedding import WordVectors
from kg.guidelines.knowledge import KnowledgeGraph

QUESTIONS = 200
_ASKED = {
    "RECOMMENDS_DRUG": "Which drugs are recommended for {}?",
    "HAS_SYMPTOM": "Which symptoms does {} present with?",
    "DIAGNOSED_BY": "Which tests diagnose {}?",
    "LEADS_TO": "Which side effects do drugs for complications of {} have?",
    "CAUSED_BY": "What are the causes of {}?",
}


class AskBench(BaseModel, frozen=True):
    """What was measured, in milliseconds of the processor, which other work does not lengthen."""

    entities: int
    relations: int
    questions: int
    answered: int
    opening_milliseconds: float
    """Once a graph: names, their vectors, and the look-ups over them."""

    linking_median: float
    linking_95th_percentile: float
    answering_median: float
    """Linking, both drafts, checks, search, evaluation and answer together."""

    answering_95th_percentile: float


def bench_questions(
    questions: int = QUESTIONS, entities: int = ENTITIES, relations: int = RELATIONS
) -> AskBench:
    """Measure on a made-up graph; every third name has two letters changed round."""
    knowledge = synthetic_knowledge(entities, relations)
    started = process_time()
    domain = KnowledgeDomain(knowledge, WordVectors())
    domain.understand("warm up misspeled")
    opening = 1000 * (process_time() - started)
    texts = _questions(knowledge, questions)
    linking = [_timed(lambda text=text: domain.understand(text)) for text in texts]  # type: ignore[misc]
    fresh = KnowledgeDomain(knowledge, domain.embedder)
    fresh.understand("warm up misspeled")
    answering, answered = asyncio.run(_answer(fresh, texts))
    return AskBench(
        entities=len(knowledge.entities),
        relations=len(knowledge.relations),
        questions=len(texts),
        answered=answered,
        opening_milliseconds=opening,
        linking_median=float(np.median(linking)),
        linking_95th_percentile=float(np.percentile(linking, 95)),
        answering_median=float(np.median(answering)),
        answering_95th_percentile=float(np.percentile(answering, 95)),
    )


async def _answer(domain: Domain, texts: list[str]) -> tuple[list[float], int]:
    async def domain_of(graph_id: str) -> Domain:
        return domain

    graph, answered, spent = ask_graph(domain_of).compile(), 0, []
    for text in texts:
        started = process_time()
        request = AskInput(question=text, graph_id=domain.graph.graph_id)
        answer = await ask(graph, request, AskContext())
        spent.append(1000 * (process_time() - started))
        answered += answer.status == "answered"
    return spent, answered


def _timed(call: Callable[[], object]) -> float:
    started = process_time()
    call()
    return 1000 * (process_time() - started)


def _questions(knowledge: KnowledgeGraph, count: int) -> list[str]:
    draw = Random(SEED)
    names = {one.id: one.name for one in knowledge.entities}
    fitting = [one for one in knowledge.relations if one.kind in _ASKED]
    found = []
    for number, relation in enumerate(draw.sample(fitting, min(count, len(fitting)))):
        name = names[relation.source]
        if number % 3 == 0:
            at = len(name) // 2
            name = name[:at] + name[at + 1] + name[at] + name[at + 2 :]
        found.append(_ASKED[relation.kind].format(name))
    return found
