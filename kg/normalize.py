"""One canonical concept for all wordings of one meaning, and the log of what was merged."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import lru_cache

from clinical.facts import Concept
from kg.nodes import NodeDraft
from kg.placement import PlacedFact
from kg.wording import written_name

_SEPARATORS = re.compile(r"[^\w%+.]+")


def canonical_facts(placed: list[PlacedFact]) -> list[PlacedFact]:
    """Give facts whose concept is only a wording the concept that the wording stands for.

    The record itself teaches the wordings: where one mention of `T2DM` was recognized as a
    disease, another that was read as bare text is the same disease.
    """
    if not any(_is_bare(item.fact.concept) for item in placed):
        return placed
    known = _known_wordings(placed)
    return [_canonical(item, known) for item in placed]


def _known_wordings(placed: list[PlacedFact]) -> dict[tuple[str, str], Concept]:
    votes: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    concepts: dict[str, Concept] = {}
    for fact in (item.fact for item in placed):
        if not _is_bare(fact.concept):
            concepts.setdefault(fact.concept.id, fact.concept)
            for wording in (fact.concept.name, written_name(fact)):
                votes[(fact.kind, normal_form(wording))][fact.concept.id] += 1
    return {
        wording: concepts[min(counts, key=lambda concept: (-counts[concept], concept))]
        for wording, counts in votes.items()
    }


def _is_bare(concept: Concept) -> bool:
    return concept.id.startswith("text:")


def _canonical(item: PlacedFact, known: dict[tuple[str, str], Concept]) -> PlacedFact:
    fact = item.fact
    if not _is_bare(fact.concept):
        return item
    for wording in (fact.concept.name, written_name(fact)):
        concept = known.get((fact.kind, normal_form(wording)))
        if concept is not None:
            return item._replace(fact=fact.model_copy(update={"concept": concept}))
    concept = fact.concept.model_copy(update={"id": f"text:{normal_form(fact.concept.name)}"})
    return item._replace(fact=fact.model_copy(update={"concept": concept}))


@lru_cache(maxsize=8192)
def normal_form(wording: str) -> str:
    """Return a wording without case, punctuation and double spaces."""
    return " ".join(_SEPARATORS.sub(" ", wording.casefold()).split())


def merge_log(nodes: Iterable[NodeDraft]) -> tuple[str, ...]:
    """List, for each entity with more than one wording, what was merged into it."""
    return tuple(
        f"{node.kind} {node.name} <- {', '.join(synonyms)}"
        for node in sorted(nodes, key=lambda node: node.id)
        if node.kind not in {"LAB_RESULT", "PATIENT"} and (synonyms := node.synonyms())
    )
