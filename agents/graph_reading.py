"""Who reads a record into its graph and who reports on it: rules, or models with rules behind."""

import logging
from dataclasses import dataclass
from hashlib import sha256
from typing import Protocol

from agents.batch_model import AnswerPendingError
from agents.extractor import ModelExtractor, extractor_name, read_ahead
from agents.graph_reporter import write_reports
from agents.models import Models
from clinical.facts import Anchors
from kg.errors import ServiceError
from kg.extraction import Extractor, RuleExtractor
from kg.graph import PatientGraph
from kg.record import PatientRecord
from prompts import Prompt, load

logger = logging.getLogger(__name__)

PARTLY = "-partly"
"""Ends the version of a graph that models did not finish, so that the next run reads it again."""


class GraphReading(Protocol):
    """Everything about building a graph that a model may do."""

    def version(self, by_rules: str) -> str:
        """Name the version of a graph, given the one that it would have by rules alone."""
        ...

    async def extractor(self, view: PatientRecord, anchors: Anchors, scope: str) -> Extractor:
        """Return what reads the notes and rows of a view."""
        ...

    async def reported(
        self, graph: PatientGraph, extractor: Extractor, version: str
    ) -> PatientGraph:
        """Return the graph that `extractor` read with reports and version as they are kept."""
        ...


class RuleReading:
    """Reads and reports by rules."""

    def version(self, by_rules: str) -> str:
        """Leave the version as it is."""
        return by_rules

    async def extractor(self, view: PatientRecord, anchors: Anchors, scope: str) -> Extractor:
        """Return the rule extractor."""
        return RuleExtractor()

    async def reported(
        self, graph: PatientGraph, extractor: Extractor, version: str
    ) -> PatientGraph:
        """Leave the template reports."""
        return graph


@dataclass
class ModelReading:
    """Lets models read notes, write reports, or both; what they fail at the rules do."""

    models: Models
    extracts: bool
    reports: bool

    def __post_init__(self) -> None:
        """Read the prompts once."""
        self._extracting: Prompt = load("extractor")
        self._reporting: Prompt = load("graph_reporter")

    def version(self, by_rules: str) -> str:
        """Name the version by the models and prompts as well."""
        parts = [by_rules]
        if self.extracts:
            parts.append(extractor_name(self.models.for_role("extractor"), self._extracting))
        if self.reports:
            reporter = self.models.for_role("reporter")
            parts.append(f"{reporter.name}@{self._reporting.version}")
        return sha256("\x1f".join(parts).encode()).hexdigest()[:16]

    async def extractor(self, view: PatientRecord, anchors: Anchors, scope: str) -> Extractor:
        """Read ahead with the model; without its service, by rules."""
        if not self.extracts:
            return RuleExtractor()
        model = self.models.for_role("extractor")
        name = extractor_name(model, self._extracting)
        try:
            return await read_ahead(view, anchors, model, self._extracting, scope)
        except AnswerPendingError:
            if not self.models.rehearsal:
                raise
            return ModelExtractor(name)
        except ServiceError as error:
            logger.warning("notes are read by rules: the service of the model failed")
            return ModelExtractor(name, left_to_rules=(f"notes are read by rules: {error}",))

    async def reported(
        self, graph: PatientGraph, extractor: Extractor, version: str
    ) -> PatientGraph:
        """Let the model write the reports; without its service, they stay by template."""
        graph = graph.model_copy(update={"version": version})
        left = extractor.left_to_rules if isinstance(extractor, ModelExtractor) else ()
        if self.reports:
            graph, unwritten = await self._written(graph)
            left = (*left, *unwritten)
        return partly(graph, left) if left else graph

    async def _written(self, graph: PatientGraph) -> tuple[PatientGraph, tuple[str, ...]]:
        model = self.models.for_role("reporter")
        scope = f"{graph.graph_id}\x1f{graph.version}"
        try:
            written, left = await write_reports(graph, model, self._reporting, scope)
        except AnswerPendingError:
            if not self.models.rehearsal:
                raise
            return graph, ()
        except ServiceError as error:
            logger.warning("reports are written by template: the service of the model failed")
            return graph, (f"reports are written by template: {error}",)
        # Another maker, so that no update takes these reports for those of the template.
        made_by = f"{graph.built_by} {model.name}@{self._reporting.version}"
        return written.model_copy(update={"built_by": made_by}), left


def partly(graph: PatientGraph, reasons: tuple[str, ...]) -> PatientGraph:
    """Mark a graph that models did not finish, with the reasons in its build report."""
    dropped = (*graph.report.dropped, *reasons)
    report = graph.report.model_copy(update={"dropped": dropped})
    return graph.model_copy(update={"version": graph.version + PARTLY, "report": report})
