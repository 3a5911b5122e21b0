"""The rule-driven engine: what each strategy makes of one sentence of a fictional patient."""

from collections.abc import Iterator
from functools import cache

import pytest

from agents.chart import Chart
from agents.error_engine.candidate import Candidate, proposal_of
from agents.error_engine.engine import RuleEngine
from agents.error_engine.material import Material
from agents.error_engine.numbers import false_numbers
from agents.error_engine.wording import in_case_of, like_number, with_article
from agents.generation_checks import format_objection, logic_objection
from clinical.facts import Anchors
from clinical.labels import ERROR_TYPES, ErrorType
from graph_state.generation import Attribute, GenerationContext, Proposal, RewriteInput
from kg.build import build_graph
from kg.extraction import RuleExtractor
from kg.graph import PatientGraph
from kg.record import Note, PatientRecord

ADMITTED, DISCHARGED = "2181-04-02T09:00:00", "2181-04-10T00:00:00"
ANCHORS = Anchors(admitted=ADMITTED, discharged=DISCHARGED)
NOTE = """Allergies:
Penicillin (hives)

History of Present Illness:
66 year old woman with persistent atrial fibrillation who presented with cough and fever.
She denied chest pain. She reported chills.

Medications on Admission:
1. Metoprolol Tartrate 25 mg PO BID
2. Lisinopril 20 mg PO DAILY
3. Amlodipine 5 mg PO DAILY

Physical Exam:
Vitals: T 101.5 F BP 148/86 HR 104 RR 22 O2 sat 91% on room air

Pertinent Results:
2181-04-02 06:00AM BLOOD WBC-15.2* Hgb-11.4* Plt Ct-212
2181-04-02 06:00AM BLOOD Creat-1.4* K-4.1
2181-04-04 SPUTUM CULTURE: Klebsiella pneumoniae.
CT chest 2181-04-03: Moderate left pleural effusion. No pulmonary embolism.
Procedures:
Thoracentesis on 2181-04-05 removed 900 mL.
Ceftriaxone was given for 7 days.

Discharge Medications:
1. Metoprolol Tartrate 50 mg PO BID
2. Lisinopril 20 mg PO DAILY

Discharge Diagnosis:
Pneumonia
"""


@cache
def patient_graph() -> PatientGraph:
    record = PatientRecord(
        patient_id="p1", notes=(Note(id="n1", category="note", text=NOTE, time=DISCHARGED),)
    )
    return build_graph(record, None, ANCHORS, RuleExtractor())


def chart_of(*sentences: str) -> Chart:
    return Chart(patient_graph(), " ".join(sentences))


def payload(text: str, **changes: object) -> RewriteInput:
    sentence: RewriteInput = {
        "graph_id": "p1",
        "anchors": ANCHORS,
        "summary": text,
        "index": 0,
        "start": 0,
        "end": len(text),
        "text": text,
        "heading": "",
        "before": "",
        "error_types": ERROR_TYPES,
        "difficulty": "medium",
        "errors": 1,
    }
    return sentence | changes  # type: ignore[return-value]


def sound(text: str, chart: Chart | None = None) -> Iterator[tuple[Candidate, str]]:
    """Every candidate that passes both checks, with the sentence that it makes."""
    known = chart or chart_of(text)
    sentence = payload(text)
    for one in RuleEngine().candidates(Material(sentence, known)):
        proposal = proposal_of(text, [one])
        if format_objection(sentence, proposal) is None and (
            logic_objection(sentence, proposal, known) is None
        ):
            yield one, proposal.text


