"""Rules for what was done with a drug: never given, given once, given another way, ended.

Each rule needs a statement of the record about the same drug; silence proves nothing here.
"""

import re

from agents.rule_judge.decisions import Decision, Item, contradicted
from agents.rule_judge.medications.lists import DISCHARGE_LIST, HOME_LIST, TYPE, active, listed
from agents.rule_judge.medications.relative_doses import judge_relative_dose, judge_reversed_change
from agents.rule_judge.medications.told_regimens import passages_of
from agents.rule_judge.record_view import RecordView
from agents.rule_judge.times.told_days import is_grid
from clinical.drug_lexicon import find_drug_names, same_drug
from clinical.facts import Fact
from clinical.labels import ErrorType
from clinical.medication_words import PASSING

DONE = frozenset({"given", "started", "continued", "resumed", "discharge", "increased"})
AVOIDED = frozenset({"not_given", "held"})
CHANGED = frozenset({"increased", "decreased"})
BEGUN = frozenset({"started"})
REGULAR = frozenset({"started", "continued", "discharge"})

ONCE = re.compile(
    r"\s*(?:\w+\s+){0,3}(?:x\s?1\b|once\b(?!\s+(?:daily|a\s|every|per|nightly|weekly))"
    r"|one[\s-]time)",
    re.IGNORECASE,
)
SINGLE_BEFORE = re.compile(
    r"\b(?:single|one[\s-]time|one|1)\s+(?:\w+\s+){0,2}dose\s+(?:of\s+)?(?:\w+\s+)?$", re.IGNORECASE
)
SINGLE = re.compile(
    r"\b(?:single|one[\s-]time|one dose|x\s?1|once(?!\s+(?:daily|a\s|every|per|nightly|weekly)))\b",
    re.IGNORECASE,
)
SEVERAL = re.compile(
    r"\b(?:every other day|(?:two|three|four|five|six|[2-9]) (?:more |further )?doses"
    r"|(?:for|x) (?:two|three|four|five|six|[2-9]) doses|x\s?[2-9]\b)",
    re.IGNORECASE,
)
"""Words that make a drug one of several doses."""

MANY_DAYS = 1.5
"""A course of more days than this is no single dose."""

CIRCUMSTANCE = re.compile(
    r"\b(?P<when>before|after|during|prior to|following)\s+(?:the\s+|her\s+|his\s+|an?\s+)?"
    r"(?P<what>[a-z]{5,})",
    re.IGNORECASE,
)
FORMS = r"bolus(?:es)?|loading[\s-]dose|load|taper(?:ing)?|bridg\w+|drip|infusion|gtt"
DENIED_FORM = re.compile(
    rf"\b(?:without|no|w/o|never|not)\s+(?:an?\s+|any\s+|further\s+"
    rf"|initial\s+)*(?P<form>{FORMS})\b",
    re.IGNORECASE,
)
FORM = re.compile(
    rf"(?<!basal)(?<!basal )(?<!basal-)(?<!basal/)\b(?P<form>{FORMS})\b(?!\s+insulin)",
    re.IGNORECASE,
)
SAME_FORM = {"gtt": "infus", "drip": "infus", "loadi": "bolus", "load": "bolus"}


def judge_event(claim: Fact, items: list[Item], view: RecordView, sentence: str) -> Decision | None:
    """The first rule of this module that refutes a claim."""
    return (
        judge_never_given(claim, items)
        or judge_not_given_then(claim, items, view, sentence)
        or judge_given_once(claim, items, view)
        or judge_form(claim, items, view, sentence)
        or judge_relative_dose(claim, items, sentence)
        or judge_reversed_change(claim, items)
        or judge_ended_by_change(claim, items, sentence)
        or judge_kept_beside(claim, items, view, sentence)
    )


def judge_never_given(claim: Fact, items: list[Item]) -> Decision | None:
    """A drug said to be given that the record says was avoided, declined or withheld, only."""
    regimen = claim.quantity or claim.duration_days or claim.frequency or claim.route
    told = claim.status in DONE or (claim.status is None and regimen)
    if not told or claim.assertion != "present":
        return None
    if not items or any(i.fact.status not in AVOIDED for i in items):
        return None
    if any(is_grid(i.evidence.quote) for i in items):
        return None
    if any(i.fact.section in (HOME_LIST, DISCHARGE_LIST, "past_medical_history") for i in items):
        return None
    types: tuple[ErrorType, ...] = ("negation_error",) if claim.status == "given" else TYPE
    return contradicted(
        "given_but_not",
        items,
        types,
        f"the record says that it was not given: {items[0].fact.text!r}",
        "presence",
    )


def judge_not_given_then(
    claim: Fact, items: list[Item], view: RecordView, sentence: str
) -> Decision | None:
    """A drug given `before the scan`, of which a passage says that it was not given then."""
    if claim.status not in ("given", "started") or claim.assertion != "present":
        return None
    circumstances = circumstances_of(sentence)
    refused = [i for i in items if i.fact.status == "not_given"]
    given = [i for i in items if i.fact.status in ("given", "started")]
    if not circumstances or not refused or given:
        return None
    for item in refused:
        for passage in passages_of(claim, [item], view):
            if circumstances & circumstances_of(passage.quote):
                return contradicted(
                    "given_but_not",
                    [item],
                    ("negation_error",),
                    f"the record says {' '.join(passage.quote.split())[:120]!r}",
                    "presence",
                    confidence=0.75,
                )
    return None


