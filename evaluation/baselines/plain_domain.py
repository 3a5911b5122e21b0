"""The check without its medical knowledge: names as written, no list read as complete.

What stays is reading: sentences, negation, numbers and units, dates, and the rules that compare.
What goes with the canonical concepts is everything keyed to them: synonyms, brands, classes and
panels, wider and narrower terms, states derived from values, drugs taken as a sign of a disease.
"""

from dataclasses import dataclass

from agents.retriever import ReadClaims
from clinical.facts import Anchors, Fact
from evaluation.baselines.raw_graph import as_written, evidence_as_written
from graph_state.context import Context
from kg.store import LocalQuery, LocalResult, LocalSearcher


@dataclass(frozen=True)
class PlainSearch:
    """Hands evidence on with its facts as written."""

    searcher: LocalSearcher

    async def local_search(self, graph_id: str, query: LocalQuery) -> LocalResult:
        """Search, and take the canonical concepts out of what was found."""
        found = await self.searcher.local_search(graph_id, query)
        evidence = tuple(evidence_as_written(item) for item in found.evidence)
        return found.model_copy(update={"evidence": evidence})


def plain_claims(read_claims: ReadClaims) -> ReadClaims:
    """Read claims, and take the canonical concepts out of them."""

    def read(text: str, heading: str, before: str, anchors: Anchors) -> list[Fact]:
        return [as_written(claim) for claim in read_claims(text, heading, before, anchors)]

    return read


def without_closed_lists(context: Context) -> Context:
    """Let no absence from a list count as a contradiction."""
    return context.model_copy(
        update={"closed_allergies": False, "closed_discharge_medications": False}
    )
