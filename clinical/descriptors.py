"""Words that exclude each other about one thing: `mild` and `severe`, `upper` and `lower`."""

import re
from functools import lru_cache
from typing import NamedTuple

from clinical.lexicon_rows import rows_of


class Other(NamedTuple):
    """A word that excludes another; `steps` counts how far apart they lie."""

    words: str
    steps: int


@lru_cache(maxsize=1)
def _table() -> dict[str, tuple[Other, ...]]:
    found: dict[str, dict[str, int]] = {}
    for kind, *row in rows_of("descriptors.tsv"):
        for place, words in enumerate(row):
            for other_place, other in enumerate(row):
                if other != words:
                    steps = abs(place - other_place) if kind == "ordered" else 1
                    found.setdefault(words, {}).setdefault(other, steps)
    return {
        words: tuple(Other(other, steps) for other, steps in others.items())
        for words, others in found.items()
    }


def excluded_by(words: str) -> tuple[Other, ...]:
    """Words that cannot hold where these do, as the table lists them."""
    table = _table()
    return table.get(words) or table.get(words.lower(), ())


@lru_cache(maxsize=1)
def descriptor() -> re.Pattern[str]:
    """Match any word of the table, the longest first."""
    longest = sorted(_table(), key=lambda words: (-len(words), words))
    joined = "|".join(map(re.escape, longest))
    return re.compile(rf"(?<![\w-])(?:{joined})(?![\w-])", re.IGNORECASE)
