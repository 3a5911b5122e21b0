"""What models answer when they help with a question, and what is wrong with an answer."""

import re
from collections.abc import Sequence
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from graph_state.asking import GraphFact
from kg.graph_schema import GraphSchema
from tools.query.cypher_reading import read_cypher
from tools.query.lexing import CypherRefusedError
from tools.query.validation import checked

_CITED = re.compile(r"\[(\d+)\]")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")


class _Form(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class DraftedQueries(_Form):
    """Queries that a model drafts."""

    queries: Annotated[
        tuple[Annotated[str, Field(json_schema_extra={"maxLength": 600})], ...],
        Field(json_schema_extra={"maxItems": 3}),
    ] = ()


class SufficiencyVote(_Form):
    """One vote on whether statements are enough."""

    reason: Annotated[str, Field(json_schema_extra={"maxLength": 200})] = ""
    sufficient: bool


class WrittenAnswer(_Form):
    """An answer in words."""

    text: Annotated[str, Field(json_schema_extra={"maxLength": 900})]


def refused_query(answer: DraftedQueries, schema: GraphSchema) -> str | None:
    """Say what is wrong with the first query that the guard refuses, or None."""
    for query in answer.queries:
        try:
            checked(read_cypher(query), schema)
        except CypherRefusedError as error:
            return f"{query}: {error}"
    return None


def unfounded(answer: WrittenAnswer, facts: Sequence[GraphFact]) -> str | None:
    """Say what an answer holds that its statements do not, or None."""
    numbers = [int(one) for one in _CITED.findall(answer.text)]
    wrong = [one for one in numbers if not 1 <= one <= len(facts)]
    if wrong:
        return f"[{wrong[0]}] is the number of no statement"
    if not numbers:
        return "no sentence has the number of a statement"
    for sentence in _sentences(answer.text):
        cited = [facts[int(one) - 1].text for one in _CITED.findall(sentence)]
        if not cited:
            return f"{sentence.strip()!r} has no number of a statement"
        held = set(_NUMBER.findall(" ".join(cited)))
        for number in _NUMBER.findall(_CITED.sub("", sentence)):
            if number not in held:
                return f"the number {number} stands in none of the statements cited with it"
    return None


def _sentences(text: str) -> list[str]:
    """Split after the numbers that end each sentence."""
    return [one for one in re.split(r"(?<=\])\.?\s+(?=[A-Z])", text) if one.strip(" .")]
