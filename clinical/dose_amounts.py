"""The doses around the name of a drug: `5 mg`, `from 25 mg to 50 mg`, `2 liters of`, `40 -> 20`."""

import re
from itertools import pairwise

from clinical.bare_doses import ARROW, bare_dose
from clinical.drug_scopes import DrugScope
from clinical.facts import Quantity
from clinical.sig import DOSE, Dose, doses, one_dose

DOSE_LEAD = re.compile(
    r"(?:\d+(?:\.\d+)?\s*(?:mg|mcg|g|meq|units?|iu)\s*/\s*(?:\d+(?:\.\d+)?\s*)?ml\b|[\s,:(|-]|\([^)]*\)|\b(?:to|at|of|from|dos\w+|was|were|is|started|increased|decreased|"
    r"reduced|changed|resumed|continued|restarted|tapered|titrated|up|down|home|po|iv|sc|oral|by|"
    r"mouth|daily|bid|tablets?|tabs?|caps?|capsules?|gtt|drip|infusion|bolus|inhaler|cream|patch|"
    r"hfa|on|a|the|her|his|dose|single|been|back|lowered|cut|raised|escalated|uptitrated"
    r"|up-titrated|halved|doubled|given|in|er|xl|"
    r"solution|suspension|syrup|nebulizer|neb|\w+ly|had|has|be|then|x|continues|and|again"
    r"|held|higher|lower|low|full|usual|"
    r"take|takes|taking|inject|injects|inhale|apply|use|instill|place|chew|swallow|dissolve|give"
    r"|under|skin|susp|soln|elixir|pen|vial|syringe|delayed|extended|sustained|immediate|release"
    r"|dr|ec|odt|sr|la|cr|xr|sprinkle|disintegrating|taper|tapering|course|starting|start"
    r"|beginning|begin|begun|"
    r"liquid|powder|spray|nasal|drops|ointment|previous|new|reduced|hospital|day"
    r"|\d{1,2}[-/]\d{1,2})\b|\d+(?:\.\d+)?%)*",
    re.I,
)
"""Words that may stand between a name and its dose."""

FROM_TO = re.compile(r"\bfrom\b.{0,40}?\bto\b", re.I | re.S)
BARE_FROM = re.compile(r"\bfrom\s+(?P<low>[\d.,]+)\s+to\s+$", re.I)
TO_FROM = re.compile(r"[^.;,]{0,40}\b(?:from|was|previously)\s+$", re.I)
BEFORE_NAME = re.compile(
    r"\s*(?:of|in|iv|po|sc|im|oral(?:ly)?|intravenous|subcutaneous|dose|doses|bolus|tablets?|"
    r"infusion|total|the|a|her|his|home|low-dose|scheduled|long-acting|nightly|daily|twice|"
    r"bid|tid|more|extra|push|drip|\d+(?:\.\d+)?%|\s|-)*$",
    re.I,
)


class Amount:
    """The doses of one drug: the current one, the one before a change, and where they stand."""

    def __init__(self, scope: DrugScope) -> None:
        self.current: Quantity | None = None
        self.previous: Quantity | None = None
        self.start, self.end = scope.name.start, scope.begin
        after = doses(scope.text, scope.begin, scope.right, scope.combination)
        if after and DOSE_LEAD.fullmatch(scope.text[scope.begin : after[0].start]):
            self._read_after(scope, after)
        else:
            self._read_before(scope)
        if self.current is None:
            self._read_bare(scope)

    def _read_bare(self, scope: DrugScope) -> None:
        """Read `NAME 20 IV` and `NAME 40 -> 20`."""
        bare = bare_dose(scope.text, scope.begin, scope.right, scope.name.concept)
        if bare:
            self.current, self.previous, self.end = bare

    def _read_after(self, scope: DrugScope, found: list[Dose]) -> None:
        """Read `NAME 5 mg`, `NAME from 25 mg to 50 mg` and `NAME to 50 mg from 25 mg`."""
        text, first = scope.text, found[0]
        lead = text[scope.begin : first.start]
        bare = BARE_FROM.search(lead)
        between = text[first.end : found[1].start] if len(found) > 1 else ""
        self.current, self.end = one_dose(found, text), first.end
        if first.quantity.high and re.search(r"\bfrom\s+$", lead):
            self.previous, self.current = _ends_of(first.quantity)
        elif bare:
            self.previous = _like(first.quantity, bare["low"])
        elif len(found) > 1 and re.search(r"\bfrom\s+$", lead) and re.search(r"\bto\b", between):
            self.previous, self.current = first.quantity, one_dose(found[1:], text)
            self.end = found[1].end
        elif len(found) > 1 and ARROW.fullmatch(between):
            changed = [d for d, after in pairwise(found) if _steps_to(text, d, after)]
            last = found[len(changed)]
            self.previous, self.current, self.end = first.quantity, last.quantity, last.end
        elif len(found) > 1 and TO_FROM.match(between):
            self.previous, self.current, self.end = found[1].quantity, first.quantity, found[1].end
        elif self.current is not first.quantity:
            self.end = found[1].end

    def _read_before(self, scope: DrugScope) -> None:
        """Read `2 liters of NAME`."""
        found = doses(scope.text, scope.left, scope.name.start, scope.combination)
        if found and BEFORE_NAME.fullmatch(scope.text[found[-1].end : scope.name.start]):
            self.current, self.start = found[-1].quantity, found[-1].start


def _steps_to(text: str, before: Dose, after: Dose) -> bool:
    """Say whether an arrow leads from one dose to the next."""
    return ARROW.fullmatch(text, before.end, after.start) is not None


def _ends_of(written: Quantity) -> tuple[Quantity, Quantity]:
    """Split `from 10 to 15 mg`, which reads like a range, into the old and the new dose."""
    high = written.value if written.high is None else written.high
    old = written.model_copy(update={"high": None})
    return old, written.model_copy(update={"value": high, "high": None})


def _like(model: Quantity, written: str) -> Quantity | None:
    """Read a bare number in the unit of another dose."""
    match = DOSE.match(re.sub(r"^[\d.,]+(?:\s*(?:-|to)\s*[\d.,]+)?", written, model.written))
    found = doses(match.group(), 0, len(match.group())) if match else []
    return found[0].quantity if found else None
