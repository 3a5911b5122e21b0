"""Says whether what was found is enough: two assessors vote, and a score decides between them."""

from collections.abc import Sequence

import numpy as np

from agents.ask.domain import Domain, Understanding
from agents.ask.quoted_words import missing_from
from graph_state.asking import AskContext, Found, GraphFact, Metrics

_ATTRIBUTES_OF_A_FULL_NODE = 5
_IDENTITY = frozenset({"entity_id", "kind", "name", "relation_id", "evidence"})


def metrics_of(
    domain: Domain, question: str, read: Understanding, found: Found, facts: Sequence[GraphFact]
) -> Metrics:
    """Measure what was found."""
    return Metrics(
        coverage=_coverage(domain, read, found, facts),
        density=_density(domain, found),
        relevance=_relevance(domain, question, facts),
        nodes=len(found.nodes),
    )


def _coverage(
    domain: Domain, read: Understanding, found: Found, facts: Sequence[GraphFact]
) -> float:
    """Return the share of what the question names that the found part holds."""
    known = set(found.nodes)
    named = len(read.links) + len(read.unknown)
    if not named:
        return 1.0 if facts else 0.0
    met = sum(bool(known & set(link.nodes)) for link in read.links)
    met += len(read.unknown) - len(missing_from(facts, read.unknown, domain.evidence))
    return round(met / named, 4)


def _density(domain: Domain, found: Found) -> float:
    nodes = [domain.graph.nodes[one] for one in found.nodes]
    if not nodes:
        return 0.0
    edges = [domain.graph.edges[one] for one in found.edges]
    held = [*(node.properties for node in nodes), *(edge.properties for edge in edges)]
    attributes = sum(len(one.keys() - _IDENTITY) for one in held) / len(nodes)
    return round(min(attributes / _ATTRIBUTES_OF_A_FULL_NODE, 1.0), 4)


def _relevance(domain: Domain, question: str, facts: Sequence[GraphFact]) -> float:
    if not facts:
        return 0.0
    told = " ".join(fact.text for fact in facts)
    vectors = domain.embedder.embed([question, told])
    return round(float(np.clip(vectors[0] @ vectors[1], 0.0, 1.0)), 4)


def rule_votes(
    found: Found, facts: Sequence[GraphFact], metrics: Metrics, context: AskContext
) -> tuple[bool, ...]:
    """Cast the votes of two assessors that look at different things; both are deterministic.

    The first asks whether everything that the question names was found and nothing was cut off,
    the second whether the found part as a whole bears on the question.
    """
    whole = bool(facts) and found.complete and metrics.coverage >= 1.0
    bearing = bool(facts) and metrics.overall >= context.enough
    return (whole,) * context.votes + (bearing,) * context.votes


def decided(votes: Sequence[bool], metrics: Metrics, context: AskContext) -> tuple[bool, str]:
    """Take what both assessors say; where they differ the score decides, in doubt not enough."""
    half = len(votes) // 2
    first, second = (sum(part) * 2 > len(part) for part in (votes[:half], votes[half:]))
    if first == second:
        return first, "both assessors agree"
    score = f"the assessors differ, score {metrics.overall:.2f}"
    if metrics.overall > context.enough:
        return True, f"{score} is enough"
    if metrics.overall < context.too_little:
        return False, f"{score} is too little"
    return False, f"{score} is between the limits"


def consistency(votes: Sequence[bool]) -> float:
    """Return the share of votes that agree with the majority of their assessor (equation 6)."""
    half = len(votes) // 2
    shares = [
        max(sum(part), len(part) - sum(part)) / len(part)
        for part in (votes[:half], votes[half:])
        if part
    ]
    same = len({sum(part) * 2 > len(part) for part in (votes[:half], votes[half:])}) == 1
    mean = sum(shares) / len(shares) if shares else 0.0
    return round(mean if same else mean / 2, 4)
