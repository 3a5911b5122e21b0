"""Allergy lists and allergies told in prose."""

from hypothesis import given, settings
from hypothesis import strategies as st

from clinical.allergies import find_allergies


def told(text: str) -> list[tuple[str | None, tuple[str, ...]]]:
    return [(a.concept.id if a.concept else None, a.reactions) for a in find_allergies(text)]


def test_list_line_with_reactions() -> None:
    text = "Allergies: Penicillins (hives), Sulfa (Sulfonamide Antibiotics) - rash, latex; codeine"
    assert told(text) == [
        ("drugclass:penicillin-class", ("hives",)),
        ("drugclass:sulfonamide-antibiotic", ("rash",)),
        ("allergen:latex", ()),
        ("drug:codeine", ()),
    ]
    assert all(a.listed for a in find_allergies(text))


def test_list_below_its_heading_ends_at_the_next_section() -> None:
    text = "Allergies:\nlisinopril - cough\n\nChief Complaint:\nasked for ibuprofen"
    assert told(text) == [("drug:lisinopril", ("cough",))]


def test_unknown_substances_of_a_list_are_kept() -> None:
    assert told("Allergies: Zoloblam, dust") == [("text:zoloblam", ()), ("allergen:dust", ())]


def test_explicitly_empty_lists() -> None:
    for text in (
        "NKDA",
        "No known drug allergies.",
        "Allergies:\nNo Known Allergies / Adverse Drug Reactions",
        "She denies any drug allergies.",
        "Allergies: None",
    ):
        found = find_allergies(text)
        assert [a.none_known for a in found] == [True], text


def test_prose() -> None:
    assert told("She is allergic to penicillin and morphine.") == [
        ("drug:penicillin", ()),
        ("drug:morphine", ()),
    ]
    assert told("He has a severe allergy to peanuts.") == [("allergen:peanut", ())]
    assert find_allergies("He has a severe allergy to peanuts.")[0].severity == "severe"
    assert told("anaphylaxis to vancomycin years ago") == [("drug:vancomycin", ("anaphylaxis",))]
    assert told("given her history of itching with morphine") == [("drug:morphine", ("itching",))]
    assert told("because of her penicillin allergy") == [("drug:penicillin", ())]


def test_a_denied_allergy_is_no_empty_list() -> None:
    found = find_allergies("She has no allergy to latex.")
    assert [(a.concept.id if a.concept else None, a.denied, a.none_known) for a in found] == [
        ("allergen:latex", True, False)
    ]


def test_treatment_is_no_allergy() -> None:
    assert find_allergies("She was treated with penicillin without a reaction.") == []
    assert find_allergies("Amoxicillin was given.") == []


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=80), st.sampled_from(["Allergies: ", "allergic to ", "NKDA ", ""]))
def test_spans_are_exact_for_any_text(tail: str, head: str) -> None:
    text = f"{head}penicillin, {tail}"
    for found in find_allergies(text):
        assert 0 <= found.start < found.end <= len(text)
        assert text[found.start : found.end] == found.text
