"""The graph `ask`: link, draft, search, evaluate, change the strategy, answer."""

from collections.abc import Awaitable
from typing import Protocol

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from agents.ask.models import AskModels
from agents.ask.nodes import AskNodes, FindDomain
from agents.ask.routing import after_evaluator, after_linker
from exports.langsmith_tracing import hide_by_default
from graph_state.asking import AskContext, AskInput, AskOutput, AskState, GraphAnswer

AskBuilder = StateGraph[AskState, AskContext, AskInput, AskOutput]
AskGraph = CompiledStateGraph[AskState, AskContext, AskInput, AskOutput]


class IntakeNode(Protocol):
    """Finds the graph that a question is bound to."""

    def __call__(self, state: AskState) -> Awaitable[AskInput]:
        """Return the input with its graph."""
        ...


def ask_graph(
    domain_of: FindDomain, intake: IntakeNode | None = None, models: AskModels | None = None
) -> AskBuilder:
    """Wire the answering of one question."""
    hide_by_default()
    nodes = AskNodes(domain_of, models)
    builder: AskBuilder = StateGraph(
        AskState, context_schema=AskContext, input_schema=AskInput, output_schema=AskOutput
    )
    if intake is not None:
        builder.add_node("intake", intake)
        builder.add_edge("intake", "linker")
    builder.add_node("linker", nodes.linker)
    builder.add_node("drafter", nodes.drafter)
    builder.add_node("searcher", nodes.searcher)
    builder.add_node("evaluator", nodes.evaluator)
    builder.add_node("optimizer", nodes.optimizer)
    builder.add_node("answerer", nodes.answerer)
    builder.add_edge(START, "intake" if intake is not None else "linker")
    builder.add_conditional_edges("linker", after_linker)
    builder.add_edge("drafter", "searcher")
    builder.add_edge("searcher", "evaluator")
    builder.add_conditional_edges("evaluator", after_evaluator)
    builder.add_edge("optimizer", "searcher")
    builder.add_edge("answerer", END)
    return builder


async def ask(graph: AskGraph, request: AskInput, context: AskContext) -> GraphAnswer:
    """Ask one question."""
    done = await graph.ainvoke(request, context=context)
    answer: GraphAnswer = done["answer"]
    return answer
