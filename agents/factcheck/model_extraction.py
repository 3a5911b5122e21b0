"""Extracts medical claims by a model: things first, then claims in rounds, then a critical look.

FAITH paper, "Medical claim extraction". Each of the three can be switched off, to measure what it
brings (its ablation of prompting strategies).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from agents.judge_prompt import json_line
from agents.judge_reading import find_words
from agents.model_asking import GivenUp, ask_until_valid
from agents.models import ModelRequest, StructuredModel
from agents.structured_output import Answer
from graph_state.factcheck import MedicalClaim
from kg.errors import ServiceError
from prompts import Prompt, load

SCOPE = "factcheck"
"""General statements belong to no patient's graph."""

CONFIDENCE = 0.8
"""How sure a claim is that a model found; no figure for it was measured."""

ClaimRelation = Literal[
    "treats", "contraindicated", "interacts", "causes", "symptom", "is_a", "monitored"
]


class NamedThings(BaseModel):
    """The medical things of a text."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    names: Annotated[tuple[str, ...], Field(json_schema_extra={"maxItems": 60})]


class ListedClaim(BaseModel):
    """One statement as a model lists it."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    subject: str
    relation: ClaimRelation
    object: str
    denied: bool
    words: str


class ListedClaims(BaseModel):
    """The statements of one round."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    claims: Annotated[tuple[ListedClaim, ...], Field(json_schema_extra={"maxItems": 40})]


class Doubt(BaseModel):
    """What a critical reader says of one statement."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    number: int
    stated: bool


class Doubts(BaseModel):
    """An answer for every statement."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    doubts: tuple[Doubt, ...]


@dataclass(frozen=True)
class ExtractionSwitches:
    """Which of the three steps are taken."""

    entities_first: bool = True
    rounds: int = 2
    """How often it is asked for claims; more finds more."""

    critical: bool = True


@dataclass(frozen=True)
class ModelClaims:
    """Extracts by one model."""

    model: StructuredModel
    switches: ExtractionSwitches = ExtractionSwitches()

    async def claims(self, text: str) -> list[MedicalClaim]:
        """Return what the model finds and, asked again, does not doubt."""
        names = await self._names(text) if self.switches.entities_first else ()
        found: dict[MedicalClaim, ListedClaim] = {}
        for _ in range(self.switches.rounds):
            listed = await self._listed(text, names, list(found.values()))
            new = [one for one in listed if _claim(one, text) not in found]
            found.update((_claim(one, text), one) for one in new)
            if not new:
                break
        if not found or not self.switches.critical:
            return sorted(found, key=_place)
        stated = await self._stated(text, list(found.values()))
        return sorted((c for n, c in enumerate(found, 1) if stated[n]), key=_place)

    async def _names(self, text: str) -> tuple[str, ...]:
        prompt = load("entity_finder")

        def request(objection: str) -> ModelRequest[NamedThings]:
            words = prompt.words(text=json_line({"text": text}), objection=objection)
            return ModelRequest("extractor", SCOPE, prompt, words, NamedThings)

        answer = await ask_until_valid(self.model, request, lambda _: None)
        return _usable(answer).names

    async def _listed(
        self, text: str, names: Sequence[str], known: Sequence[ListedClaim]
    ) -> tuple[ListedClaim, ...]:
        prompt: Prompt = load("claim_finder")
        lines = [json_line(one.model_dump()) for one in known]

        def request(objection: str) -> ModelRequest[ListedClaims]:
            words = prompt.words(
                text=json_line({"text": text}),
                entities=json_line({"names": list(names)}),
                known="\n".join(lines) or "none",
                objection=objection,
            )
            return ModelRequest("extractor", SCOPE, prompt, words, ListedClaims)

        def fault(listed: ListedClaims) -> str | None:
            return fault_of_claims(listed, text)

        answer = await ask_until_valid(self.model, request, fault)
        return _usable(answer).claims

    async def _stated(self, text: str, claims: Sequence[ListedClaim]) -> Mapping[int, bool]:
        prompt = load("claim_critic")
        lines = [json_line({"number": n, **one.model_dump()}) for n, one in enumerate(claims, 1)]

        def request(objection: str) -> ModelRequest[Doubts]:
            words = prompt.words(
                text=json_line({"text": text}), claims="\n".join(lines), objection=objection
            )
            return ModelRequest("extractor", SCOPE, prompt, words, Doubts)

        def fault(given: Doubts) -> str | None:
            wanted = list(range(1, len(claims) + 1))
            told = sorted(one.number for one in given.doubts)
            return None if told == wanted else f"answer each of the numbers 1 to {len(claims)} once"

        answer = await ask_until_valid(self.model, request, fault)
        return {one.number: one.stated for one in _usable(answer).doubts}


def fault_of_claims(answer: ListedClaims, text: str) -> str | None:
    """Say what is wrong with listed claims: an end is empty, or the words are not the text's."""
    for one in answer.claims:
        if not (one.subject.strip() and one.object.strip()):
            return "a subject or an object is empty"
        if find_words(one.words, text) is None:
            return f"the words {one.words!r} do not stand in the text; copy them"
    return None


def _claim(one: ListedClaim, text: str) -> MedicalClaim:
    start, end = find_words(one.words, text) or (0, len(text))
    return MedicalClaim(
        subject=one.subject.strip(),
        relation=one.relation,
        object=one.object.strip(),
        denied=one.denied,
        text=text[start:end],
        start=start,
        end=end,
        confidence=CONFIDENCE,
    )


def _place(claim: MedicalClaim) -> tuple[int, int, str, str, str]:
    return claim.start, claim.end, claim.subject, claim.relation, claim.object


def _usable(answer: Answer | GivenUp) -> Answer:
    if isinstance(answer, GivenUp):
        raise ServiceError(f"the model gave no usable list of claims: {answer.fault}")
    return answer
