"""Causes as a text states them: an effect, the words that link, and what is given as its cause."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from clinical.facts import Fact

TO_CAUSE = re.compile(
    r"\b(?:(?:is|was|were|are|be|been|being|felt|thought|judged|believed|most|likely|probably"
    r"|largely|mainly|presumed|presumably|to|and|all)\s+){0,6}"
    r"(?:due to|secondary to|2/2|caused by|attributed to|ascribed to|put down to|blamed on"
    r"|because of|resulting from|arising from|triggered by|precipitated by|provoked by"
    r"|brought on by|owing to|as a result of|explained by|from)\s+",
    re.IGNORECASE,
)
TO_EFFECT = re.compile(
    r"\s*(?:,?\s*which\s+)?(?:(?:is|was|has|had|have|been|most|likely|probably|that|then)\s+){0,4}"
    r"(?:caused|causing|led to|leading to|resulted in|resulting in|triggered|precipitated|provoked"
    r"|explained|explains|(?:as |was |is )?(?:the|its|her|his) (?:likely )?"
    r"(?:cause|source|trigger|culprit) (?:of|for|behind))"
    r"\s+(?:(?:a|an|the|his|her|their|this)\s+)?",
    re.IGNORECASE,
)
PUT_BEFORE = re.compile(
    r"\b(?:attribut|ascrib|blam|link|relat)(?:ed|es|ing)\s+(?:(?:the|his|her|their|this|these|all)\s+)?\Z"
    r"|\b(?:put|puts|putting)\s+(?:(?:the|his|her|their|this|these)\s+)?\Z",
    re.IGNORECASE,
)
PUT_BEHIND = re.compile(r"\s+(?:down\s+)?(?:to|on)\s+(?=[a-z])", re.IGNORECASE)
"""`attributed the embolus to atrial fibrillation`."""

CAUSE_ENDS = re.compile(
    r"[.;:\n]|,\s|\s(?=(?:and (?:was|were|is|had|has|improved|resolved)|but|which|that|with|on"
    r"|after|until|while|when|in whom)\b)"
)
LONGEST_CAUSE = 90
NEAR = 3
"""Characters between an effect and the words that link it to its cause."""

EFFECTS = frozenset({"diagnosis", "symptom", "exam", "vital"})


class CausalLink(NamedTuple):
    """An effect with the span of the words for its cause."""

    effect: Fact
    start: int
    end: int


def causal_links(text: str, facts: list[Fact], offset: int = 0) -> Iterator[CausalLink]:
    """Find what a text gives as the cause of each finding; facts count from `offset`."""
    for fact in facts:
        if fact.kind not in EFFECTS or fact.source.start is None or fact.source.end is None:
            continue
        start, end = fact.source.start - offset, fact.source.end - offset
        forward = TO_CAUSE.search(text, end, end + NEAR + LONGEST_CAUSE)
        if forward is not None and not text[end : forward.start()].strip(" ,:()"):
            yield CausalLink(fact, forward.end(), cause_end(text, forward.end()))
        behind = PUT_BEHIND.match(text, end)
        if behind is not None and PUT_BEFORE.search(text, max(0, start - 30), start):
            yield CausalLink(fact, behind.end(), cause_end(text, behind.end()))
        for backward in TO_EFFECT.finditer(text, 0, start):
            if backward.end() == start and backward.start() > 0:
                yield CausalLink(fact, cause_start(text, backward.start()), backward.start())


def cause_end(text: str, start: int) -> int:
    """Where the words for a cause end."""
    stop = CAUSE_ENDS.search(text, start, start + LONGEST_CAUSE)
    return stop.start() if stop else min(len(text), start + LONGEST_CAUSE)


def cause_start(text: str, end: int) -> int:
    """Where the words for a cause begin that stands before its effect."""
    low = max(0, end - LONGEST_CAUSE)
    stops = [match.end() for match in CAUSE_ENDS.finditer(text, low, end) if match.end() < end]
    return stops[-1] if stops else low
