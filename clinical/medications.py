"""Find what a text says about drugs: which, how much, how often, how long and what became of it."""

import re

from clinical.allergies import allergen_spans
from clinical.dose_amounts import Amount
from clinical.drug_lexicon import find_drug_names
from clinical.drug_scopes import STOP, DrugScope, scopes_of
from clinical.medication_guards import BARE_NAMES, PLAIN_ANALYTES, is_medication
from clinical.medication_status import Bound, bind_statuses
from clinical.mentions import MedicationMention, TimeMention
from clinical.sig import Rate, Read, frequency, route, routes
from clinical.treatment_course import COURSE, Course, as_needed, course, course_behind, indication

RATE_LEAD = 30
"""How far before a name its frequency may begin."""

PART_OF_DAY = (
    r"(?:in the|at|each|every|with|before|after|q)\s*"
    r"(?:morning|evening|night|bedtime|noon|afternoon|midday|breakfast|lunch|dinner|supper|am|pm|hs)"
)
NEXT_STEP = re.compile(
    r"(?:[,;]\s*|\s+)(?:and\s+)?(?:then|followed by|later|subsequently|thereafter|afterwards)\s+"
    r"(?:by\s+|to\s+|at\s+|take\s+)?(?=\d)"
    rf"|(?:,\s*|\s+)(?:and|&|plus)\s+(?=\d[\d.,]*\s*(?:\w+\s+){{1,4}}?{PART_OF_DAY}\b)"
    rf"|,\s*(?=\d[\d.,]*\s*(?:\w+\s+){{1,4}}?{PART_OF_DAY}\b)",
    re.I,
)
"""Between two steps of one drug, or the parts of a day's dose, each with its amount."""

PARTED = re.compile(
    r"[,;:()+&]|\b(?:plus|and|with|then|on|in|at|for|after|before|by|was|were)\b", re.I
)
"""Between a way and the name of a drug: the way is that of something else."""

DOSED = frozenset({"started", "resumed", "increased", "decreased", "changed", "continued"})
VERB_LEAD = re.compile(
    r"\s+(?:(?:back|up|down|again|later|then|on \d[\d/-]*)\s+)*(?:at|to|on|with)\s+"
    r"(?:(?:an?|the)\s+(?:\w+\s+)?dose\s+of\s+)?(?=\d)"
)
"""Between a verb and the dose that it leads to."""

CURRENT = frozenset({"date", "range", "relative", "hospital_day", "postoperative_day"})


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
        if read.dose is None and status.status in DOSED:
            read = _with_dose_of_verb(read, scope, status, later)
        stops = status.status in ("stopped", "held", "not_given")
        update: dict[str, object] = {
            "status": status.status,
            "sig_start": min(read.sig_start, status.start),
            "sig_end": max(read.sig_end, status.end),
            "indication": None if stops else read.indication,
        }
        mentions.append(read.model_copy(update=update))
    return mentions


def _with_dose_of_verb(
    read: MedicationMention, scope: DrugScope, status: Bound, later: list[int]
) -> MedicationMention:
    """Read the dose behind the verb: `NAME, which he took before, was restarted at 50 mg`."""
    end = next((at for at in later if at > status.start), len(scope.text))
    stop = STOP.search(scope.text, status.end, end)
    behind = scope._replace(begin=status.end, right=stop.start() if stop else end)
    lead = VERB_LEAD.match(scope.text, status.end, behind.right)
    if status.start < scope.name.end or lead is None:
        return read
    if find_drug_names(scope.text[scope.name.end : status.start]):
        return read
    found = _read(behind._replace(begin=lead.end()))
    if found.dose is None:
        return read
    kept = ("dose", "previous_dose", "sig_end")
    told = {"frequency": found.frequency or read.frequency, "route": found.route or read.route}
    return read.model_copy(update={**{name: getattr(found, name) for name in kept}, **told})


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
    amount = Amount(scope)
    rate = frequency(text, begin, right) or _rate_before(scope)
    length = course_behind(text, begin, right) or _course_before(scope)
    needed = as_needed(text, begin, right)
    way = route(text, begin, right) or route(text, name.start, name.end)
    ends = [
        amount.end,
        rate.end if rate and rate.start >= begin else 0,
        needed or 0,
        length.end if length else 0,
    ]
    ends.append(way.end if way else 0)
    way = way or _way_before(scope)
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


def _way_before(scope: DrugScope) -> Read | None:
    """Read `IV NAME` and `oral doses of NAME`; a way that something else parts is not its own."""
    found = routes(scope.text, max(scope.left, scope.name.start - 25), scope.name.start)
    between = scope.text[found[-1].end : scope.name.start] if found else ""
    return found[-1] if found and not PARTED.search(between) else None


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
