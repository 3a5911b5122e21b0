"""Words for what was done to a drug, with their reverse in the same grammatical form."""

import re
from functools import lru_cache

from clinical.lexicon_rows import rows_of


@lru_cache(maxsize=1)
def reversals() -> dict[str, tuple[str, ...]]:
    """Words to their reverses."""
    found: dict[str, tuple[str, ...]] = {}
    for words, reverse in rows_of("reversals.tsv"):
        found[words] = (*found.get(words, ()), reverse)
    return found


@lru_cache(maxsize=1)
def reversible() -> re.Pattern[str]:
    """Match any words that have a reverse, the longest first."""
    longest = sorted(reversals(), key=lambda words: (-len(words), words))
    return re.compile(r"\b(?:" + "|".join(map(re.escape, longest)) + r")\b", re.IGNORECASE)
