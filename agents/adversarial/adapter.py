"""Decide what the next round asks for: more of what was missed, and harder where it was found."""

from collections.abc import Sequence

from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from clinical.labels import ErrorType
from graph_state.context import context_of
from graph_state.generation import DIFFICULTIES, Difficulty, GenerationContext
from graph_state.loop import CONTROL, LoopContext, LoopState, RoundResult, seed_of
from graph_state.loop_scoring import Hits
from graph_state.named_values import named_values

HEAVIEST = 9
"""Weight of a type of which everything was missed; one of which nothing was missed weighs 1."""


class Adapted(TypedDict):
    """What the adapter adds."""

    round: int
    settings: GenerationContext


async def adapter(state: LoopState, runtime: Runtime[LoopContext]) -> Adapted:
    """Begin with the control, go on with the settings as given, and adapt from then on."""
    results = state.get("results", [])
    number = len(results)
    context = context_of(runtime, LoopContext)
    settings = context.generating.model_copy(update={"seed": seed_of(context, number)})
    if number == CONTROL:
        return {"round": number, "settings": settings.model_copy(update={"per_note": 0})}
    return {"round": number, "settings": adapted(settings, results[1:])}


def adapted(settings: GenerationContext, rounds: Sequence[RoundResult]) -> GenerationContext:
    """Ask for what the rounds so far say; with none so far nothing changes."""
    if not rounds:
        return settings
    wanted = settings.wanted_types
    weights = {t: weight(t, rounds) for t in wanted}
    asked = {t: level for t in wanted if (level := difficulty(t, rounds)) is not None}
    return settings.model_copy(
        update={
            "type_weights": named_values(weights),
            "type_difficulties": named_values(asked),
        }
    )


def weight(error_type: ErrorType, rounds: Sequence[RoundResult]) -> int:
    """Weigh a type by the share of it that was missed in all rounds so far.

    The share is smoothed (Laplace), so that a type of which little was tried stays in the middle.
    """
    hits = sum((one.figures.types[error_type] for one in rounds), Hits())
    return 1 + round((HEAVIEST - 1) * (hits.missed + 1) / (hits.planted + 2))


def difficulty(error_type: ErrorType, rounds: Sequence[RoundResult]) -> Difficulty | None:
    """Ask for the difficulty that was missed most, or for the next harder one if none was.

    Only the last round that held the type counts; of two that were missed alike, the harder one.
    """
    tried = [levels for one in rounds if any(_planted(levels := one.figures.cells[error_type]))]
    if not tried:
        return None
    last = tried[-1]
    missed = [level for level in DIFFICULTIES if last[level].missed]
    if missed:
        return max(missed, key=lambda d: (_missed_share(last[d]), DIFFICULTIES.index(d)))
    hardest = max(DIFFICULTIES.index(level) for level in DIFFICULTIES if last[level].planted)
    return DIFFICULTIES[min(hardest + 1, len(DIFFICULTIES) - 1)]


def _planted(levels: dict[Difficulty, Hits]) -> list[int]:
    return [hits.planted for hits in levels.values()]


def _missed_share(hits: Hits) -> float:
    return hits.missed / hits.planted if hits.planted else 0.0
