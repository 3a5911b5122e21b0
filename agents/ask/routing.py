"""Every conditional edge of the graph `ask`, as a pure function of the state."""

from typing import Literal

from langgraph.runtime import Runtime

from agents.ask.strategies import next_strategy
from graph_state.asking import AskContext, AskState
from graph_state.context import context_of


async def after_linker(state: AskState) -> Literal["drafter", "answerer"]:
    """Draft, unless the question is refused."""
    return "answerer" if state.get("refusal") else "drafter"


async def after_evaluator(
    state: AskState, runtime: Runtime[AskContext]
) -> Literal["optimizer", "answerer"]:
    """Search again with another strategy, a capped number of times and only if one is left."""
    rounds = state.get("rounds", ())
    last = rounds[-1]
    context = context_of(runtime, AskContext)
    if last.sufficient or not context.evaluate or len(rounds) >= context.max_rounds:
        return "answerer"
    changed = next_strategy(state["strategy"], last.metrics, state["found"])
    return "answerer" if changed == state["strategy"] else "optimizer"
