"""Which searches a sentence needs beyond the local one, from its words and its claims."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from clinical.causal_links import TO_CAUSE, TO_EFFECT, causal_links
from clinical.facts import Fact
from clinical.purposes import purposes

ORDER = re.compile(
    r"\b(?:before|after|prior to|following|followed|then|later|subsequently|until|since|first"
    r"|last|initially|rose|rising|fell|falling|increas\w+|decreas\w+|improv\w+|worsen\w+"
    r"|trend\w*|peak\w*|nadir|down to|up to|returned to|normali[sz]ed)\b",
    re.IGNORECASE,
)
"""Words for an order or a trend, which only a row of dated instances can show."""

WHOLE_COURSE = re.compile(
    r"\b(?:overall|in summary|hospital course|(?:un)?complicated (?:course|by)|uneventful\w*"
    r"|throughout|during (?:his|her|the|this) (?:stay|hospital\w*|admission|course)"
    r"|multi\w+ problems|remained (?:\w+ )?(?:stable|well|afebrile))\b",
    re.IGNORECASE,
)
"""Words that sum up a course: no single place of the record says it."""

MOST_TIMELINES = 4
MOST_NEIGHBOURHOODS = 6
MOST_PATHS = 2
REPORTS = 8
"""Community reports that are read for one sentence."""

BARRED = frozenset({"allergy", "medication"})
RESIDUAL = "text:"
"""Begins the concept of words that no parser understood: no entity is named so."""


@dataclass(frozen=True)
class SearchParts:
    """The searches that a run makes at all: an ablation switches them off one by one."""

    timeline: bool = True
    neighbours: bool = True
    communities: bool = True


ALL_SEARCHES = SearchParts()
LOCAL_ALONE = SearchParts(timeline=False, neighbours=False, communities=False)


@dataclass(frozen=True)
class SearchPlan:
    """What to ask of the graph, by concept ids."""

    timelines: tuple[str, ...] = ()
    neighbours: tuple[str, ...] = ()
    paths: tuple[tuple[str, str], ...] = ()
    whole_course: bool = False


def plan_of(text: str, claims: Sequence[Fact], parts: SearchParts) -> SearchPlan:
    """Plan the searches for one sentence."""
    known = [claim for claim in claims if not claim.concept.id.startswith(RESIDUAL)]
    linked = list(_linked(text, known))
    joined = [c.concept.id for c in known if c.kind in BARRED or is_linking(text)]
    timed = [c.concept.id for c in known if has_time(c) or ORDER.search(text)]
    return SearchPlan(
        timelines=_first(timed, MOST_TIMELINES) if parts.timeline else (),
        neighbours=_first(joined, MOST_NEIGHBOURHOODS) if parts.neighbours else (),
        paths=tuple(dict.fromkeys(linked))[:MOST_PATHS] if parts.neighbours else (),
        whole_course=parts.communities and WHOLE_COURSE.search(text) is not None,
    )


def is_linking(text: str) -> bool:
    """Say whether a sentence gives a cause, an effect or a purpose."""
    return any(words.search(text) for words in (TO_CAUSE, TO_EFFECT)) or " for " in text


def has_time(claim: Fact) -> bool:
    """Say whether a claim names a day, a span or a place in a series."""
    time = claim.time
    return claim.selector is not None or (time is not None and bool(time.earliest or time.latest))


def _linked(text: str, claims: list[Fact]) -> Iterator[tuple[str, str]]:
    """Pair what the sentence joins as cause and effect, or as drug and purpose."""
    for link in causal_links(text, claims):
        for cause in claims:
            if link.start <= (cause.source.start or 0) < link.end:
                yield cause.concept.id, link.effect.concept.id
    for purpose in purposes(text, claims):
        yield purpose.drug.concept.id, purpose.reason.concept.id


def _first(concepts: list[str], most: int) -> tuple[str, ...]:
    return tuple(dict.fromkeys(concepts))[:most]
