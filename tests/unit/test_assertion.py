"""Trap tables for assertion: one marked finding a sentence."""

from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinical.assertion import AssertionResult, assert_span

CASES = {
    "present": """
        Levetiracetam for seizure prophylaxis was given with [heparin]
        The 63 year old man with [pancreatic cancer] was seen
        Her history of hives with sulfa did not preclude [loop diuretics]
        Despite a history of anaphylaxis he tolerated [ceftriaxone]
        The film showed no cause to explain the [hyponatremia]
        [Allopurinol] was restarted at the previous dose
        The dose could be completed after the [rash] faded
        Possible pneumonia was treated with [antibiotics], which he finished
        For that reason [antibiotics] were limited to one week, and he takes none at home
        [Flushing] from vancomycin faded after the screen came back negative
        She left in her mother's care with [pneumonia]
        She has [diarrhea] today
        He presented with [chest pain] and was admitted
        The patient was found to have [pneumonia]
        She denies cough, rash, and vomiting but has [diarrhea]
        Negative for DVT but positive for a [Baker cyst]
        There was no change in his [gabapentin], which he takes for neuropathy
        No change in [bilateral effusions] since the last film
        Not only the left [popliteal vein] was occluded
        Clot was seen not only in the left popliteal but also in the [tibial veins]
        Tolerated [clear liquids] without difficulty
        The [catheter] was removed without incident
        Culture grew gram negative [bacteremia]
        He is Rh negative with [anemia]
        He had no fever, and the triage [blood pressure] was 148/82
        She had no chest pain, however [dyspnea] persisted
        No fever although [leukocytosis] persisted
        Afebrile but with a productive [cough]
        He could not tolerate [metformin]
        She did not respond to [vancomycin]
        His [delirium] did not improve
        The [hypertension] is not well controlled
        Her [edema] was not severe, no intervention was needed for it
        Without oxygen he had [desaturation] on walking
        She denies not taking her [warfarin]
        The lesion was not without [hemorrhage]
        There is no doubt of [sepsis]
        CT was done without contrast, and showed [appendicitis]
        No peripheral edema; [jugular distension] is present
        Lungs are clear with no wheeze. [Murmur] at the apex
        Fever: none\\nCough: [productive cough] for a week
        Home with her mother; [asthma] is stable
        Her daughter is worried, and she has [dementia]
        He lives with his brother and has [COPD]
        Discussed with his son, who agrees; [pneumonia] is improving
        She went home on [apixaban]
        Well-placed leads without pneumothorax, and the [temporary wire] had been taken out
        Antibiotics were started because of [cellulitis], not for the ulcer
        Despite no fever he was treated for [pneumonia]
        The [hydronephrosis] had disappeared on ultrasound
        With a lump but no pain, she has [lymphoma]
        The block outlasted correction, no more than a mild [hypokalemia] remained
    """,
    "absent": """
        Neither film nor scan showed an [abscess]
        No study revealed a [fracture]
        No [fracture] demonstrated on CT
        [Polydipsia], a natural thought, does not fit with such urine
        Drains: none, [leak]: none
        No [hernia] was found
        No fevers, chest pain or [melena]
        No fevers, [chest pain] or melena
        [No] is not a finding here but no [rash] is
        He denies [fever], chills, and night sweats
        He denies fever, chills, and [night sweats]
        Patient denied any [syncope]
        There is no evidence of [pneumothorax]
        Without evidence of [ischemia]
        CT was negative for [pulmonary embolism] but positive for nodules
        Negative for [DVT] but positive for a Baker cyst
        Spinal fluid was free of [lymphoma]
        She was not [hypotensive]
        He was never [hypotensive], although troponin peaked at 0.09
        Neither [gas] nor bony change was seen
        Neither gas nor [bony change] was seen
        [PE] was ruled out
        [Myocardial infarction] has been ruled out by serial troponins
        CT ruled out [intracranial bleeding] and cervical fracture
        CT ruled out intracranial bleeding and [cervical fracture]
        MRI excluded [discitis], osteomyelitis and epidural abscess
        MRI excluded discitis, osteomyelitis and [epidural abscess]
        Rasburicase was given once [G6PD deficiency] had been excluded
        [Thrombocytopenia from heparin] was considered but excluded with a negative antibody
        DVT, [PE] and pneumonia were ruled out
        [DVT]: none
        [Complications]: None.
        [Murphy's sign] negative
        [Asterixis] absent
        [Abscess] not seen
        A [vegetation] was not seen on echocardiography
        She never developed [fever]
        No [rash], lesions or ulcers were seen
        No rash, [lesions] or ulcers were seen
        Denies tobacco, alcohol or [illicit drugs]
        No longer [febrile]
        Nothing to suggest an [anastomotic leak]
        Absence of [clot] and eight days of telemetry
        Troponin was flat, making an [acute coronary syndrome] unlikely
        [Meningitis] is unlikely
        He had features that argued against a [seizure]
        Thrombolysis was advised against [bleeding]
        No history of [diabetes]
        She has no known history of [stroke]
        There was no need for a [stoma]
        Surgery saw no indication for [colectomy]
        She was not treated with [steroids]
        [Antenatal steroids] were not given
        Hypotension without [tachycardia]
        w/o [edema]
        No [wheezes], rales, or rhonchi; heart regular
        ROS: (+) cough, (-) [hemoptysis]
        He doesn't have [angina]
        Low suspicion for [cholangitis]
        Chest film failed to show [consolidation]
        No acute [infarct] on MRI
        Abdominal films showed no [toxic megacolon]
        This was mild hyponatremia rather than [SIADH]
        She refused [colonoscopy]
        The patient has never had [seizures]
        No new ischemic [ST changes], making unstable angina unlikely
        [Clonus]: absent
        Cultures stayed sterile, so [endocarditis] was felt to be unlikely
        [Dialysis] proved unnecessary
        Not in [shock]
    """,
    "possible": """
        Possible [pneumonia] on the chest film
        Likely [viral syndrome]
        Probable [aspiration]
        Suspected [sepsis]
        Findings concerning for [osteomyelitis]
        An opacity suspicious for [malignancy]
        This may represent [atelectasis]
        It could be [gout]
        [Pneumonia] cannot be excluded
        A small [pneumothorax] could not be excluded
        Cannot rule out [ischemia]
        Not certain whether [infection] is present
        Raised the question of [BRASH syndrome]
        Question of [cholecystitis]
        Opacity suggestive of [edema]
        Differential includes [sarcoidosis]
        Pneumonia versus [atelectasis]
        [Pneumonia] vs. atelectasis
        ?[PE]
        [Appendicitis]?
        [Endocarditis] was suspected
        [Cirrhosis] is likely
        Concern for [hyperperfusion]
        No effusion, likely [atelectasis] at the base
        Possible [pneumonia] or effusion
    """,
    "historical": """
        History of [stroke]
        A woman with a history of asthma, [CAD] and gout who presented with dyspnea
        h/o [DVT]
        s/p [appendectomy]
        Status post [cholecystectomy]
        Prior [myocardial infarction]
        Previous [pancreatitis]
        [STEMI] in 2171
        [Breast cancer] (2169), treated
        [Kidney stone] 3 years ago
        He had [rheumatic fever] as a child
        Past medical history significant for [gout]
        PMH: [hypertension]
        Remote [tuberculosis]
    """,
    "family": """
        Mother had [breast cancer]
        His brother has [hemophilia]
        Father died of [MI] at 58
        Brother with [pulmonary embolism] after knee surgery
        Family history of [colon cancer]
        [Colon cancer] runs in the family
        [Colon cancer] runs in the family through her father
        It was his mother, not the patient, who needed [dialysis]
        It is her brother who has that [arrhythmia]
        Mother: [diabetes]
        Two of his sisters were diagnosed with [lupus]
        Her maternal aunt had [ovarian cancer]
        [Sickle cell disease] in his cousin
        Denies family history of [clotting disorder]
        Her mother's [stroke] worries her
    """,
    "hypothetical": """
        Heparin for [clot] prophylaxis
        Return for [fever] or chest pain
        If [bleeding] recurs, stop the drug
        Call if you have [fever], chills or worsening pain
        Call if you have fever, chills or [worsening pain]
        He is at high risk of [falls]
        Given to prevent [constipation]
        [DVT] prophylaxis with heparin
        Entecavir was started to prevent [reactivation]
        CT of the head to rule out [hemorrhage]
        Evaluate for [pneumonia]
        Screening for [lung cancer]
        Return to the ED for [shortness of breath]
        Monitor for [bleeding]
        Vancomycin for prophylaxis against [endocarditis]
        This drug can cause [hyponatremia]
        Oxycodone as needed for [pain]
    """,
}


