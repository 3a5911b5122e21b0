"""Compare what was found in a round with what was planted in it."""

from dataclasses import dataclass

from typing_extensions import TypedDict

from agents.adversarial.assembler import StopIfWaiting
from graph_state.loop import LoopState, RoundResult
from graph_state.loop_rounds import flagged_in_control, scored_round
from graph_state.loop_scoring import round_figures


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
        number, known = state["round"], state.get("known_wrong", [])
        figures = round_figures(
            scored_round(state, number, known), flagged_in_control(state, known)
        )
        result = RoundResult(round=number, settings=state["settings"], figures=figures)
        return {"results": [result]}
