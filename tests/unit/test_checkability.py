import pytest

from clinical.checkability import why_not_checkable


@pytest.mark.parametrize(
    "text",
    [
        "# CHRONIC ISSUES",
        "TRANSITIONAL ISSUES:",
        "Hospital Course by Problem:",
        "It was a pleasure taking care of you.",
        "We wish her a quick recovery.",
        "Thank you for allowing us to take part in his care.",
        "The following problems were addressed.",
        "Her course is outlined below by problem.",
        "He was felt to be ready for discharge.",
        "The plan was reviewed with the family.",
        "Her son was kept informed throughout.",
        "Please follow up with your primary care doctor.",
        "Return if you have a fever over 101 F or new chest pain.",
        "Please call your surgeon when the wound is red or draining.",
        "If you notice black stools or dizziness, come back to the emergency room.",
        "Seek care for any worsening shortness of breath.",
    ],
)
def test_sentences_that_state_nothing(text: str) -> None:
    assert why_not_checkable(text, 0) is not None


@pytest.mark.parametrize(
    "text, claims",
    [
        ("# AKI on CKD", 2),
        ("Dear Mr. Smith, you were admitted with a heart attack and treated with warfarin.", 2),
        ("Thank you for referring this patient, who had a cardiac arrest.", 1),
        ("He was relieved and went home on 20 mg of prednisone.", 1),
        ("Please stop aspirin on 03-04.", 2),
        ("She was kept on a clear liquid diet.", 0),
        ("Wound care continued.", 0),
        ("", 0),
        ("Call us if you have a fever, and take acetaminophen 650 mg.", 2),
        ("You had a fever of 102 and will return for a new catheter.", 1),
        ("Lisinopril should not be restarted until the creatinine is rechecked.", 2),
    ],
)
def test_sentences_that_are_checked(text: str, claims: int) -> None:
    assert why_not_checkable(text, claims) is None
