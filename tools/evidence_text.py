"""Evidence text as a tool: the exact words behind evidence ids."""

from typing import Annotated

from langchain_core.tools import BaseTool, tool
from pydantic import BaseModel, Field

from kg.descriptions import interval
from kg.evidence import Evidence
from tools.scope import PatientScope


class EvidenceText(BaseModel, frozen=True):
    """The items found, in the order asked for, and the ids that this graph does not hold."""

    items: tuple[Evidence, ...]
    unknown: tuple[str, ...]


def evidence_text_tool(scope: PatientScope) -> BaseTool:
    """Make the tool for one graph."""

    @tool("evidence_text", response_format="content_and_artifact")
    async def evidence_text(
        ids: Annotated[tuple[str, ...], Field(description="Evidence ids, such as ev_1f0c.")],
    ) -> tuple[str, EvidenceText]:
        """Quote the exact text of evidence, unshortened, with its place in the record."""
        known = {item.id: item for item in (await scope.graph()).evidence}
        asked = tuple(dict.fromkeys(ids))
        found = EvidenceText(
            items=tuple(known[one] for one in asked if one in known),
            unknown=tuple(one for one in asked if one not in known),
        )
        return told(found), found

    return evidence_text


def told(found: EvidenceText) -> str:
    """Write the quotes down in full, line breaks included."""
    quotes = [
        f"{number}. [{item.id}] {item.source} {interval(item.time)}".rstrip() + f"\n{item.quote}"
        for number, item in enumerate(found.items, 1)
    ]
    unknown = [f"not in this patient's graph: {', '.join(found.unknown)}"] if found.unknown else []
    return "\n\n".join([*quotes, *unknown]) or "no ids were given"
