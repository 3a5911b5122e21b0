"""When a patient came and left, as notes and sentences say it."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from clinical.facts import Concept
from clinical.mentions import TimeMention

ADMISSION = Concept(id="encounter:admission", name="admission")
DISCHARGE = Concept(id="encounter:discharge", name="discharge")

BETWEEN = (
    r"(?!\s*\b(?:and|but|then|until|with)\b[^.;]*\b(?:resum|start|stop|restart|held|given|remov|plac)\w*)"
    r"(?!\s*\band\s+(?:was\s+|were\s+)?\w+ed\b)"
    r"(?:[^.;,]|,(?=\s+on\b)){0,30}$"
)
"""What may stand between the word and its date: no other event."""

CAME = re.compile(
    r"\b(?:(?<!on )(?<!since )(?<!at )(?<!before )(?<!after )(?<!following )(?<!from )(?<!of )"
    r"admission(?:\s+date)?|admitted|date of admission"
    r"|hospitali[sz]ed|arrived|presented)\b" + BETWEEN,
    re.IGNORECASE,
)
LEFT = re.compile(
    r"\b(?:discharged|discharge date|date of discharge|(?:her|his|the|planned) discharge|^discharge"
    r"|went home|left (?:the hospital|against medical advice|AMA))\b" + BETWEEN,
    re.IGNORECASE,
)
DATED_KINDS = frozenset({"date", "relative"})


class StayDate(NamedTuple):
    """A date of arrival or departure, with the words that say so."""

    concept: Concept
    start: int
    end: int
    time: TimeMention


def find_stay_dates(text: str, times: Sequence[TimeMention]) -> list[StayDate]:
    """Find dates that the words before them make the day of arrival or departure."""
    found = []
    for time in times:
        if time.kind not in DATED_KINDS or time.span is None or time.span.anchor != "absolute":
            continue
        before = text[: time.start]
        came, left = CAME.search(before), LEFT.search(before)
        word = max((m for m in (came, left) if m), key=lambda m: m.start(), default=None)
        if word is not None:
            concept = ADMISSION if word is came else DISCHARGE
            found.append(StayDate(concept, word.start(), time.end, time))
    return found
