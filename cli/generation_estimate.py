"""What the engine `model` would cost, said before anything is asked."""

import asyncio
from collections.abc import Sequence

import typer

from agents.model_settings import ModelSettings
from agents.models import Models
from cli.generation import Request, generate_all
from cli.model_run import FREE, refuse_beyond, told_estimate
from cli.summaries import Checkable


def estimate_generation(request: Request, cases: Sequence[Checkable], told: ModelSettings) -> None:
    """Rehearse the run without asking anybody, say what it would take, and hold it to its limit."""
    if all(name.startswith(FREE) for name in told.models.values()):
        return
    unlimited = told.model_copy(update={"max_cost": None, "max_tokens": None})
    rehearsal = Models(unlimited, rehearsal=True)
    asyncio.run(generate_all(request, cases, rehearsal))
    estimate = rehearsal.meter.used
    typer.echo(f"curaview: estimate: {told_estimate(estimate)}", err=True)
    refuse_beyond(estimate, told)
