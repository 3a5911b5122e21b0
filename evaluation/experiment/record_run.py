"""Check one record in every arm, with its labels or with errors made for it."""

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

from agents.model_settings import ModelSettings
from agents.models import Models
from evaluation.alignment import score_document
from evaluation.experiment.arms import MAIN, Arm, injection_arms
from evaluation.experiment.cache import ResultCache
from evaluation.experiment.cohorts import CohortRecord
from evaluation.experiment.injection import changed_rows
from evaluation.experiment.record_work import RecordWork
from evaluation.experiment.results import AuditableSentence, InjectedResult, RecordResult
from evaluation.experiment.settings import ExperimentSettings
from evaluation.labeled import LabeledDocument, LabeledText
from evaluation.outcomes import Outcomes, joined, outcomes_of
from graph_state.findings import Report
from graph_state.generation import GeneratedSummary
from graph_state.scoring import GoldRow, align, overlapping

MOST_QUOTES = 4
"""Quotes that stand beside a sentence in an audit."""


@asynccontextmanager
async def _begun(
    record: CohortRecord,
    settings: ExperimentSettings,
    cache: ResultCache,
    models: Models | None,
) -> AsyncIterator[RecordWork]:
    # Without models the question arms go by rules, whatever the environment names.
    async with AsyncExitStack() as stack:
        yield RecordWork(record, settings, cache, models or Models(ModelSettings()), stack)


async def run_record(
    record: CohortRecord,
    settings: ExperimentSettings,
    cache: ResultCache,
    models: Models | None = None,
) -> RecordResult:
    """Check every document of a record in every arm."""
    async with _begun(record, settings, cache, models) as run:
        documents = await run.documents()
        reports = {arm.name: await _reports(run, arm, documents) for arm in settings.arms}
        labeled = record.labeled
        main = reports[MAIN][0]
        return RecordResult(
            record=labeled.id,
            patient=record.patient,
            length=_length(record),
            documents={
                arm: tuple(
                    score_document(labeled, document, told)
                    for document, told in zip(documents, found, strict=True)
                )
                for arm, (found, _) in reports.items()
            },
            outcomes=_outcomes(record, documents, main),
            injected=await _injected(run, documents),
            sentences=tuple(_auditable(record, documents, main)),
            quality=await run.quality(),
            seconds={arm: seconds for arm, (_, seconds) in reports.items()},
            sentences_checked=sum(len(r.findings) for told in main for r in told),
        )


async def _reports(
    run: RecordWork, arm: Arm, documents: Sequence[LabeledDocument]
) -> tuple[list[list[Report]], float]:
    told: list[list[Report]] = []
    seconds = 0.0
    for document in documents:
        reports = []
        for text in document.texts:
            checked = await run.checked(arm, text.summary)
            seconds += checked.seconds
            reports.append(run.report(arm, text.summary, checked))
        told.append(reports)
    return told, seconds


async def _injected(
    run: RecordWork, documents: Sequence[LabeledDocument]
) -> tuple[InjectedResult, ...]:
    if not run.record.summary:
        return ()
    known = _known_rows(documents) if run.record.labeled.documents else ()
    found = []
    for number in range(run.settings.most_injections + 1):
        made = await run.generated(run.settings.injected(number))
        rows, planted = changed_rows(made, known)
        for arm in injection_arms(run.settings.arms):
            found.append(await _one_injected(run, arm, number, made, rows, planted))
    return tuple(found)


async def _one_injected(
    run: RecordWork,
    arm: Arm,
    number: int,
    made: GeneratedSummary,
    rows: tuple[GoldRow, ...],
    planted: tuple[bool, ...],
) -> InjectedResult:
    checked = await run.checked(arm, made.text)
    name = f"{run.record.labeled.id}/{number}"
    text = LabeledText(summary=made.text, rows=rows)
    scored = score_document(
        run.record.labeled,
        LabeledDocument(id=name, texts=(text,)),
        [run.report(arm, made.text, checked)],
    )
    return InjectedResult(
        arm=arm.name,
        injections=number,
        document=scored,
        planted=planted,
        seconds=checked.seconds,
    )


def _known_rows(documents: Sequence[LabeledDocument]) -> tuple[GoldRow, ...]:
    clean = [document for document in documents if document.id.endswith("/clean")]
    return clean[0].texts[0].rows if clean else ()


def _length(record: CohortRecord) -> int:
    known = record.labeled.record
    cells = sum(len(text) for row in known.rows for text in row.fields.values())
    return sum(len(note.text) for note in known.notes) + cells


def _outcomes(
    record: CohortRecord,
    documents: Sequence[LabeledDocument],
    reports: Sequence[Sequence[Report]],
) -> Outcomes:
    pairs = zip(documents, reports, strict=True)
    return joined(outcomes_of(record.labeled, document, told) for document, told in pairs)


def _auditable(
    record: CohortRecord,
    documents: Sequence[LabeledDocument],
    reports: Sequence[Sequence[Report]],
) -> list[AuditableSentence]:
    found = []
    for document, told in zip(documents, reports, strict=True):
        for text, report in zip(document.texts, told, strict=True):
            for row in align(report.findings, text.rows):
                cited = [e for f in overlapping(report.findings, row.gold) for e in f.evidence]
                quotes = dict.fromkeys(one.evidence.quote for one in cited)
                found.append(
                    AuditableSentence(
                        record=record.labeled.id,
                        patient=record.patient,
                        document=document.id,
                        start=row.gold.start,
                        text=row.gold.text,
                        label=row.gold.label,
                        types=row.gold.types,
                        grade=row.decision.grade,
                        status=row.decision.status,
                        quotes=tuple(quotes)[:MOST_QUOTES],
                    )
                )
    return found
