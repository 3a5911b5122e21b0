"""Even out the classes of the training part; validation and test keep what they have."""

from collections.abc import Sequence
from hashlib import sha256
from statistics import median

from exports.distillation.example import Example

MOST_OF_A_TYPE = 2
"""An error type may have this many times the median of the types, so that none outweighs all."""


def balanced(examples: Sequence[Example], seed: int) -> list[Example]:
    """Cap the error types, then keep as many clean sentences as wrong ones.

    Which ones stay is a matter of the seed and of their ids alone. Originals of rewritten
    sentences stay before others: next to its rewrite an original teaches most.
    """
    by_stratum: dict[str, list[Example]] = {}
    for example in examples:
        by_stratum.setdefault(example.stratum, []).append(example)
    clean = by_stratum.pop("clean", [])
    if not by_stratum or not clean:
        return list(examples)
    most = int(MOST_OF_A_TYPE * median(len(group) for group in by_stratum.values()))
    wrong = [one for group in by_stratum.values() for one in _drawn(group, most, seed)]
    kept = {one.prompt.id for one in (*wrong, *_drawn(clean, len(wrong), seed))}
    return [example for example in examples if example.prompt.id in kept]


def _drawn(group: Sequence[Example], most: int, seed: int) -> list[Example]:
    return sorted(group, key=lambda one: (one.origin == "unchanged", _rank(one, seed)))[:most]


def _rank(example: Example, seed: int) -> str:
    return sha256(f"{seed}\x1f{example.prompt.id}".encode()).hexdigest()
