"""Rules for a level in words (`low`, `normal`, `elevated`) against the values of the series."""

import re

from agents.rule_judge.decisions import Decision, Item, contradicted
from agents.rule_judge.record_view import RecordView
from agents.rule_judge.values.quantities import error_type, value, written
from agents.rule_judge.values.series import Series, meant_items
from clinical.facts import Fact
from clinical.plausibility import reference_range

INNER = 0.1
"""Share of the usual range by which a value must lie inside it to be neither low nor high."""

OUTER = 0.15
"""Share by which a value must lie beyond a bound to be surely abnormal; laboratories differ."""

LASTING = re.compile(
    r"\b(?:remain\w*|stay\w*|persist\w*|continu\w*|still|throughout|always|never)\b", re.IGNORECASE
)
REACHED = re.compile(r"\s+(?:to|of|at|was|in the)\s+[<>~]?\d", re.IGNORECASE)
"""Behind `low` or `high`: a value that it was, which may be of another quantity."""

LEVELS = frozenset({"low", "high", "normal"})


def judge_level_word(
    claim: Fact, series: Series, view: RecordView, sentence: str
) -> Decision | None:
    """A level in words is wrong when every value of the time that is meant excludes it.

    `remained normal` is wrong when any value excludes it, `remained high` when the last does.
    """
    wanted = (claim.result or "").lower()
    if REACHED.match(sentence, claim.source.end or 0):
        return None
    valued = series.valued()
    if wanted not in LEVELS or not valued or claim.assertion != "present":
        return None
    meant, exact = meant_items(claim, valued, view)
    dated = [i for i in meant if i.fact.time and i.fact.time.earliest]
    lasting = not exact and LASTING.search(sentence) is not None
    if lasting and len(dated) == len(meant):
        meant = meant if wanted == "normal" else meant[-1:]
    refuting = [i for i in meant if excludes(wanted, i)]
    lasts_not = lasting and wanted == "normal" and refuting
    if not lasts_not and len(refuting) < len(meant):
        return None
    return contradicted(
        "level_excluded",
        refuting[:3],
        (error_type(claim),),
        f"the sentence says {wanted}, the record has {written(refuting[0])}",
        "result",
        confidence=0.7,
    )


def excludes(wanted: str, item: Item) -> bool:
    """Say whether a value is surely not of a level, whatever the laboratory and the sex."""
    identity = item.fact.concept.id
    ranges = [bounds for sex in ("F", "M") if (bounds := reference_range(identity, sex))]
    if not ranges or item.fact.quantity is None:
        return False
    number = value(item)
    if wanted == "high":
        return all(number < high - INNER * (high - low) for low, high in ranges)
    if wanted == "low":
        return all(number > _top_of_low(low, high) for low, high in ranges)
    return all(number > high * (1 + OUTER) or number < low * (1 - OUTER) for low, high in ranges)


def _top_of_low(low: float, high: float) -> float:
    """Above which a value is not low; where none is too low, a low one is only not raised."""
    return low + INNER * (high - low) if low > 0 else high * (1 + OUTER)
