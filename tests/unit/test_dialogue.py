"""Transcripts: turns, questions and answers."""

import pytest

from clinical.dialogue import is_dialogue, spoken_sentences
from clinical.facts import Anchors
from clinical.note_facts import read_note

VISIT = """Doctor: Have you had any fevers?
Patient: No.
Doctor: okay and any chest pain
Patient: Yeah, it comes and goes.
Doctor: Do you get headaches? What about nausea?
Patient: Not really.
Doctor: Any vomiting or heartburn?
Patient: No vomiting but I do get heartburn after dinner.
"""


def _assertions(text: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for passage in read_note(text, "visit", "transcript", Anchors()):
        for fact in passage.facts:
            found.setdefault(fact.text.lower(), set()).add(fact.assertion)
    return found


@pytest.mark.parametrize(
    ("finding", "assertion"),
    [("fevers", "absent"), ("chest pain", "present"), ("nausea", "absent")],
)
def test_the_next_turn_answers_the_question(finding: str, assertion: str) -> None:
    assert _assertions(VISIT)[finding] == {assertion}


def test_only_the_last_question_of_a_turn_is_answered() -> None:
    assert _assertions(VISIT)["headaches"] == {"hypothetical"}


def test_an_answer_with_a_limit_does_not_deny_all() -> None:
    assert "absent" not in _assertions(VISIT)["heartburn"]


def test_a_yes_to_several_things_leaves_open_for_which() -> None:
    found = _assertions("Doctor: Any cough or wheezing?\nPatient: Yes.\nDoctor: Ok.\nPatient: Ok.")
    assert found == {"cough": {"possible"}, "wheezing": {"possible"}}


def test_a_turn_that_nobody_understood_answers_nothing() -> None:
    visit = "Doctor: Any fever?\nPatient: <INAUDIBLE/>\nPatient: No.\nDoctor: Fine.\n"
    assert _assertions(visit) == {"fever": {"absent"}}


def test_speech_without_stops_is_parted_where_it_goes_over() -> None:
    visit = (
        "Doctor: i do n't hear any wheezes or crackles in the lungs listen to your heart so on your"
        " heart exam i do hear a murmur\nPatient: okay\nDoctor: fine\nPatient: okay\n"
    )
    found = _assertions(visit)
    assert (found["wheezes"], found["murmur"]) == ({"absent"}, {"present"})


def test_what_is_told_of_a_relative_is_the_relative_s() -> None:
    visit = (
        "Doctor: And the family?\nPatient: My son is thirty and he has asthma. I have gout.\n"
        "Doctor: Ok.\nPatient: My mother is old. She has glaucoma.\n"
    )
    found = _assertions(visit)
    assert (found["asthma"], found["gout"], found["glaucoma"]) == (
        {"family"},
        {"present"},
        {"family"},
    )


def test_turns_part_sentences_without_a_stop() -> None:
    parts = [VISIT[span.start : span.end] for span in spoken_sentences(VISIT)]
    assert "Patient: No." in parts
    assert "What about nausea?" in parts


def test_speakers_are_no_headings() -> None:
    (whole,) = [p for p in read_note(VISIT, "v", "transcript", Anchors()) if p.kind == "list"]
    assert (whole.start, whole.section) == (0, "dialogue")


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("Doctor: Any pain?\nPatient: No.", True),
        ("Patient: Jane Roe\nAttending: Dr. Roe\n\nCHIEF COMPLAINT: Fall.\nShe fell.", False),
        ("She fell at home.\nPatient: resting.", False),
    ],
)
def test_a_short_exchange_is_a_dialogue(text: str, spoken: bool) -> None:
    assert is_dialogue(text) is spoken