CASES: tuple[tuple[str, ErrorType, Attribute, str], ...] = (
    (
        "She was found to have pneumonia.",
        "diagnosis_error",
        "identity",
        "She was found to have pulmonary tuberculosis.",
    ),
    (
        "She has persistent atrial fibrillation.",
        "diagnosis_error",
        "descriptor",
        "She has paroxysmal atrial fibrillation.",
    ),
    (
        "Amlodipine was stopped.",
        "medication_error",
        "identity",
        "Nifedipine was stopped.",
    ),
    (
        "She takes lisinopril 20 mg daily.",
        "medication_error",
        "dose",
        "She takes lisinopril 40 mg daily.",
    ),
    (
        "She goes home on metoprolol 50 mg twice daily.",
        "medication_error",
        "frequency",
        "She goes home on metoprolol 50 mg three times daily.",
    ),
    (
        "Metoprolol was increased before discharge.",
        "medication_error",
        "status",
        "Metoprolol was decreased before discharge.",
    ),
    ("Lisinopril was continued.", "medication_error", "status", "Lisinopril was stopped."),
    (
        "She has a penicillin allergy.",
        "medication_error",
        "identity",
        "She has a sulfa allergy.",
    ),
    (
        "Her creatinine was 1.4 on arrival.",
        "exam_result_error",
        "value",
        "Her creatinine was 2.1 on arrival.",
    ),
    (
        "Sputum grew Klebsiella pneumoniae.",
        "exam_result_error",
        "identity",
        "Sputum grew Escherichia coli.",
    ),
    (
        "CT showed a left pleural effusion.",
        "exam_result_error",
        "side",
        "CT showed a right pleural effusion.",
    ),
    (
        "CT showed a moderate pleural effusion.",
        "exam_result_error",
        "descriptor",
        "CT showed a large pleural effusion.",
    ),
    (
        "Thoracentesis was done on 04-05.",
        "time_error",
        "date",
        "Thoracentesis was done on 04-07.",
    ),
    (
        "She received ceftriaxone for 7 days.",
        "time_error",
        "duration",
        "She received ceftriaxone for 10 days.",
    ),
    (
        "Her heart rate was 104 in triage.",
        "value_error",
        "value",
        "Her heart rate was 130 in triage.",
    ),
    ("She denied chest pain.", "negation_error", "assertion", "She reported chest pain."),
    ("She reported chills.", "negation_error", "assertion", "She denied chills."),
    (
        "CT showed no pulmonary embolism.",
        "negation_error",
        "assertion",
        "CT showed pulmonary embolism.",
    ),
    (
        "She had a fever of 101.5 F and was treated for pneumonia.",
        "invented_fact",
        "existence",
        "She had a fever of 101.5 F and was treated for pneumonia and was seen by pulmonology.",
    ),
)


@pytest.mark.parametrize(("text", "error_type", "attribute", "wanted"), CASES)
def test_each_strategy_makes_its_error(
    text: str, error_type: ErrorType, attribute: Attribute, wanted: str
) -> None:
    made = {
        rewrite: one
        for one, rewrite in sound(text)
        if (one.error_type, one.fact.attribute) == (error_type, attribute)
    }
    assert wanted in made, sorted(made)
    assert (error_type == "invented_fact") == (made[wanted].fact.evidence == ())


def test_all_seven_types_are_covered() -> None:
    assert {error_type for _, error_type, _, _ in CASES} == set(ERROR_TYPES)


@pytest.mark.parametrize(
    "text",
    [
        "She takes warfarin 5 mg daily.",
        "Her sodium was 139.",
        "CT showed a right renal cyst.",
        "She was found to have gout.",
        "She denied hematuria.",
    ],
)
def test_nothing_but_an_invention_is_made_where_the_record_is_silent(text: str) -> None:
    assert {one.error_type for one, _ in sound(text)} <= {"invented_fact"}


def test_what_the_summary_says_elsewhere_is_true_as_well() -> None:
    text = "Her creatinine was 1.4 on arrival."
    alone = {rewrite for _, rewrite in sound(text)}
    beside = {
        rewrite for _, rewrite in sound(text, chart_of(text, "Creatinine peaked at 2.1 later."))
    }
    assert "Her creatinine was 2.1 on arrival." in alone - beside


def test_a_fall_stays_a_fall() -> None:
    text = "Her white count of 15.2 fell to 9.8."
    values = [float(one.words) for one, _ in sound(text) if one.fact.attribute == "value"]
    assert values and min(values) > 9.8


def test_a_pressure_stays_a_pressure() -> None:
    text = "Her blood pressure was 148/86 in triage."
    changed = {rewrite for one, rewrite in sound(text) if one.error_type == "value_error"}
    assert changed
    for rewrite in changed:
        upper, lower = rewrite.split()[4].split("/")
        assert int(upper) - int(lower) >= 15 and int(upper) <= 230


