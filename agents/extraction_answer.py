"""What a model answers about passages of a note, and the facts that can be taken from it."""

import re
from collections.abc import Mapping, Sequence
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from clinical.claims import read_claims
from clinical.content_words import content_words
from clinical.facts import Anchors, Concept, Fact
from clinical.labels import Assertion, Kind
from clinical.sources import in_note
from kg.evidence import Evidence, evidence_id


class ExtractedFact(BaseModel):
    """One fact as a model states it."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    quote: Annotated[str, Field(json_schema_extra={"maxLength": 200})]
    name: Annotated[str, Field(json_schema_extra={"maxLength": 80})]
    kind: Kind
    assertion: Assertion = "present"


class ExtractedFacts(BaseModel):
    """All facts of the passages of one call."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    facts: Annotated[tuple[ExtractedFact, ...], Field(json_schema_extra={"maxItems": 40})]


def misquoted(answer: ExtractedFacts, passages: Sequence[Evidence]) -> str | None:
    """Say which quote stands in no passage, or None; facts are only taken from what is there."""
    for fact in answer.facts:
        if all(place_of(fact.quote, passage.quote) is None for passage in passages):
            return f"the quote {fact.quote!r} stands in none of the passages; copy its letters"
    return None


def evidence_of(answer: ExtractedFacts, passages: Sequence[Evidence]) -> list[Evidence]:
    """Turn what a model found and the rules did not into evidence at its exact place."""
    found: dict[str, Evidence] = {}
    for fact in answer.facts:
        for passage in passages:
            place = place_of(fact.quote, passage.quote)
            if place is None:
                continue
            item = _evidence(fact, passage, *place)
            if item is not None:
                found.setdefault(item.id, item)
            break
    return list(found.values())


def place_of(quote: str, text: str) -> tuple[int, int] | None:
    """Find a quote in a text, whatever blanks part its words."""
    words = quote.split()
    if not words:
        return None
    found = re.search(r"\s+".join(map(re.escape, words)), text)
    return found.span() if found else None


def _evidence(fact: ExtractedFact, passage: Evidence, start: int, end: int) -> Evidence | None:
    concept = concept_of(fact)
    offset = passage.source.start or 0
    if concept is None or _is_known(concept, passage.facts, offset + start, offset + end):
        return None
    source = in_note(passage.source.note, offset + start, offset + end)
    words = passage.quote[start:end]
    stated = Fact(
        kind=fact.kind,
        concept=concept,
        text=words,
        source=source,
        assertion=fact.assertion,
        time=passage.time,
        section=passage.section,
    )
    return Evidence(
        id=evidence_id(source),
        kind="fact",
        source=source,
        quote=words,
        time=passage.time,
        section=passage.section,
        facts=(stated,),
    )


def concept_of(fact: ExtractedFact) -> Concept | None:
    """Read the model's term as the rules read any text; an unknown term is known by its words."""
    read = [claim for claim in read_claims(fact.name, "", "", Anchors()) if claim.kind == fact.kind]
    if read and not read[0].concept.id.startswith("text:"):
        return read[0].concept
    words = sorted({word.word for word in content_words(fact.name, 0)})
    return Concept(id="text:" + "+".join(words), name=fact.name) if words else None


def _is_known(concept: Concept, facts: Sequence[Fact], start: int, end: int) -> bool:
    """Say whether the rules have read this concept at this place already."""
    return any(
        fact.concept.id == concept.id
        and (fact.source.start or 0) < end
        and (fact.source.end or 0) > start
        for fact in facts
    )


Read = Mapping[str, Sequence[Evidence]]
"""What a model found beyond the rules, by note."""
