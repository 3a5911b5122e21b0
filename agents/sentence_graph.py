"""The check of one sentence: retrieve, judge, validate, and go back while it may help."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from langgraph.cache.base import BaseCache
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import CachePolicy, RetryPolicy

from agents.judge import Judging
from agents.judging import Judge
from agents.model_search import AsksModels, ModelSearch
from agents.recorder import recorder
from agents.retriever import ReadClaims, Retrieved, Retriever, search_key
from agents.routing import after_retriever, after_validator
from agents.search_plan import ALL_SEARCHES, SearchParts
from agents.source_texts import SourcesOf, no_sources
from agents.validator import Validator
from graph_state.context import Context
from graph_state.state import Collected, SentenceInput, SentenceState
from kg.store import GraphStore, LocalSearcher
from prompts import load

SentenceGraph = CompiledStateGraph[SentenceState, Context, SentenceInput, Collected]

LOST_CONNECTION = RetryPolicy(max_attempts=3, initial_interval=0.2, retry_on=ConnectionError)
"""Only a lost connection is tried again; a wrong answer never is, the validator sees to that."""

SEARCH_LIFETIME_SECONDS = 3600
REMEMBERED = CachePolicy(key_func=search_key, ttl=SEARCH_LIFETIME_SECONDS)


@dataclass(frozen=True)
class SentenceParts:
    """What the check of a sentence is made of."""

    store: GraphStore
    judges: Mapping[str, Judge]
    read_claims: ReadClaims
    sources: SourcesOf = no_sources
    searcher: LocalSearcher | None = None
    """Finds the evidence, where that is not the graph itself: a baseline of retrieval."""

    searches: SearchParts = ALL_SEARCHES
    """Searches that are made beside the local one."""

    cache: BaseCache[Retrieved] | None = None
    """Keeps searches; its keys begin with the graph and its version."""


def sentence_graph(
    parts: SentenceParts, checkpointer: Literal[False] | None = None
) -> SentenceGraph:
    """Wire retriever, judge, validator and recorder.

    With `checkpointer=False` a sentence is the unit of resuming and leaves no inner checkpoints;
    with None it keeps those of the graph around it.
    """
    builder = StateGraph(
        SentenceState, context_schema=Context, input_schema=SentenceInput, output_schema=Collected
    )
    builder.add_node(
        "retriever",
        Retriever(
            parts.store,
            parts.read_claims,
            parts.searcher,
            parts.searches,
            model_searches(parts.judges),
        ),
        retry_policy=LOST_CONNECTION,
        cache_policy=REMEMBERED if parts.cache is not None else None,
    )
    builder.add_node("judge", Judging(parts.judges), retry_policy=LOST_CONNECTION)
    builder.add_node("validator", Validator(parts.sources))
    builder.add_node("recorder", recorder)
    builder.add_edge(START, "retriever")
    builder.add_conditional_edges("retriever", after_retriever)
    builder.add_edge("judge", "validator")
    builder.add_conditional_edges("validator", after_validator)
    builder.add_edge("recorder", END)
    return builder.compile(name="sentence", cache=parts.cache, checkpointer=checkpointer)


def model_searches(judges: Mapping[str, Judge]) -> dict[str, ModelSearch]:
    """Let the model of each judge that asks one search as well."""
    prompt = load("searcher")
    return {
        name: ModelSearch(prompt, judge.models)
        for name, judge in judges.items()
        if isinstance(judge, AsksModels)
    }
