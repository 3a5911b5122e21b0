"""Parts of the body as people name them, with the parts that may be meant together."""

import re
from functools import lru_cache

from clinical.lexicon_rows import rows_of


@lru_cache(maxsize=1)
def _table() -> dict[str, tuple[re.Pattern[str], frozenset[str]]]:
    """Each part with the words for it and the parts near it, in both directions."""
    rows = rows_of("body_parts.tsv")
    near = {part: frozenset(beside.split("|")) for part, _, beside in rows}
    return {
        part: (
            re.compile(rf"\b(?:{words})\b", re.IGNORECASE),
            near[part] | {other for other, beside in near.items() if part in beside},
        )
        for part, words, _ in rows
    }


@lru_cache(maxsize=8192)
def parts_in(text: str) -> frozenset[str]:
    """The parts of the body that a text names."""
    return frozenset(part for part, (words, _) in _table().items() if words.search(text))


def is_near(part: str, others: frozenset[str]) -> bool:
    """Say whether a part is among others, or may be meant by one of them."""
    return bool(({part} | _table()[part][1]) & others)
