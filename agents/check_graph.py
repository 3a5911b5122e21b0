"""The check of a summary: split it, check its sentences side by side, review, report."""

from asyncio import Semaphore
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Literal, Protocol

from langgraph.errors import GraphBubbleUp
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime

from agents.recorder import unchecked
from agents.reporter import FindOmissions, Reporter, no_omissions
from agents.reviewer import reviewer
from agents.routing import each_sentence
from agents.safety.answer import FindSafety, no_safety
from agents.segmenter import Segmenter, Split
from agents.sentence_graph import SentenceGraph, SentenceParts, sentence_graph
from clinical.sentences import split_sentences
from exports.langsmith_tracing import hide_by_default
from graph_state.context import Context
from graph_state.state import CheckInput, CheckOutput, CheckState, Collected, SentenceInput

CheckBuilder = StateGraph[CheckState, Context, CheckInput, CheckOutput]
CheckGraph = CompiledStateGraph[CheckState, Context, CheckInput, CheckOutput]


class IntakeNode(Protocol):
    """Brings a patient's graph into the store and completes the input before the check."""

    def __call__(self, state: CheckState, *, runtime: Runtime[Context]) -> Awaitable[CheckInput]:
        """Return the input with its summary."""
        ...


class SentenceNode(Protocol):
    """Checks one sentence."""

    def __call__(self, state: SentenceInput) -> Awaitable[Collected]:
        """Return its finding."""
        ...


@dataclass(frozen=True, kw_only=True)
class CheckParts(SentenceParts):
    """What the check of a summary is made of, beyond that of its sentences."""

    split: Split = split_sentences
    find_omissions: FindOmissions = no_omissions
    find_safety: FindSafety = no_safety
    at_once: int = 8
    """Sentences checked at the same time."""


def check_graph(
    parts: CheckParts, intake: IntakeNode | None = None, checkpointer: Literal[False] | None = None
) -> CheckBuilder:
    """Wire the check of a summary; `checkpointer` is that of the sentences inside."""
    hide_by_default()
    builder: CheckBuilder = StateGraph(
        CheckState, context_schema=Context, input_schema=CheckInput, output_schema=CheckOutput
    )
    if intake is not None:
        builder.add_node("intake", intake)
        builder.add_edge("intake", "segmenter")
    sentence = bounded(sentence_graph(parts, checkpointer), parts.at_once)
    builder.add_node("segmenter", Segmenter(parts.store, parts.split, parts.judges))
    builder.add_node("sentence", sentence)
    builder.add_node("reviewer", reviewer)
    builder.add_node("reporter", Reporter(parts.sources, parts.find_omissions, parts.find_safety))
    builder.add_edge(START, "intake" if intake is not None else "segmenter")
    builder.add_conditional_edges("segmenter", each_sentence, ["sentence", "reviewer"])
    builder.add_edge("sentence", "reviewer")
    builder.add_edge("reviewer", "reporter")
    builder.add_edge("reporter", END)
    return builder


def bounded(graph: SentenceGraph, at_once: int) -> SentenceNode:
    """Let only so many sentences be under way, so that those begun are soon finished and saved.

    LangGraph's own `max_concurrency` would hold the checkpoint writes back as well. Its error
    handlers are no way to keep a sentence whose check breaks: an error that a handler raises
    leaves the sentence out of the report, and on resuming the handler is asked, not the sentence.
    """
    gate = Semaphore(at_once)

    async def sentence(state: SentenceInput) -> Collected:
        try:
            async with gate:
                done = await graph.ainvoke(state)
        except GraphBubbleUp:
            raise
        except Exception as error:
            return {"findings": unchecked(state, error)["findings"]}
        return {"findings": done["findings"]}

    return sentence
