"""The nodes of the graph `ask`; each looks at one graph, which the state names."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from agents.ask.answering import written_answer
from agents.ask.domain import Domain
from agents.ask.path_drafting import agreement
from agents.ask.searching import search
from agents.ask.strategies import next_strategy
from agents.ask.sufficiency import decided, metrics_of, rule_votes
from graph_state.asking import (
    AskContext,
    AskState,
    Draft,
    Found,
    GraphAnswer,
    GraphFact,
    Link,
    Round,
    Strategy,
)
from graph_state.context import context_of

FindDomain = Callable[[str], Awaitable[Domain]]
"""Opens the graph of an id."""


class Linking(TypedDict):
    """What the linker adds; what an earlier question of the thread left is put away."""

    refusal: str
    links: tuple[Link, ...]
    unknown_words: tuple[str, ...]
    drafts: tuple[Draft, ...]
    facts: tuple[GraphFact, ...]
    rounds: tuple[Round, ...]


class Drafting(TypedDict):
    """What the drafter adds."""

    drafts: tuple[Draft, ...]
    agreement: float
    strategy: Strategy


class Searching(TypedDict):
    """What the searcher adds."""

    found: Found
    facts: tuple[GraphFact, ...]


class Judged(TypedDict):
    """What the evaluator adds."""

    rounds: tuple[Round, ...]


class Changed(TypedDict):
    """What the optimizer adds."""

    strategy: Strategy


class Answered(TypedDict):
    """What the answerer adds."""

    answer: GraphAnswer


@dataclass(frozen=True)
class AskNodes:
    """All nodes, with the way to open the graph that a question is bound to."""

    domain_of: FindDomain

    async def linker(self, state: AskState) -> Linking:
        """Refuse what is about somebody else; link the rest."""
        domain = await self.domain_of(state["graph_id"])
        refusal = domain.refusal(state["question"])
        read = None if refusal else domain.understand(state["question"])
        return {
            "refusal": refusal,
            "links": read.links if read else (),
            "unknown_words": read.unknown if read else (),
            "drafts": (),
            "facts": (),
            "rounds": (),
        }

    async def drafter(self, state: AskState) -> Drafting:
        """Draft twice, and compare what the two drafts find at once."""
        domain = await self.domain_of(state["graph_id"])
        question = state["question"]
        drafts = domain.drafts(question)
        strategy = domain.strategy(question)
        found = [search(domain.graph, draft, strategy) for draft in drafts]
        first, second = (one.answers or one.nodes for one in found)
        return {
            "drafts": drafts,
            "agreement": agreement(first, second),
            "strategy": strategy,
        }

    async def searcher(self, state: AskState) -> Searching:
        """Run the checked queries of the first draft under the strategy of this round."""
        domain = await self.domain_of(state["graph_id"])
        found = search(domain.graph, state["drafts"][0], state["strategy"])
        return {"found": found, "facts": domain.facts(state["question"], found)}

    async def evaluator(self, state: AskState, runtime: Runtime[AskContext]) -> Judged:
        """Measure what was found and let two assessors vote on it."""
        domain, context = await self.domain_of(state["graph_id"]), context_of(runtime, AskContext)
        found, facts = state["found"], state["facts"]
        read = domain.understand(state["question"])
        metrics = metrics_of(domain, state["question"], read, found, facts)
        votes = rule_votes(found, facts, metrics, context)
        sufficient, why = decided(votes, metrics, context)
        if not context.evaluate:
            sufficient, why = bool(facts), "not evaluated"
        judged = Round(
            strategy=state["strategy"],
            rows=found.rows,
            metrics=metrics,
            votes=votes,
            sufficient=sufficient,
            why=why,
        )
        return {"rounds": (*state.get("rounds", ()), judged)}

    async def optimizer(self, state: AskState) -> Changed:
        """Change the strategy; the queries stay."""
        metrics = state.get("rounds", ())[-1].metrics
        return {"strategy": next_strategy(state["strategy"], metrics, state["found"])}

    async def answerer(self, state: AskState, runtime: Runtime[AskContext]) -> Answered:
        """Write the answer, or say that the graph does not know."""
        domain = await self.domain_of(state["graph_id"])
        return {"answer": written_answer(state, domain, context_of(runtime, AskContext))}