def _marked(table: str) -> list[tuple[str, str]]:
    return [
        (line.strip().replace("\\n", "\n"), label)
        for label, lines in CASES.items()
        if label == table
        for line in lines.strip().splitlines()
    ]


ALL = [case for label in CASES for case in _marked(label)]


def _assert_marked(marked: str, section: str | None = None) -> AssertionResult:
    start = marked.rindex("[")
    end = marked.rindex("]") - 1
    text = marked.replace("[", "").replace("]", "")
    start -= marked[:start].count("[") + marked[:start].count("]")
    end -= marked[: marked.rindex("]")].count("[") - 1 + marked[: marked.rindex("]")].count("]")
    return assert_span(text, start, end, section)


@pytest.mark.parametrize(("marked", "expected"), ALL)
def test_traps(marked: str, expected: str) -> None:
    assert _assert_marked(marked).assertion == expected


def test_enough_traps() -> None:
    assert len(ALL) >= 120


@pytest.mark.parametrize(
    ("marked", "section", "expected"),
    [
        ("[Hypertension]", "past_medical_history", "historical"),
        ("No [diabetes]", "past_medical_history", "absent"),
        ("[Appendectomy] 2160", "past_surgical_history", "historical"),
        ("[Stroke] at 60", "family_history", "family"),
        ("71F with dyspnea, evaluate for [edema]", "indication", "hypothetical"),
        ("[Hypertension]", "results", "present"),
        ("[Hypertension]", None, "present"),
    ],
)
def test_sections(marked: str, section: str | None, expected: str) -> None:
    assert _assert_marked(marked, section).assertion == expected


