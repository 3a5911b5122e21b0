"""Words looked up in a conversation."""

import pytest

from clinical.heard_words import are_kin, heard_in, is_said, is_spelled

VISIT = """Doctor: So you are here for your follow up?
Patient: Yes. They took my gallbladder out, and I was anemic after that.
Doctor: And the blood pressure?
Patient: Still high. The nurse sent me to P T.
"""


@pytest.mark.parametrize(
    "word", ["followup", "gallbladder", "cholecystectomy", "anemia", "hypertension", "pt"]
)
def test_a_word_is_said_in_many_ways(word: str) -> None:
    assert is_said(word, heard_in(VISIT))


@pytest.mark.parametrize("word", ["asthma", "appendectomy", "hypotension", "dysuria"])
def test_what_is_not_said_is_not_heard(word: str) -> None:
    assert not is_said(word, heard_in(VISIT))


def test_a_name_is_spelled_by_its_first_letters() -> None:
    assert is_spelled(["physical", "therapy"], heard_in(VISIT))
    assert not is_spelled(["speech", "therapy"], heard_in(VISIT))


@pytest.mark.parametrize(
    ("one", "other", "akin"),
    [
        ("arthritic", "arthritis", True),
        ("medication", "medical", False),
        ("hypertension", "hyperlipidemia", False),
    ],
)
def test_kin_share_most_of_the_longer_word(one: str, other: str, akin: bool) -> None:
    assert are_kin(one, other) is akin
