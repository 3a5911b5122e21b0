import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinical.vocabulary import concept, condition_concept, find_terms, is_general


def ids(text: str) -> list[str]:
    return [mention.concept_id for mention in find_terms(text)]


@pytest.mark.parametrize(
    "one, other",
    [
        ("shortness of breath", "dyspnea"),
        ("heart attack", "myocardial infarction"),
        ("T2DM", "type 2 diabetes mellitus"),
        ("adult-onset diabetes", "type II diabetes"),
        ("third-degree AV block", "complete heart block"),
        ("E. coli", "Escherichia coli"),
        ("C. diff", "Clostridioides difficile"),
        ("TTE", "transthoracic echocardiography"),
        ("SDH", "subdural hematomas"),
        ("haemoptysis", "hemoptysis"),
        ("CABG", "coronary artery bypass grafting"),
    ],
)
def test_synonyms_are_one_concept(one: str, other: str) -> None:
    assert ids(one) == ids(other) != []


@pytest.mark.parametrize(
    "text",
    [
        "He gave a soft answer and we scan the plan",
        "The lung exam was complete",
        "She was cold and hard to wake",
        "the oncology visit went well as planned"[4:12] + " team",
    ],
)
def test_everyday_words_are_no_diseases(text: str) -> None:
    assert all(m.group not in ("diagnosis", "symptom") for m in find_terms(text))


def test_acronyms_need_capitals() -> None:
    assert ids("PE was found") and not ids("pe class")


def test_a_general_disease_includes_a_special_one() -> None:
    pneumonia = condition_concept("bacterial pneumonia")
    assert condition_concept("pneumonia").id in pneumonia.broader


def test_an_unknown_title_keeps_its_words() -> None:
    unknown = condition_concept("Zorblax of the flumen")
    assert unknown.id == "text:zorblax of the flumen"
    assert unknown.name == "Zorblax of the flumen"


def test_longest_term_wins_and_punctuation_parts() -> None:
    found = find_terms("acute kidney injury, pneumonia")
    assert [m.text for m in found] == ["acute kidney injury", "pneumonia"]


def test_mrsa_is_a_staphylococcus() -> None:
    assert "organism:staphylococcus_aureus" in concept("organism:mrsa").broader


@given(st.text(max_size=200))
def test_mentions_are_exact_and_apart(text: str) -> None:
    last = 0
    for mention in find_terms(text):
        assert mention.start >= last
        assert text[mention.start : mention.end] == mention.text
        last = mention.end


@pytest.mark.parametrize(
    ("name", "general"),
    [
        ("gout", False),
        ("pneumonia", False),
        ("osteomyelitis", False),
        ("diabetes mellitus", False),
        ("lung cancer", False),
        ("breast cancer", False),
        ("cancer", True),
        ("infection", True),
        ("heart disease", True),
        ("pain", True),
    ],
)
def test_codes_of_a_classification_make_no_disease_a_wide_class(name: str, general: bool) -> None:
    assert is_general(condition_concept(name).id, name) is general


def test_two_generic_words_may_name_one_cancer() -> None:
    assert condition_concept("lung cancer").id == condition_concept("cancer of lung").id
    thyroid = condition_concept("malignant neoplasm of the thyroid")
    assert condition_concept("thyroid cancer").id == thyroid.id
