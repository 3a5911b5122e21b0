"""Rules for when something happened, and for how long.

Each time of a sentence is taken to the rules that can read it, the surest first.
"""

from agents.rule_judge.decisions import Decision
from agents.rule_judge.record_view import RecordView
from agents.rule_judge.times.apart import judge_apart
from agents.rule_judge.times.begun_before import judge_begun_before
from agents.rule_judge.times.claims import time_claim
from agents.rule_judge.times.counted_days import judge_counted_day
from agents.rule_judge.times.counted_from import judge_counted_from
from agents.rule_judge.times.day_of_event import event_of, is_exact, judge_day
from agents.rule_judge.times.durations import judge_course_length, judge_length_of
from agents.rule_judge.times.first_and_last import judge_first_or_last
from agents.rule_judge.times.follow_ups import judge_follow_up
from agents.rule_judge.times.intensive_care import judge_intensive_care
from agents.rule_judge.times.lasting import judge_duration
from agents.rule_judge.times.named_steps import judge_named_step
from agents.rule_judge.times.order import judge_order
from agents.rule_judge.times.oxygen import judge_oxygen
from agents.rule_judge.times.past_events import judge_past_event
from agents.rule_judge.times.plain_courses import judge_plain_course
from agents.rule_judge.times.run_of_steps import judge_run
from agents.rule_judge.times.step_days import judge_step
from clinical.facts import Fact
from clinical.mentions import TimeMention
from clinical.times import find_times


def judge_times(text: str, claims: list[Fact], view: RecordView) -> list[tuple[Fact, Decision]]:
    """Contradictions in day or duration, one for each time of the sentence that is wrong."""
    times = find_times(text, view.anchors)
    found = [(c, course) for c in claims if (course := judge_course_length(c, view)) is not None]
    found += judge_order(text, claims, view)
    for mention in times:
        decision = judge_mention(text, mention, times, claims, view)
        if decision is not None and decision.grade == "E4":
            found.append((time_claim(mention), decision))
    return found


def judge_mention(
    text: str,
    mention: TimeMention,
    times: list[TimeMention],
    claims: list[Fact],
    view: RecordView,
) -> Decision | None:
    """Judge one time: by the dated steps of what it governs, else by passages about the event."""
    planned = judge_follow_up(text, mention, claims, view) or judge_past_event(text, mention, view)
    if planned is not None:
        return planned
    if is_exact(mention):
        return judge_exact(text, mention, times, claims, view)
    if mention.kind == "duration":
        return judge_length(text, mention, times, claims, view)
    counted = (
        judge_apart(text, mention, claims, view)
        or judge_counted_from(text, mention, view)
        or judge_begun_before(text, mention, claims, view)
    )
    return counted or judge_counted_day(text, mention, claims, view)


def judge_length(
    text: str,
    mention: TimeMention,
    times: list[TimeMention],
    claims: list[Fact],
    view: RecordView,
) -> Decision | None:
    """Judge a length: of a symptom, of a treatment, from the first day to the last."""
    return (
        judge_length_of(text, mention, times, view)
        or judge_duration(text, mention, claims, view)
        or judge_run(text, mention, claims, view)
        or judge_intensive_care(text, mention, view)
        or judge_plain_course(text, mention, claims, view)
    )


def judge_exact(
    text: str,
    mention: TimeMention,
    times: list[TimeMention],
    claims: list[Fact],
    view: RecordView,
) -> Decision | None:
    """Judge a day that is named: by steps of care, else by what the passages of that day tell."""
    decision = (
        judge_oxygen(text, mention, view)
        or judge_first_or_last(text, mention, view)
        or judge_step(text, mention, claims, view)
        or judge_named_step(text, mention, view)
    )
    if decision is not None:
        return decision
    event = event_of(text, mention, times, claims)
    return None if event is None else judge_day(event, view)
