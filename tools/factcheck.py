"""A tool that checks medical statements against a reference graph; it knows no patient."""

from collections.abc import Awaitable, Callable

from langchain_core.tools import BaseTool, StructuredTool
from pydantic import BaseModel, Field

Check = Callable[[str], Awaitable[str]]
"""Checks statements and tells the result in lines."""

LONGEST = 4_000
"""Letters of one question; a whole document is for the command or the graph."""


class FactcheckRequest(BaseModel):
    """What an agent gives."""

    statements: str = Field(
        max_length=LONGEST,
        description="Medical statements in plain sentences, without anything about a patient.",
    )


def factcheck_tool(check: Check) -> BaseTool:
    """Make the tool from a function that checks a text."""

    async def factcheck(statements: str) -> str:
        return await check(statements)

    return StructuredTool.from_function(
        coroutine=factcheck,
        name="factcheck",
        description=(
            "Check general medical statements (what a drug treats, must not be given in or with,"
            " causes; what is a symptom of what) against a reference graph. Answers with a score"
            " in [-1, 1] and the path that proves it."
        ),
        args_schema=FactcheckRequest,
    )
