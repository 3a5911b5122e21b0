"""Language models that draft, vote and write; whatever they say is checked before it counts."""

from collections.abc import Sequence
from dataclasses import dataclass

from agents.ask.domain import Domain
from agents.ask.model_forms import (
    DraftedQueries,
    SufficiencyVote,
    WrittenAnswer,
    refused_query,
    unfounded,
)
from agents.judge_prompt import json_line
from agents.model_asking import GivenUp, ask_until_valid
from agents.model_settings import Role
from agents.models import ModelRequest, Models
from graph_state.asking import Draft, GraphFact, Link
from kg.graph_schema import GraphSchema
from prompts import Prompt, load

PRIMARY: Role = "judge"
SECONDARY: Role = "second_judge"
TEMPERATURE = 0.1
"""As in the second paper (2.3.2)."""


@dataclass(frozen=True)
class AskModels:
    """The two models of a run; the second may be missing, and then the rules take its place."""

    models: Models
    second: bool = False

    async def draft(
        self, role: Role, domain: Domain, question: str, links: Sequence[Link]
    ) -> Draft:
        """Let a model draft queries, and tell it what the guard refuses."""
        schema, prompt = domain.graph.schema, load("query_drafter")
        told = {
            "question": question,
            "names": [{"words": one.words, "names": list(one.names)} for one in links],
        }

        def request(objection: str) -> ModelRequest[DraftedQueries]:
            words = prompt.words(
                labels=", ".join(schema.kinds),
                relations=_relations(schema),
                properties=", ".join(schema.node_properties),
                question=json_line(told),
                objection=objection,
            )
            return ModelRequest(role, _scope(domain), prompt, words, DraftedQueries)

        model = self.models.for_role(role, temperature=TEMPERATURE)
        answer = await ask_until_valid(model, request, lambda one: refused_query(one, schema))
        if isinstance(answer, GivenUp):
            return Draft(by=model.name, fault=answer.fault)
        fault = "" if answer.queries else "the model sees no way to ask this graph"
        return Draft(by=model.name, queries=answer.queries, fault=fault)

    async def votes(
        self, role: Role, domain: Domain, question: str, facts: Sequence[GraphFact], count: int
    ) -> tuple[bool, ...]:
        """Let a model vote several times; an answer out of form is a vote for too little."""
        prompt = load("sufficiency_voter")
        model = self.models.for_role(role, temperature=TEMPERATURE)

        async def vote(ballot: int) -> bool:
            def request(objection: str) -> ModelRequest[SufficiencyVote]:
                words = prompt.words(
                    question=json_line({"question": question}),
                    facts=_numbered(facts),
                    objection=objection,
                )
                # A cache that knew one ballot as another would make three votes one.
                scope = f"{_scope(domain)}\x1f{ballot}"
                return ModelRequest(role, scope, prompt, words, SufficiencyVote)

            answer = await ask_until_valid(model, request, _no_fault)
            return not isinstance(answer, GivenUp) and answer.sufficient

        return tuple([await vote(ballot) for ballot in range(count)])

    async def write(self, domain: Domain, question: str, facts: Sequence[GraphFact]) -> str | None:
        """Let the first model write the answer; None where none that it wrote holds."""
        prompt = load("graph_answerer")
        answer = await self._written(
            prompt,
            domain,
            {"question": json_line({"question": question}), "facts": _numbered(facts)},
            facts,
        )
        return None if isinstance(answer, GivenUp) else answer.text

    async def outside(self, domain: Domain, question: str) -> str | None:
        """Let the first model answer from what it knows itself."""
        prompt = load("outside_answerer")
        answer = await self._written(
            prompt, domain, {"question": json_line({"question": question})}, None
        )
        return None if isinstance(answer, GivenUp) else answer.text

    async def _written(
        self,
        prompt: Prompt,
        domain: Domain,
        given: dict[str, str],
        facts: Sequence[GraphFact] | None,
    ) -> WrittenAnswer | GivenUp:
        def request(objection: str) -> ModelRequest[WrittenAnswer]:
            words = prompt.words(**given, objection=objection)
            return ModelRequest(PRIMARY, _scope(domain), prompt, words, WrittenAnswer)

        def fault(answer: WrittenAnswer) -> str | None:
            return None if facts is None else unfounded(answer, facts)

        model = self.models.for_role(PRIMARY, temperature=TEMPERATURE)
        return await ask_until_valid(model, request, fault)


def _no_fault(answer: SufficiencyVote) -> None:
    """Take any vote that is in form."""


def _scope(domain: Domain) -> str:
    return f"{domain.graph.graph_id}\x1f{domain.graph.version}"


def _numbered(facts: Sequence[GraphFact]) -> str:
    return "\n".join(
        json_line({"number": number, "statement": fact.text})
        for number, fact in enumerate(facts, 1)
    )


def _relations(schema: GraphSchema) -> str:
    return "\n".join(
        f"- ({'|'.join(sorted(shape.sources))})-[:{name}]->({'|'.join(sorted(shape.targets))})"
        for name, shape in schema.relations.items()
    )
