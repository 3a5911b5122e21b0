"""Rules for vaccines, which sentences name as drugs and tables as events of a day."""

from agents.rule_judge.decisions import Decision, Item, contradicted, supported
from agents.rule_judge.record_view import RecordView
from agents.rule_judge.times.stay import day_of
from clinical.facts import Fact
from clinical.labels import ErrorType


def judge_vaccination(claim: Fact, view: RecordView) -> Decision | None:
    """A vaccine was given when a row says so, and on its day; None where none tells of it."""
    told = [i for i in view.kindred(claim.concept) if i.fact.kind == "event"]
    if not told:
        return None
    given = [i for i in told if i.fact.assertion == "present"]
    denied = claim.assertion == "absent" or claim.status == "not_given"
    if denied == bool(given):
        kind: ErrorType = "negation_error" if denied else "medication_error"
        words = f"the record says that it was {'given' if given else 'not given'}"
        return contradicted("vaccination", given or told, (kind,), words, "existence")
    if claim.time is None or denied:
        return supported("vaccination", told, "the record tells of it")
    on_the_day = [i for i in given if i.fact.time is None or claim.time.overlaps(i.fact.time)]
    return _of_that_day(on_the_day, given)


def _of_that_day(on_the_day: list[Item], given: list[Item]) -> Decision:
    if on_the_day:
        return supported("vaccination", on_the_day, "the record tells of it then", "date")
    day = day_of(given[0].fact)
    words = f"the record dates it to {day}"
    return contradicted("vaccination", given, ("time_error",), words, "date")
