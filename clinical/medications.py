"""Find what a text says about drugs: which, how much, how often, how long and what became of it."""

import re

from clinical.allergies import allergen_spans
from clinical.drug_lexicon import DrugName, find_drug_names, parts_of
from clinical.facts import Quantity, TimeSpan
from clinical.medication_guards import PLAIN_ANALYTES, is_medication
from clinical.medication_status import Bound, bind_statuses
from clinical.mentions import MedicationMention, TimeMention
from clinical.sig import DOSE, Dose, doses, frequency, one_dose, route
from clinical.treatment_course import COURSE, Course, as_needed, course, indication

STOP = re.compile(r";|\.(?=\s|$)|\n\s*\n|\n(?=\s*(?:\d+[.)]|[-*•#])\s)|\b(?:whereas|while|but)\b")
REACH = 160
"""How far after a name its dose and frequency may stand."""

DOSE_LEAD = re.compile(
    r"^(?:[\s,:(|-]|\b(?:to|at|of|from|dos\w+|was|were|is|started|increased|decreased|reduced|"
    r"changed|resumed|continued|restarted|tapered|titrated|up|down|home|po|iv|sc|oral|by|mouth|"
    r"daily|bid|tablets?|tabs?|caps?|capsules?|gtt|drip|infusion|bolus|inhaler|cream|patch|hfa|"
    r"on|a|the|her|his|dose|single|been|back|lowered|cut|raised|halved|doubled|given|in|er|xl|"
    r"solution|suspension|syrup|nebulizer|neb|\w+ly|had|has|be|then|\([^)]*\)|x)\b)*$",
    re.I,
)
"""Words that may stand between a name and its dose."""

FROM_TO = re.compile(r"\bfrom\b.{0,40}?\bto\b", re.I | re.S)
BARE_FROM = re.compile(r"\bfrom\s+(?P<low>[\d.,]+)\s+to\s+$", re.I)
TO_FROM = re.compile(r"^\W*(?:down|up)?\s*\(?(?:from|was|previously)\b", re.I)
BEFORE_NAME = re.compile(
    r"\s*(?:of|in|iv|po|sc|im|oral(?:ly)?|intravenous|subcutaneous|dose|doses|bolus|tablets?|"
    r"infusion|total|the|a|and|her|his|home|low-dose|scheduled|long-acting|nightly|daily|twice|"
    r"bid|tid|more|extra|push|drip|\s|-)*$",
    re.I,
)
CURRENT = frozenset({"date", "range", "relative", "hospital_day", "postoperative_day"})


class _Scope:
    """A drug name with the stretch of text that can belong to it."""

    def __init__(self, text: str, names: list[DrugName], index: int) -> None:
        self.text = text
        self.name = names[index]
        self.combination = len(parts_of(self.name.concept.id)) > 1
        self.left = names[index - 1].end if index else 0
        limit = names[index + 1].start if index + 1 < len(names) else len(text)
        limit = min(limit, self.name.end + REACH)
        stop = STOP.search(text, self.name.end, limit)
        self.right = stop.start() if stop else limit
        cut = list(STOP.finditer(text, self.left, self.name.start))
        self.left = cut[-1].end() if cut else self.left


class _Amount:
    """The doses of one drug."""

    def __init__(self, scope: _Scope) -> None:
        self.current: Quantity | None = None
        self.previous: Quantity | None = None
        self.start, self.end = scope.name.start, scope.name.end
        after = doses(scope.text, scope.name.end, scope.right, scope.combination)
        if after and DOSE_LEAD.match(scope.text[scope.name.end : after[0].start]):
            self._read_after(scope, after)
        else:
            self._read_before(scope)

    def _read_after(self, scope: _Scope, found: list[Dose]) -> None:
        """Read `NAME 5 mg`, `NAME from 25 mg to 50 mg` and `NAME to 50 mg from 25 mg`."""
        text, first = scope.text, found[0]
        lead = text[scope.name.end : first.start]
        bare = BARE_FROM.search(lead)
        between = text[first.end : found[1].start] if len(found) > 1 else ""
        self.current, self.end = one_dose(found), first.end
        if bare:
            self.previous = _like(first.quantity, bare["low"])
        elif len(found) > 1 and re.search(r"\bfrom\s+$", lead) and re.search(r"\bto\b", between):
            self.previous, self.current = first.quantity, one_dose(found[1:])
            self.end = found[1].end
        elif len(found) > 1 and TO_FROM.match(between):
            self.previous, self.current, self.end = found[1].quantity, first.quantity, found[1].end
        elif self.current is not first.quantity:
            self.end = found[1].end

    def _read_before(self, scope: _Scope) -> None:
        """Read `2 liters of NAME`."""
        found = doses(scope.text, scope.left, scope.name.start, scope.combination)
        if found and BEFORE_NAME.fullmatch(scope.text[found[-1].end : scope.name.start]):
            self.current, self.start = found[-1].quantity, found[-1].start


