"""The words by which a sentence names entries of a chart and picks one of them."""

import re
from typing import Literal

from pydantic import BaseModel

from clinical.chart_scopes import moment_of
from clinical.facts import TimeSpan
from clinical.words import phrase

Subject = Literal[
    "measurement",
    "laboratory",
    "microbiology",
    "medication",
    "diagnosis",
    "procedure",
    "intake",
    "output",
    "hospital_stay",
    "icu_stay",
    "admission",
    "discharge",
    "emergency",
]
"""What kind of entries a sentence speaks of."""

Statistic = Literal["maximum", "minimum", "mean"]


class Pick(BaseModel, frozen=True):
    """Which entry is meant: the n-th of the oldest (or, negative, newest), an extreme, a mean."""

    order: int = 0
    statistic: Statistic | None = None
    moment: TimeSpan | None = None


AT = re.compile(
    r"\b(?:at|on)\s+(\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2})?|\d{4}-\d{2}-\d{2})", re.I
)
_ORDERS: tuple[tuple[str, int], ...] = (
    (r"second[- ]to[- ]last|next[- ]to[- ]last|penultimate|last but one", -2),
    (r"second", 2),
    (r"third", 3),
    (r"first|initial|initially|earliest", 1),
    (r"last|latest|most recent|final", -1),
)
_STATISTICS: tuple[tuple[str, Statistic], ...] = (
    (r"maximum|maximal|highest|peak", "maximum"),
    (r"minimum|minimal|lowest|nadir", "minimum"),
    (r"average|(?<=the )mean(?! arterial)|^mean(?! arterial)", "mean"),
)
PICKS = re.compile(
    "|".join(
        [f"(?P<o{place}>\\b(?:{words})\\b)" for place, (words, _) in enumerate(_ORDERS)]
        + [f"(?P<s{place}>\\b(?:{words})\\b)" for place, (words, _) in enumerate(_STATISTICS)]
    ),
    re.IGNORECASE,
)
_SUBJECTS: tuple[tuple[Subject, str], ...] = (
    ("diagnosis", r"diagnos(?:is|es|ed)"),
    ("microbiology", r"microbiolog(?:y|ical)|cultures?"),
    ("laboratory", r"lab(?:oratory)?(?: blood)? tests?|blood tests?"),
    ("procedure", r"procedures?|underwent|operations?"),
    ("intake", r"intake|infused"),
    ("output", r"output"),
    ("medication", r"prescribed|prescriptions?"),
    ("icu_stay", r"(?:icu|intensive care(?: unit)?) (?:visit|stay|admission)s?(?:\(s\))?"),
    ("emergency", r"emergency (?:room|department)"),
    ("admission", r"(?:hospital )?admission|admitted to (?:the )?hospital|admitted"),
    ("hospital_stay", r"(?:hospital|inpatient) (?:visit|stay)s?(?:\(s\))?|hospitali[sz]ations?"),
    ("discharge", r"(?:hospital )?discharged?"),
)
_FILLER = re.compile(
    r"\b(?:a|an|the|any|some|was|were|is|had|has|have|been|be|received|receive|undergone|got"
    r"|given"
    r"|medications?|medicines?|drugs?|results?|values?|levels?|readings?|measured|measurements?"
    r"|recorded|tests?|time|times|for|with|of|in|to|that|this|value|found|and then"
    r"|(?:the )?hospital)\b",
    re.IGNORECASE,
)
_ROUTE = re.compile(r"\b(?:via|by|through)\s+(?:the\s+)?(?P<route>[\w/ ]{2,20}?)\s+route\b", re.I)
_ALTERNATIVES = re.compile(r",?\s+or\s+|,\s+", re.IGNORECASE)


def names_of(subject: Subject, name: str) -> tuple[str, ...]:
    """Part the drugs of a choice; names of other things hold commas themselves."""
    if not name:
        return ()
    if subject != "medication" or not re.search(r"\bor\b", name):
        return (name,)
    parts = [part.strip(" ,") for part in _ALTERNATIVES.split(name) if part.strip(" ,")]
    return tuple(dict.fromkeys((*parts, name)))


def read_subject(text: str) -> tuple[Subject | None, str, str]:
    """Return the kind of entries, the name that is left of the words, and the route of a drug."""
    route = _ROUTE.search(text)
    if route:
        text = f"{text[: route.start()]} {text[route.end() :]}"
    for subject, words in _SUBJECTS:
        found = re.search(rf"\b(?:{words})(?!\w)", text, re.IGNORECASE)
        if found is not None:
            rest = f"{text[: found.start()]} {text[found.end() :]}"
            return subject, bare_name(rest), route["route"].strip() if route else ""
    return None, bare_name(text), ""


def read_pick(text: str) -> tuple[Pick | None, str]:
    """Return which entry is meant, and the text without the words that say so."""
    at = AT.search(text)
    if at is not None:
        return Pick(moment=moment_of(at[1])), f"{text[: at.start()]} {text[at.end() :]}"
    found = list(PICKS.finditer(text))
    if len(found) != 1:
        return None, text
    rest = f"{text[: found[0].start()]} {text[found[0].end() :]}"
    for place, (_, order) in enumerate(_ORDERS):
        if found[0][f"o{place}"]:
            return Pick(order=order), rest
    statistic = next(s for place, (_, s) in enumerate(_STATISTICS) if found[0][f"s{place}"])
    return Pick(statistic=statistic), rest


def bare_name(text: str) -> str:
    """What is left of a text when the words that frame a name are taken out."""
    return " ".join(_FILLER.sub(" ", text).split()).strip(" ,;:")


def name_key(name: str) -> frozenset[str]:
    """The words of a name, without those that only frame it, in any order."""
    return frozenset(phrase(bare_name(name)).split())