def test_a_list_that_shares_its_denial_is_left_alone() -> None:
    text = "She denied chest pain, palpitations or syncope."
    assert "negation_error" not in {one.error_type for one, _ in sound(text)}


@pytest.mark.parametrize(
    ("concept", "written", "value"),
    [
        ("vital:systolic_pressure", "148", 148.0),
        ("vital:oxygen_saturation", "91", 91.0),
        ("vital:temperature", "101.5", 38.6),
        ("lab:potassium", "4.1", 4.1),
        ("lab:platelets", "212,000", 212.0),
    ],
)
def test_false_numbers_are_written_alike_and_possible(
    concept: str, written: str, value: float
) -> None:
    made = list(false_numbers(written, value, concept, keep_level=False))
    assert len({difficulty for difficulty, _, _ in made}) >= 2
    decimals = len(written.partition(".")[2])
    for _, words, _ in made:
        assert words != written
        assert len(words.partition(".")[2]) == decimals
        assert ("," in words) == ("," in written) or float(words.replace(",", "")) < 1000


def test_an_elevated_value_stays_elevated() -> None:
    made = list(false_numbers("15.2", 15.2, "lab:white_blood_cells", keep_level=True))
    assert made and all(value > 11 for _, _, value in made)


@pytest.mark.parametrize(
    ("text", "start", "words", "wanted"),
    [
        ("She had a pneumonia.", 10, "infection", (8, "an infection")),
        ("An E. coli infection.", 3, "Klebsiella", (0, "A Klebsiella")),
        ("She had a rash.", 10, "ulcer", (8, "an ulcer")),
        ("She had the flu.", 12, "asthma", (12, "asthma")),
        ("She had a rash.", 10, "uterine cyst", (10, "uterine cyst")),
        ("She had a rash.", 10, "MRSA infection", (8, "an MRSA infection")),
    ],
)
def test_articles_follow_the_sound(
    text: str, start: int, words: str, wanted: tuple[int, str]
) -> None:
    assert with_article(text, start, words) == wanted


def test_case_follows_the_model() -> None:
    assert in_case_of("Pneumonia", "pulmonary embolism") == "Pulmonary embolism"
    assert in_case_of("pneumonia", "pulmonary embolism") == "pulmonary embolism"
    assert in_case_of("DAILY", "BID") == "BID"
    assert in_case_of("PE", "pneumonia") == "pneumonia"


def test_numbers_keep_their_form() -> None:
    assert like_number("1.40", 2.1) == "2.10"
    assert like_number("50,000", 75000) == "75,000"
    assert like_number("600", 887) == "900"
    assert like_number(".5", 0.7) == ".7"
    assert like_number("0.04", 0.001) is None


async def test_the_same_seed_chooses_the_same_edit_and_another_seed_another() -> None:
    text = "Her creatinine was 1.4, her heart rate 104 and her platelets 212."
    chart = chart_of(text)
    sentence = payload(text, difficulty="hard")

    async def made(seed: int) -> str:
        context = GenerationContext(seed=seed)
        proposal = await RuleEngine()(sentence, chart, context, [], [])
        assert proposal is not None
        return proposal.text

    assert await made(1) == await made(1)
    assert len({await made(seed) for seed in range(12)}) > 3


async def test_what_was_refused_is_not_proposed_again() -> None:
    text = "She has a penicillin allergy."
    sentence = payload(text, error_types=("medication_error",))
    chart = chart_of(text)
    refused: list[Proposal] = []
    for _ in range(10):
        proposal = await RuleEngine()(sentence, chart, GenerationContext(), refused, [])
        if proposal is None:
            break
        refused.append(proposal)
    assert 0 < len(refused) == len({one.text for one in refused}) < 10


async def test_a_second_error_is_of_another_type_and_apart() -> None:
    text = "Her creatinine was 1.4 and CT showed a left pleural effusion with a heart rate of 104."
    sentence = payload(text, errors=2, error_types=("value_error", "exam_result_error"))
    proposal = await RuleEngine()(sentence, chart_of(text), GenerationContext(), [], [])
    assert proposal is not None
    assert [edit.error_type for edit in proposal.edits] in (
        ["exam_result_error", "value_error"],
        ["value_error", "exam_result_error"],
    )
    assert format_objection(sentence, proposal) is None
