"""The one interface of the engines that make errors, and the charts that they read."""

from dataclasses import dataclass, field
from typing import Protocol

from agents.chart import Chart
from agents.same_graph import not_in_store
from clinical.labels import ErrorType
from graph_state.generation import GenerationContext, Proposal, RewriteInput
from kg.store import GraphStore

CHARTS_KEPT = 8


class Engine(Protocol):
    """Rewrites sentences so that they become false."""

    @property
    def name(self) -> str:
        """How a run chooses it."""
        ...

    def types(self, sentence: RewriteInput, chart: Chart) -> tuple[ErrorType, ...]:
        """Name the types of error that a sentence allows, without making any."""
        ...

    async def __call__(
        self,
        sentence: RewriteInput,
        chart: Chart,
        context: GenerationContext,
        refused: list[Proposal],
        objections: list[str],
    ) -> Proposal | None:
        """Propose a rewrite unlike those refused, or None where nothing is left to try."""
        ...


@dataclass
class Charts:
    """Reads the charts of patients from the store; a few are kept for the sentences to come."""

    store: GraphStore
    _kept: dict[tuple[str, str], Chart] = field(default_factory=dict)

    async def of(self, graph_id: str, summary: str) -> Chart:
        """Return the chart behind a summary."""
        key = (graph_id, summary)
        if key not in self._kept:
            graph = await self.store.load(graph_id)
            if graph is None:
                raise not_in_store(graph_id)
            while len(self._kept) >= CHARTS_KEPT:
                self._kept.pop(next(iter(self._kept)))
            self._kept[key] = Chart(graph, summary)
        return self._kept[key]
