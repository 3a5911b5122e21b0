"""Rules for when something happened: an exact day that differs from every day on record."""

from datetime import date, timedelta

from agents.rule_judge.decisions import Decision, Item, contradicted
from agents.rule_judge.record_view import RecordView
from clinical.facts import Fact, TimeSpan

SURGERY = "procedure:surgery"
DATED_PREFIX = "procedure:"
DURATION_SHARE = 0.15


def judge_time(claim: Fact, view: RecordView) -> Decision | None:
    """Compare the day and the duration of a claim with those on record; None if they agree."""
    if claim.assertion != "present":
        return None
    return judge_duration(claim, view) or judge_day(claim, view)


def judge_day(claim: Fact, view: RecordView) -> Decision | None:
    """An exact day is wrong when the record dates the same procedure, and never to that day."""
    if not claim.concept.id.startswith(DATED_PREFIX) or not exact(claim.time):
        return None
    items = [i for i in view.same(claim.concept) if i.fact.assertion == "present"]
    if claim.concept.id == SURGERY:
        return judge_surgery_day(claim, items, view)
    dated = [i for i in items if exact(i.fact.time)]
    if not dated:
        return None
    if any(claim.time.overlaps(i.fact.time) for i in dated if claim.time and i.fact.time):
        return None
    closest = min(dated, key=lambda i: (days_apart(claim.time, i.fact.time), str(i.fact.source)))
    recorded = day_of(closest.fact.time)
    return contradicted(
        "other_day",
        [closest],
        ("time_error",),
        f"the sentence dates {claim.text!r} to {day_of(claim.time)}, the record to {recorded}",
        "date",
        confidence=0.7,
    )


def judge_surgery_day(claim: Fact, items: list[Item], view: RecordView) -> Decision | None:
    """`Went to the operating room` on a day without an operation on record."""
    days = {day[:10] for day in view.anchors.surgeries}
    if not days or day_of(claim.time) in days or not items:
        return None
    return contradicted(
        "other_day",
        items,
        ("time_error",),
        f"the sentence dates the operation to {day_of(claim.time)}, the record to {min(days)}",
        "date",
        confidence=0.7,
    )


def exact(time: TimeSpan | None) -> bool:
    """Say whether a time is one written day, not the default of a section."""
    return (
        time is not None
        and time.precision in ("minute", "day")
        and time.earliest is not None
        and time.latest is not None
        and time.anchor == "absolute"
    )


def day_of(time: TimeSpan | None) -> str:
    """The day a time begins."""
    return ((time.earliest if time else None) or "")[:10]


def days_apart(one: TimeSpan | None, other: TimeSpan | None) -> int:
    """Days between the beginnings of two times."""
    try:
        gap = date.fromisoformat(day_of(one)) - date.fromisoformat(day_of(other))
    except ValueError:
        return 10_000
    return abs(gap // timedelta(days=1))


def judge_duration(claim: Fact, view: RecordView) -> Decision | None:
    """A duration is wrong when the record gives other durations of the same drug only."""
    claimed = claim.duration_days
    if claimed is None or claim.kind != "medication":
        return None
    stated: list[Item] = [
        i
        for i in view.narrower(claim.concept)
        if i.fact.kind == "medication" and i.fact.duration_days is not None
    ]
    if not stated:
        return None
    for item in stated:
        recorded = item.fact.duration_days
        if recorded and abs(recorded.value - claimed.value) <= DURATION_SHARE * claimed.value + 0.5:
            return None
    return contradicted(
        "other_duration",
        stated,
        ("time_error",),
        f"the sentence says {claimed.value:g} days, the record {stated[0].fact.text!r}",
        "duration",
        confidence=0.7,
    )
