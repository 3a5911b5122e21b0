"""What a sentence makes of a germ that it names: found, tested for in vain, or only feared.

A germ can be named for the drug that is to prevent it (`against Pneumocystis`), for the test that
was negative (`HIV and syphilis serologies were unrevealing`), or for what did not grow.
"""

import re

from clinical.labels import Assertion
from clinical.specimen_words import statement_at

WINDOW = 160
"""Characters of the clause behind a germ in which the result of a list of tests is sought."""

_TESTS = (
    r"swabs?|screens?|screening|pcrs?|antigens?|ag|serolog\w+|antibod\w+|abs?|titers?|titres?"
    r"|toxins?"
    r"|testing|tests?|studies|panels?|nares|probes?|assays?|cultures?|cxs?|smears?|stains?|igm|igg"
    r"|viral load|dna|rna|rapid|quantiferon"
)
_TESTED = re.compile(
    rf"(?:[ \t\n-]+(?:(?:urin\w+|stool|nasal|blood|serum|sputum|csf|nares|rapid)[ \t\n-]+){{0,2}}"
    rf"(?:{_TESTS})\b)",
    re.IGNORECASE,
)
_NEGATIVE = (
    r"(?:pan-?)?neg(?:ative)?s?|un(?:revealing|remarkable)|non-?reactive|not detected|sterile"
    r"|normal"
    r"|clean|undetect\w+"
)
_OUTCOME = re.compile(
    rf"\b(?:was|were|is|are|remained|came back|returned|all|both|each|also|:)\s+"
    rf"(?:(?:all|both|also|otherwise|again|each|then|subsequently)\s+)*(?:{_NEGATIVE})\b"
    rf"|\b(?:{_NEGATIVE})(?=\s*(?:[.,;)]|$))",
    re.IGNORECASE,
)
_NOT_A_LIST = re.compile(
    r"[;:!?]|\.\s|\b(?:grew|grow\w*|yield\w*|showed|shows|but|while|whereas|although|with|without"
    r"|treated|bottles?|felt|thought|positive|pos|resistant|sensitive|susceptible"
    r"|for which)\b|\bw/|\d/\d",
    re.IGNORECASE,
)
_WORKUP = re.compile(
    rf"\b(?:{_NEGATIVE})[ \t]+(?:(?:infectious|viral|septic|extensive|sepsis)[ \t]+)*"
    r"(?:work-?[ ]?up|evaluation|testing|tests|studies|serolog\w+|panel|screen\w*"
    r"|for)\b(?:(?!\bpos(?:itive)?\b|\bbut\b)[^.;]){0,90}\Z"
    rf"|\b(?:{_NEGATIVE})\s*:\s*[^.;:]{{0,90}}\Z",
    re.IGNORECASE,
)
_NOTHING = re.compile(r"\b(?:nothing|none|neither|never)\s+(?:\w+[ -]){0,2}\Z", re.IGNORECASE)
_FEARED = re.compile(
    r"(?:\bagainst|\bprophylaxis(?: against| for)?|\bto (?:prevent|cover|exclude|rule out)"
    r"|\b(?:cover(?:age|ing|ed|s)?)(?: against| for| of)?|\bempiric\w*(?: treatment| therapy)? for"
    r"|\b(?:risk|concern|worry|exposure|fear|suspicion) (?:of|for|to)|\bactive against"
    r"|\btarget(?:ing|ed at)|\bdirected (?:at|against)|\bvaccin\w+ (?:for|against))"
    r"\s+(?:(?:possible|presumed|potential|resistant|both|the|a|any)\s+)*(?:[\w.-]+\s*(?:,"
    r"|and|or|/)\s*){0,3}\Z",
    re.IGNORECASE,
)
_FEARED_BEHIND = re.compile(
    r"[ \t-]+(?:prophyla\w+|ppx|cover(?:age|ed)?|vaccin\w+|immuni[sz]\w+|precautions|exposure"
    r"|carrier"
    r"|booster)\b",
    re.IGNORECASE,
)
_CONTAMINANT = re.compile(r"\A[^.;]{0,90}?\bcontamina\w+", re.IGNORECASE)
_GREW = re.compile(r"\b(?:grew|growing|yield\w*|isolat\w+|positive for|recovered)\b", re.IGNORECASE)


def role_of(text: str, start: int, end: int) -> Assertion | None:
    """Say what a germ named at a span is, where its own words tell; None leaves it to others."""
    before, behind = text[:start], text[end : end + WINDOW]
    if _FEARED.search(before) or _FEARED_BEHIND.match(behind):
        return "hypothetical"
    if _NOTHING.search(before) or _WORKUP.search(before):
        return "absent"
    if _is_tested_in_vain(before[statement_at(text, start)[0] :], behind):
        return "absent"
    if _CONTAMINANT.match(behind):
        return "present"
    return None


def _is_tested_in_vain(before: str, behind: str) -> bool:
    """Say whether a test for the germ, or a list of tests that holds it, came out negative."""
    tested = _TESTED.match(behind)
    if _GREW.search(before) and tested is None:
        return False
    outcome = _OUTCOME.search(behind)
    if outcome is None or _NOT_A_LIST.search(behind, 0, outcome.start()):
        return False
    listed = re.search(rf"\b(?:{_TESTS})\b", behind[: outcome.start()], re.IGNORECASE)
    return tested is not None or listed is not None or not behind[: outcome.start()].strip()
