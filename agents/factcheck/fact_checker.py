"""One object that fact-checks texts: who extracts claims, and the graph that decides."""

from asyncio import to_thread
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Protocol

from agents.factcheck.checker import ClaimChecker
from agents.factcheck.entities import EntityFinder
from agents.factcheck.rule_extraction import RuleExtractor
from graph_state.factcheck import FactcheckReport, MedicalClaim
from kg.reference.graph import ReferenceGraph
from kg.reference.readers import OPEN, read_references


class ClaimExtractor(Protocol):
    """Finds the medical claims of a text."""

    def claims(self, text: str) -> Awaitable[list[MedicalClaim]]:
        """Return them in the order of the text."""
        ...


@dataclass(frozen=True)
class RuleClaims:
    """Extracts by rules, without a model."""

    rules: RuleExtractor

    async def claims(self, text: str) -> list[MedicalClaim]:
        """Return the claims that the rules find."""
        return await to_thread(self.rules.extract, text)


@dataclass(frozen=True)
class FactChecker:
    """Checks a text against one reference graph."""

    checker: ClaimChecker
    extractor: ClaimExtractor

    async def check(self, text: str) -> FactcheckReport:
        """Extract the claims and check each."""
        return self.checker.report(text, await self.extractor.claims(text))


def rule_extractor(graph: ReferenceGraph) -> RuleExtractor:
    """Make the rule extractor that knows the names of a graph."""
    return RuleExtractor(EntityFinder(graph))


def fact_checker(sources: Sequence[str] = (OPEN,)) -> FactChecker:
    """Read the reference graphs and check by rules."""
    graph = read_references(sources)
    return FactChecker(ClaimChecker(graph), RuleClaims(rule_extractor(graph)))


@cache
def open_fact_checker() -> FactChecker:
    """Check against the graph that comes with the product; it is read once."""
    return fact_checker()
