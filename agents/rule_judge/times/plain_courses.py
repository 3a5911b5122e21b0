"""Rules for the length of a course that no drug stands beside: `a 14-day course from 05-08`."""

import re

from agents.rule_judge.decisions import Decision
from agents.rule_judge.record_view import RecordView
from agents.rule_judge.times.durations import other_length, same_course
from agents.rule_judge.times.told_days import times_in
from agents.rule_judge.times.told_lengths import slack_of, stated_lengths
from clinical.facts import Fact, Quantity
from clinical.mentions import TimeMention
from kg.evidence import Evidence

COURSE = re.compile(
    r"\s*(?:total\s+|full\s+|antibiotic\s+)?(?:course|in all|in total|all told|total)\b"
    r"|\s*of\s+(?:antibiotics?|antimicrobials?|therapy|treatment)\b",
    re.IGNORECASE,
)
TAPER = re.compile(r"\btaper\w*|\bthen\b", re.IGNORECASE)


def judge_plain_course(
    text: str, mention: TimeMention, claims: list[Fact], view: RecordView
) -> Decision | None:
    """Wrong where the record speaks of one whole course, and it has another length."""
    if mention.days is None or not COURSE.match(text, mention.end) or TAPER.search(text):
        return None
    if any(claim.kind == "medication" for claim in claims):
        return None
    told = [(p, n) for p in view.passages for n in whole_courses(p, view)]
    if not told or any(same_course(mention.days, n) for _, n in told):
        return None
    if len({round(n.value) for _, n in told}) > 1:
        return None
    slack = slack_of(mention.days)
    if any(
        abs(n - mention.days.value) <= slack for p in view.passages for n in stated_lengths(p, view)
    ):
        return None
    return other_length(mention, [p for p, _ in told], told[0][1].written)


def whole_courses(passage: Evidence, view: RecordView) -> list[Quantity]:
    """The lengths that a passage calls those of a whole course."""
    return [
        time.days
        for time in times_in(passage.quote, view.anchors)
        if time.kind == "duration" and time.days and COURSE.match(passage.quote, time.end)
    ]
