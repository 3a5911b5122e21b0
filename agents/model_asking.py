"""Asks a model until its answer holds, telling it each time what was wrong."""

from collections.abc import Callable

from pydantic import BaseModel

from agents.judge_prompt import json_line
from agents.models import ModelRequest, StructuredModel
from agents.structured_output import Answer
from graph_state.context import MAX_REDETECTIONS


class GivenUp(BaseModel, frozen=True):
    """No answer held; `fault` says what was wrong with the last one."""

    fault: str


async def ask_until_valid(
    model: StructuredModel,
    request: Callable[[str], ModelRequest[Answer]],
    fault_of: Callable[[Answer], str | None],
) -> Answer | GivenUp:
    """Return the first answer without a fault; `request` takes the objection to the last one."""
    objection = fault = ""
    for _ in range(1 + MAX_REDETECTIONS):
        reading = await model.ask(request(objection))
        found = reading.fault if reading.value is None else fault_of(reading.value)
        if reading.value is not None and found is None:
            return reading.value
        fault = found or "no answer"
        objection = f"Your last answer was refused:\n{json_line({'objection': fault})}"
    return GivenUp(fault=fault)
