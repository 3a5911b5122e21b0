"""How far two raters agree, and how long reviewing takes."""

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import median

from pydantic import BaseModel

from service.decisions import Event

Pair = tuple[bool, bool]
"""What two raters said of one sentence: whether it is wrong."""


class Agreement(BaseModel, frozen=True):
    """Two raters on the sentences that both of them decided on."""

    raters: tuple[str, str]
    both: int
    same: int
    kappa: float | None
    """Cohen's kappa; None where chance alone explains everything or nothing is there."""


class Timing(BaseModel, frozen=True):
    """How long one reviewer took."""

    reviewer: str
    decisions: int
    timed: int
    median_seconds: float | None
    median_clicks: float | None


def cohens_kappa(pairs: Sequence[Pair]) -> float | None:
    """Return agreement beyond chance, from -1 to 1 (Cohen 1960)."""
    if not pairs:
        return None
    total = len(pairs)
    observed = sum(one == other for one, other in pairs) / total
    first, second = (Counter(pair[side] for pair in pairs) for side in (0, 1))
    chance = sum(first[value] * second[value] for value in (True, False)) / total**2
    return None if chance == 1 else (observed - chance) / (1 - chance)


def agreement_of(raters: tuple[str, str], pairs: Sequence[Pair]) -> Agreement:
    """Compare two raters."""
    same = sum(one == other for one, other in pairs)
    return Agreement(raters=raters, both=len(pairs), same=same, kappa=cohens_kappa(pairs))


def timings(events: Iterable[Event]) -> list[Timing]:
    """Return how long each reviewer took a decision, by name; what was taken back counts too."""
    by_name: dict[str, list[Event]] = {}
    for event in events:
        if event.entry.decision is not None:
            by_name.setdefault(event.entry.reviewer, []).append(event)
    return [_timing(name, by_name[name]) for name in sorted(by_name)]


def _timing(name: str, events: Sequence[Event]) -> Timing:
    seconds = [e.entry.seconds for e in events if e.entry.seconds is not None]
    clicks = [e.entry.clicks for e in events if e.entry.clicks is not None]
    return Timing(
        reviewer=name,
        decisions=len(events),
        timed=len(seconds),
        median_seconds=median(seconds) if seconds else None,
        median_clicks=median(clicks) if clicks else None,
    )
