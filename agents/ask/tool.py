"""`ask` as a tool of other agents: a question to the one graph that the tool is bound to."""

from typing import Annotated

from langchain_core.tools import BaseTool, tool
from pydantic import Field

from agents.ask.graph import ask, ask_graph
from agents.ask.nodes import FindDomain
from exports.answer_report import answer_to_text
from graph_state.asking import AskContext, AskInput, GraphAnswer


def ask_tool(domain_of: FindDomain, graph_id: str) -> BaseTool:
    """Make the tool for one graph; no argument can name another one."""
    graph = ask_graph(domain_of).compile()

    @tool("ask_graph", response_format="content_and_artifact")
    async def ask_graph_tool(
        question: Annotated[str, Field(description="A question in plain words, about one thing.")],
    ) -> tuple[str, GraphAnswer]:
        """Answer a question from the graph, with exact quotes, or say that it does not know."""
        answer = await ask(graph, AskInput(question=question, graph_id=graph_id), AskContext())
        return answer_to_text(answer), answer

    return ask_graph_tool
