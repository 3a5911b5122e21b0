"""Pieces of a text to be replaced, found by several readers and put in place without overlap."""

from collections.abc import Iterable
from typing import NamedTuple

BLANK = "___"
"""What stands for a removed word, as in MIMIC; the checker reads it as unknown."""


class Replacement(NamedTuple):
    """A half-open span of code points and what stands there instead."""

    start: int
    end: int
    text: str


def without_overlap(found: Iterable[Replacement]) -> list[Replacement]:
    """Order replacements by place; where two meet, both spans are covered by the longer's text."""
    kept: list[Replacement] = []
    for one in sorted(found, key=lambda one: (one.start, -one.end)):
        if kept and one.start < kept[-1].end:
            last = kept.pop()
            longer = max(last, one, key=lambda each: each.end - each.start)
            one = Replacement(last.start, max(last.end, one.end), longer.text)
        kept.append(one)
    return kept


def replaced(text: str, replacements: Iterable[Replacement]) -> str:
    """Put ordered replacements into a text."""
    parts: list[str] = []
    at = 0
    for one in replacements:
        parts += (text[at : one.start], one.text)
        at = one.end
    return "".join((*parts, text[at:]))
