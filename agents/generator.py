"""Let the engine that the run has chosen make one sentence false."""

from collections.abc import Mapping
from dataclasses import dataclass

from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from agents.generating import Charts, Engine
from graph_state.context import context_of
from graph_state.generation import GenerationContext, Proposal, RewriteState
from kg.errors import BadInputError


class Generated(TypedDict):
    """What the generator adds."""

    proposal: Proposal | None
    attempts: int


@dataclass(frozen=True)
class Generator:
    """Hands a sentence and the chart to one of the known engines."""

    engines: Mapping[str, Engine]
    charts: Charts

    async def __call__(self, state: RewriteState, runtime: Runtime[GenerationContext]) -> Generated:
        """Propose a rewrite; on a regeneration the engine sees what was refused, and why."""
        context = context_of(runtime, GenerationContext)
        engine = chosen_engine(self.engines, context.engine)
        chart = await self.charts.of(state["graph_id"], state["summary"])
        proposal = await engine(
            state,
            chart,
            context,
            state.get("refused", []),
            state.get("objections", []),
        )
        return {"proposal": proposal, "attempts": 1}


def chosen_engine(engines: Mapping[str, Engine], name: str) -> Engine:
    """Find an engine by its name."""
    if name not in engines:
        msg = f"engine {name!r} is unknown; choose one of: {', '.join(sorted(engines))}"
        raise BadInputError(msg)
    return engines[name]
