"""Whether a finding is present, absent, possible, past, a relative's or only feared."""

import re

from pydantic import BaseModel

from clinical.assertion_scopes import Scope, scopes_of
from clinical.labels import Assertion

HISTORY_SECTIONS = frozenset({"past_medical_history", "past_surgical_history", "obstetric_history"})
FAMILY_SECTION = "family_history"
OWN = re.compile(
    r"\b(?:(?:his|her|their) own|(?:the )?patient(?:'s| has| had| is| was| (?:him|her)self))\b"
    r"[^.;]*$",
    re.IGNORECASE,
)
"""Words in a family history that go back to the patient."""

COUNTED_ZERO = re.compile(
    r"\)?[ \t*:=]{1,8}(?P<cue>0/\d{1,6}(?![\d/])|(?:zero|0)(?=[ \t]*(?:[,;.)\n]|$)(?!\d)))",
    re.IGNORECASE,
)
"""`Vertigo 0/31`, `pain 0/10`, `(nausea) zero`: counted, and found in nobody or not at all."""

PREFIXED = re.compile(r"(?<![\w-])(?P<cue>non)[- ]\Z", re.IGNORECASE)
"""The prefix that denies the word behind it: `non-oliguric`."""

QUESTION_SECTION = "indication"
WINDOW_BEFORE = 600
WINDOW_AFTER = 300
"""How much of a long text around the finding is read."""


class AssertionResult(BaseModel, frozen=True):
    """The assertion of a finding, with the cue that decided; offsets count in the text given."""

    assertion: Assertion
    cue: str | None = None
    cue_start: int | None = None
    cue_end: int | None = None
    negated: bool = False
    """An absence governs too: always true for `absent`, and for `family` where the family is
    said not to have it."""


PRESENT = AssertionResult(assertion="present")


def assert_span(text: str, start: int, end: int, section: str | None = None) -> AssertionResult:
    """Say how a sentence asserts the finding at a span, and by which cue."""
    zero = COUNTED_ZERO.match(text, end)
    if zero is not None:
        cue_start, cue_end = zero.span("cue")
        return absent_by(text, cue_start, cue_end)
    prefix = PREFIXED.search(text, max(0, start - len("(non-")), start)
    if prefix is not None and not text.startswith("ST", start):
        cue_start, cue_end = prefix.span("cue")
        return absent_by(text, cue_start, cue_end)
    if len(text) > WINDOW_BEFORE + WINDOW_AFTER:
        return _in_window(text, start, end, section)
    governing = [scope for scope in scopes_of(text) if scope.start <= start and end <= scope.end]
    if not governing and section is None:
        return PRESENT
    negated = any(scope.effect in ("absent", "family_absent") for scope in governing)
    if section == FAMILY_SECTION and not OWN.search(text[:start]):
        return AssertionResult(assertion="family", cue=section, negated=negated)
    if governing:
        return _result(text, min(governing, key=lambda scope: _order(scope, start)), negated)
    if section in HISTORY_SECTIONS:
        return AssertionResult(assertion="historical", cue=section)
    if section == QUESTION_SECTION:
        return AssertionResult(assertion="hypothetical", cue=section)
    return PRESENT


def absent_by(text: str, cue_start: int, cue_end: int) -> AssertionResult:
    """The assertion of what a cue beside it denies."""
    return AssertionResult(
        assertion="absent",
        cue=text[cue_start:cue_end],
        cue_start=cue_start,
        cue_end=cue_end,
        negated=True,
    )


def _in_window(text: str, start: int, end: int, section: str | None) -> AssertionResult:
    """Read only the paragraph around the finding, or a window where that is long."""
    low = max(start - WINDOW_BEFORE, text.rfind("\n\n", 0, start) + 1, 0)
    stop = text.find("\n\n", end)
    high = min(end + WINDOW_AFTER, stop if stop != -1 else len(text))
    found = assert_span(
        text[low:high][: WINDOW_BEFORE + WINDOW_AFTER], start - low, end - low, section
    )
    if found.cue_start is None or found.cue_end is None:
        return found
    moved = {"cue_start": found.cue_start + low, "cue_end": found.cue_end + low}
    return found.model_copy(update=moved)


def _order(scope: Scope, start: int) -> tuple[int, int]:
    """Rank the cues that govern one finding: the strongest kind, then the nearest."""
    ranks = {
        "family_absent": 0,
        "family": 0,
        "hypothetical": 2,
        "absent": 1 if scope.follows else 3,
        "possible": 4,
        "historical": 5,
    }
    distance = scope.cue_start - start if scope.follows else start - scope.cue_end
    return ranks[scope.effect], distance


def _result(text: str, scope: Scope, negated: bool) -> AssertionResult:
    """Turn the deciding cue into a result."""
    assertions: dict[str, Assertion] = {
        "absent": "absent",
        "possible": "possible",
        "historical": "historical",
        "hypothetical": "hypothetical",
        "family": "family",
        "family_absent": "family",
    }
    return AssertionResult(
        assertion=assertions[scope.effect],
        cue=text[scope.cue_start : scope.cue_end],
        cue_start=scope.cue_start,
        cue_end=scope.cue_end,
        negated=negated,
    )
