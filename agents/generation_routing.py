"""The conditional edges of the generation, as pure functions of the state."""

from typing import Literal

from langgraph.runtime import Runtime
from langgraph.types import Send

from graph_state.context import context_of
from graph_state.generation import GenerateState, GenerationContext, RewriteState


def each_drawn(state: GenerateState) -> list[Send] | Literal["collector"]:
    """Rewrite what was drawn and has no outcome yet; with nothing left, collect."""
    done = {one.index for one in state.get("outcomes", [])}
    drawn = state["queue"][: state["sent"]]
    return [Send("rewriter", one) for one in drawn if one["index"] not in done] or "collector"


def after_checks(
    state: RewriteState, runtime: Runtime[GenerationContext]
) -> Literal["generator", "outcome"]:
    """Send a refused rewrite back, a capped number of times; with none left, stop."""
    proposal = state.get("proposal")
    if state.get("accepted") or proposal is None or proposal.pending:
        return "outcome"
    regenerated = state.get("attempts", 0) - 1
    context = context_of(runtime, GenerationContext)
    return "outcome" if regenerated >= context.max_regenerations else "generator"
