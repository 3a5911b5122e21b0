"""The loop: adapt, plant errors, hand on the bare texts, check them, score, and adapt again."""

from asyncio import Semaphore
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Literal, Protocol

from langgraph.graph import START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime

from agents.adversarial.adapter import adapter
from agents.adversarial.adversary import MakeReady, adversary
from agents.adversarial.assembler import Assembler, StopIfWaiting, no_answers_awaited
from agents.adversarial.checker import checker
from agents.adversarial.routing import after_scorer, each_document, each_text
from agents.adversarial.scorer import Scorer
from agents.check_graph import CheckParts, check_graph
from agents.generate_graph import GenerateParts, generate_graph
from graph_state.loop import LoopContext, LoopInput, LoopOutput, LoopState

LoopBuilder = StateGraph[LoopState, LoopContext, LoopInput, LoopOutput]
LoopGraph = CompiledStateGraph[LoopState, LoopContext, LoopInput, LoopOutput]


class IntakeNode(Protocol):
    """Completes the input before the first round."""

    def __call__(self, state: LoopState, *, runtime: Runtime[LoopContext]) -> Awaitable[LoopInput]:
        """Return the documents with their texts."""
        ...


@dataclass(frozen=True, kw_only=True)
class LoopParts:
    """What the loop is made of."""

    generate: GenerateParts
    check: CheckParts
    ready: MakeReady
    stop_if_waiting: StopIfWaiting = no_answers_awaited
    documents_at_once: int = 4
    """Documents under way at the same time; the parts bound the sentences inside them."""


def adversarial_graph(
    parts: LoopParts,
    intake: IntakeNode | None = None,
    checkpointer: Literal[False] | None = None,
) -> LoopBuilder:
    """Wire the loop; `checkpointer` is that of the graphs inside, a document is resumed whole."""
    gate = Semaphore(parts.documents_at_once)
    generate = generate_graph(parts.generate, checkpointer=checkpointer)
    check = check_graph(parts.check, checkpointer=checkpointer)
    builder: LoopBuilder = StateGraph(
        LoopState, context_schema=LoopContext, input_schema=LoopInput, output_schema=LoopOutput
    )
    if intake is not None:
        builder.add_node("intake", intake)
        builder.add_edge("intake", "adapter")
    builder.add_node("adapter", adapter)
    builder.add_node(
        "adversary",
        adversary(generate.compile(name="generate", checkpointer=checkpointer), parts.ready, gate),
    )
    builder.add_node("assembler", Assembler(parts.stop_if_waiting))
    builder.add_node(
        "checker",
        checker(check.compile(name="check", checkpointer=checkpointer), parts.ready, gate),
    )
    builder.add_node("scorer", Scorer(parts.stop_if_waiting))
    builder.add_edge(START, "intake" if intake is not None else "adapter")
    builder.add_conditional_edges("adapter", each_document, ["adversary", "assembler"])
    builder.add_edge("adversary", "assembler")
    builder.add_conditional_edges("assembler", each_text, ["checker", "scorer"])
    builder.add_edge("checker", "scorer")
    builder.add_conditional_edges("scorer", after_scorer)
    return builder
