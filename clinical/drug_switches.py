"""One drug in the place of another: which one ended and which one began."""

import re
from typing import NamedTuple

from clinical.drug_lexicon import DrugName
from clinical.labels import MedicationStatus

TO = r"(?:by|with|to|into|for)"
OLD_FIRST = re.compile(
    r"\b(?:replaced|substituted|swapped|exchanged|changed|switched|converted|transitioned|narrowed|"
    r"broadened|stepped down|step-down|de-?escalated|bridged|rotated|escalated|consolidated|"
    r"switch|transition|gave way)"
    rf"\b[^.;]{{0,40}}?\b{TO}\s*(?P<filler>[^.;,]{{0,25}})$",
    re.I,
)
"""Between two drugs: the first ended, the second began (`A was replaced by B`)."""

NEW_FIRST = re.compile(
    r"\b(?:(?:was|were|is|been)\s+(?:\w+\s+)?substituted\s+for|replac(?:ed|es|ing)|"
    r"(?:took|taking|takes|in)\s+the\s+place\s+of)\s*(?P<filler>[^.;,]{0,25})$",
    re.I,
)
"""Between two drugs: the first began, the second ended (`B replaced A`)."""

THEN_TO = re.compile(r"\b(?:then|finally|later|subsequently)\s+to\s[^.;,]{0,20}$", re.I)
FROM = re.compile(
    r"\b(?:switched|transitioned|changed|converted|rotated|bridged|narrowed|switch|transition|"
    r"change|moved)\b[^.;]{0,40}?\bfrom\b[^.;,]{0,20}$",
    re.I,
)
FROM_TO = re.compile(r"^[^.;]{0,30}?\b(?:to|into)\s[^.;,]{0,25}$", re.I)
ACTIVE = re.compile(
    r"\b(?:replac(?:ed|ing)|switch(?:ed|ing)|chang(?:ed|ing)|swapp(?:ed|ing)|exchang(?:ed|ing)|"
    r"convert(?:ed|ing)|narrow(?:ed|ing)|broaden(?:ed|ing))\s+(?:\w+\s+){0,2}$",
    re.I,
)
WITH = re.compile(r"^\s*(?:with|for|to)\s[^.;,]{0,25}$", re.I)
"""`Someone replaced A with B`."""

PREFERS = re.compile(
    r"\b(?:prefer\w*|favou?r\w*|chos\w+|choos\w+|select\w*|recommend\w*|pick\w*|us(?:e|ed|ing))"
    r"\s+(?:\w+\s+){0,2}$",
    re.I,
)
OVER = re.compile(r"^[^.;,]{0,25}?\b(?:over|rather than|instead of)\s+(?:\w+\s+)?$", re.I)
"""`Prefer A over B`: the second was not given."""

IN_FAVOR = re.compile(r"\b(?:in\s+favou?r\s+of)\b[^.;,]{0,20}$", re.I)
"""`A was stopped in favor of B`."""

PASSIVE_REPLACED = re.compile(r"\breplaced\s+(?:by|with)\b", re.I)


class Switched(NamedTuple):
    """A status that follows from a switch, for one of the drugs."""

    drug: int
    start: int
    end: int
    status: MedicationStatus


def find_switches(text: str, drugs: list[DrugName]) -> list[Switched]:
    """Find the switches between neighboring drugs."""
    found: list[Switched] = []
    for index in range(len(drugs) - 1):
        left, right = drugs[index], drugs[index + 1]
        if left.concept.id == right.concept.id:
            continue
        if is_preferred(text, left, right):
            found.append(Switched(index + 1, left.end, right.start, "not_given"))
            continue
        begun = bool(found) and found[-1].drug == index and found[-1].status == "started"
        old_first = _direction(text, left, right, begun)
        if old_first is None:
            continue
        old, new = (index, index + 1) if old_first else (index + 1, index)
        where = _span(text, left, right)
        found.append(Switched(old, *where, "stopped"))
        found.append(Switched(new, *where, "started"))
    return found


def is_preferred(text: str, left: DrugName, right: DrugName) -> bool:
    """Say whether the first of two drugs was chosen over the second."""
    before = text[max(0, left.start - 40) : left.start]
    return bool(PREFERS.search(before) and OVER.match(text[left.end : right.start]))


def _direction(text: str, left: DrugName, right: DrugName, begun: bool) -> bool | None:
    """Say whether the first of two drugs is the old one; None where nothing was switched."""
    gap = re.sub(r"\s+", " ", text[left.end : right.start])
    before = text[max(0, left.start - 80) : left.start]
    if len(gap) > 130:
        return None
    if FROM.search(before) and FROM_TO.match(gap):
        return True
    if NEW_FIRST.search(gap) and not PASSIVE_REPLACED.search(gap):
        return False
    if ACTIVE.search(before) and WITH.match(gap):
        return True
    if OLD_FIRST.search(gap) or IN_FAVOR.search(gap):
        return True
    if begun and THEN_TO.search(gap):
        return True
    return None


def _span(text: str, left: DrugName, right: DrugName) -> tuple[int, int]:
    """Find the words of the switch, before the first drug or between the two."""
    offset = max(0, left.start - 80)
    lead, gap = text[offset : left.start], text[left.end : right.start]
    before = FROM.search(lead) or (ACTIVE.search(lead) if WITH.match(gap) else None)
    if before:
        return offset + before.start(), left.end + len(gap.rstrip())
    verb = OLD_FIRST.search(gap) or NEW_FIRST.search(gap) or IN_FAVOR.search(gap)
    start = verb.start() if verb else len(gap) - len(gap.lstrip(" ,"))
    return left.end + start, left.end + len(gap.rstrip())
