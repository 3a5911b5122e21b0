"""Reads guideline text with a model: relations in a strict form, each copied from its sentence."""

import asyncio
from collections.abc import Iterator, Sequence
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from agents.judge_prompt import json_line
from agents.model_asking import GivenUp, ask_until_valid
from agents.models import ModelRequest, StructuredModel
from clinical.sources import in_note
from kg.evidence import Evidence, evidence_id
from kg.guidelines.attributes import attributes_of
from kg.guidelines.documents import Document
from kg.guidelines.extraction import Statement, sentences_of
from kg.guidelines.lexicon import FieldLexicon, Term
from kg.guidelines.schema import (
    KNOWLEDGE_KINDS,
    SHAPES,
    KnowledgeKind,
    KnowledgeRelationKind,
)
from prompts import Prompt

SENTENCES_PER_CALL = 12


class ReadRelation(BaseModel):
    """One relation as a model states it."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    sentence: int
    relation: KnowledgeRelationKind
    source: Annotated[str, Field(json_schema_extra={"maxLength": 120})]
    source_kind: KnowledgeKind
    target: Annotated[str, Field(json_schema_extra={"maxLength": 120})]
    target_kind: KnowledgeKind
    condition: Annotated[str, Field(json_schema_extra={"maxLength": 200})] = ""


class ReadRelations(BaseModel):
    """All relations of the sentences of one call."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    relations: Annotated[tuple[ReadRelation, ...], Field(json_schema_extra={"maxItems": 40})] = ()


async def read_with_model(
    documents: Sequence[Document], lexicon: FieldLexicon, model: StructuredModel, prompt: Prompt
) -> tuple[list[Statement], tuple[str, ...]]:
    """Return what a model states, and why parts were left to the rules."""
    portions = [(document, portion) for document in documents for portion in _portions(document)]
    asked = await asyncio.gather(*(_ask(*one, model, prompt) for one in portions))
    statements: list[Statement] = []
    left: list[str] = []
    for (document, portion), answer in zip(portions, asked, strict=True):
        if isinstance(answer, GivenUp):
            start, end = portion[0][0], portion[-1][1]
            left.append(f"{document.name}: {start} to {end} read by rules: {answer.fault}")
        else:
            statements += [_statement(one, document, portion, lexicon) for one in answer.relations]
    return statements, tuple(left)


Spans = list[tuple[int, int]]


def _portions(document: Document) -> Iterator[Spans]:
    spans = list(sentences_of(document.content))
    for start in range(0, len(spans), SENTENCES_PER_CALL):
        yield spans[start : start + SENTENCES_PER_CALL]


async def _ask(
    document: Document, portion: Spans, model: StructuredModel, prompt: Prompt
) -> ReadRelations | GivenUp:
    quotes = [document.text[start:end] for start, end in portion]
    lines = "\n".join(
        json_line({"sentence": number, "text": quote}) for number, quote in enumerate(quotes, 1)
    )
    shapes = "; ".join(
        f"{name}: {'|'.join(sorted(shape.sources))} to {'|'.join(sorted(shape.targets))}"
        for name, shape in SHAPES.items()
    )

    def request(objection: str) -> ModelRequest[ReadRelations]:
        words = prompt.words(
            kinds=", ".join(KNOWLEDGE_KINDS), relations=shapes, sentences=lines, objection=objection
        )
        return ModelRequest("extractor", document.name, prompt, words, ReadRelations)

    return await ask_until_valid(model, request, lambda answer: unfounded(answer, quotes))


def unfounded(answer: ReadRelations, quotes: Sequence[str]) -> str | None:
    """Say which relation is not in its sentence or not in the schema, or None."""
    for one in answer.relations:
        if not 1 <= one.sentence <= len(quotes):
            return f"{one.sentence} is the number of no sentence"
        quote = quotes[one.sentence - 1]
        for words in (one.source, one.target, one.condition):
            if words not in quote:
                return f"{words!r} does not stand in sentence {one.sentence}; copy its letters"
        shape = SHAPES[one.relation]
        if one.source_kind not in shape.sources or one.target_kind not in shape.targets:
            return f"{one.relation} cannot lead from {one.source_kind} to {one.target_kind}"
    return None


def _statement(
    one: ReadRelation, document: Document, portion: Spans, lexicon: FieldLexicon
) -> Statement:
    start, end = portion[one.sentence - 1]
    source = in_note(document.name, start, end)
    quote = document.text[start:end]
    told = attributes_of(quote)
    update: dict[str, str] = {"condition": one.condition}
    if not one.relation.startswith("RECOMMENDS"):
        update |= {"dosage": "", "route": "", "approval": ""}
    return Statement(
        one.relation,
        _term(one.source, one.source_kind, lexicon),
        _term(one.target, one.target_kind, lexicon),
        told.model_copy(update=update),
        Evidence(id=evidence_id(source), kind="text", source=source, quote=quote),
    )


def _term(words: str, kind: KnowledgeKind, lexicon: FieldLexicon) -> Term:
    """Give what a model names its usual name where the lexicon knows it."""
    known = [
        one.of_kind((kind,)) for one in lexicon.find(words) if one.end - one.start == len(words)
    ]
    return next((term for term in known if term is not None), Term(kind, words))
