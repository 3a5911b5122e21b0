"""The specimen in which a sentence or a report says that a germ was found, by its words.

`Blood cultures were sterile, the swab from the endometrium grew E. coli` tells of two specimens:
each statement has its own, and one that names none leaves it open.
"""

import re

STUDIES = {
    "blood": "study:blood_culture",
    "urine": "study:urine_culture",
    "respiratory": "study:sputum_culture",
    "stool": "study:stool_culture",
    "bile": "study:bile_culture",
    "spinal": "study:spinal_fluid_culture",
    "ascites": "study:peritoneal_fluid_culture",
    "pleural": "study:pleural_fluid_culture",
    "joint": "study:joint_fluid_culture",
    "genital": "study:genital_culture",
    "tip": "study:catheter_tip_culture",
    "screen": "study:surveillance_swab",
    "wound": "study:wound_culture",
    "swab": "study:swab_culture",
}
"""Concept ids of the cultures of each specimen."""

SPECIMEN = re.compile(
    r"(?<![\w-])(?:"
    r"(?P<tip>(?:catheter|line|picc|cvc|cvl|port) tips?)"
    r"|(?P<screen>(?:(?:mrsa|nasal|nares|nasopharyngeal|throat|rectal|surveillance"
    r"|axilla\w*)[ /-]+)"
    r"(?:swabs?|screens?(?:ing)?|pcr)|nares)"
    r"|(?P<bile>bile|biliary)"
    r"|(?P<spinal>csf|(?:cerebro)?spinal fluid)"
    r"|(?P<ascites>ascit\w+|peritoneal|paracentesis)"
    r"|(?P<pleural>pleural|empyema|thoracentesis)"
    r"|(?P<joint>joint|synovial|arthrocentesis)"
    r"|(?P<genital>vagin\w+|cervi(?:x|cal)|endometri\w+|placent\w+|amniotic|genital)"
    r"|(?P<blood>(?:blood|bl)[ -]+(?:(?:and|&|or)[ ]urine[ ])?(?:cultures?|cxs?|bottles?|sets?)"
    r"|b\.?cxs?|bloodstream|bacter(?:a)?emias?"
    r"|(?<=from )blood|(?<=in the )blood|(?<=from the )blood|blood(?= (?:and|or|grew|grow))"
    r"|blood(?=,? (?:\w+ ){0,2}cultures?))"
    r"|(?P<urine>urine|u\.?cxs?|urinary|uti|bacteriuria)"
    r"|(?P<respiratory>sputum|(?:endo)?trache(?:al|a)|ett|bal|bronch\w+|lavage|respiratory)"
    r"|(?P<stool>stool|f(?:a)?ecal)"
    r"|(?P<wound>wound|abscess\w*|pus|tissue|bone|ulcer|drain(?:age)?|collection)"
    r"|(?P<swab>swabs?)"
    r")(?![\w-])",
    re.IGNORECASE,
)
BREAK = re.compile(
    r";|(?<!\b[A-Z])[.](?=\s|$)|\n\s*\n"
    r"|,?\s+(?:but|while|whereas|although|though|however)\s"
    r"|,\s*(?=(?:and\s+)?(?:the\s+|a\s+|his\s+|her\s+|repeat\s+|\w+\s+){0,3}"
    r"(?:cultures?|cxs?|swabs?|b\.?cxs?|u\.?cxs?|aspirates?|specimens?|sputum|urine|blood|pus"
    r"|csf)\b)",
    re.IGNORECASE,
)
"""Where a statement about another specimen begins."""

CULTURE = re.compile(r"\b(?:cultures?|cxs?|b\.?cxs?|u\.?cxs?|bottles|sets)\b", re.IGNORECASE)
ANY_CULTURE = "study:culture"


def culture_of(text: str, start: int, end: int) -> str | None:
    """Name the culture of a germ at a span; of several specimens none is the one."""
    specimens = specimens_at(text, start, end)
    if not specimens:
        low, high = statement_at(text, start)[0], statement_at(text, end)[1]
        return ANY_CULTURE if CULTURE.search(text, low, high) else None
    return STUDIES[specimens[0]] if len(specimens) == 1 else ANY_CULTURE


def statement_at(text: str, place: int) -> tuple[int, int]:
    """Return the stretch of text around a place in which one specimen is spoken of."""
    low = max((m.end() for m in BREAK.finditer(text) if m.end() <= place), default=0)
    high = next((m.start() for m in BREAK.finditer(text, place)), len(text))
    return low, high


def specimens_at(text: str, start: int, end: int) -> tuple[str, ...]:
    """Name the specimens that a germ named at a span was found in, by the words beside it.

    Those before the germ count first, up to the last word of growth; else the first one behind.
    """
    low, high = statement_at(text, start)[0], statement_at(text, end)[1]
    found = _named(text, low, start) or _named(text, end, high)[:1]
    exact = [name for name in found if name != "swab"]
    return tuple(dict.fromkeys(exact or found))


def _named(text: str, low: int, high: int) -> list[str]:
    return [str(match.lastgroup) for match in SPECIMEN.finditer(text, low, high)]