def circumstances_of(text: str) -> set[tuple[str, str]]:
    """The occasions that a text names: `before the catheterization`, `during surgery`."""
    return {(m["when"].lower(), m["what"].lower()[:6]) for m in CIRCUMSTANCE.finditer(text)}


def judge_given_once(claim: Fact, items: list[Item], view: RecordView) -> Decision | None:
    """A course of a drug, or a regular dose, of which the record has a single dose only."""
    days = claim.duration_days
    course = days is not None and days.value > MANY_DAYS
    regular = claim.status in REGULAR and claim.frequency is not None
    several = claim.status in (None, "given") and SEVERAL.search(claim.text) is not None
    if not (course or regular or several) or not claim.concept.id.startswith("drug:"):
        return None
    if SINGLE.search(claim.text):
        return None
    own = [i for i in items if i.fact.status not in ("not_given", "stopped")]
    if not own or any(i.fact.section in (HOME_LIST, DISCHARGE_LIST) for i in items):
        return None
    if not all(is_single(item, view) for item in own):
        return None
    return contradicted(
        "given_once",
        own,
        TYPE,
        f"the record has a single dose: {own[0].fact.text!r}",
        "frequency",
        confidence=0.75,
    )


def is_single(item: Item, view: RecordView) -> bool:
    """Say whether a passage calls a dose the only one (`1 g x1`, `once`, `a single dose of`)."""
    fact = item.fact
    if re.search(r"\bx\s?1\b", fact.text):
        return True
    if fact.frequency is not None or fact.duration_days is not None:
        return False
    for passage in passages_of(fact, [item], view):
        offset = passage.source.start or 0
        start, end = (fact.source.start or 0) - offset, (fact.source.end or 0) - offset
        text = passage.quote
        if ONCE.match(text[end : end + 30]) or re.search(r"\bonce$", text[start:end]):
            return True
        if SINGLE_BEFORE.search(text[max(0, start - 30) : start]):
            return True
    return False


def judge_form(claim: Fact, items: list[Item], view: RecordView, sentence: str) -> Decision | None:
    """A bolus, drip or taper that the record says was not given, or the reverse."""
    start, end = claim.source.start or 0, claim.source.end or 0
    words = sentence[max(0, start - 25) : end + 25] if sentence else claim.text
    denied = {form_of(m["form"]) for m in DENIED_FORM.finditer(words)}
    said = {form_of(m["form"]) for m in FORM.finditer(claim.text)} - denied
    if not said and not denied:
        return None
    passages = passages_of(claim, items, view)
    refused, present = set[str](), set[str]()
    shown = []
    for passage in passages:
        without = {form_of(m["form"]) for m in DENIED_FORM.finditer(passage.quote)}
        refused |= without
        present |= {form_of(m["form"]) for m in FORM.finditer(passage.quote)} - without
        shown += [passage] if without & said else []
    wrong = (said & refused) - present
    if not wrong or not shown:
        return None
    return contradicted(
        "form_denied",
        [Item(claim, shown[0])],
        TYPE,
        f"the record says {' '.join(shown[0].quote.split())[:120]!r}",
        "route",
        confidence=0.75,
    )


def form_of(word: str) -> str:
    """The beginning of the name of a form, one for all words for it."""
    stem = word.lower()[:5]
    return SAME_FORM.get(stem, stem)


def judge_ended_by_change(claim: Fact, items: list[Item], sentence: str) -> Decision | None:
    """A drug said to be stopped that the record only changed or began, and that was taken home."""
    home, leaving = listed(items, HOME_LIST), active(listed(items, DISCHARGE_LIST))
    changed = [i for i in items if i.fact.status in (CHANGED if home else BEGUN)]
    ended = any(i.fact.status in ("stopped", "held", "not_given") for i in items)
    if claim.status != "stopped" or not (leaving and changed) or ended:
        return None
    if not claim.concept.id.startswith("drug:") or PASSING.search(sentence or claim.text):
        return None
    if claim.route and all(claim.route != i.fact.route for i in leaving):
        return None
    return contradicted(
        "ended_but_listed",
        [*changed, *leaving],
        TYPE,
        f"the record says {changed[0].fact.text!r} and still lists it at discharge",
        "status",
        confidence=0.75,
    )


def judge_kept_beside(
    claim: Fact, items: list[Item], view: RecordView, sentence: str
) -> Decision | None:
    """A drug kept beside another that, by one passage about both, was stopped for it."""
    leaving = active(listed(items, DISCHARGE_LIST))
    if claim.status not in ("continued", "discharge") or leaving or not sentence:
        return None
    others = [
        n.concept
        for n in find_drug_names(sentence)
        if same_drug(n.concept, claim.concept) == "different"
    ]
    for item in (i for i in items if i.fact.status == "stopped"):
        for passage in passages_of(claim, [item], view):
            beside = {
                f.concept.id
                for f in passage.facts
                if f.kind == "medication" and f.status in ("started", "resumed", "changed")
            }
            if any(other.id in beside for other in others):
                return contradicted(
                    "stopped_beside",
                    [item],
                    TYPE,
                    f"the record says {item.fact.text!r}",
                    "status",
                    confidence=0.75,
                )
    return None
