"""The nodes of the graph `ask`; each looks at one graph, which the state names."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from agents.ask.answering import OUTSIDE, reworded, written_answer
from agents.ask.domain import Domain
from agents.ask.models import PRIMARY, SECONDARY, AskModels
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
    models: AskModels | None = None
    """Who helps where a run asks for models; without, the rules do everything."""

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

    async def drafter(self, state: AskState, runtime: Runtime[AskContext]) -> Drafting:
        """Draft twice, and compare what the two drafts find at once."""
        domain = await self.domain_of(state["graph_id"])
        question = state["question"]
        drafts: tuple[Draft, ...] = domain.drafts(question)
        if context_of(runtime, AskContext).use_models and self.models is not None:
            drafts = await self._drafted(self.models, domain, state, drafts)
        strategy = domain.strategy(question)
        found = [search(domain.graph, draft, strategy) for draft in drafts[:2]]
        first, second = (one.answers or one.nodes for one in found)
        return {
            "drafts": drafts,
            "agreement": agreement(first, second),
            "strategy": strategy,
        }

    async def _drafted(
        self, models: AskModels, domain: Domain, state: AskState, by_rules: tuple[Draft, ...]
    ) -> tuple[Draft, ...]:
        """Put the first model's draft before the second one's, or before that of the rules.

        A draft that the guard refused to the end gives way to the rules.
        """
        question, links = state["question"], state.get("links", ())
        first = await models.draft(PRIMARY, domain, question, links)
        second = by_rules[0]
        if models.second:
            second = await models.draft(SECONDARY, domain, question, links)
        drafts = (first, second, *by_rules) if models.second else (first, second)
        return tuple(sorted(drafts, key=lambda draft: bool(draft.fault)))

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
        if context.use_models and self.models is not None and facts:
            votes = await self._voted(self.models, domain, state, votes, context.votes)
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

    async def _voted(
        self,
        models: AskModels,
        domain: Domain,
        state: AskState,
        by_rules: tuple[bool, ...],
        count: int,
    ) -> tuple[bool, ...]:
        question, facts = state["question"], state["facts"]
        first = await models.votes(PRIMARY, domain, question, facts, count)
        if not models.second:
            return (*first, *by_rules[:count])
        return (*first, *await models.votes(SECONDARY, domain, question, facts, count))

    async def optimizer(self, state: AskState) -> Changed:
        """Change the strategy; the queries stay."""
        metrics = state.get("rounds", ())[-1].metrics
        return {"strategy": next_strategy(state["strategy"], metrics, state["found"])}

    async def answerer(self, state: AskState, runtime: Runtime[AskContext]) -> Answered:
        """Write the answer, or say that the graph does not know."""
        domain = await self.domain_of(state["graph_id"])
        context = context_of(runtime, AskContext)
        answer = written_answer(state, domain, context)
        if context.use_models and self.models is not None:
            answer = await self._worded(self.models, domain, answer, context)
        return {"answer": answer}

    async def _worded(
        self, models: AskModels, domain: Domain, answer: GraphAnswer, context: AskContext
    ) -> GraphAnswer:
        """Put an answer in a model's words if they hold; what is not known may be told apart."""
        if answer.status == "answered":
            text = await models.write(domain, answer.question, [one.fact for one in answer.facts])
            return answer if text is None else reworded(answer, text)
        if answer.status == "unknown" and not context.graph_only:
            told = await models.outside(domain, answer.question)
            return answer.model_copy(update={"outside": told or "", "warning": OUTSIDE})
        return answer
