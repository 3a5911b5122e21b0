"""Rules for days that are counted: `the third day after admission`, `on day 5`.

Who comes in the night counts from one day or the next, and a bare day is one of the stay or one
after an operation: such a day is wrong only where it is wrong in every reading.
"""

import re
from datetime import timedelta

from agents.rule_judge.decisions import Decision
from agents.rule_judge.record_view import RecordView
from agents.rule_judge.times.dated_steps import days_of, next_to
from agents.rule_judge.times.step_days import judge_step
from clinical.facts import Fact
from clinical.mentions import TimeMention
from clinical.time_patterns import WORDS
from clinical.time_spans import one_day, parse_day

COUNTED_DAY = re.compile(
    r"\b(?:day|morning|evening|night)s?\s+(?:after|following)\b", re.IGNORECASE
)
BARE_DAY = re.compile(r"day\s*#?\s*(?P<count>\d{1,2}|[a-z]+)\Z", re.IGNORECASE)
BY_DAY = re.compile(r"\b(?:on|by|until)\s+(?:the\s+)?\Z", re.IGNORECASE)
OF_COURSE = re.compile(r"\s+(?:of\b|after\b|post|antibiotic|therapy|treatment)", re.IGNORECASE)
AROUND = (0, -1, 1)


def judge_counted_day(
    text: str, mention: TimeMention, claims: list[Fact], view: RecordView
) -> Decision | None:
    """Compare the steps on a counted day with the record, in every reading of the count."""
    days = days_meant(text, mention, view)
    if not days:
        return None
    decisions = []
    for day in days:
        moved = one_day(parse_day(day))
        asked = mention.model_copy(update={"span": moved})
        same = [c.model_copy(update={"time": moved}) if is_of(c, mention) else c for c in claims]
        decisions.append(judge_step(text, asked, same, view))
    if any(decision is None or decision.grade != "E4" for decision in decisions):
        return None
    return decisions[0]


def is_of(claim: Fact, mention: TimeMention) -> bool:
    """Say whether a claim has the time of the mention, or none where that is not known."""
    return claim.time == mention.span


def days_meant(text: str, mention: TimeMention, view: RecordView) -> list[str]:
    """The days that a count can mean, the likeliest first."""
    first, last = days_of(mention.span)
    if mention.kind == "relative" and COUNTED_DAY.search(mention.text) and first:
        return [next_to(first, shift) for shift in AROUND] if first == last else []
    bare = BARE_DAY.fullmatch(mention.text)
    if mention.kind != "vague" or bare is None or OF_COURSE.match(text, mention.end):
        return []
    if not BY_DAY.search(text, max(0, mention.start - 12), mention.start):
        return []
    written = bare["count"].lower()
    count = int(written) if written.isdigit() else WORDS.get(written)
    starts = [parse_day(day) for day in (view.anchors.admitted, *view.anchors.surgeries)]
    if count is None or not all(starts):
        return []
    meant = [start + timedelta(days=count - back) for start in starts if start for back in (1, 0)]
    return list(dict.fromkeys(day.isoformat() for day in meant))
