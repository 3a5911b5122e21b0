"""The work on one record, each piece kept: its graph, its errors, its checks."""

import time
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from functools import cached_property

from agents.models import Models
from agents.runs import digest, program_state
from evaluation.checking import OpenedRecord, open_record
from evaluation.experiment.arms import Arm
from evaluation.experiment.cache import ResultCache
from evaluation.experiment.cohorts import CohortRecord
from evaluation.experiment.injection import changed_rows, generate_errors, original_rows
from evaluation.experiment.results import CheckedText, GraphQuality, QualityCount
from evaluation.experiment.settings import ExperimentSettings
from evaluation.labeled import LabeledDocument, LabeledText
from evaluation.scoring_run import CheckSummary
from graph_state.context import Context
from graph_state.findings import Report
from graph_state.generation import GeneratedSummary, GenerationContext
from kg.build import build_graph
from kg.extraction import RuleExtractor
from kg.graph import EvidenceSetting
from kg.quality import MEASURES


@dataclass
class RecordWork:
    """The work on one record; its graphs are built only when something is not kept yet."""

    record: CohortRecord
    settings: ExperimentSettings
    cache: ResultCache
    models: Models
    stack: AsyncExitStack
    _checkers: dict[str, CheckSummary] = field(default_factory=dict)
    _opened: dict[EvidenceSetting, OpenedRecord] = field(default_factory=dict)

    @cached_property
    def identity(self) -> str:
        """Tell the record and the program from all others."""
        return digest(self.record.labeled.model_dump_json(), program_state())

    @property
    def evidence(self) -> EvidenceSetting:
        """The sources that the checks may cite; errors are made from all of them."""
        return self.settings.context.evidence

    async def opened(self, evidence: EvidenceSetting) -> OpenedRecord:
        """Build the graph of these sources when it is first needed."""
        if evidence not in self._opened:
            opening = open_record(self.record.labeled, evidence)
            self._opened[evidence] = await self.stack.enter_async_context(opening)
        return self._opened[evidence]

    async def generated(self, context: GenerationContext) -> GeneratedSummary:
        """Put errors into the summary."""

        async def make() -> GeneratedSummary:
            return await generate_errors(await self.opened("all"), self.record.summary, context)

        key = (self.identity, self.record.summary, context.model_dump_json())
        return await self.cache.get(GeneratedSummary, key, make)

    async def checked(self, arm: Arm, summary: str) -> CheckedText:
        """Check a text in one arm; the labels are not among what the check is given."""
        context = arm.context(self.settings.context)

        async def make() -> CheckedText:
            check = await self._checker(arm, context)
            started = time.perf_counter()
            report = await check(summary)
            return CheckedText(findings=report.findings, seconds=time.perf_counter() - started)

        how = (arm.retrieval, str(arm.domain), arm.ablation or "", context.model_dump_json())
        return await self.cache.get(CheckedText, (self.identity, *how, summary), make)

    async def _checker(self, arm: Arm, context: Context) -> CheckSummary:
        if arm.name not in self._checkers:
            opened = await self.opened(self.evidence)
            self._checkers[arm.name] = await opened.checker(
                context, self.models, arm.retrieval, arm.domain, arm.ablation
            )
        return self._checkers[arm.name]

    async def documents(self) -> tuple[LabeledDocument, ...]:
        """Return the labeled documents: the given ones, or the summary right and made wrong."""
        given = self.record.labeled.documents
        if given:
            return given
        made = await self.generated(self.settings.by_ratio())
        admission = self.record.labeled.id
        texts = {
            "clean": LabeledText(summary=made.original, rows=original_rows(made)),
            "injected": LabeledText(summary=made.text, rows=changed_rows(made, ())[0]),
        }
        return tuple(
            LabeledDocument(id=f"{admission}/{version}", texts=(text,))
            for version, text in texts.items()
        )

    async def quality(self) -> tuple[QualityCount, ...]:
        """Measure the graph beside what extraction alone gives (CuraView paper, table 7)."""

        async def make() -> GraphQuality:
            opened = await self.opened(self.evidence)
            graph, view = opened.searched.graph, opened.searched.view
            raw = build_graph(view, graph.admission_id, graph.anchors, RuleExtractor(), False)
            counts = (
                QualityCount(measure=name, raw=measure(raw), normalized=measure(graph))
                for name, measure in MEASURES.items()
            )
            return GraphQuality(counts=tuple(counts))

        return (await self.cache.get(GraphQuality, (self.identity, self.evidence), make)).counts

    def report(self, arm: Arm, summary: str, checked: CheckedText) -> Report:
        """Put kept findings back into the form that scoring reads."""
        return Report(
            patient_id=self.record.patient,
            admission_id=self.record.labeled.admission_id,
            target="summary",
            judge=arm.judge,
            summary=summary,
            settings={},
            versions={},
            findings=checked.findings,
        )
