"""Words of a question that no node answers to, but the quotes of what was found do."""

from collections.abc import Mapping, Sequence

from clinical.words import stem, tokens
from graph_state.asking import GraphFact
from kg.evidence import Evidence


def holding(
    facts: Sequence[GraphFact], words: Sequence[str], evidence: Mapping[str, Evidence]
) -> tuple[GraphFact, ...]:
    """Keep the facts whose quotes hold all of the words, or all facts where none does."""
    kept = tuple(fact for fact in facts if not missing_from([fact], words, evidence))
    return kept or tuple(facts)


def missing_from(
    facts: Sequence[GraphFact], words: Sequence[str], evidence: Mapping[str, Evidence]
) -> tuple[str, ...]:
    """Return the words that some fact is not quoted with."""
    if not facts:
        return tuple(words)
    held = [
        {
            stem(token.word)
            for one in fact.evidence
            if one in evidence
            for token in tokens(evidence[one].quote)
        }
        for fact in facts
    ]
    return tuple(
        word
        for word in words
        if not all({stem(token.word) for token in tokens(word)} <= quoted for quoted in held)
    )
