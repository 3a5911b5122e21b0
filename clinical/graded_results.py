"""Results behind the name of a test that are no plain number: `2+`, `1:320`, `O negative`."""

import re

from clinical.analytes import ANALYTES, Analyte
from clinical.numeric_tokens import Token
from clinical.readings import Reading
from clinical.result_words import BLOOD_TYPE, GRADE, TITER, blood_type

_LEAD = re.compile(
    r"(?:[\s:,=(]|\b(?:titers?|dipstick|strip|level|result|was|were|is|are|of|at|with|showed|came"
    r"|back|returned|positive|group|type)\b)*",
    re.IGNORECASE,
)
BLOOD = "lab:blood_type"


def graded_results(text: str, tokens: list[Token]) -> list[Reading]:
    """Read the grade, titer or blood type that follows each name of a test."""
    found = []
    for index, token in enumerate(tokens):
        analyte = _analyte(token)
        if analyte is None:
            continue
        lead = _LEAD.match(text, token.end)
        start = lead.end() if lead else token.end
        read = _read(text, start, analyte)
        if read is not None:
            result, end = read
            found.append(Reading(analyte, None, index, index, start, end, result))
    return found


def without_graded(readings: list[Reading], graded: list[Reading]) -> list[Reading]:
    """Leave out the numbers that are part of a grade, a titer or a blood type."""
    return [
        reading
        for reading in readings
        if all(reading.end <= one.start or one.end <= reading.start for one in graded)
    ]


def _analyte(token: Token) -> Analyte | None:
    if token.kind != "name" or token.name is None or token.name.alias.state_word:
        return None
    analyte = ANALYTES.get(token.name.alias.analyte)
    return analyte if analyte is not None and analyte.kind == "lab" else None


def _read(text: str, start: int, analyte: Analyte) -> tuple[str, int] | None:
    """Read one result at a place: what it is, and where it ends."""
    if analyte.concept.id == BLOOD:
        typed = BLOOD_TYPE.match(text, start)
        return (blood_type(typed), typed.end()) if typed else None
    grade = GRADE.match(text, start)
    if grade:
        return f"{grade['digit'] or len(grade['pluses'])}+", grade.end()
    titer = TITER.match(text, start)
    return (f"1:{titer['dilution']}", titer.end()) if titer else None
