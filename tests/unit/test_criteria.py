"""Lists of criteria, and sentences on who may take part."""

import pytest

from clinical.criteria import read_criteria
from clinical.standing_claims import read_standing_claims

PROGRAM = """Inclusion Criteria:
  Recent stroke
  No prior thrombolysis
Exclusion Criteria:
  1. Active tuberculosis
  Aphasia (mild aphasia is allowed)
"""


def test_a_line_stands_as_its_heading_and_its_own_words_say() -> None:
    assert [(c.text, c.standing, c.is_open) for c in read_criteria(PROGRAM)] == [
        ("Recent stroke", "required", False),
        ("No prior thrombolysis", "barred", False),
        ("Active tuberculosis", "barred", False),
        ("Aphasia (mild aphasia is allowed)", "barred", True),
    ]
    assert read_criteria("The patient was included in the program.\n") == ()


@pytest.mark.parametrize(
    ("text", "stance", "described"),
    [
        ("Patients with gout are excluded", "barred", "gout"),
        ("Patients with gout cannot be excluded", "admitted", "gout"),
        ("Patients with gout may participate", "admitted", "gout"),
        ("A recent stroke is required", "required", "A recent stroke"),
        ("A recent stroke is not required", "optional", "A recent stroke"),
    ],
)
def test_a_sentence_takes_a_stance_on_what_it_describes(
    text: str, stance: str, described: str
) -> None:
    (claim,) = read_standing_claims(text)
    assert (claim.stance, claim.described) == (stance, described)
