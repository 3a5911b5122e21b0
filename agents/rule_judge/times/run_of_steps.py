"""Rules for how long something ran, from the day it was begun to the day it was ended."""

import re
from datetime import date

from agents.rule_judge.decisions import Decision, Item, contradicted
from agents.rule_judge.record_view import RecordView
from agents.rule_judge.times.dated_steps import APART, DatedStep, dated_step, items_of
from agents.rule_judge.times.told_lengths import lengths_told, names, slack_of
from clinical.care_steps import CUES
from clinical.facts import Concept, Fact, Quantity
from clinical.mentions import TimeMention

LASTING = ("procedure:", "drug:")
VENTILATED = "procedure:intubation"
INTUBATION = Concept(id=VENTILATED, name="intubation")
EXTUBATION = Concept(id="procedure:extubation", name="extubation")
AFTER = re.compile(r"\s*(?:only\s+|just\s+)?after\s+(?:only\s+|just\s+|a total of\s+)?\Z", re.I)
FOR = re.compile(
    r"\s*(?:\w+\s+){0,3}(?:for|x|over)\s+(?:only\s+|a total of\s+|just\s+)?\Z", re.IGNORECASE
)
OF = re.compile(r"\s*(?:of|on)\s+(?:the\s+|an?\s+)?(?:\w+\s+)?\Z", re.IGNORECASE)
ON_VENTILATOR = re.compile(
    r"\s*(?:of|on)\s+(?:the\s+|a\s+|mechanical\s+|invasive\s+)*(?:ventilator|vent\b|ventilation)",
    re.IGNORECASE,
)
LEAST_OFF = 1.5
"""Days. A run of days is counted with or without its first day."""


def judge_run(
    text: str, mention: TimeMention, claims: list[Fact], view: RecordView
) -> Decision | None:
    """`Weaned off after five days`: wrong where begun and ended are dated to another length."""
    claimed = mention.days
    if claimed is None or claimed.comparator or claimed.high is not None:
        return None
    thing = run_thing(text, mention, claims)
    if thing is None:
        return None
    if thing.concept.id == EXTUBATION.id:
        thing = thing.model_copy(update={"concept": INTUBATION})
    if has_other_route(thing, view):
        return None
    known = [k for item in items_of(thing, view) if (k := dated_step(item, view)) is not None]
    begun = {k.first: k.item for k in known if is_begun(k, thing)}
    ended = {k.last: k.item for k in known if k.step == "end" and not k.ordered}
    if thing.concept.id == VENTILATED:
        ended = days_of_extubation(view)
    if len(begun) != 1 or len(ended) != 1:
        return None
    (first, start), (last, end) = *begun.items(), *ended.items()
    ran = (date.fromisoformat(last) - date.fromisoformat(first)).days
    if ran < 1 or abs(ran - claimed.value) <= LEAST_OFF or is_told(thing, claimed, view):
        return None
    return contradicted(
        "other_length_of_run",
        [start, end],
        ("time_error",),
        f"the sentence says {mention.text!r}; the record begins it on {first}, ends it on {last}",
        "duration",
        confidence=0.7,
    )


def has_other_route(thing: Fact, view: RecordView) -> bool:
    """Say whether the length is that of one form of a drug, and the record has another form too."""
    routes = {item.fact.route for item in items_of(thing, view)} - {None}
    return thing.route is not None and bool(routes - {thing.route})


def is_begun(known: DatedStep, thing: Fact) -> bool:
    """Say whether a dated mention is the beginning; what is intubated, is begun so."""
    if known.ordered or not known.written:
        return False
    return known.step == "begin" or (known.step is None and thing.concept.id == VENTILATED)


def days_of_extubation(view: RecordView) -> dict[str, Item]:
    """The days on which the tube was taken out."""
    known = [dated_step(item, view) for item in view.same(EXTUBATION)]
    return {k.first: k.item for k in known if k is not None and not k.ordered}


def is_told(thing: Fact, claimed: Quantity, view: RecordView) -> bool:
    """Say whether a passage about the thing has the length in any way."""
    about = [p for p in view.passages if any(names(f, thing) for f in p.facts)]
    slack = slack_of(claimed)
    return any(abs(n - claimed.value) <= slack for p in about for n in lengths_told(p, view))


def run_thing(text: str, mention: TimeMention, claims: list[Fact]) -> Fact | None:
    """What ran so long: it was stopped after that time, or was used for it."""
    for claim in claims:
        start, end = claim.source.start or 0, claim.source.end or 0
        if not claim.concept.id.startswith(LASTING) or claim.assertion != "present":
            continue
        between = text[end : mention.start]
        if end <= mention.start and len(between) <= 40 and not APART.search(cut(between)):
            stopped = CUES["end"].search(text[max(start, end - 30) : mention.start])
            if stopped and AFTER.search(between):
                return claim
            if FOR.fullmatch(between):
                return claim
        if start >= mention.end and OF.fullmatch(text[mention.end : start]):
            return claim
    if ON_VENTILATOR.match(text, mention.end):
        return next((c for c in claims if c.concept.id in (VENTILATED, EXTUBATION.id)), None)
    return None


def cut(between: str) -> str:
    """What stands between a thing and its length, without the word that joins them."""
    return re.sub(r"\b(?:after|for)\b", " ", between)
