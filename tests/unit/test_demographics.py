"""Age and sex in text: how they are written, and whose they are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinical.demographics import find_demographics


def said(text: str) -> list[str]:
    return [
        str(int(m.quantity.value)) if m.quantity else str(m.result) for m in find_demographics(text)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The patient is a 71-year-old woman with asthma.", ["71", "female"]),
        ("71F with asthma and gout", ["71", "female"]),
        ("58 M w/ cirrhosis", ["58", "male"]),
        ("This 44 y/o right-handed male presents", ["44", "male"]),
        ("66yo gentleman", ["66", "male"]),
        ("He is 80 years old.", ["80"]),
        ("A 35 year old with lupus", ["35"]),
        ("Sex:   F", ["female"]),
        ("Gender: Male, age 54", ["male", "54"]),
        ("100F with a hip fracture", ["100", "female"]),
    ],
)
def test_age_and_sex_are_read(text: str, expected: list[str]) -> None:
    assert said(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Her 45-year-old son brought her in.",
        "The stent is from a 10 year old procedure.",
        "T 99 F with chills",
        "Fever to 101 F with rigors",
        "Temperature 98 F, pulse 80",
        "She took 20 M units",
        "Stage 3 disease, page 12",
    ],
)
def test_what_is_no_age_of_the_patient(text: str) -> None:
    assert said(text) == []


@given(st.text(alphabet="0123456789 -yearsoldFMw/itman,.:", max_size=60))
def test_spans_stand_in_the_text(text: str) -> None:
    for mention in find_demographics(text):
        assert 0 <= mention.start < mention.end <= len(text)
        if mention.quantity:
            assert 0 < mention.quantity.value <= 120
