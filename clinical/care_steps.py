"""Which step of care words tell of a line, a drug or a procedure: begun, ended, resumed, held."""

import re
from typing import Literal

from clinical.labels import MedicationStatus

Step = Literal["begin", "end", "again", "hold"]

_WORDS: dict[Step, str] = {
    "again": r"resum\w*|re-?start\w*|re-?insert\w*|re-?plac\w*|put back|back in|re-?intubat\w*"
    r"|re-?initiat\w*|re-?site\w*|back on|again",
    "hold": r"held|on hold|with-?held|paus\w*|interrupt\w*|suspend\w*",
    "end": r"remov\w*|pulled|withdrawn|withdrew|discontinu\w*|d/?c'?e?d|stop\w*|ended|ends"
    r"|extubat\w*|decannulat\w*|off|out|weaned|complet\w*|finish\w*|last|final|ceased"
    r"|liberated",
    "begin": r"start\w*|began|begun|begin\w*|initiat\w*|commenc\w*|insert\w*"
    r"|plac(?:ed|ement|ing)|put in|intubat\w*|introduc\w*|first|went in|added",
}
CUES = {step: re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for step, words in _WORDS.items()}
"""Cues by step; what is said again is more than a beginning."""

OF_STATUS: dict[MedicationStatus, Step] = {
    "started": "begin",
    "stopped": "end",
    "resumed": "again",
    "held": "hold",
}
SEGMENT_END = re.compile(
    r"[;:,]|\.(?=\s|$)|\b(?:and|but|then|before|after|until|while|with|which|that|because|for)\b",
    re.IGNORECASE,
)


def segment_bounds(text: str, start: int, end: int) -> tuple[int, int]:
    """Where the comma, conjunction or stop next to a mention stands on either side."""
    before = [m.end() for m in SEGMENT_END.finditer(text, 0, start)]
    after = SEGMENT_END.search(text, end)
    return before[-1] if before else 0, after.start() if after else len(text)


def segment_around(text: str, start: int, end: int) -> str:
    """The words around a mention up to the next comma, conjunction or stop on either side."""
    first, last = segment_bounds(text, start, end)
    return text[first:last]


def step_around(text: str, start: int, end: int, status: MedicationStatus | None) -> Step | None:
    """The step that is told of a mention: by the status of a drug, else by the words around it.

    None where no word tells one, or where words of two steps stand together.
    """
    if status in OF_STATUS:
        return OF_STATUS[status]
    segment = segment_around(text, start, end)
    if CUES["again"].search(segment):
        return "again"
    found: list[Step] = [step for step, cue in CUES.items() if cue.search(segment)]
    return found[0] if len(found) == 1 else None
