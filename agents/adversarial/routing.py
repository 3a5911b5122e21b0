"""The conditional edges of the loop, as pure functions of the state."""

from typing import Literal

from langgraph.runtime import Runtime
from langgraph.types import Send

from graph_state.context import context_of
from graph_state.loop import CheckTask, GenerationTask, LoopContext, LoopState


async def each_document(state: LoopState) -> list[Send] | Literal["assembler"]:
    """Have every document rewritten on its own, under the settings of the present round."""
    return [
        Send(
            "adversary",
            GenerationTask(round=state["round"], settings=state["settings"], document=document),
        )
        for document in state["documents"]
    ] or "assembler"


async def each_text(state: LoopState) -> list[Send] | Literal["scorer"]:
    """Have every rewritten text checked; nothing but the text goes along."""
    return [
        Send("checker", CheckTask(round=state["round"], text=text)) for text in state["texts"]
    ] or "scorer"


async def after_scorer(
    state: LoopState, runtime: Runtime[LoopContext]
) -> Literal["adapter", "__end__"]:
    """Go on until the last round is done."""
    return "adapter" if state["round"] < context_of(runtime, LoopContext).rounds else "__end__"