def _like(model: Quantity, written: str) -> Quantity | None:
    """Read a bare number in the unit of another dose."""
    match = DOSE.match(re.sub(r"^[\d.,]+(?:\s*(?:-|to)\s*[\d.,]+)?", written, model.written))
    found = doses(match.group(), 0, len(match.group())) if match else []
    return found[0].quantity if found else None


def find_medications(text: str, times: list[TimeMention]) -> list[MedicationMention]:
    """Find the drugs of a text, one mention for each thing that happened to each.

    A drug that was held and resumed gives two mentions with the same name span. Allergens,
    laboratory analytes, drug levels and culture sensitivities give none.
    """
    found = find_drug_names(text)
    if not found:
        return []
    allergens = allergen_spans(text, found)
    names = [n for n in found if (n.start, n.end) not in allergens and is_medication(text, n)]
    bound = bind_statuses(text, names)
    mentions: list[MedicationMention] = []
    for index in range(len(names)):
        scope = _Scope(text, names, index)
        own = [b for b in bound if b.drug == index]
        mentions += _mentions(scope, own, times, bound)
    return _with_shared_courses(text, mentions)


def _mentions(
    scope: _Scope, statuses: list[Bound], times: list[TimeMention], bound: list[Bound]
) -> list[MedicationMention]:
    """Build the mentions of one drug."""
    plain = _plain_mention(scope)
    bare = (
        not plain.dose
        and not plain.route
        and not any(b.status not in ("increased", "decreased", "changed", "home") for b in statuses)
    )
    if bare and plain.concept.id in PLAIN_ANALYTES and " " not in plain.text.strip():
        return []
    if not statuses:
        time = _time_near(times, scope.left, scope.right, plain.end, bound)
        return [plain.model_copy(update={"time": time})]
    return [_with_status(scope, plain, item, times, bound) for item in statuses]


def _plain_mention(scope: _Scope) -> MedicationMention:
    """Read dose, route, frequency and course around one name."""
    text, name, right = scope.text, scope.name, scope.right
    amount = _Amount(scope)
    rate = frequency(text, name.end, right)
    way = route(text, amount.end, right) or route(text, amount.start, name.end)
    way = way or route(text, max(scope.left, name.start - 25), name.start)
    length = course(text, name.end, right) or _course_before(scope)
    needed = as_needed(text, name.end, right)
    ends = [amount.end, rate.end if rate else 0, way.end if way else 0, needed or 0]
    ends.append(length.end if length else 0)
    starts = [amount.start, length.start if length else amount.start]
    return MedicationMention(
        start=name.start,
        end=name.end,
        text=text[name.start : name.end],
        concept=name.concept,
        sig_start=min(starts),
        sig_end=max(e for e in ends if e <= right or e == amount.end),
        dose=amount.current,
        previous_dose=amount.previous,
        frequency=rate.value if rate else None,
        route=way.value if way else None,
        as_needed=needed is not None,
        duration=length.days if length else None,
        indication=indication(text, name.end, right),
    )


def _course_before(scope: _Scope) -> Course | None:
    """Read `a week of NAME` and `a 5-day course of NAME`."""
    found = list(COURSE.finditer(scope.text, scope.left, scope.name.start))
    if not found:
        return None
    between = scope.text[found[-1].end() : scope.name.start]
    if not re.fullmatch(r"\s*(?:of\s+)?(?:[\w-]+\s+){0,3}", between):
        return None
    return course(scope.text, found[-1].start(), scope.name.start)


def _with_status(
    scope: _Scope,
    plain: MedicationMention,
    status: Bound,
    times: list[TimeMention],
    bound: list[Bound],
) -> MedicationMention:
    """Add one status, and the time that stands beside it."""
    time = _time_near(times, scope.left, len(scope.text), status.end, bound)
    update: dict[str, object] = {
        "status": status.status,
        "sig_start": min(plain.sig_start, status.start),
        "sig_end": max(plain.sig_end, status.end),
        "time": time,
    }
    return plain.model_copy(update=update)


def _time_near(
    times: list[TimeMention], left: int, right: int, after: int, bound: list[Bound]
) -> TimeSpan | None:
    """Find the time that belongs to a place: the next one in its clause, else the one before."""
    dated = [t for t in times if t.kind in CURRENT and t.span and left <= t.start < right]
    following = [t for t in dated if t.start >= after]
    if following:
        first = min(following, key=lambda t: t.start)
        crossed = any(after < b.start < first.start for b in bound)
        if not crossed:
            return first.span
    preceding = [t for t in dated if t.end <= after]
    return max(preceding, key=lambda t: t.end).span if preceding and not following else None


def _with_shared_courses(text: str, mentions: list[MedicationMention]) -> list[MedicationMention]:
    """Give `five days of A and B` to both drugs."""
    shared: list[MedicationMention] = []
    for mention in mentions:
        previous = shared[-1] if shared else None
        gap = text[previous.end : mention.start] if previous else ""
        led = previous is not None and previous.duration and previous.sig_start < previous.start
        if led and previous and not mention.duration and re.fullmatch(r"\s*(?:,|and|&|/|\s)+", gap):
            mention = mention.model_copy(update={"duration": previous.duration})
        shared.append(mention)
    return shared
