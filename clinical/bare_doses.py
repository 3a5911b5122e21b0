"""Doses written without a unit after the name of a drug: `Lasix 20 IV`, `nadolol 40 -> 20`."""

import re
from typing import NamedTuple

from clinical.facts import Concept, Quantity
from clinical.medication_guards import ANALYTES
from clinical.sig import UNIT, doses
from clinical.usual_doses import usual_doses

NUMBER = r"\d{1,3}(?:,\d{3})+|\d*\.?\d+"
WAYS = (
    r"po|iv|ivp|ivpb|sc|sq|im|pr|sl|inh|push|oral|er|xl|sr|cr|xr|la|hct|tartrate|succinate"
    r"|standing|scheduled|at|of|dose|home"
)
BARE = re.compile(
    rf"[\s:]+(?:(?:{WAYS})\s+)*(?:from\s+)?(?P<low>{NUMBER})"
    rf"(?P<more>(?:\s*(?:-{{1,2}}>|→|=>|\bto\b)\s*(?:{NUMBER}))*)"
    rf"(?:(?<=\d)\s*(?P<unit>{UNIT})\b)?"
    r"(?=\s*(?:$|[,;.)\]&+/]|\n)|\s+(?:daily|nightly|weekly|monthly|once|twice|bid|tid|qid"
    r"|q\.?\w+|po|iv"
    r"|ivp|sc|sq|im|sl|x\s?\d|prn|at|in|on|with|and|by|as|for|then|until|was|started|added"
    r"|given|per|hs"
    r"|every|due|because|while|before|after|plus|stopped|held|home)\b)(?!/\d|\.\d|,\d)",
    re.IGNORECASE,
)
ARROW = re.compile(r"\s*(?:-{1,2}>|→|=>)\s*")
STEP = re.compile(rf"(?:-{{1,2}}>|→|=>|\bto\b)\s*(?P<number>{NUMBER})", re.IGNORECASE)
DAILY = re.compile(r"\s+(?:daily|nightly|weekly|bid|tid|qid|q\.?\d*\s?\w+|po|prn)\b", re.IGNORECASE)
MONITORED = frozenset(
    f"drug:{name}"
    for name in (
        *("tacrolimus", "cyclosporine", "sirolimus", "everolimus", "vancomycin", "gentamicin"),
        *("tobramycin", "amikacin", "phenytoin", "carbamazepine", "phenobarbital", "theophylline"),
        *("methotrexate", "acetaminophen", "levetiracetam", "lamotrigine"),
    )
)
"""Drugs whose level in the blood is written the same way, so that a bare number needs more."""

LARGEST_INSULIN = 150
SLACK = 4.0
"""Factor by which a dose may lie outside the usual ones."""


class BareDose(NamedTuple):
    """A dose without its unit, the dose before it where the text tells a change, and its end."""

    current: Quantity
    previous: Quantity | None
    end: int


def bare_dose(text: str, start: int, end: int, drug: Concept) -> BareDose | None:
    """Read a bare number after a drug as its dose, where it can be one."""
    match = BARE.match(text, start, end)
    if match is None or drug.id in ANALYTES or not drug.id.startswith("drug:"):
        return None
    if match["unit"] and not match["more"]:
        return None
    unit = written_unit(match) or unit_of(drug)
    numbers = [match["low"], *(step["number"] for step in STEP.finditer(match["more"]))]
    if not all(is_plausible(number, drug, text, match.end()) for number in numbers):
        return None
    previous = quantity(numbers[0], unit) if len(numbers) > 1 else None
    return BareDose(quantity(numbers[-1], unit), previous, match.end())


def written_unit(match: re.Match[str]) -> str | None:
    """The unit after the last of several doses, in its canonical name."""
    found = doses(f"1 {match['unit']}", 0, len(match["unit"]) + 2) if match["unit"] else []
    return found[0].quantity.unit if found and found[0].quantity.value == 1 else None


def unit_of(drug: Concept) -> str:
    """The unit that a dose of a drug is understood in."""
    usual = usual_doses(drug)
    if "drugclass:insulin" in drug.broader:
        return "units"
    return usual.unit if usual else "mg"


def is_plausible(written: str, drug: Concept, text: str, end: int) -> bool:
    """Say whether a number can be a dose: near the usual ones, or followed by a frequency."""
    value, usual = float(written.replace(",", "")), usual_doses(drug)
    if value <= 0 or (drug.id in MONITORED and not DAILY.match(text, end)):
        return False
    if "drugclass:insulin" in drug.broader:
        return value <= LARGEST_INSULIN
    if usual is None or not usual.doses:
        return DAILY.match(text, end) is not None
    return usual.doses[0] / SLACK <= value <= usual.doses[-1] * SLACK


def quantity(written: str, unit: str) -> Quantity:
    """A bare number in the unit that is understood."""
    value = float(written.replace(",", ""))
    return Quantity(value=value, unit=unit, tolerance=0.02 * value, written=written)
