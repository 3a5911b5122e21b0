"""Community search as a tool: the reports about the whole patient, best first."""

from functools import lru_cache
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


async def search_communities(
    scope: PatientScope, text: str, top_k: int
) -> tuple[ReportAnswer, ...]:
    """Rank the reports against a text, and keep of each the lines that bear on it."""
    found = await scope.store.community_search(scope.graph_id, text, top_k)
    return tuple(answer_of(community, text) for community in found)


def community_search_tool(scope: PatientScope) -> BaseTool:
    """Make the tool for one graph."""

    @tool("community_search", response_format="content_and_artifact")
    async def community_search(
        text: Annotated[str, Field(description="A question about the patient as a whole.")],
        top_k: Annotated[int, Field(ge=1, le=100, description="Reports to read.")] = 8,
    ) -> tuple[str, tuple[ReportAnswer, ...]]:
        """Read the reports on groups of related findings: broad questions, no single fact."""
        answers = await search_communities(scope, text, top_k)
        return numbered("Reports", map(_line, answers)), answers

    return community_search


def answer_of(community: Community, text: str) -> ReportAnswer:
    """Map a question over one report: keep its lines that bear on the question."""
    asked = set(words(text))
    lines = tuple(line for line, held in lines_of(community.report) if not asked.isdisjoint(held))
    return ReportAnswer(community=community, lines=lines)


@lru_cache(maxsize=1024)
def lines_of(report: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """Return the lines of a report, each with the stems of its words."""
    return tuple((line, frozenset(words(line))) for line in report.splitlines())


def _line(answer: ReportAnswer) -> str:
    """Tell what bears on the question; a report in which nothing does is only named."""
    told = " ".join(" ".join(answer.lines).split())
    return f"[{answer.community.id}] {answer.community.title}" + (f": {told}" if told else "")
