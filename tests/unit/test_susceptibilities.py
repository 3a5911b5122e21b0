"""Sensitive and resistant: in lists, with marks, and where the drug is only the treatment."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinical.susceptibilities import find_susceptibilities


def found(text: str) -> dict[str, str]:
    return {
        m.concept.id.removeprefix("susceptibility:drug:"): m.result
        for m in find_susceptibilities(text)
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "E. coli sensitive to ceftriaxone and gentamicin, resistant to ciprofloxacin.",
            {"ceftriaxone": "sensitive", "gentamicin": "sensitive", "ciprofloxacin": "resistant"},
        ),
        (
            "It was resistant to ceftriaxone but susceptible to ciprofloxacin.",
            {"ceftriaxone": "resistant", "ciprofloxacin": "sensitive"},
        ),
        (
            "CEFEPIME-------------- <=1 S\nTOBRAMYCIN------------ =>16 R",
            {"cefepime": "sensitive", "tobramycin": "resistant"},
        ),
        ("ceftazidime (R), meropenem (S)", {"ceftazidime": "resistant", "meropenem": "sensitive"}),
        ("a ceftriaxone-resistant strain", {"ceftriaxone": "resistant"}),
        ("not susceptible to linezolid", {"linezolid": "resistant"}),
        (
            "Sensitive to: linezolid, daptomycin",
            {"linezolid": "sensitive", "daptomycin": "sensitive"},
        ),
    ],
)
def test_results_are_read_for_each_drug(text: str, expected: dict[str, str]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "He was treated with ceftriaxone.",
        "The germ was sensitive to many drugs and he was started on linezolid.",
        "Her skin is sensitive to light.",
        "She was resistant to the idea of starting gabapentin.",
    ],
)
def test_a_treatment_is_no_test(text: str) -> None:
    assert found(text) == {}


@given(st.text(alphabet="sensitvrao cefpm,.;-()SRI<=12", max_size=60))
def test_spans_stand_in_the_text(text: str) -> None:
    for mention in find_susceptibilities(text):
        assert 0 <= mention.start < mention.end <= len(text)
