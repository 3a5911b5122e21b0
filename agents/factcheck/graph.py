"""The check of general medical statements: claims, paths in the reference graph, report."""

import asyncio

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from typing_extensions import TypedDict

from agents.factcheck.fact_checker import FactChecker
from exports.langsmith_tracing import hide_by_default
from graph_state.factcheck import (
    CheckedClaim,
    FactcheckInput,
    FactcheckOutput,
    FactcheckReport,
    FactcheckState,
    MedicalClaim,
)

FactcheckBuilder = StateGraph[FactcheckState, None, FactcheckInput, FactcheckOutput]
FactcheckGraph = CompiledStateGraph[FactcheckState, None, FactcheckInput, FactcheckOutput]


class Claimed(TypedDict):
    """What the extraction adds."""

    claims: list[MedicalClaim]


class Checked(TypedDict):
    """What the search of paths adds."""

    checked: list[CheckedClaim]


class Reported(TypedDict):
    """What the folding adds."""

    report: FactcheckReport


def factcheck_graph(facts: FactChecker) -> FactcheckBuilder:
    """Wire the check of a text."""
    hide_by_default()

    async def extractor(state: FactcheckInput) -> Claimed:
        return {"claims": await facts.extractor.claims(state["text"])}

    async def pathfinder(state: FactcheckState) -> Checked:
        def checked() -> list[CheckedClaim]:
            return [facts.checker.check(claim) for claim in state["claims"]]

        return {"checked": await asyncio.to_thread(checked)}

    async def reporter(state: FactcheckState) -> Reported:
        return {"report": facts.checker.folded(state["text"], state["checked"])}

    builder: FactcheckBuilder = StateGraph(
        FactcheckState, input_schema=FactcheckInput, output_schema=FactcheckOutput
    )
    builder.add_node("extractor", extractor)
    builder.add_node("pathfinder", pathfinder)
    builder.add_node("reporter", reporter)
    builder.add_edge(START, "extractor")
    builder.add_edge("extractor", "pathfinder")
    builder.add_edge("pathfinder", "reporter")
    builder.add_edge("reporter", END)
    return builder
