"""Put the errors of one round into one document, by the graph that makes errors."""

from asyncio import Semaphore
from collections.abc import Awaitable, Callable
from typing import Protocol

from typing_extensions import TypedDict

from agents.generate_graph import GenerateGraph
from graph_state.loop import GenerationTask, RoundSummary
from kg.graph import EvidenceSetting

MakeReady = Callable[[str, str | None, EvidenceSetting], Awaitable[None]]
"""See to it that the graph of a patient, for one admission and setting, is in the store."""


class Planted(TypedDict):
    """What the adversary adds."""

    generated: list[RoundSummary]


class AdversaryNode(Protocol):
    """Makes the errors of one document."""

    def __call__(self, state: GenerationTask) -> Awaitable[Planted]:
        """Return the rewritten document with its records."""
        ...


def adversary(graph: GenerateGraph, ready: MakeReady, gate: Semaphore) -> AdversaryNode:
    """Let the generating graph rewrite; only so many documents are under way."""

    async def rewritten(state: GenerationTask) -> Planted:
        document = state["document"]
        async with gate:
            await ready(document["patient_id"], document.get("admission_id"), "all")
            done = await graph.ainvoke(document, context=state["settings"])
        return {"generated": [RoundSummary(round=state["round"], generated=done["generated"])]}

    return rewritten
