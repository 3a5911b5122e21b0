"""Every conditional edge, as a pure function of the state.

They are coroutines because LangGraph hands a plain function to a thread, twice a sentence.
"""

from typing import Literal

from langgraph.runtime import Runtime
from langgraph.types import Send

from graph_state.context import Context, context_of
from graph_state.state import CheckState, SentenceState

SEARCHABLE = frozenset({"R2", "R3", "evidence_ids", "quotes"})
"""Rules about evidence: a wider search may bring what the verdict lacked."""


async def each_sentence(state: CheckState) -> list[Send] | Literal["reviewer"]:
    """Check every sentence on its own; with none, go on, or the run would end here."""
    return [Send("sentence", sentence) for sentence in state["sentences"]] or "reviewer"


async def after_validator(
    state: SentenceState, runtime: Runtime[Context]
) -> Literal["retriever", "judge", "recorder"]:
    """Send a refused verdict back, a capped number of times.

    A judge that never changes its mind is only asked again after a wider search.
    """
    objection = state.get("objection")
    context = context_of(runtime, Context)
    if objection is None or state["attempts"] > context.max_redetections:
        return "recorder"
    if state["deterministic"] or objection.rule in SEARCHABLE:
        return "retriever"
    return "judge"


async def after_retriever(state: SentenceState) -> Literal["judge", "recorder"]:
    """Judge what was found, unless the same verdict would come out again."""
    if state.get("objection") and state.get("deterministic") and not state["news"]:
        return "recorder"
    return "judge"
