"""The making of errors: draw sentences, rewrite them side by side, check, collect."""

from asyncio import Semaphore
from collections.abc import Awaitable, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime

from agents.collector import Collector
from agents.drawer import Sampler, drawer
from agents.generating import Charts, Engine
from agents.generation_routing import after_checks, each_drawn
from agents.generation_validator import GenerationValidator, outcome
from agents.generator import Generator
from agents.segmenter import Split
from agents.sentence_graph import LOST_CONNECTION
from clinical.sentences import split_sentences
from exports.langsmith_tracing import hide_by_default
from graph_state.generation import (
    GenerateInput,
    GenerateOutput,
    GenerateState,
    GenerationContext,
    RewriteInput,
    RewriteState,
    Rewritten,
)
from kg.store import GraphStore

GenerateBuilder = StateGraph[GenerateState, GenerationContext, GenerateInput, GenerateOutput]
GenerateGraph = CompiledStateGraph[GenerateState, GenerationContext, GenerateInput, GenerateOutput]
RewriteGraph = CompiledStateGraph[RewriteState, GenerationContext, RewriteInput, Rewritten]


class IntakeNode(Protocol):
    """Brings a patient's graph into the store and completes the input before the work begins."""

    def __call__(
        self, state: GenerateState, *, runtime: Runtime[GenerationContext]
    ) -> Awaitable[GenerateInput]:
        """Return the input with its summary."""
        ...


@dataclass(frozen=True, kw_only=True)
class GenerateParts:
    """What the making of errors is made of."""

    store: GraphStore
    engines: Mapping[str, Engine]
    split: Split = split_sentences
    at_once: int = 8
    """Sentences rewritten at the same time."""


def generate_graph(
    parts: GenerateParts,
    intake: IntakeNode | None = None,
    checkpointer: Literal[False] | None = None,
) -> GenerateBuilder:
    """Wire the making of errors; `checkpointer` is that of the sentences inside."""
    hide_by_default()
    charts = Charts(parts.store)
    builder: GenerateBuilder = StateGraph(
        GenerateState,
        context_schema=GenerationContext,
        input_schema=GenerateInput,
        output_schema=GenerateOutput,
    )
    if intake is not None:
        builder.add_node("intake", intake)
        builder.add_edge("intake", "sampler")
    builder.add_node("sampler", Sampler(charts, parts.split, parts.engines))
    builder.add_node("drawer", drawer)
    builder.add_node("rewriter", _bounded(rewrite_graph(parts, charts, checkpointer), parts))
    builder.add_node("collector", Collector(parts.split))
    builder.add_edge(START, "intake" if intake is not None else "sampler")
    builder.add_edge("sampler", "drawer")
    builder.add_conditional_edges("drawer", each_drawn, ["rewriter", "collector"])
    builder.add_edge("rewriter", "drawer")
    builder.add_edge("collector", END)
    return builder


def rewrite_graph(
    parts: GenerateParts, charts: Charts, checkpointer: Literal[False] | None = None
) -> RewriteGraph:
    """Wire generator and validator for one sentence, with the way back between them."""
    builder = StateGraph(
        RewriteState,
        context_schema=GenerationContext,
        input_schema=RewriteInput,
        output_schema=Rewritten,
    )
    builder.add_node("generator", Generator(parts.engines, charts), retry_policy=LOST_CONNECTION)
    builder.add_node("validator", GenerationValidator(charts))
    builder.add_node("outcome", outcome)
    builder.add_edge(START, "generator")
    builder.add_edge("generator", "validator")
    builder.add_conditional_edges("validator", after_checks)
    builder.add_edge("outcome", END)
    return builder.compile(name="rewrite", checkpointer=checkpointer)


class RewriteNode(Protocol):
    """Rewrites one sentence."""

    def __call__(self, state: RewriteInput) -> Awaitable[Rewritten]:
        """Return its outcome."""
        ...


def _bounded(graph: RewriteGraph, parts: GenerateParts) -> RewriteNode:
    """Let only so many sentences be under way."""
    gate = Semaphore(parts.at_once)

    async def rewriter(state: RewriteInput) -> Rewritten:
        async with gate:
            done = await graph.ainvoke(state)
        return {"outcomes": done["outcomes"]}

    return rewriter
