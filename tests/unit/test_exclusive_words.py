"""Words that exclude each other, and the noun phrase in which they belong to a name."""

import pytest

from clinical.alternatives import rival_diagnoses
from clinical.exclusive_words import marks_in
from clinical.noun_phrases import parts_around, phrase_around
from clinical.vocabulary import condition_concept


@pytest.mark.parametrize(
    ("text", "axis", "values"),
    [
        ("a left effusion", "side", {"left"}),
        ("bilateral effusions", "side", {"left", "right"}),
        ("stenosis of the left anterior descending artery", "coronary", {"lad"}),
        ("hypocellular marrow", "hyper-:cellular", {"hypo"}),
        ("a non-compressible vein", "non-:compressible", {"non"}),
        ("a compressible vein", "non-:compressible", {"plain"}),
    ],
)
def test_a_word_stands_for_values_on_an_axis(text: str, axis: str, values: set[str]) -> None:
    found = [mark.values for mark in marks_in(text) if mark.axis == axis]
    assert values in found


@pytest.mark.parametrize(
    "text",
    [
        "The port was left in place.",
        "She left the hospital.",
        "He was left with a limp.",
        "rightly",
    ],
)
def test_left_as_a_verb_is_no_side(text: str) -> None:
    assert [mark for mark in marks_in(text) if mark.axis == "side"] == []


@pytest.mark.parametrize(
    ("text", "name", "phrase"),
    [
        ("CT showed a small right cyst, and a stone.", "cyst", "a small right cyst"),
        ("Ulcer of the antrum with a clot.", "Ulcer", "Ulcer of the antrum"),
        ("Bone marrow: hypercellular, 12% blasts.", "Bone marrow", "Bone marrow: hypercellular"),
        ("Infarct of the insula and the frontal lobe.", "Infarct", "Infarct of the insula and"),
        ("Infarct of the insula and a clot.", "Infarct", "Infarct of the insula"),
        ("The artery was occluded on arrival.", "artery", "The artery was occluded on arrival"),
    ],
)
def test_modifiers_belong_to_the_noun_phrase(text: str, name: str, phrase: str) -> None:
    start = text.index(name)
    low, high = phrase_around(text, start, start + len(name))
    assert text[low:high].startswith(phrase)
    assert phrase.endswith("and") or text[low:high] == phrase


def test_a_part_ends_where_something_else_is_named() -> None:
    text = "moderate mitral regurgitation, aortic valve normal."
    low, high = parts_around(text, text.index("regurgitation"), text.index(","))
    assert "aortic" not in text[low:high]
    text = "pleural effusions, left greater than right."
    low, high = parts_around(text, text.index("effusions"), text.index(","))
    assert text[low:high] == text


def test_rivals_of_a_diagnosis_go_both_ways() -> None:
    one, other = condition_concept("STEMI").id, condition_concept("NSTEMI").id
    assert other in rival_diagnoses()[one] and one in rival_diagnoses()[other]
