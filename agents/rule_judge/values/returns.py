"""A value that a series came back to: it must have been measured in the stay."""

import re

from agents.rule_judge.decisions import Decision, Item, contradicted
from agents.rule_judge.record_view import HISTORY_SECTIONS, RecordView
from agents.rule_judge.values.quantities import (
    UNDATED,
    correction_of,
    error_type,
    matching,
    moment,
    written,
)
from agents.rule_judge.values.series import during_stay
from clinical.facts import Fact

RETURNED = re.compile(
    r"\b(?:(?:came|went|was|is|got|trended|drifted|brought)\s+(?:all\s+the\s+way\s+)?(?:back\s+)?"
    r"(?:down|back)|returned|recovered|settled|improved|normali[sz]ed|downtrended|resolved"
    r"|plateaued|stabili[sz]ed)(?:\s+(?:back|down|slowly|steadily|only|fully|again)){0,2}"
    r"\s+(?:to|at)\s+(?:(?:about|around|a)\s+|[~≈]\s?)?\Z",
    re.IGNORECASE,
)
BASELINE = re.compile(r"\bbaseline\b|\bprior\b|\bb/l\b|\busual\b", re.IGNORECASE)
FEWEST = 3
"""Dated values of the stay from which its course counts as told."""


def judge_return(
    claim: Fact, valued: list[Item], view: RecordView, sentence: str
) -> Decision | None:
    """`Came back to 1.4` is wrong where only a value from before the stay is 1.4."""
    start = (claim.source.end or 0) - len(claim.quantity.written if claim.quantity else "")
    came = RETURNED.search(sentence, max(0, start - 60), max(0, start))
    if came is None or BASELINE.search(sentence, came.start(), start + 40):
        return None
    told = [i for i in valued if not is_of_before(i)]
    stay = [i for i in during_stay(told, view) if moment(i.fact) != UNDATED]
    admitted = (view.anchors.admitted or "")[:10]
    later = [i for i in stay if moment(i.fact)[:10] > admitted]
    if len(later) < FEWEST or matching(claim, told) or not matching(claim, valued):
        return None
    last = max(later, key=lambda i: (moment(i.fact), str(i.fact.source)))
    return contradicted(
        "never_returned",
        [last],
        (error_type(claim),),
        f"in the stay it came to {written(last)}, not {claim.text!r}",
        "value",
        correction_of(claim, last),
        confidence=0.75,
    )


def is_of_before(item: Item) -> bool:
    """Say whether a value is told of the time before the stay."""
    before = item.fact.section in (*HISTORY_SECTIONS, "history_of_present_illness")
    return before or item.fact.selector == "baseline" or item.fact.assertion == "historical"
