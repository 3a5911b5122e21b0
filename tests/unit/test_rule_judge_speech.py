"""Claims against a conversation."""

import asyncio
from functools import cache

import pytest

from evaluation.checking import open_checked_record
from evaluation.labeled import LabeledRecord
from graph_state.context import Context
from graph_state.findings import Finding
from kg.readers.json_record import record_from

VISIT = """Doctor: Good morning, sir. How old are you?
Patient: I'm sixty four.
Doctor: Any surgeries in the past?
Patient: I had my gallbladder taken out twelve years ago.
Doctor: Do you have any shortness of breath?
Patient: No, not at all.
Doctor: okay and do you smoke
Patient: Yeah, about half a pack a day.
Doctor: Your blood pressure is one thirty six over seventy four today.
"""
CARRIED = [
    "The patient is a 64-year-old man.",
    "Status post cholecystectomy 12 years ago.",
    "He denies shortness of breath.",
    "Blood pressure was 136/74.",
]
FLAGGED = [
    ("The patient is a 46-year-old man.", "value_error"),
    ("Status post cholecystectomy 22 years ago.", "time_error"),
    ("She denies shortness of breath.", "value_error"),
    ("He denies any constipation.", "negation_error"),
]


@cache
def findings() -> dict[str, Finding]:
    """Check every sentence once."""

    async def check() -> dict[str, Finding]:
        record = record_from({"id": "visit", "record": {"text": [VISIT], "tables": {}}}, "test")
        labeled = LabeledRecord(id="visit", patient="visit", record=record, documents=())
        async with open_checked_record(labeled, Context()) as run:
            texts = [*CARRIED, *(text for text, _ in FLAGGED)]
            return {text: (await run(text)).findings[0] for text in texts}

    return asyncio.run(check())


@pytest.mark.parametrize("text", CARRIED)
def test_what_was_said_in_plain_words_is_not_flagged(text: str) -> None:
    result = findings()[text].result
    assert result is not None
    assert not result.hallucination_status, result.reasoning


@pytest.mark.parametrize(("text", "kind"), FLAGGED)
def test_what_nobody_said_is_flagged(text: str, kind: str) -> None:
    result = findings()[text].result
    assert result is not None
    assert result.hallucination_status, result.reasoning
    assert kind in result.hallucination_types
    assert findings()[text].evidence
