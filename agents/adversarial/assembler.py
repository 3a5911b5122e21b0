"""Hand the rewritten summaries on to the check, and nothing else of what the generator knows."""

from collections.abc import Callable
from dataclasses import dataclass

from typing_extensions import TypedDict

from graph_state.generation import GeneratedSummary
from graph_state.loop import LoopState
from graph_state.loop_rounds import summaries_of
from graph_state.state import CheckInput

StopIfWaiting = Callable[[], None]
"""End the run where answers of a model are still awaited."""


class Assembled(TypedDict):
    """What the assembler adds."""

    texts: list[CheckInput]


@dataclass(frozen=True)
class Assembler:
    """Strips every record: the check is given what anybody would give it."""

    stop_if_waiting: StopIfWaiting

    async def __call__(self, state: LoopState) -> Assembled:
        """Return the texts of the present round in a fixed order."""
        self.stop_if_waiting()
        made = summaries_of(state["generated"], state["round"])
        return {"texts": [text_to_check(one) for one in made]}


def text_to_check(generated: GeneratedSummary) -> CheckInput:
    """Name patient, admission and target, and give the text."""
    return CheckInput(
        patient_id=generated.patient_id,
        admission_id=generated.admission_id,
        target=generated.target,
        summary=generated.text,
    )


def no_answers_awaited() -> None:
    """Go on: no model answers from elsewhere."""
