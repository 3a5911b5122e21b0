"""Words such as `oral` and `IV` that describe something else than the way of a drug."""

import re

OF_A_NOUN = re.compile(
    r"[\s-]+(?:intake|contrast|hygiene|mucosa|cavity|thrush|ulcers?|lesions?|candid\w+|feed\w*|diet"
    r"|nutrition|temp\w*|hydration|care|secretions?|food|fluids?\s+intake|surgery|exam\w*|bleed\w*"
    r"|pain|cancer|mass|tone|tube|abscess|prolapse|discharge|delivery|birth|spotting|wall|biops\w+"
    r"|cultures?|swab|access|lines?|dye|drug\s+(?:use|abuse|user)|catheters?|pole|infiltrat\w+"
    r"|nail\w*|rod\w*|interval\w*|prolongation|segment|depression|disease|stage|site|reactions?"
    r"|injur\w+|[a-z]+\s+cancer)\b",
    re.IGNORECASE,
)
AFTER_A_NOUN = re.compile(
    r"\b(?:poor|decreased|reduced|limited|good|adequate|stage|grade|class|type|factor|nerve|phase"
    r"|blood|bleeding)\s+$",
    re.IGNORECASE,
)


def is_route(text: str, start: int, end: int) -> bool:
    """Say whether a word is a way to take a drug; `oral intake` and `stage IV` are none."""
    return not OF_A_NOUN.match(text, end) and not AFTER_A_NOUN.search(text[:start])
