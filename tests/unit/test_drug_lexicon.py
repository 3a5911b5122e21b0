"""Names of drugs and how they relate."""

import pytest

from clinical.drug_lexicon import concept_of, drug_concept, find_drug_names, lexicon, same_drug
from clinical.facts import Concept
from clinical.indications import indications_of


def concept(name: str) -> Concept:
    found = drug_concept(name)
    assert found is not None, name
    return found


@pytest.mark.parametrize(
    ("name", "concept_id"),
    [
        ("Lasix", "drug:furosemide"),
        ("metoprolol tartrate", "drug:metoprolol"),
        ("Toprol-XL", "drug:metoprolol"),
        ("lisinopril/HCTZ", "drug:hydrochlorothiazide/lisinopril"),
        ("Augmentin", "drug:amoxicillin/clavulanate"),
        ("amoxicillin and clavulanate", "drug:amoxicillin/clavulanate"),
        ("KCl", "drug:potassium chloride"),
        ("magnesium sulfate", "drug:magnesium sulfate"),
        ("lactated Ringer's", "drug:lactated ringer's"),
        ("beta-blockers", "drugclass:beta-blocker"),
        ("ACE inhibitor", "drugclass:ace-inhibitor"),
        ("blood thinner", "drugclass:anticoagulant"),
        ("packed red blood cells", "drugclass:red-cells"),
        ("NPH", "drug:insulin nph"),
        ("Depakote", "drug:valproate"),
        ("Bactrim DS", "drug:sulfamethoxazole/trimethoprim"),
        ("vanco", "drug:vancomycin"),
        ("levetiracetam", "drug:levetiracetam"),
    ],
)
def test_looks_up_any_form_of_a_name(name: str, concept_id: str) -> None:
    assert concept(name).id == concept_id


def test_unknown_words_are_no_drugs() -> None:
    assert drug_concept("chair") is None
    assert drug_concept("") is None


@pytest.mark.parametrize(
    ("left", "right", "kinship"),
    [
        ("Coumadin", "warfarin", "same"),
        ("Zestoretic", "lisinopril", "component"),
        ("enoxaparin", "anticoagulation", "class"),
        ("beta-blocker", "carvedilol", "class"),
        ("cephalosporin", "antibiotics", "class"),
        ("apixaban", "warfarin", "different"),
        ("penicillin", "cefazolin", "different"),
        ("ferrous sulfate", "iron supplement", "class"),
        ("insulin glargine", "insulin", "class"),
    ],
)
def test_kinship(left: str, right: str, kinship: str) -> None:
    assert same_drug(concept(left), concept(right)) == kinship
    assert same_drug(concept(right), concept(left)) == kinship


def test_classes_come_nearest_first() -> None:
    broader = concept("enoxaparin").broader
    assert broader.index("drugclass:lmwh") < broader.index("drugclass:anticoagulant")
    assert broader.index("drugclass:anticoagulant") < broader.index("drugclass:antithrombotic")


def test_two_drugs_of_a_regimen_stay_two() -> None:
    ids = [name.concept.id for name in find_drug_names("gemcitabine/nab-paclitaxel")]
    assert ids == ["drug:gemcitabine", "drug:paclitaxel"]


def test_short_names_need_capitals() -> None:
    assert find_drug_names("his mom called") == []
    assert [n.concept.id for n in find_drug_names("MOM 30 mL")] == ["drug:magnesium hydroxide"]


def test_every_class_named_is_defined_and_acyclic() -> None:
    broader = lexicon().broader
    for parents in broader.values():
        assert all(parent in broader for parent in parents)
    for key in broader:
        assert key not in concept_of(key).broader


def test_indications() -> None:
    assert "type 2 diabetes" in indications_of("drug:metformin")
    assert "hypothyroidism" in indications_of("drug:levothyroxine")
    assert "heart failure" in indications_of("drug:sacubitril/valsartan")
    assert "hypertension" in indications_of("drug:amlodipine")
    assert "epilepsy" not in indications_of("drug:metformin")


@pytest.mark.parametrize(
    ("british", "american"),
    [("Sulphasalazine", "sulfasalazine"), ("oestradiol", "estradiol")],
)
def test_british_spellings_name_the_same_drug(british: str, american: str) -> None:
    assert drug_concept(british) == drug_concept(american) is not None
