"""Values of a fluid other than blood, where their line begins with its name (`Pleural fluid:`)."""

import re
from bisect import bisect_right

from clinical.analyte_names import ROW_NAMES, Name
from clinical.analytes import ANALYTES, NOT_A_MEASUREMENT, generic_concept
from clinical.measurement_rows import specimen_name
from clinical.numeric_tokens import Token
from clinical.readings import Reading

Stretch = tuple[int, int, str]
"""Half-open stretch of text, and the fluid that was examined there."""

_FLUIDS = {
    "urine": r"urine|urinalysis|ua|u/a",
    "csf": r"csf|cerebrospinal fluid|lumbar puncture|lp",
    "ascites": r"ascites|(?:ascitic|peritoneal)(?: fluid)?|(?:diagnostic )?para(?:centesis)?",
    "pleural": r"pleural(?: fluid)?|thoracentesis",
    "joint_fluid": r"(?:joint|synovial)(?: fluid)?|arthrocentesis",
    "stool": r"stool",
    "sputum": r"sputum|bal",
    "body_fluid": r"(?:drain|wound|abscess|bile|lymphocele|cyst) fluid",
}
_NAMES = ("urine", "cerebrospinal", "ascitic", "pleural", "synovial", "stool", "sputum", "fluid")
_HEAD = re.compile(
    r"(?:(?<=\n)|\A|(?<=[.;]\s)|(?<=[-*•]\s))[ \t]*(?:\d{4}-\d{2}-\d{2} )?(?:"
    + "|".join(f"(?P<{name}>{words})" for name, words in _FLUIDS.items())
    + r")\b[^:.\n]{0,40}:",
    re.I,
)
_TOLD = re.compile(
    r"\b(?:(?P<pleural>pleural fluid)|(?P<ascites>ascitic fluid|peritoneal fluid)"
    r"|(?P<joint_fluid>(?:joint|synovial) fluid)|(?P<csf>csf|cerebrospinal fluid|spinal fluid)"
    r"|(?P<urine>urine (?:studies|lytes|electrolytes|chemistry|chemistries)|urinalysis))\b"
    r"(?!\s+(?:cultures?|gram|cytology|was (?:sent|drained|removed)|drain))",
    re.I,
)
_OF_BLOOD = re.compile(r"[.;](?=\s|$)|\n\s*\n|\b(?:serum|blood|peripheral|plasma)\b", re.I)
_END = re.compile(
    r"\n[ \t]*(?:\n|[-*•#]\s|\d{4}-\d{2}-\d{2}|[A-Z][A-Za-z /]{2,40}:)|\.\s+(?=[A-Z])"
)


def stretches_of(text: str) -> list[Stretch]:
    """Find the lines whose head names a fluid, each up to its last word on it."""
    found: list[Stretch] = []
    for match in _HEAD.finditer(text):
        end = _END.search(text, match.end())
        fluid = (match.lastgroup or "").replace("_", " ")
        found.append((match.end(), end.start() if end else len(text), fluid))
    for match in _TOLD.finditer(text):
        if fluid_at(match.start(), found) is None and fluid_at(match.end(), found) is None:
            end = _OF_BLOOD.search(text, match.end())
            fluid = (match.lastgroup or "").replace("_", " ")
            found.append((match.end(), end.start() if end else len(text), fluid))
            found.sort()
    return found


def fluid_at(place: int, stretches: list[Stretch]) -> str | None:
    """Name the fluid of a place, or None where it is blood."""
    at = bisect_right(stretches, (place, 0, "")) - 1
    if at < 0 or place >= stretches[at][1]:
        return None
    return stretches[at][2]


def named_in_fluids(tokens: list[Token], stretches: list[Stretch]) -> list[Token]:
    """Let `Na` below `Urine:` name the sodium of the urine, where that is known."""
    if not stretches:
        return tokens
    renamed: list[Token] = []
    for token in tokens:
        fluid = fluid_at(token.start, stretches) if token.kind in ("name", "word") else None
        alias = ROW_NAMES.get(f"{fluid} {token.text}") if fluid else None
        if alias is None or alias.analyte == NOT_A_MEASUREMENT:
            renamed.append(token)
        else:
            name = Name(token.start, token.end, alias)
            renamed.append(token._replace(kind="name", name=name))
    return renamed


def of_fluids(readings: list[Reading], stretches: list[Stretch]) -> list[Reading]:
    """Give the other values below the name of a fluid a quantity of their own."""
    if not stretches:
        return readings
    moved: list[Reading] = []
    for reading in readings:
        fluid = fluid_at(reading.start, stretches)
        identity = reading.analyte.concept.id
        foreign = fluid and identity.startswith("lab:") and not is_of_fluid(identity)
        moved.append(in_fluid(reading, fluid) if fluid and foreign else reading)
    return moved


def in_fluid(reading: Reading, fluid: str) -> Reading:
    """Name the quantity of a value by its fluid."""
    concept = generic_concept("lab", specimen_name(reading.analyte.concept.name, fluid))
    return reading._replace(analyte=reading.analyte.model_copy(update={"concept": concept}))


def is_of_fluid(identity: str) -> bool:
    """Say whether a quantity is measured in another fluid than blood anyway."""
    name = ANALYTES[identity].concept.name if identity in ANALYTES else identity
    return any(fluid in name for fluid in _NAMES)
