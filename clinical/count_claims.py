"""Sentences that count or compare how many had something: `more nausea in arm 2 than in arm 1`.

A clause is read only where all of it is understood: which places it speaks of, which counted
things, which numbers, and how they are related. Any other word leaves it to other rules.
"""

import re
from itertools import pairwise
from typing import Literal, NamedTuple

from clinical.count_words import CUES, FILLERS, SPLIT
from clinical.counted_names import Named
from clinical.portions import Portion, find_portions
from clinical.report_scopes import Scope
from clinical.words import stem, tokens, uniform

Relation = Literal[
    "number",
    "none",
    "some",
    "most",
    "least",
    "more",
    "less",
    "same",
    "only_here",
    "lines",
    "sole",
    "difference",
]


DIRECTIONS: dict[str, Relation] = {"MORE": "more", "LESS": "less", "SAME": "same", "AS": "same"}


class CountClaim(NamedTuple):
    """What one clause says: a relation between counted things, places and numbers."""

    relation: Relation
    things: tuple[Named, ...]
    others: tuple[Named, ...]
    """What the things are compared with, where it is something else in the same place."""

    here: tuple[Scope, ...]
    there: tuple[Scope, ...]
    """What the places are compared with."""

    portions: tuple[Portion, ...] = ()
    together: bool = False
    """The counts of all things are meant in sum."""

    by_share: bool = False
    """Parts of the groups are compared, not counts."""

    negated: bool = False
    significant: bool = False
    """The difference is claimed to be more than chance."""

    slight: bool = False
    """The difference is claimed to be small."""

    of_types: bool = False
    """What is compared is which things were counted, not how many."""


def pieces(text: str) -> list[tuple[int, int]]:
    """Cut a sentence where a new statement may begin."""
    cuts = [0]
    ends = []
    for found in SPLIT.finditer(text):
        ends.append(found.start())
        cuts.append(found.end())
    spans = zip(cuts, [*ends, len(text)], strict=True)
    return [(start, end) for start, end in spans if text[start:end].strip(" .,;")]


SIZE = Named(0, 0, frozenset({"number of people"}))
"""Stands for the people of a group themselves: `arm 1 had 60 patients`."""

OF_SIZE = re.compile(
    r"\b(?:had|has|have|includ\w+|enroll\w+|contain\w*|compris\w*)\s+(?:a\s+)?(?:NUMBER|MORE|LESS)"
    r"\s+(?:number\s+of\s+)?(?:patients|participants|people|subjects|women|men)\b"
)
MARKS = frozenset({"PLACE", "THING", "NUMBER", *(c for _, cue in CUES for c in cue.split())})


class _Masked(NamedTuple):
    text: str
    words: list[str]
    things: list[Named]
    scopes: list[Scope]
    portions: list[Portion]


def read_count_claim(
    text: str,
    things: list[Named],
    scopes: list[Scope],
    follows: bool = False,
    subject: frozenset[str] = frozenset(),
) -> CountClaim | None:
    """Read one clause with the things and places found in it; None where a word is left over.

    A clause that follows another may leave out the things. `subject` are the stems of what all
    groups of the reports count: such words name the whole, as `adverse event` does.
    """
    masked = _mask(text, things, scopes, subject)
    if masked is None:
        return None
    words = masked.words
    cues = set(words)
    of_size = not cues & {"THING", "EVENT"} and OF_SIZE.search(masked.text) is not None
    if not follows and not of_size and not cues & {"THING", "EVENT"}:
        return None
    if words.count("MOST") + words.count("LEAST") > 1 or {"TYPES", "THING"} <= cues:
        return None
    base = CountClaim(
        relation="some",
        things=(SIZE,) if of_size else tuple(masked.things),
        others=(),
        here=tuple(masked.scopes),
        there=(),
        portions=tuple(masked.portions),
        together="TOTAL" in cues,
        by_share="RATE" in cues or any(p.is_share for p in masked.portions),
        negated="NO" in cues,
        significant="SIGNIFICANT" in cues,
        slight="SLIGHT" in cues,
        of_types="TYPES" in cues,
    )
    return _related(base, words, masked)


def _mask(
    text: str, things: list[Named], scopes: list[Scope], subject: frozenset[str]
) -> _Masked | None:
    """Put a mark in place of each thing, place, number and cue; None where words are left."""
    taken: list[tuple[int, int, str, Scope | Named | Portion]] = [
        (scope.start, scope.end, _place_mark(text, scope), scope) for scope in scopes
    ]
    taken += [(t.start, t.end, *_mark(text, t, subject)) for t in things if _free(t, taken)]
    portions = [p for p in find_portions(text) if _free(p, taken) and not _counts(text, p, scopes)]
    taken += [(p.start, p.end, "NUMBER", p) for p in portions]
    taken.sort(key=lambda span: span[:2])
    rest, position = [], 0
    for start, end, mark, _ in taken:
        rest += [text[position:start], f" {mark} "]
        position = max(position, end)
    masked = "".join([*rest, text[position:]])
    for pattern, cue in CUES:
        masked = pattern.sub(f" {cue} ", masked)
    words = [
        "EVENT" if is_unknown(word) and stem(uniform(word)) in subject else word
        for word in re.findall(r"[\w'’]+", masked)
    ]
    if any(is_unknown(word) for word in words):
        return None
    in_order = [t for _, _, mark, t in taken if mark == "THING" and isinstance(t, Named)]
    places = [s for _, _, mark, s in taken if "PLACE" in mark and isinstance(s, Scope)]
    return _Masked(masked, [w for w in words if w in MARKS], in_order, places, portions)


