"""Slots are compared with what the record says of the same thing, and lower what is not matched."""

import asyncio

import pytest

from agents.check_graph import check_graph
from agents.patient_graph import stored_graph
from agents.runs import run_check
from clinical.content_words import content_words
from evaluation.checking import check_parts, shared_embedder
from exports.uncompared import runs_of, uncompared_words
from graph_state.context import Context
from graph_state.findings import Finding, Slot
from graph_state.state import CheckInput
from kg.open_store import open_store
from kg.record import Case, Encounter, Note, PatientRecord

NOTE = """History of Present Illness:
A 63-year-old man with fever.

Allergies:
Penicillin (hives)

Events:
05-03: Ceftriaxone 2 g IV daily started for pyelonephritis of the left kidney.
05-05: Blood cultures grew Escherichia coli in two of four bottles.
05-06: Urinary catheter removed, voiding well.
05-07: Ultrasound: no abscess of the left kidney.
05-09: Ceftriaxone stopped after seven days.

Discharge Medications:
1. Amlodipine 5 mg PO DAILY
"""


def finding_of(sentence: str) -> Finding:
    """Check one sentence against the note."""
    record = PatientRecord(
        patient_id="ledger",
        encounters=(Encounter(id="1", admitted="2187-05-02", discharged="2187-05-10"),),
        notes=(Note(id="n1", category="discharge", text=NOTE, encounter="1"),),
    )

    async def check() -> Finding:
        store = open_store("memory", shared_embedder())
        stored = await stored_graph(store, Case(record=record), "1", (), "all")
        parts = check_parts(store, {stored.graph_id: stored.sources})
        request = CheckInput(patient_id="ledger", admission_id="1", summary=sentence)
        report = await run_check(check_graph(parts).compile(), request, Context())
        await store.close()
        return report.findings[0]

    return asyncio.run(check())


def slots_of(finding: Finding) -> list[Slot]:
    """All slots of a finding, in the order of the sentence."""
    claims = finding.result.claims if finding.result else ()
    return sorted((s for claim in claims for s in claim.slots), key=lambda slot: slot.start)


def state_of(finding: Finding, words: str) -> str:
    """How the slot of these words was compared."""
    return next(slot.state for slot in slots_of(finding) if slot.text == words)


@pytest.mark.parametrize(
    ("sentence", "words", "state"),
    [
        ("The urinary catheter was removed on 05-06.", "05-06", "matched"),
        ("The urinary catheter was removed on 05-08.", "05-08", "disputed"),
        ("Ultrasound of the left kidney showed no abscess.", "left", "matched"),
        ("A 63-year-old man had fever.", "63-year-old", "matched"),
        ("The catheter was removed after 45 attempts.", "45", "not_compared"),
    ],
)
def test_a_slot_ends_in_one_state(sentence: str, words: str, state: str) -> None:
    assert state_of(finding_of(sentence), words) == state


def test_a_matched_slot_names_the_evidence_that_has_its_value() -> None:
    finding = finding_of("The urinary catheter was removed on 05-06.")
    (slot,) = [slot for slot in slots_of(finding) if slot.text == "05-06"]
    quotes = {c.evidence.id: c.evidence.quote for c in finding.evidence}
    assert any("catheter removed" in quotes[identity] for identity in slot.evidence)


def test_what_the_record_has_otherwise_is_never_called_supported() -> None:
    finding = finding_of("The urinary catheter was removed on 05-08.")
    grade = finding.result.evidence_grade if finding.result else None
    assert grade not in ("E1", "E2")


def test_words_that_nothing_was_compared_with_are_shown_at_their_place() -> None:
    finding = finding_of(
        "The urinary catheter was removed without zorble flumming grommets on 05-06."
    )
    assert "zorble" in uncompared_words(finding)
    assert "".join(run.text for run in runs_of(finding)) == finding.text


@pytest.mark.parametrize(
    "sentence",
    [
        "Ceftriaxone 2 g daily was started on 05-03 for left pyelonephritis.",
        "She tolerated a zorble and flummed for three days after the left ultrasound.",
        "Cultures grew Escherichia coli in two of four bottles on 05-05, without an abscess.",
    ],
)
def test_every_content_word_stands_in_a_claim_or_a_slot(sentence: str) -> None:
    finding = finding_of(sentence)
    assert finding.result is not None
    spans = [(claim.start, claim.end) for claim in finding.result.claims]
    spans += [(slot.start, slot.end) for slot in slots_of(finding)]
    lost = [
        word.word
        for word in content_words(sentence)
        if not any(start <= word.start and word.end <= end for start, end in spans)
    ]
    assert not lost
