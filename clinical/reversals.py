"""Words for what was done to a drug, with their reverse in the same grammatical form."""

import re
from functools import lru_cache
from importlib.resources import files


@lru_cache(maxsize=1)
def reversals() -> dict[str, tuple[str, ...]]:
    """Words to their reverses."""
    found: dict[str, tuple[str, ...]] = {}
    text = files("clinical.lexicons").joinpath("reversals.tsv").read_text("utf-8")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            words, reverse = line.split("\t")
            found[words] = (*found.get(words, ()), reverse)
    return found


@lru_cache(maxsize=1)
def reversible() -> re.Pattern[str]:
    """Match any words that have a reverse, the longest first."""
    longest = sorted(reversals(), key=lambda words: (-len(words), words))
    return re.compile(r"\b(?:" + "|".join(map(re.escape, longest)) + r")\b", re.IGNORECASE)
