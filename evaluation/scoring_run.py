"""One labeled record, checked and scored: the unit that processes share."""

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager

from pydantic import BaseModel

from evaluation.alignment import ScoredDocument, score_document
from evaluation.error_listing import WrongDecision, list_errors
from evaluation.labeled import LabeledDocument, LabeledRecord
from evaluation.outcomes import Outcomes, joined, outcomes_of
from graph_state.context import Context
from graph_state.findings import Report

CheckSummary = Callable[[str], Awaitable[Report]]
"""Checks one summary against the record that it was opened for."""

OpenRecord = Callable[[LabeledRecord, Context], AbstractAsyncContextManager[CheckSummary]]
"""Makes a record ready for checking, and lets go of it afterwards."""


class ScoredRecord(BaseModel, frozen=True):
    """What came of one record."""

    documents: tuple[ScoredDocument, ...]
    errors: tuple[WrongDecision, ...]
    outcomes: Outcomes = Outcomes()


async def score_record(
    dataset: str, record: LabeledRecord, context: Context, open_record: OpenRecord
) -> ScoredRecord:
    """Check every text of a record and compare the reports with the labels."""
    scored: list[ScoredDocument] = []
    errors: list[WrongDecision] = []
    outcomes: list[Outcomes] = []
    async with open_record(record, context) as check:
        for document in record.documents:
            reports = await _check_all(check, document)
            scored.append(score_document(record, document, reports))
            errors.extend(list_errors(dataset, record, document, reports))
            outcomes.append(outcomes_of(record, document, reports))
    return ScoredRecord(documents=tuple(scored), errors=tuple(errors), outcomes=joined(outcomes))


async def _check_all(check: CheckSummary, document: LabeledDocument) -> list[Report]:
    return [await check(text.summary) for text in document.texts]
