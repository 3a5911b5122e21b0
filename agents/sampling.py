"""Seeded choice of sentences, types and difficulties; nothing else decides, least of all order."""

from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256
from math import log1p

from clinical.labels import ERROR_TYPES, ErrorType
from graph_state.generation import DIFFICULTIES, Difficulty, GenerationContext

DRAWN_FREELY = 0.25
"""Share of the sentences whose difficulty is drawn although one is asked of their type, so that
every difficulty goes on being tried."""


def lot(seed: int, *parts: str) -> str:
    """Draw a lot for something: the same for the same seed, whatever else is drawn."""
    return sha256("\x1f".join((str(seed), *parts)).encode()).hexdigest()


def share(seed: int, *parts: str) -> float:
    """Draw a number from 0 up to 1."""
    return int(lot(seed, *parts)[:13], 16) / 16**13


def wanted_number(context: GenerationContext, applicable: int) -> int:
    """Say how many sentences of a summary are to be made wrong; halves are rounded up."""
    if context.per_note >= 0:
        return min(context.per_note, applicable)
    return int(context.ratio * applicable + 0.5)


def sentence_weights(
    allowed: Mapping[int, tuple[ErrorType, ...]], weights: Mapping[ErrorType, int]
) -> dict[int, float]:
    """Weigh each sentence by the heaviest of its types for which few sentences are at hand.

    A type that every sentence allows comes up anyway, so that its weight decides on none.
    """
    frequency = Counter(t for types in allowed.values() for t in types)
    return {
        index: max(weights[t] / frequency[t] for t in types)
        for index, types in allowed.items()
        if types
    }


def drawn_order(
    seed: int, document: str, indexes: Sequence[int], weights: Mapping[int, float] | None = None
) -> list[int]:
    """Put sentences into the order in which they are drawn; a heavy one tends to come early.

    Weighted sampling without replacement by one key a sentence (Efraimidis and Spirakis 2006).
    """
    known = weights or {}

    def key(index: int) -> tuple[float, str]:
        parts = (document, "sentence", str(index))
        return -log1p(-share(seed, *parts)) / known.get(index, 1), lot(seed, *parts)

    return sorted(indexes, key=key)


def drawn_types(
    seed: int,
    document: str,
    order: Sequence[int],
    allowed: dict[int, tuple[ErrorType, ...]],
    weights: Mapping[ErrorType, int] | None = None,
) -> dict[int, tuple[ErrorType, ...]]:
    """Give each drawn sentence its types, the wanted one first, so that all types come up.

    A type comes up as often as its weight says; of two that are due, the one that fewer sentences
    of the summary allow goes first.
    """
    known = weights or {}
    frequency = Counter(t for types in allowed.values() for t in types)
    used: Counter[ErrorType] = Counter()
    chosen: dict[int, tuple[ErrorType, ...]] = {}
    for index in order:
        types = sorted(
            allowed[index],
            key=lambda t: (
                (used[t] + 1) / known.get(t, 1),
                frequency[t],
                lot(seed, document, str(index), t),
            ),
        )
        if types:
            used[types[0]] += 1
        chosen[index] = tuple(types)
    return chosen


def drawn_difficulty(
    context: GenerationContext, document: str, index: int, error_type: ErrorType | None = None
) -> Difficulty:
    """Draw the difficulty of one sentence, unless all, or those of its type, have the same."""
    asked = context.asked_difficulties.get(error_type) if error_type else None
    if asked and share(context.seed, document, "freely", str(index)) >= DRAWN_FREELY:
        return asked
    if context.difficulty != "mixed":
        return context.difficulty
    drawn = share(context.seed, document, "difficulty", str(index))
    return DIFFICULTIES[int(drawn * len(DIFFICULTIES))]


def drawn_errors(context: GenerationContext, document: str, index: int) -> int:
    """Draw how many errors one sentence shall carry."""
    return 2 if share(context.seed, document, "several", str(index)) < context.several else 1


def in_canonical_order(types: set[ErrorType]) -> tuple[ErrorType, ...]:
    """List types as they are always listed."""
    return tuple(t for t in ERROR_TYPES if t in types)
