"""The stretch around a name in which a modifier belongs to it: its noun phrase, roughly."""

import re
from functools import lru_cache
from itertools import pairwise

from clinical.content_words import is_content
from clinical.exclusive_words import marks_in
from clinical.vocabulary import clinical_words
from clinical.words import Token, stem, tokens

BREAKS = re.compile(r"[;:()\n]|[.,](?=\s|$)")
STOPS = frozenset(
    "and but or nor while whereas with without plus which who that although though against versus"
    " vs compared than no not then because after before until despite due secondary".split()
)
VERBS = frozenset(
    stem(word)
    for word in (
        "show reveal demonstrate find found confirm see identify note develop have had has undergo"
        " underwent receive require need get got grew become became go went come came"
    ).split()
)
LINKING = frozenset("was were is are be been remain remained appeared being".split())
LEADING = frozenset(
    "involving extending located measuring arising affecting seen noted found identified placed"
    " inserted deployed performed done".split()
)
JOINING = frozenset("and or".split())
COMPARING = frozenset("greater more less worse larger smaller predominantly mostly".split())
ARTICLES = frozenset("the a an both in of".split())
LEFT_WORDS = 5
RIGHT_WORDS = 9
VERBAL = re.compile(r"\w{3,}(?:ing|ed)$")


@lru_cache(maxsize=8192)
def phrase_around(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the span of the noun phrase of the name at a span.

    A label before a colon (`Bone marrow: hypercellular`) reaches over it.
    """
    words = tokens(text)
    named = [m for m in marks_in(text) if not m.axis.startswith("non-:")]
    described = {word.start for word in words for m in named if m.start <= word.start < m.end}
    before = [w for w in words if w.end <= start]
    after = [w for w in words if w.start >= end]
    label = text[end:].startswith(":")
    return (
        reach_left(text, before, start, described),
        reach_right(text, after, end + label, described),
    )


def reach_left(text: str, before: list[Token], start: int, described: set[int]) -> int:
    """Go left over adjectives and names until a mark, a joining word or a verb."""
    reached = start
    for word in reversed(before[-LEFT_WORDS:]):
        ends = word.start not in described and ends_left(word.word)
        if BREAKS.search(text[word.end : reached]) or ends:
            return reached
        reached = word.start
    return reached


def ends_left(word: str) -> bool:
    """Say whether a word cannot belong to the name that follows it."""
    return word in STOPS or stem(word) in VERBS or word in LINKING or word.endswith("ing")


def reach_right(text: str, after: list[Token], end: int, described: set[int]) -> int:
    """Go right over places and predicates until a mark, a joining word or another verb."""
    reached = end
    near = after[:RIGHT_WORDS]
    for position, word in enumerate(near):
        ends = word.start not in described and ends_right(word.word)
        ends = ends and not joins(near[position:], described)
        if BREAKS.search(text[reached : word.start]) or ends:
            return reached
        reached = word.end
        if word.start not in described and VERBAL.match(word.word) and word.word not in LEADING:
            return reached
    return reached


def joins(words: list[Token], described: set[int]) -> bool:
    """Say whether a joining word adds another place or state: `insula and the frontal lobe`."""
    following = [word for word in words[1:] if word.word not in ARTICLES]
    return words[0].word in JOINING and bool(following) and following[0].start in described


def parts_around(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the part between marks that holds a name, with parts beside it that name nothing."""
    cuts = [0, *(m.end() for m in BREAKS.finditer(text)), len(text)]
    parts = [(a, b) for a, b in pairwise(cuts) if a < b]
    own = [i for i, (a, b) in enumerate(parts) if a < end and start < b] or [0]
    first, last = own[0], own[-1]
    while last + 1 < len(parts) and not names_something(text, parts[last + 1]):
        last += 1
    return parts[first][0] if parts else 0, parts[last][1] if parts else len(text)


def names_something(text: str, part: tuple[int, int]) -> bool:
    """Say whether a part holds a clinical word that is no place or state."""
    marks = [(m.start, m.end) for m in marks_in(text)]
    return any(
        word.word in clinical_words() and is_content(word.word) and word.word not in COMPARING
        for word in tokens(text[part[0] : part[1]])
        if not any(s <= part[0] + word.start < e for s, e in marks)
    )


def ends_right(word: str) -> bool:
    """Say whether a word begins something else than the place or state of the name before it."""
    return word in STOPS or (stem(word) in VERBS and word not in LEADING)