def _place_mark(text: str, scope: Scope) -> str:
    """`neither study` is a place and denies."""
    if not scope.cells:
        return ""
    return "NO PLACE" if text[scope.start :].lower().startswith("neither") else "PLACE"


def _counts(text: str, portion: Portion, scopes: list[Scope]) -> bool:
    """Say whether a number only tells how many places there are: `the two arms`."""
    rests = (text[portion.end : scope.start] for scope in scopes if scope.start >= portion.end)
    return portion.bound == "=" and any(
        rest.strip().lower() in ("", "the", "of the") for rest in rests
    )


def _mark(text: str, thing: Named, subject: frozenset[str]) -> tuple[str, Named]:
    """A thing that no line counts, but all groups do, names the whole."""
    words = {stem(token.word) for token in tokens(text[thing.start : thing.end])}
    return ("EVENT" if not thing.names and words <= subject else "THING", thing)


def is_unknown(word: str) -> bool:
    """Say whether a word is neither a mark nor one that only fills."""
    return word not in MARKS and word.lower() not in FILLERS


def _free(one: Named | Portion, taken: list[tuple[int, int, str, Scope | Named | Portion]]) -> bool:
    return all(one.end <= start or end <= one.start for start, end, _, _ in taken)


def _related(base: CountClaim, words: list[str], masked: _Masked) -> CountClaim | None:
    """Choose the relation that the cues of a clause make."""
    cues = set(words)
    if "MOST" in cues or "LEAST" in cues:
        return base._replace(relation="most" if "MOST" in cues else "least")
    if "DIFFERENCE" in cues:
        return base._replace(relation="difference")
    if any(portion.is_ratio for portion in base.portions):
        plain = ["THAN" if w in ("AS", "SAME") and n else w for n, w in enumerate(words)]
        return _compared(base, _last_than(plain), "MORE")
    direction = next((c for c in words if c in DIRECTIONS), None)
    if direction and ("THAN" in cues or DIRECTIONS[direction] == "same"):
        return _compared(base, words, direction)
    if direction:
        return base._replace(relation=DIRECTIONS[direction]) if len(base.here) == 1 else None
    if _is_sole(words):
        return base._replace(relation="sole")
    about_lines = (
        not masked.things
        and not any(p.is_share for p in base.portions)
        and (
            "TYPES" in cues
            or _denies_before_number(words)
            or len(base.portions) > 1 >= len(base.here)
        )
    )
    if about_lines:
        return base._replace(relation="lines")
    if _is_only(words) and base.here:
        return base._replace(relation="only_here")
    if base.portions:
        return base._replace(relation="number")
    if "NO" in cues:
        return base._replace(relation="none")
    if "ONLY" in cues:
        return None
    return base if base.things or "EVENT" in cues or not words.count("NO") else None


def _last_than(words: list[str]) -> list[str]:
    """`as many ... as`: only the last word of comparison parts the two sides."""
    last = len(words) - 1 - words[::-1].index("THAN") if "THAN" in words else -1
    return [word for n, word in enumerate(words) if word != "THAN" or n == last]


def _compared(base: CountClaim, words: list[str], direction: str) -> CountClaim | None:
    """Part things and places at the word that compares."""
    relation = DIRECTIONS[direction]
    if "THAN" not in words:
        return base._replace(relation=relation)
    at = words.index("THAN")
    things, places = words[:at].count("THING"), words[:at].count("PLACE")
    things = 1 if base.things == (SIZE,) else things
    left, right = base.things[:things], base.things[things:]
    here, there = base.here[:places], base.here[places:]
    if there and not here:
        here, there = there, ()
    if not there and not right:
        return None
    return base._replace(
        relation=relation, things=left or right, others=right if left else (), here=here,
        there=there,
    )  # fmt: skip


def _denies_before_number(words: list[str]) -> bool:
    """`no event more than 3 times` is on events, `2 did not have it` on people."""
    return "NO" in words and "NUMBER" in words and words.index("NO") < words.index("NUMBER")


def _is_sole(words: list[str]) -> bool:
    """`the only adverse event was nausea`: nothing else was counted."""
    return any(pair == ("ONLY", "EVENT") for pair in pairwise(words)) and "THING" in words


def _is_only(words: list[str]) -> bool:
    """`only in arm 1`, `all cases in arm 1`: something is nowhere else."""
    if "ALL" in words and "NUMBER" not in words:
        first = words.index("ALL")
        return any(w in ("THING", "EVENT") for w in words[first:]) and words[-1] == "PLACE"
    return "ONLY" in words and words[words.index("ONLY") + 1 : words.index("ONLY") + 2] == ["PLACE"]
