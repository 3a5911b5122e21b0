"""Find what a text says about drugs: which, how much, how often, how long and what became of it."""

import re
from itertools import pairwise

from clinical.allergies import allergen_spans
from clinical.bare_doses import ARROW, bare_dose
from clinical.drug_lexicon import find_drug_names
from clinical.drug_scopes import STOP, DrugScope, scopes_of
from clinical.facts import Quantity
from clinical.medication_guards import BARE_NAMES, PLAIN_ANALYTES, is_medication
from clinical.medication_status import Bound, bind_statuses
from clinical.mentions import MedicationMention, TimeMention
from clinical.sig import DOSE, Dose, Rate, doses, frequency, one_dose, route, routes
from clinical.treatment_course import COURSE, Course, as_needed, course, indication

RATE_LEAD = 30
"""How far before a name its frequency may begin."""

NEXT_STEP = re.compile(
    r"(?:[,;]\s*|\s+)(?:and\s+)?(?:then|followed by|later|subsequently|thereafter|afterwards)\s+"
    r"(?:by\s+|to\s+|at\s+)?(?=\d)",
    re.I,
)
"""Between two steps of one drug, each with its dose."""

DOSE_LEAD = re.compile(
    r"(?:[\s,:(|-]|\([^)]*\)|\b(?:to|at|of|from|dos\w+|was|were|is|started|increased|decreased|"
    r"reduced|changed|resumed|continued|restarted|tapered|titrated|up|down|home|po|iv|sc|oral|by|"
    r"mouth|daily|bid|tablets?|tabs?|caps?|capsules?|gtt|drip|infusion|bolus|inhaler|cream|patch|"
    r"hfa|on|a|the|her|his|dose|single|been|back|lowered|cut|raised|escalated|uptitrated"
    r"|up-titrated|halved|doubled|given|in|er|xl|"
    r"solution|suspension|syrup|nebulizer|neb|\w+ly|had|has|be|then|x|continues|and|again"
    r"|held|higher|lower|low|full|usual|"
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
CURRENT = frozenset({"date", "range", "relative", "hospital_day", "postoperative_day"})


class _Amount:
    """The doses of one drug."""

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
        self.current, self.end = one_dose(found), first.end
        if first.quantity.high and re.search(r"\bfrom\s+$", lead):
            self.previous, self.current = _ends_of(first.quantity)
        elif bare:
            self.previous = _like(first.quantity, bare["low"])
        elif len(found) > 1 and re.search(r"\bfrom\s+$", lead) and re.search(r"\bto\b", between):
            self.previous, self.current = first.quantity, one_dose(found[1:])
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
    for index, scope in enumerate(scopes_of(text, names)):
        own = [b for b in bound if b.drug == index]
        read = _events(scope, own) if own else _steps(scope)
        if _is_bare_analyte(read):
            continue
        anchors = [max(scope.name.end, b.start) for b in own] or [scope.name.end] * len(read)
        mentions += [
            _dated(text, mention, at, times, bound)
            for mention, at in zip(read, anchors, strict=True)
        ]
    return _with_shared_courses(text, mentions)


def _is_bare_analyte(read: list[MedicationMention]) -> bool:
    """Say whether all that is said of a substance can be said of a laboratory value."""
    return all(
        ((m.concept.id in PLAIN_ANALYTES and " " not in m.text) or m.text.lower() in BARE_NAMES)
        and not (m.dose or m.route)
        and m.status not in ("given", "not_given", "started", "discharge", "resumed")
        for m in read
    )


def _events(scope: DrugScope, statuses: list[Bound]) -> list[MedicationMention]:
    """Read one mention for each status, each with the words up to the next one."""
    later = sorted({b.start for b in statuses if b.start > scope.name.end})
    mentions = []
    for status in statuses:
        begin, right = scope.begin, scope.right
        if len(statuses) > 1:
            begin = status.end if later and status.start > later[0] else begin
            right = next((s for s in later if s > max(begin, status.start)), right)
        read = _read(scope._replace(begin=begin, right=max(begin, right)))
        stops = status.status in ("stopped", "held", "not_given")
        update: dict[str, object] = {
            "status": status.status,
            "sig_start": min(read.sig_start, status.start),
            "sig_end": max(read.sig_end, status.end),
            "indication": None if stops else read.indication,
        }
        mentions.append(read.model_copy(update=update))
    return mentions


def _steps(scope: DrugScope) -> list[MedicationMention]:
    """Read one mention for each step of `NAME 20 mg IV, then 40 mg daily`."""
    first = _read(scope)
    cuts = list(NEXT_STEP.finditer(scope.text, scope.begin, scope.right))
    if first.dose is None or not cuts:
        return [first]
    ends = [*(m.start() for m in cuts[1:]), scope.right]
    mentions = [_read(scope._replace(right=max(cuts[0].start(), scope.begin)))]
    for cut, end in zip(cuts, ends, strict=True):
        read = _read(scope._replace(begin=cut.end(), right=end))
        if read.dose is not None and read.dose.unit == first.dose.unit:
            mentions.append(read)
    return mentions


def _read(scope: DrugScope) -> MedicationMention:
    """Read dose, route, frequency and course around one name."""
    text, name, begin, right = scope.text, scope.name, scope.begin, scope.right
    amount = _Amount(scope)
    rate = frequency(text, begin, right) or _rate_before(scope)
    length = course(text, begin, right) or _course_before(scope)
    needed = as_needed(text, begin, right)
    way = route(text, begin, right) or route(text, name.start, name.end)
    ends = [
        amount.end,
        rate.end if rate and rate.start >= begin else 0,
        needed or 0,
        length.end if length else 0,
    ]
    ends.append(way.end if way else 0)
    before = routes(text, max(scope.left, name.start - 25), name.start)
    way = way or (before[-1] if before else None)
    return MedicationMention(
        start=name.start,
        end=name.end,
        text=text[name.start : name.end],
        concept=name.concept,
        sig_start=min(amount.start, length.start if length else amount.start),
        sig_end=max(name.end, *ends),
        dose=amount.current,
        previous_dose=amount.previous,
        frequency=rate.value if rate else None,
        route=way.value if way else None,
        as_needed=needed is not None,
        duration=length.days if length else None,
        indication=indication(text, begin, right),
    )


def _rate_before(scope: DrugScope) -> Rate | None:
    """Read `twice-daily NAME` and `nightly NAME`."""
    left = max(scope.left, scope.name.start - RATE_LEAD)
    rate = frequency(scope.text, left, scope.name.start)
    if rate is None or not re.fullmatch(
        r"[\s-]+(?:\w+\s+)?", scope.text[rate.end : scope.name.start]
    ):
        return None
    return rate


def _course_before(scope: DrugScope) -> Course | None:
    """Read `a week of NAME` and `a 5-day course of NAME`."""
    found = list(COURSE.finditer(scope.text, scope.left, scope.name.start))
    if not found:
        return None
    between = scope.text[found[-1].end() : scope.name.start]
    if not re.fullmatch(r"\s*(?:of\s+)?(?:[\w-]+\s+){0,3}", between):
        return None
    return course(scope.text, found[-1].start(), scope.name.start)


def _dated(
    text: str,
    mention: MedicationMention,
    at: int,
    times: list[TimeMention],
    bound: list[Bound],
) -> MedicationMention:
    """Add the time beside a name or its verb: the next one in the clause, else one before."""
    if not times:
        return mention
    cuts = [m.end() for m in STOP.finditer(text, 0, mention.start)]
    left = cuts[-1] if cuts else 0
    stop = STOP.search(text, at)
    right = stop.start() if stop else len(text)
    dated = [t for t in times if t.kind in CURRENT and t.span and left <= t.start < right]
    following = min((t for t in dated if t.start >= at), key=_place, default=None)
    crossed = following and any(at < b.start < following.start for b in bound)
    preceding = max((t for t in dated if t.end <= mention.start), key=_place, default=None)
    chosen = following if following and not crossed else preceding
    return mention.model_copy(update={"time": chosen.span}) if chosen else mention


def _place(time: TimeMention) -> int:
    """Order times as they stand."""
    return time.start


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
