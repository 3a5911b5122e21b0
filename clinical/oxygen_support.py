"""What oxygen a patient breathes: room air, or liters a minute, as logs and prose say it."""

import re
from typing import NamedTuple

ROOM_AIR = re.compile(
    r"\broom air\b|(?-i:\bRA\b)|\boff (?:of )?(?:all |supplemental |the )*(?:oxygen|(?-i:O2))\b"
    r"|\b(?:oxygen|(?-i:O2)) (?:off|stopped|discontinued)\b",
    re.IGNORECASE,
)
FLOW = re.compile(
    r"(?<![\d.,/+-])(?P<flow>\d{1,2}(?:\.5)?)\s?(?:L\b(?:/min|pm)?|lit(?:er|re)s?\b)"
    r"(?!\s*(?:of\s+)?(?:normal|saline|NS\b|LR\b|lactated|crystalloid|fluid|bolus|ringer|removed"
    r"|drained|urine|negative|positive|net\b|out\b|ascit|PEG|golytely|IV\b|dialys))",
    re.IGNORECASE,
)
OTHER_FLUID = re.compile(
    r"\b(?:urine|uop|u/o|diures\w*|net|output|removed|drained|fluids?|bolus\w*|saline|paracentesis"
    r"|thoracentesis|tap|balance|received|given|PEG|intake|resuscitat\w*)\b[^.;]{0,25}\Z",
    re.IGNORECASE,
)
SUPPORT = re.compile(
    r"\b(?:nasal cannula|(?-i:NC|HFNC|HFNO|NRB|BiPAP|CPAP)|high[- ]flow|non-?rebreather|face ?mask"
    r"|oxygen|(?-i:O2|SpO2)|sats?|satt?ing|saturat\w+|cannula|FiO2)\b",
    re.IGNORECASE,
)
"""Words that make a number of liters one of oxygen."""

HIGHEST_FLOW = 15.0
"""Liters a minute. More is the flow of another device, or of another fluid."""


class Breathed(NamedTuple):
    """What is breathed, with its place; a flow of zero is room air."""

    start: int
    end: int
    flow: float


def find_oxygen(text: str, named: bool = False) -> list[Breathed]:
    """Find room air and flows of oxygen in the order of the text.

    `named` says that the words around the text make its liters liters of oxygen.
    """
    found = [Breathed(m.start(), m.end(), 0.0) for m in ROOM_AIR.finditer(text)]
    if named or found or SUPPORT.search(text):
        for match in FLOW.finditer(text):
            flow = float(match["flow"])
            fluid = OTHER_FLUID.search(text, max(0, match.start() - 45), match.start())
            if 0 < flow <= HIGHEST_FLOW and not fluid:
                found.append(Breathed(match.start(), match.end(), flow))
    return sorted(found)
