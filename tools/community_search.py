"""Community search as a tool: the reports about the whole patient, best first."""

from typing import Annotated

from langchain_core.tools import BaseTool, tool
from pydantic import BaseModel, Field

from kg.bm25 import words
from kg.graph import Community
from tools.scope import PatientScope
from tools.wording import numbered


class ReportAnswer(BaseModel, frozen=True):
    """A report with the lines of it that share words with the question."""

    community: Community
    lines: tuple[str, ...]


def community_search_tool(scope: PatientScope) -> BaseTool:
    """Make the tool for one graph."""

    @tool("community_search", response_format="content_and_artifact")
    async def community_search(
        text: Annotated[str, Field(description="A question about the patient as a whole.")],
        top_k: Annotated[int, Field(ge=1, le=100, description="Reports to read.")] = 8,
    ) -> tuple[str, tuple[ReportAnswer, ...]]:
        """Read the reports on groups of related findings: broad questions, no single fact."""
        found = await scope.store.community_search(scope.graph_id, text, top_k)
        answers = tuple(answer_of(community, text) for community in found)
        return numbered("Reports", map(_line, answers)), answers

    return community_search


def answer_of(community: Community, text: str) -> ReportAnswer:
    """Map a question over one report: keep its lines that bear on the question."""
    asked = set(words(text))
    lines = tuple(line for line in community.report.splitlines() if asked & set(words(line)))
    return ReportAnswer(community=community, lines=lines)


def _line(answer: ReportAnswer) -> str:
    """Tell what bears on the question; a report in which nothing does is only named."""
    told = " ".join(" ".join(answer.lines).split())
    return f"[{answer.community.id}] {answer.community.title}" + (f": {told}" if told else "")
