"""A whole evaluation with a stand-in for the check, in one process and in several."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from clinical.labels import ErrorType, Grade
from clinical.sources import in_note
from evaluation.error_listing import WrongDecision
from evaluation.labeled import LabeledRecord
from evaluation.results import DatasetResult
from evaluation.run import evaluate
from evaluation.scoring_run import CheckSummary
from evaluation.table import errors_jsonl
from graph_state.context import Context
from graph_state.findings import (
    Citation,
    CitedEvidence,
    ClaimVerdict,
    Finding,
    HallucinationDetectionResult,
    Report,
)
from kg.errors import BadInputError
from kg.evidence import Evidence, evidence_id

SOURCE = in_note("note", 0, 6)
CITED = Evidence(id=evidence_id(SOURCE), kind="text", source=SOURCE, quote="Sodium")


def verdict(text: str) -> tuple[Grade, tuple[ErrorType, ...]]:
    """Stand for a judge: it knows two words."""
    if "transplant" in text:
        return "E3", ("invented_fact",)
    if "120" in text:
        return "E4", ("value_error",)
    return "E1", ()


def finding(text: str) -> Finding:
    grade, types = verdict(text)
    claim = ClaimVerdict(
        text=text,
        start=0,
        end=len(text),
        kind="lab",
        status="graded",
        grade=grade,
        types=types,
        rule="stand_in",
        evidence=(Citation(id=CITED.id, relation="context"),),
    )
    result = HallucinationDetectionResult(
        reasoning="Looked at two words.",
        status="graded",
        hallucination_status=grade in ("E3", "E4"),
        hallucination_types=types,
        evidence_grade=grade,
        claims=(claim,),
    )
    return Finding(
        index=0,
        start=0,
        end=len(text),
        text=text,
        status="graded",
        result=result,
        evidence=(CitedEvidence(evidence=CITED, relation="context"),),
    )


@asynccontextmanager
async def open_stand_in(record: LabeledRecord, context: Context) -> AsyncIterator[CheckSummary]:
    async def check(summary: str) -> Report:
        return Report(
            patient_id=record.record.patient_id,
            admission_id=None,
            target="summary",
            judge=context.judge,
            summary=summary,
            settings={},
            versions={},
            findings=(finding(summary),),
        )

    yield check


CLAIMS = (
    ("Sodium was 120.", "contradicted", "exam_result_error"),
    ("Sodium was 138.", "supported", None),
    ("A transplant was done.", "not_enough_info", "invented_fact"),
    ("A transplant was planned.", "supported", None),
    ("Potassium was 9.", "contradicted", None),
)


@pytest.fixture
def claims(tmp_path: Path) -> Path:
    path = tmp_path / "claims.jsonl"
    lines = [
        {
            "id": f"record {number}",
            "record": {"text": [f"Sodium was 138 in patient {number}."], "tables": {}},
            "claims": [
                {"text": text, "label": label, "error_type": error_type}
                for text, label, error_type in CLAIMS
            ],
        }
        for number in range(4)
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


async def test_figures_of_a_set(claims: Path) -> None:
    seen: list[tuple[str, int, int]] = []
    [result] = await evaluate(
        [claims], Context(), open_stand_in, progress=lambda *step: seen.append(step)
    )
    measures = result.measures
    assert (result.dataset, result.judge, measures.n_records) == ("claims", "rules", 4)
    assert (measures.n_sentences, measures.coverage) == (20, 1.0)
    assert (measures.e4.precision, measures.e4.recall) == (1.0, 0.5)
    assert measures.e3_e4.recall == pytest.approx(2 / 3)
    assert measures.clean_flag_rate == 0.5
    assert measures.per_type["invented_fact"].recall == 1.0
    assert measures.per_type["exam_result_error"].recall == 0.0
    assert seen == [("claims", done, 4) for done in (1, 2, 3, 4)]


async def test_errors_say_what_was_decided_and_why(claims: Path) -> None:
    [result] = await evaluate([claims], Context(), open_stand_in, sample=1)
    by_text = {error.text: error for error in result.errors}
    assert {text: error.difference for text, error in by_text.items()} == {
        "Sodium was 120.": "wrong_type",
        "A transplant was planned.": "false_alarm",
        "Potassium was 9.": "missed",
    }
    alarm = by_text["A transplant was planned."]
    assert (alarm.gold, alarm.predicted) == ("supported", "E3")
    assert alarm.reasons == ("Looked at two words.",)
    [claim] = alarm.claims
    assert (claim.rule, claim.evidence[0].quote) == ("stand_in", "Sodium")
    lines = errors_jsonl([result]).splitlines()
    assert [WrongDecision.model_validate_json(line) for line in lines] == list(result.errors)


def without_time(results: list[DatasetResult]) -> list[DatasetResult]:
    return [result.model_copy(update={"seconds": 0.0}) for result in results]


async def test_processes_do_not_change_the_outcome(claims: Path) -> None:
    alone = await evaluate([claims], Context(), open_stand_in)
    together = await evaluate([claims], Context(), open_stand_in, jobs=2)
    assert without_time(together) == without_time(alone)


async def test_every_set_is_read_before_the_first_is_checked(claims: Path, tmp_path: Path) -> None:
    seen: list[str] = []
    with pytest.raises(BadInputError, match="missing"):
        await evaluate(
            [claims, tmp_path / "missing"],
            Context(),
            open_stand_in,
            progress=lambda name, done, total: seen.append(name),
        )
    assert seen == []


async def test_no_process_is_an_error(claims: Path) -> None:
    with pytest.raises(BadInputError, match="jobs: 0"):
        await evaluate([claims], Context(), open_stand_in, jobs=0)
