"""Whether the worst claim of a text is the wrong one, and by which edges the worst stand."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from evaluation.faith.statements import Statement
from graph_state.factcheck import CheckedClaim, FactcheckReport

Check = Callable[[str], FactcheckReport]
LENGTH = 10


class Localization(NamedTuple):
    """How often the wrong statement is among the k lowest claims."""

    texts: int
    top: dict[int, float]


def localization(
    statements: Sequence[Statement],
    check: Check,
    at: Sequence[int] = (1, 3, 5),
    texts: int = 60,
    seed: int = 3,
) -> Localization:
    """Hide one false statement among nine true ones, and look for it from below."""
    chance = random.Random(seed)
    true = [one.text for one in statements if one.is_true]
    false = [one.text for one in statements if not one.is_true]
    hits = dict.fromkeys(at, 0)
    for _ in range(texts):
        wrong = chance.choice(false)
        told = [*chance.sample(true, LENGTH - 1), wrong]
        chance.shuffle(told)
        worst = lowest(check(" ".join(told)).claims, max(at))
        for k in at:
            hits[k] += any(one.claim.text.strip() == wrong for one in worst[:k])
    return Localization(texts, {k: hits[k] / texts for k in at})


def lowest(claims: Sequence[CheckedClaim], count: int) -> list[CheckedClaim]:
    """Return the claims of lowest score; unverifiable ones are none."""
    known = [one for one in claims if one.score is not None]
    return sorted(known, key=lambda one: (one.score or 0.0, one.claim.start))[:count]


def edge_profile(reports: Sequence[FactcheckReport], worst: int = 1) -> list[tuple[str, int]]:
    """Count the relations on the paths of the worst claims, the most frequent first."""
    found: Counter[str] = Counter()
    for report in reports:
        for one in lowest(report.claims, worst):
            found.update(step.relation for step in one.path)
    return sorted(found.items(), key=lambda pair: (-pair[1], pair[0]))
