"""Check one rewritten summary by the graph that checks any summary."""

from asyncio import Semaphore
from collections.abc import Awaitable
from typing import Protocol

from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from agents.adversarial.adversary import MakeReady
from agents.check_graph import CheckGraph
from graph_state.context import context_of
from graph_state.loop import CheckTask, LoopContext, RoundReport


class Checked(TypedDict):
    """What the checker adds."""

    checked: list[RoundReport]


class CheckerNode(Protocol):
    """Checks one text."""

    def __call__(self, state: CheckTask, *, runtime: Runtime[LoopContext]) -> Awaitable[Checked]:
        """Return its report."""
        ...


def checker(graph: CheckGraph, ready: MakeReady, gate: Semaphore) -> CheckerNode:
    """Let the checking graph decide; it is given the text alone, under the settings of checks."""

    async def checked(state: CheckTask, *, runtime: Runtime[LoopContext]) -> Checked:
        text, settings = state["text"], context_of(runtime, LoopContext).checking
        async with gate:
            await ready(text["patient_id"], text.get("admission_id"), settings.evidence)
            done = await graph.ainvoke(text, context=settings)
        # The sources are those of the record; kept once a round they would fill the state.
        report = done["report"].model_copy(update={"sources": {}, "rows": {}})
        return {"checked": [RoundReport(round=state["round"], report=report)]}

    return checked
