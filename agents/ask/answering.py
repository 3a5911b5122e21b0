"""Writes the answer: what was found with its citations, or why there is none."""

import re
from collections.abc import Sequence

from agents.ask.confidence import confidence
from agents.ask.domain import Domain
from agents.ask.quoted_words import missing_from
from agents.ask.sufficiency import consistency
from graph_state.asking import (
    AskContext,
    AskState,
    CitedFact,
    Found,
    GraphAnswer,
    GraphFact,
    Round,
)
from kg.evidence import Evidence

OUTSIDE = "the graph does not know this; a model's own words are not from it"
UNCERTAIN = 0.4
"""Confidence below which an answer carries a warning."""


def written_answer(state: AskState, domain: Domain, context: AskContext) -> GraphAnswer:
    """Answer from the graph alone."""
    question = state["question"]
    base = GraphAnswer(
        question=question,
        graph_id=domain.graph.graph_id,
        graph_version=domain.graph.version,
        status="refused",
        text=state.get("refusal", ""),
        drafts=state.get("drafts", ()),
        agreement=state.get("agreement", 0.0),
        rounds=state.get("rounds", ()),
    )
    if base.text:
        return base
    read = domain.understand(question)
    unknown = missing_from(state.get("facts", ()), read.unknown, domain.evidence)
    base = base.model_copy(update={"links": read.links, "unknown_words": unknown})
    why = unanswered(base, state.get("facts", ()))
    if why:
        return base.model_copy(update={"status": "unknown", "text": why})
    return _answered(base, state, domain, context)


def reworded(answer: GraphAnswer, text: str) -> GraphAnswer:
    """Take a model's words, whose numbers are those of the facts, and cite the facts' places."""

    def places(match: re.Match[str]) -> str:
        numbers = answer.facts[int(match[1]) - 1].numbers
        return "".join(f"[{number}]" for number in numbers)

    return answer.model_copy(update={"text": re.sub(r"\[(\d+)\]", places, text)})


def unanswered(base: GraphAnswer, facts: Sequence[GraphFact]) -> str:
    """Say why the graph does not answer, or return an empty string where it does."""
    rounds = base.rounds
    if base.unknown_words:
        words = ", ".join(repr(word) for word in base.unknown_words)
        return f"The graph does not know {words}, so it cannot answer this."
    if not facts:
        names = dict.fromkeys(link.words for link in base.links)
        known = f"The graph knows {', '.join(names)}, but " if names else "The graph "
        return f"{known}says nothing of what was asked."
    if rounds and not rounds[-1].sufficient:
        return f"What the graph holds is not enough to answer this ({rounds[-1].why})."
    return ""


def _answered(
    base: GraphAnswer, state: AskState, domain: Domain, context: AskContext
) -> GraphAnswer:
    facts, found = state.get("facts", ()), state.get("found", Found())
    cited, evidence = _cited(facts, domain)
    lead = domain.lead(base.question, facts, found)
    last = base.rounds[-1] if base.rounds else None
    sure = confidence(
        context,
        base.agreement,
        consistency(last.votes) if last else 0.0,
        last.metrics.coverage if last else 0.0,
        base.links,
        len(base.rounds),
    )
    return base.model_copy(
        update={
            "status": "answered",
            "text": _text(lead, cited),
            "facts": cited,
            "evidence": evidence,
            "confidence": sure,
            "warning": _warning(sure, last, cited),
        }
    )


def _warning(sure: float, last: Round | None, cited: Sequence[CitedFact]) -> str:
    told = []
    if sure < UNCERTAIN:
        told.append(f"confidence is only {sure:.2f}; read the quotes before relying on this")
    if any(not one.numbers for one in cited):
        told.append("a statement without a number was added in review and has no quote")
    if last is not None and last.metrics.coverage < 1.0:
        told.append("not everything that the question names was found")
    return "; ".join(told)


def _cited(
    facts: Sequence[GraphFact], domain: Domain
) -> tuple[tuple[CitedFact, ...], tuple[Evidence, ...]]:
    """Number the evidence of the facts; only what the graph holds is cited."""
    numbers: dict[str, int] = {}
    cited = []
    for fact in facts:
        known = [one for one in fact.evidence if one in domain.evidence]
        for one in known:
            numbers.setdefault(one, len(numbers) + 1)
        cited.append(CitedFact(fact=fact, numbers=tuple(numbers[one] for one in known)))
    return tuple(cited), tuple(domain.evidence[one] for one in numbers)


def _text(lead: str, cited: Sequence[CitedFact]) -> str:
    lines = [
        f"{one.fact.text}{''.join(f' [{number}]' for number in one.numbers)}." for one in cited
    ]
    if len(lines) == 1:
        return f"{lead} {lines[0]}".strip()
    return "\n".join([*([lead] if lead else []), *(f"- {line}" for line in lines)])