def test_family_without_disease_is_marked() -> None:
    assert _assert_marked("Denies family history of [clotting disorder]").negated
    assert _assert_marked("No [stroke]", "family_history").negated
    assert not _assert_marked("Mother had [breast cancer]").negated


def test_cue_is_placed_in_a_long_text() -> None:
    filler = "The patient rested comfortably overnight. " * 60
    text = f"{filler}\n\nShe denies chest pain.\n\n{filler}"
    start = text.index("chest pain")
    found = assert_span(text, start, start + len("chest pain"))
    assert (found.assertion, found.cue) == ("absent", "denies")
    assert found.cue_start is not None
    assert text[found.cue_start : found.cue_end] == "denies"


@given(st.text(max_size=300), st.integers(0, 300), st.integers(0, 300))
def test_never_fails(text: str, one: int, other: int) -> None:
    start, end = sorted((min(one, len(text)), min(other, len(text))))
    found = assert_span(text, start, end)
    if found.cue_start is not None:
        assert text[found.cue_start : found.cue_end] == found.cue


def test_fast_enough() -> None:
    sentences = [f"He denies fever {n}, chills or cough but has diarrhea." for n in range(500)]
    assert_span(sentences[0], 10, 15)
    began = perf_counter()
    for sentence in sentences:
        assert_span(sentence, 10, 15)
    assert perf_counter() - began < 1.0
