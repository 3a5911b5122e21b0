"""Completes a question that goes on from the one before: `and the dose?`, `what about sodium?`."""

import re
from collections.abc import Sequence

from graph_state.asking import Link

_GOES_ON = re.compile(
    r"\W*(?:and|but|also|then|so|what about|how about|and what about|same for)\b", re.IGNORECASE
)
_REFERS = re.compile(r"\b(?:it|its|that|this|those|these|them|the same(?: one)?)\b", re.IGNORECASE)
_ONLY_NAMES = re.compile(
    r"\W*(?:(?:and|what|how|about|same|for|the|a|an|then|so|but|also)\W+)*\W*", re.IGNORECASE
)


def completed(
    question: str, links: Sequence[Link], before: str, links_before: Sequence[Link]
) -> str:
    """Return a question that stands by itself; one that already does stays as it is."""
    if not before or not links_before:
        return question
    goes_on = _GOES_ON.match(question) is not None
    if links and goes_on and _is_only_names(question, links):
        return _replaced(before, links_before, links)
    if not links and (goes_on or _REFERS.search(question)):
        names = ", ".join(dict.fromkeys(link.words for link in links_before))
        return f"{question.rstrip(' ?.!')} ({names})?"
    return question


def _is_only_names(question: str, links: Sequence[Link]) -> bool:
    rest = question
    for link in sorted(links, key=lambda one: -one.start):
        rest = rest[: link.start] + rest[link.end :]
    return _ONLY_NAMES.fullmatch(rest) is not None


def _replaced(before: str, old: Sequence[Link], new: Sequence[Link]) -> str:
    """Put the new names where the last of the old ones stood."""
    last = max(old, key=lambda one: one.start)
    names = " and ".join(link.words for link in new)
    return before[: last.start] + names + before[last.end :]
