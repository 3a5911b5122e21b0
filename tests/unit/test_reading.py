"""What one sentence or a short note is read as: the kinds of misreading met so far."""

import pytest

from clinical.claims import read_claims
from clinical.facts import Anchors, Fact
from clinical.note_facts import read_note

DATES = Anchors(admitted="2187-05-04T00:00:00", discharged="2187-05-11T00:00:00")


def claims(text: str) -> list[Fact]:
    return read_claims(text, "", "", DATES)


def noted(text: str) -> list[Fact]:
    passages = read_note(text, "note", "discharge", DATES)
    return [fact for passage in passages if passage.kind == "text" for fact in passage.facts]


def one(facts: list[Fact], concept: str) -> Fact:
    (found,) = [fact for fact in facts if fact.concept.id == concept]
    return found


@pytest.mark.parametrize(
    ("text", "concept", "value"),
    [
        ("Neutropenic fever 05-06, 38.4 C", "vital:temperature", 38.4),
        ("Rigors overnight, 101.3 F", "vital:temperature", 38.5),
        ("SpO₂ was 83 %.", "vital:oxygen_saturation", 83.0),
        ("She was hypoglycemic (50 mg/dL).", "lab:glucose", 50.0),
        ("She was hyperkalemic to 6.3.", "lab:potassium", 6.3),
        ("Paracentesis: 4.2 L of straw-colored fluid removed", "measure:ascites_drained", 4200.0),
    ],
)
def test_values_are_found_by_unit_state_and_small_digits(
    text: str, concept: str, value: float
) -> None:
    quantity = one(claims(text), concept).quantity
    assert quantity is not None and quantity.value == pytest.approx(value, abs=0.06)


@pytest.mark.parametrize(
    "text",
    [
        "Rewarmed in a 40 C water bath.",
        "Cooled to a target of 36 C.",
        "Anemia (2 units transfused).",
    ],
)
def test_numbers_of_something_else_are_no_values_of_the_patient(text: str) -> None:
    kinds = {fact.kind for fact in claims(text)}
    assert not kinds & {"vital", "lab"}


def test_each_line_of_a_log_keeps_its_date() -> None:
    facts = noted("Events:\n05-04: HR 148\n05-06: HR 82\n05-08 Weight 92 kg\n05-11 Weight 86 kg\n")
    days = [
        (f.quantity.value, f.time.earliest[:10])
        for f in facts
        if f.quantity and f.time and f.time.earliest
    ]
    assert days == [
        (148.0, "2187-05-04"),
        (82.0, "2187-05-06"),
        (92.0, "2187-05-08"),
        (86.0, "2187-05-11"),
    ]


@pytest.mark.parametrize(
    ("text", "results"),
    [
        (
            "negative for influenza, positive for RSV",
            {"lab:influenza": "negative", "lab:rsv": "positive"},
        ),
        ("Lactate normalized.", {"lab:lactate": "normal"}),
    ],
)
def test_results_belong_to_their_tests(text: str, results: dict[str, str]) -> None:
    assert {f.concept.id: f.result for f in claims(text) if f.result} == results


@pytest.mark.parametrize(
    ("text", "concept", "assertion"),
    [
        ("+ dysuria, - flank pain", "HP:0030157", "absent"),
        ("+ dysuria, - flank pain", "HP:0100518", "present"),
        ("Colonoscopy was offered but she declined.", "study:colonoscopy", "absent"),
        ("MRI was not performed.", "study:mri", "absent"),
        ("The CT was negative.", "study:ct", "present"),
        ("Her husband smokes.", "event:tobacco_use", "family"),
        ("Her husband noticed confusion.", "HP:0001289", "present"),
        ("Emphysema and a father with gout, this needs care.", "MONDO:0005393", "family"),
        ("Biopsy: tubular adenoma, no dysplasia, margins negative.", "finding:dysplasia", "absent"),
        ("Gout, a thought in anyone with fever, was ruled out.", "HP:0001945", "present"),
        ("Gout, a thought in anyone with fever, was ruled out.", "MONDO:0005393", "absent"),
    ],
)
def test_who_has_it_and_who_has_not(text: str, concept: str, assertion: str) -> None:
    assert one(claims(text), concept).assertion == assertion


def test_a_denied_detail_does_not_reach_back_over_another_denial() -> None:
    facts = claims("Biopsy: tubular adenoma, no dysplasia, margins negative.")
    assert [f.assertion for f in facts if "adenoma" in f.concept.name.lower()] == ["present"]


def test_sentences_in_capitals_over_several_lines_are_one() -> None:
    facts = noted("Exam:\nPATIENT WITH ABDOMINAL PAIN AND NO\nFEVER.\n")
    assert one(facts, "HP:0001945").assertion == "absent"


def test_a_header_that_names_a_study_or_a_day_is_read() -> None:
    facts = noted(
        "Admission Date: 2187-05-04    Discharge Date: 2187-05-11\n\n"
        "Cardiac Studies:\nTTE: Severe aortic stenosis.\n"
    )
    assert one(facts, "study:echocardiogram").kind == "procedure"
    assert one(facts, "encounter:admission").time is not None
    stenosis = [f for f in facts if "stenosis" in f.concept.name.lower()]
    assert [f.study for f in stenosis] == ["study:echocardiogram"]


def test_a_side_may_begin_a_sentence() -> None:
    (fact,) = [f for f in claims("Left femoral neck fracture.") if f.kind == "diagnosis"]
    assert fact.laterality == "left"


@pytest.mark.parametrize(
    ("text", "route"),
    [
        ("Furosemide 40 mg was stopped given poor oral intake.", None),
        ("Apixaban held for bright red blood per rectum.", None),
        ("Metoprolol held for PR prolongation.", None),
        ("Vancomycin 125 mg oral liquid four times daily.", "oral"),
        ("Mesalamine 1 g per rectum nightly.", "rectal"),
    ],
)
def test_a_route_is_a_way_of_the_drug(text: str, route: str | None) -> None:
    assert [f.route for f in claims(text) if f.kind == "medication"] == [route]


def test_the_dose_of_a_fluid_is_no_second_volume() -> None:
    facts = claims("Two boluses of 150 mL of hypertonic saline were given.")
    assert [f.kind for f in facts if f.quantity] == ["medication"]


@pytest.mark.parametrize(
    ("text", "concepts"),
    [
        ("She was admitted to the ward on 05-04.", {"encounter:admission"}),
        ("Losartan was held on admission and resumed on 05-08.", set()),
        ("Purulent discharge on 05-06.", set()),
    ],
)
def test_only_a_stay_has_days_of_arrival_and_departure(text: str, concepts: set[str]) -> None:
    stays = {"encounter:admission", "encounter:discharge"}
    assert {f.concept.id for f in claims(text)} & stays == concepts


@pytest.mark.parametrize(
    "text", ["She has a documented penicillin allergy with hives.", "She is allergic to shellfish."]
)
def test_the_words_of_an_allergy_are_no_claims_of_their_own(text: str) -> None:
    assert [f.kind for f in claims(text)] == ["allergy"]


def test_the_words_of_an_assertion_are_no_claims_of_their_own() -> None:
    assert [f.kind for f in claims("She denied vomiting.")] == ["symptom"]
