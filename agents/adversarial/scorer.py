"""Compare what was found in a round with what was planted in it."""

from collections.abc import Iterable
from dataclasses import dataclass

from typing_extensions import TypedDict

from agents.adversarial.assembler import StopIfWaiting, of_round
from graph_state.findings import Report
from graph_state.loop import CONTROL, LoopOutput, LoopState, RoundReport, RoundResult
from graph_state.loop_scoring import (
    ScoredSummary,
    SentenceKey,
    round_figures,
    score_summary,
)


class Scored(TypedDict):
    """What the scorer adds."""

    results: list[RoundResult]


@dataclass(frozen=True)
class Scorer:
    """The only node that sees both sides."""

    stop_if_waiting: StopIfWaiting

    async def __call__(self, state: LoopState) -> Scored:
        """Return the figures of the present round."""
        self.stop_if_waiting()
        figures = round_figures(scored_round(state, state["round"]), flagged_in_control(state))
        result = RoundResult(round=state["round"], settings=state["settings"], figures=figures)
        return {"results": [result]}


def scored_round(state: LoopOutput, number: int) -> list[ScoredSummary]:
    """Lay the reports of one round over what was planted in it."""
    reports = {_place(report): report for report in reports_of(state["checked"], number)}
    return [
        score_summary(one, reports[one.patient_id, one.admission_id, one.target])
        for one in of_round(state["generated"], number)
    ]


def flagged_in_control(state: LoopOutput) -> list[SentenceKey]:
    """Name the sentences that were flagged before anything was planted."""
    return [key for one in scored_round(state, CONTROL) for key in one.false_alarms]


def reports_of(checked: Iterable[RoundReport], number: int) -> list[Report]:
    """Return the reports of one round in a fixed order."""
    made = [one.report for one in checked if one.round == number]
    return sorted(made, key=lambda one: (one.patient_id, one.admission_id or "", one.target))


def _place(report: Report) -> tuple[str, str | None, str]:
    return report.patient_id, report.admission_id, report.target
