"""Days at which a course begins or ends: `from 05-03`, `until the 8th`."""

import re

from clinical.care_steps import Step
from clinical.mentions import TimeMention

BEGINNING = re.compile(
    r"\b(?:from|since|starting(?: on)?|beginning(?: on)?|as of)\s+(?:the\s+)?\Z", re.IGNORECASE
)
ENDING = re.compile(
    r"\b(?:until|till|through|thru|up to|end(?:s|ed|ing)?(?: on)?)\s+(?:the\s+)?\Z", re.IGNORECASE
)
OWN_BEGINNING = re.compile(r"(?:from|since)\b", re.IGNORECASE)
OWN_ENDING = re.compile(r"(?:until|through)\b", re.IGNORECASE)
LOOK_BACK = 24


def edge_of_course(text: str, time: TimeMention) -> tuple[Step, str] | None:
    """The step and the day of an open time, where words make it the first or last day."""
    span = time.span
    if span is None or span.precision not in ("minute", "day"):
        return None
    lead = text[max(0, time.start - LOOK_BACK) : time.start]
    if span.earliest and not span.latest:
        begins = OWN_BEGINNING.match(time.text) or BEGINNING.search(lead)
        return ("begin", span.earliest[:10]) if begins else None
    if span.latest and not span.earliest:
        ends = OWN_ENDING.match(time.text) or ENDING.search(lead)
        return ("end", span.latest[:10]) if ends else None
    return None
