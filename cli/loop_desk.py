"""The record behind a loop: its summaries, and their graphs as rounds ask for them."""

from asyncio import Lock
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from agents.batch_model import AnswerPendingError
from agents.graph_reading import GraphReading
from agents.models import Models
from agents.patient_graph import stored_graph
from agents.source_texts import SourceTexts
from cli.model_run import stop_if_pending
from cli.summaries import Checkable
from graph_state.generation import GenerateInput
from kg.graph import EvidenceSetting, graph_id
from kg.store import GraphStore


@dataclass
class LoopDesk:
    """Builds each graph once, when it is first needed; a resumed loop needs few."""

    store: GraphStore
    cases: Sequence[Checkable]
    reading: GraphReading
    models: Models
    _sources: dict[str, SourceTexts] = field(default_factory=dict)
    _locks: defaultdict[str, Lock] = field(default_factory=lambda: defaultdict(Lock))

    @property
    def documents(self) -> list[GenerateInput]:
        """Every summary of the record."""
        return [
            GenerateInput(
                patient_id=one.case.record.patient_id,
                admission_id=one.admission_id,
                target=target.name,
                summary=target.text,
            )
            for one in self.cases
            for target in one.targets
        ]

    async def ready(
        self, patient_id: str, admission_id: str | None, evidence: EvidenceSetting
    ) -> None:
        """See to it that a graph is in the store."""
        name = graph_id(patient_id, admission_id, evidence)
        async with self._locks[name]:
            if name in self._sources:
                return
            one = next(
                one
                for one in self.cases
                if (one.case.record.patient_id, one.admission_id) == (patient_id, admission_id)
            )
            try:
                stored = await stored_graph(
                    self.store, one.case, admission_id, one.targets, evidence, self.reading
                )
            except AnswerPendingError:
                stop_if_pending(self.models)
                raise
            self._sources[name] = stored.sources

    def sources(self, name: str) -> SourceTexts:
        """Return the texts behind a graph that is ready."""
        return self._sources[name]
