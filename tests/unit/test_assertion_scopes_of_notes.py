"""Scopes of negation, modality and owner in phrases that notes use."""

import pytest

from clinical.assertion import assert_span


@pytest.mark.parametrize(
    ("sentence", "finding", "assertion"),
    [
        ("Endocarditis has not been ruled out.", "Endocarditis", "possible"),
        ("Meningitis has since been ruled out.", "Meningitis", "absent"),
        ("Appendicitis was not excluded by the scan.", "Appendicitis", "possible"),
        ("Aspiration will be ruled out by endoscopy.", "Aspiration", "hypothetical"),
        ("Three negative enzymes ruled her out for infarction.", "infarction", "absent"),
        ("The effusion is no longer seen.", "effusion", "absent"),
        ("He was not febrile, nor was he in heart failure.", "heart failure", "absent"),
        ("There is no clear diagnosis for her back pain.", "back pain", "present"),
        ("Obesity is a risk factor for gallstones.", "gallstones", "hypothetical"),
        ("She was worried about having a stroke.", "stroke", "hypothetical"),
        ("Not sick enough for sepsis.", "sepsis", "hypothetical"),
        ("55F, no fever, c/o cough.", "cough", "present"),
        ("Numb feet, absent ankle reflexes.", "Numb feet", "present"),
        ("Ankle reflexes absent at both feet.", "Ankle reflexes", "absent"),
        ("Symptom scale: item 4 (nausea) zero.", "nausea", "absent"),
        ("F/H: uncle w/ gout at 40.", "gout", "family"),
        ("Fam hx: mother with lupus.", "lupus", "family"),
    ],
)
def test_a_phrase_reaches_as_far_as_a_reader_would_take_it(
    sentence: str, finding: str, assertion: str
) -> None:
    """Each phrase governs what it is said of, and nothing else."""
    start = sentence.index(finding)
    assert assert_span(sentence, start, start + len(finding)).assertion == assertion
