"""The rounds of a loop, put together again: what was planted beside what was found."""

from collections.abc import Iterable

from graph_state.findings import Report
from graph_state.generation import GeneratedSummary
from graph_state.loop import CONTROL, KnownError, LoopOutput, RoundReport, RoundSummary
from graph_state.loop_scoring import ScoredSummary, SentenceKey, score_summary


def scored_round(
    done: LoopOutput, number: int, known_wrong: Iterable[KnownError] = ()
) -> list[ScoredSummary]:
    """Lay the reports of one round over what was planted in it."""
    reports = {_place(report): report for report in reports_of(done["checked"], number)}
    wrong: dict[str | None, set[str]] = {}
    for known in known_wrong:
        wrong.setdefault(known.admission_id, set()).add(known.text)
    return [
        score_summary(one, reports[_place(one)], wrong.get(one.admission_id, set()))
        for one in summaries_of(done["generated"], number)
    ]


def flagged_in_control(
    done: LoopOutput, known_wrong: Iterable[KnownError] = ()
) -> list[SentenceKey]:
    """Name the sentences that were flagged before anything was planted."""
    scored = scored_round(done, CONTROL, known_wrong)
    return [key for one in scored for key in one.false_alarms]


def summaries_of(summaries: Iterable[RoundSummary], number: int) -> list[GeneratedSummary]:
    """Return the summaries of one round in a fixed order."""
    return sorted((one.generated for one in summaries if one.round == number), key=_order)


def reports_of(checked: Iterable[RoundReport], number: int) -> list[Report]:
    """Return the reports of one round in a fixed order."""
    return sorted((one.report for one in checked if one.round == number), key=_order)


def _place(one: GeneratedSummary | Report) -> tuple[str, str | None, str]:
    return one.patient_id, one.admission_id, one.target


def _order(one: GeneratedSummary | Report) -> tuple[str, str, str]:
    return one.patient_id, one.admission_id or "", one.target
