"""Which time expression of a sentence governs a finding in it."""

import re
from collections.abc import Sequence

from clinical.mentions import TimeMention
from clinical.sentences import Span

GOVERNING = frozenset(("date", "range", "relative", "hospital_day", "postoperative_day", "vague"))
SENTENCE_END = re.compile(r"[.!?;]\s+(?=[A-Z_\d\"(])|\n\s*\n|\n(?=\s*(?:[-*•#]|\d{1,2}[.)]\s))")
CLAUSE_END = re.compile(
    r",?\s+(?:but|whereas|while|although|though|and then|then|which|who|when|before)\s+|"
    r",\s+(?:and\s+)?|\s+and\s+|\)\s*,?\s*"
)
SUBCLAUSE_COST = 25
NUMBER_COST = 30
OTHER_COST = 60
BACKWARD_COST = 12
NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?![\w]|\.\d)")


def when_of(
    text: str, span: Span, times: Sequence[TimeMention], others: Sequence[Span] = ()
) -> TimeMention | None:
    """Return the time that governs a finding: the nearest that no other finding claims.

    A time behind the finding is preferred in its own clause; a time that opens the sentence
    governs every clause that has none of its own. `others` are the spans of other findings.
    """
    low, high = _sentence(text, span)
    candidates = [
        time for time in times if time.kind in GOVERNING and low <= time.start and time.end <= high
    ]
    if not candidates:
        return None
    return min(candidates, key=lambda time: (_cost(text, span, time, others), time.start))


def _sentence(text: str, span: Span) -> tuple[int, int]:
    """Bounds of the sentence that holds a finding."""
    low, high = 0, len(text)
    for match in SENTENCE_END.finditer(text):
        if match.end() <= span.start:
            low = match.end()
        elif match.start() >= span.end:
            high = match.start() + 1
            break
    return low, high


def _cost(text: str, span: Span, time: TimeMention, others: Sequence[Span]) -> float:
    """Say how far a time stands from a finding: distance, clauses, numbers and findings between."""
    if time.start < span.end and span.start < time.end:
        return 0.0
    behind = time.start >= span.end
    left, right = (span.end, time.start) if behind else (time.end, span.start)
    gap = text[left:right]
    cost = len(gap) * 0.1 + SUBCLAUSE_COST * len(CLAUSE_END.findall(gap))
    cost += NUMBER_COST * len(NUMBER.findall(gap)) if not behind else 0
    cost += OTHER_COST * sum(left <= other.start and other.end <= right for other in others)
    return cost + (0 if behind else BACKWARD_COST)
