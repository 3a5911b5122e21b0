"""Which words a suggested correction changes."""

import re
from difflib import SequenceMatcher
from typing import Literal

from pydantic import BaseModel

_WORD = re.compile(r"\s+|\w+(?:[.,/-]\w+)*|[^\w\s]")


class Change(BaseModel, frozen=True):
    """A run of text that both sentences hold, or that one of them holds alone."""

    kind: Literal["kept", "removed", "added"]
    text: str


CORRECTED_SHARE = 0.5
"""A correction keeps at least this share of both texts; less is advice in words of its own."""


def suggested_changes(sentence: str, suggestion: str) -> tuple[Change, ...]:
    """Show a correction by its changes, and advice (`Review against the record`) as it stands."""
    if not is_correction(sentence, suggestion):
        return (Change(kind="kept", text=suggestion),)
    return word_changes(sentence, suggestion)


def is_correction(sentence: str, suggestion: str) -> bool:
    """Say whether a suggestion can stand in the sentence's place, or only says what to look at."""
    old, new = sentence.split(), suggestion.split()
    return SequenceMatcher(None, old, new, autojunk=False).ratio() >= CORRECTED_SHARE


def word_changes(before: str, after: str) -> tuple[Change, ...]:
    """Compare two sentences word by word; kept and removed runs spell the first one."""
    old, new = _WORD.findall(before), _WORD.findall(after)
    changes: list[Change] = []
    for kind, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            changes.append(Change(kind="kept", text="".join(old[i:j])))
            continue
        if i < j:
            changes.append(Change(kind="removed", text="".join(old[i:j])))
        if k < m:
            changes.append(Change(kind="added", text="".join(new[k:m])))
    return tuple(changes)
