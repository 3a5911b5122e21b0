"""Missed errors and false alarms as files that can be played again."""

import json
from typing import Literal

from pydantic import BaseModel, JsonValue

from clinical.labels import ErrorType
from exports.json_report import report_document
from graph_state.context import Context
from graph_state.findings import Report
from graph_state.generation import GenerationContext, PlantedError
from graph_state.loop_scoring import ScoredSentence, ScoredSummary
from graph_state.scoring import Decision, GoldRow, overlapping

SCHEMA = "curaview.case/1"

CaseKind = Literal["missed", "false_alarm", "other_detection"]
"""A planted error without a flag; a flag on an untouched sentence; the same where a reader had
found the sentence wrong."""


class CaseSentence(BaseModel, frozen=True):
    """The sentence of a case. Offsets are code points in the checked text."""

    index: int
    start: int
    end: int
    text: str
    original_text: str


class LoopCase(BaseModel, frozen=True):
    """One decision of a loop that was wrong, with all that is needed to make it again."""

    kind: CaseKind
    round: int
    record: str
    """Where the record lies, seen from the folder of the case."""

    patient_id: str
    admission_id: str | None
    target: str
    checking: Context
    generating: GenerationContext
    sentence: CaseSentence
    planted: PlantedError | None
    in_control: bool
    """The sentence is flagged in the original text as well."""

    decision: Decision
    found: list[JsonValue]
    """The sentences of the report that cover it, in the form of `curaview.report/1`."""

    versions: dict[str, str]
    summary: str
    """The text that was checked."""

    original: str
    """The text before anything was planted; neither of the two is evidence."""

    @property
    def name_parts(self) -> tuple[str, ...]:
        """What tells the case apart from the others of its loop."""
        return (
            f"round-{self.round}",
            self.kind,
            self.patient_id,
            self.admission_id or "",
            self.target,
            f"{self.sentence.index:03d}",
        )

    @property
    def types(self) -> tuple[ErrorType, ...]:
        """The types that were planted, or those that were raised for nothing."""
        return self.planted.types if self.planted else self.decision.types


class RoundOfCase(BaseModel, frozen=True):
    """What the cases of one round share."""

    number: int
    record: str
    checking: Context
    generating: GenerationContext
    control: frozenset[tuple[str, str | None, str, int]]


def cases_of(about: RoundOfCase, scored: ScoredSummary, report: Report) -> list[LoopCase]:
    """Return the wrong decisions on one summary, in the order of the text."""
    kinds = ((sentence, _kind(sentence)) for sentence in scored.sentences)
    return [_case(about, scored, report, one, kind) for one, kind in kinds if kind is not None]


def found_on(report: Report, row: GoldRow) -> list[JsonValue]:
    """Return the sentences of a report that cover a stretch of its text."""
    covering = {finding.index for finding in overlapping(report.findings, row)}
    sentences = report_document(report)["sentences"]
    listed = sentences if isinstance(sentences, list) else []
    return [one for one in listed if isinstance(one, dict) and one["index"] in covering]


def case_json(case: LoopCase) -> str:
    """Write a case as one indented document, ending in a line feed."""
    document = {"schema": SCHEMA, **case.model_dump(mode="json")}
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def read_case_json(written: bytes) -> LoopCase:
    """Read a case; a ValueError names the first thing that is wrong."""
    document = json.loads(written)
    if not isinstance(document, dict) or document.pop("schema", None) != SCHEMA:
        raise ValueError(f"the schema is not {SCHEMA}")
    return LoopCase.model_validate(document)


def _kind(sentence: ScoredSentence) -> CaseKind | None:
    if sentence.missed:
        return "missed"
    if sentence.other_detection:
        return "other_detection"
    return "false_alarm" if sentence.false_alarm else None


def _case(
    about: RoundOfCase,
    scored: ScoredSummary,
    report: Report,
    sentence: ScoredSentence,
    kind: CaseKind,
) -> LoopCase:
    made, row, planted = scored.generated, sentence.row.gold, sentence.planted
    return LoopCase(
        kind=kind,
        round=about.number,
        record=about.record,
        patient_id=made.patient_id,
        admission_id=made.admission_id,
        target=made.target,
        checking=about.checking,
        generating=about.generating,
        sentence=CaseSentence(
            index=sentence.index,
            start=row.start,
            end=row.end,
            text=row.text,
            original_text=planted.original_text if planted else row.text,
        ),
        planted=planted,
        in_control=scored.key(sentence.index) in about.control,
        decision=sentence.decision,
        found=found_on(report, row),
        versions=report.versions,
        summary=made.text,
        original=made.original,
    )
