"""Steps of a stay that have no concept of their own: leaving intensive care, a tube taken out."""

import re
from functools import lru_cache
from typing import NamedTuple

from clinical.care_steps import segment_bounds
from clinical.lexicon_rows import rows_of

QUALIFIER = re.compile(
    r"\b(?:left|right|both|mediastinal|pleural|pelvic|anterior|posterior|first|second|last)\b", re.I
)


class NamedStep(NamedTuple):
    """A step named in a text, with what tells it from others of its kind, and its clause."""

    name: str
    start: int
    end: int
    qualifiers: frozenset[str]


def find_named_steps(text: str) -> list[NamedStep]:
    """Find the steps that a text names, in its order; each with its words' place."""
    found = []
    for name, pattern in _patterns():
        for match in pattern.finditer(text):
            first, last = segment_bounds(text, match.start(), match.end())
            words = QUALIFIER.findall(text[first:last])
            qualifiers = frozenset(word.lower() for word in words)
            found.append(NamedStep(name, match.start(), match.end(), qualifiers))
    return sorted(found, key=lambda step: (step.start, step.name))


@lru_cache(maxsize=1)
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Read the table of steps."""
    rows = rows_of("named_steps.tsv")
    return tuple((name, re.compile(written, re.IGNORECASE)) for name, written in rows)
