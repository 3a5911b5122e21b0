"""The names of counted things, as a report lists them and as a sentence says them."""

import re
from functools import lru_cache
from typing import NamedTuple

from clinical.kindred import NEAR
from clinical.organ_systems import belongs, find_systems
from clinical.vocabulary import ancestors, find_terms
from clinical.words import stem, tokens

LOOSE = 2
"""Words that may stand between the words of one name."""

UNSPECIFIED = re.compile(
    r"\s*[-,]\s*other\b.*$|\b(?:NOS|not otherwise specified|unspecified|other,?\s*specify)\b"
    r"|\([^)]*\)|\bgrade\s+\d(?:\s*(?:-|or|and)\s*\d)?\b",
    re.IGNORECASE,
)
EMPTY = frozenset("of the in and or with by to a an disorder other event".split())


class Named(NamedTuple):
    """A counted thing in a sentence: its half-open span and the names of lines that mean it."""

    start: int
    end: int
    names: frozenset[str]
    """Empty where no line of any report has such a name."""

    is_class: bool = False
    """A whole organ system: lines without a known concept may belong to it too."""


@lru_cache(maxsize=8192)
def key_of(name: str) -> frozenset[str]:
    """The stems that tell a name from others."""
    plain = UNSPECIFIED.sub(" ", name) or name
    words = [token.word for token in tokens(plain)]
    kept = [w for w in words if w not in EMPTY and (len(w) > 1 or w.isdigit())]
    return frozenset(stem(word) for word in kept or words)


@lru_cache(maxsize=8192)
def concepts_of(name: str) -> frozenset[str]:
    """The concepts that a name stands for as a whole, after its heading, or in a list of two."""
    plain = UNSPECIFIED.sub(" ", name).strip()
    parts = {plain, plain.rpartition(":")[2], *re.split(r"/|\band\b|,", plain)}
    return frozenset(
        mention.concept_id
        for part in sorted(parts)
        for mention in find_terms(part)
        if covers_all(part, mention.start, mention.end)
    )


def covers_all(text: str, start: int, end: int) -> bool:
    """Say whether only empty words stand outside a span."""
    outside = tokens(text[:start]) + tokens(text[end:])
    return all(token.word in EMPTY or len(token.word) < 2 for token in outside)


def find_counted(text: str, names: frozenset[str]) -> list[Named]:
    """List the counted things that a text names, the longest reading of each place."""
    words = tokens(text)
    stems = [stem(word.word) for word in words]
    found = [
        Named(words[first].start, words[last - 1].end, frozenset({name}))
        for name in sorted(names)
        for first, last in places(key_of(name), stems)
    ]
    found += [*by_concept(text, names), *by_system(text, names)]
    return longest_first(found)


def places(key: frozenset[str], stems: list[str]) -> list[tuple[int, int]]:
    """Where all stems of a name stand close together."""
    if not key:
        return []
    found = []
    for first, word in enumerate(stems):
        if word not in key:
            continue
        seen: set[str] = set()
        for last in range(first, min(len(stems), first + len(key) + LOOSE)):
            seen.add(stems[last])
            if key <= seen:
                found.append((first, last + 1))
                break
    return found


def by_concept(text: str, names: frozenset[str]) -> list[Named]:
    """Names that mean what a term of the text means, or a kind of it, else what is a little wider.

    A term that no name means stays without.
    """
    found = []
    for term in find_terms(text):
        same = {name for name in names if term.concept_id in concepts_of(name)}
        kinds = {n for n in names if any(term.concept_id in ancestors(c) for c in concepts_of(n))}
        wider = {n for n in names if concepts_of(n) & set(ancestors(term.concept_id)[:NEAR])}
        found.append(Named(term.start, term.end, frozenset(same | kinds or wider)))
    return found


def by_system(text: str, names: frozenset[str]) -> list[Named]:
    """Names of conditions of an organ system that the text speaks of as a whole."""
    found = []
    for system in find_systems(text):
        kinds = {n for n in names if any(belongs(c, system.ids) for c in concepts_of(n))}
        found.append(Named(system.start, system.end, frozenset(kinds), is_class=True))
    return found


def longest_first(found: list[Named]) -> list[Named]:
    """Keep the longest of overlapping readings; those of one place are joined."""
    kept: list[Named] = []
    for named in sorted(found, key=lambda n: (n.start - n.end, not n.names, n.start)):
        same = [k for k in kept if (k.start, k.end) == (named.start, named.end)]
        if same:
            kept[kept.index(same[0])] = same[0]._replace(names=same[0].names | named.names)
        elif all(named.end <= k.start or k.end <= named.start for k in kept):
            kept.append(named)
    return sorted(kept)
