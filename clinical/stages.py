"""Stages, grades, classes and types of diseases: `stage 3`, `class II`, `type 2`."""

import re

STAGE = re.compile(
    r"\b(?P<scale>stage|grade|class|type|degree|NYHA(?: class)?|Forrest|Mayo|Hinchey"
    r"|Child(?:-Pugh)?)"
    r"[\s-]*(?P<step>[1-9][AaBb]?|I{1,3}[AaBb]?|IV|VI{0,3}|V|[A-C])\b"
)
ROMAN = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6}
REACH = 28


def stage_near(text: str, start: int, end: int) -> tuple[str, str] | None:
    """Return (scale, step) of the stage written inside or beside a mention, or None."""
    low = max(0, start - REACH)
    found = [
        match
        for match in STAGE.finditer(text, low, min(len(text), end + REACH))
        if not re.search(r"[,.;]", text[min(match.end(), end) : max(match.start(), start)])
    ]
    if not found:
        return None
    nearest = min(found, key=lambda m: (max(start - m.end(), m.start() - end, 0), m.start()))
    return nearest["scale"].lower().removesuffix(" class"), step_of(nearest["step"])


def step_of(written: str) -> str:
    """Spell a step in one way: Arabic digits and a small letter."""
    letter = written[-1].lower() if written[-1] in "AaBb" and len(written) > 1 else ""
    core = written[:-1] if letter else written
    return f"{ROMAN.get(core, core)}{letter}"
