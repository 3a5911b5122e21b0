"""Trap table for sentences: `|` marks every boundary, lines are written out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinical.headings import headings_of, is_heading
from clinical.sentences import LONGEST_SENTENCE, Span, split_sentences

CASES = [
    "She improved.| He went home.",
    "The pt. was stable overnight.| No events.",
    "Seen by Dr. Smith in clinic.| Plan agreed.",
    "Ms. ___ is a 71-year-old woman.| She lives alone.",
    "Mr. Jones vs. the registry: no match.| Done.",
    "Lasix 40 mg p.o. b.i.d. was started.| Weight fell.",
    "Take aspirin 81 mg p.o. daily.| Stop ibuprofen.",
    "Given 40 mg p.o. b.i.d. She tolerated it.",
    "Morphine 2 mg i.v. q.6h. p.r.n. pain.| Pain eased.",
    "Approx. 40 mL drained.| Clear fluid.",
    "Tooth No. 19 was pulled.| No bleeding.",
    "Seen at St. Mary hospital.| Records sent.",
    "Fever with temp. 38.9 C.| Cultures drawn.",
    "Potassium was 3.3.| It was repleted.",
    "Creatinine fell to 1.3 mg/dL.| Lisinopril was resumed.",
    "Dose was 88 mcg.| CPAP was resumed.",
    "Seen by ___.| ___ was called.",
    "He saw ___.| Plan made.",
    "Discharged to ___.",
    "Grew E. coli in two bottles.| Ceftriaxone given.",
    "Treated for C. difficile colitis.| Diarrhea stopped.",
    "Given vitamin D. She felt better.",
    "The R. kidney was small.| The left was normal.",
    "Reviewed by J. R. Smith with the family.| Agreed.",
    "1. Aspirin 81 mg daily",
    "1. Aspirin 81 mg daily\n|2. Lisinopril 10 mg daily",
    "1. Aspirin 81 mg daily| 2. Lisinopril 10 mg daily| 3. Metformin 500 mg",
    "- chest pain\n|- dyspnea\n|- edema",
    "* chest pain\n|* dyspnea",
    "+ cough\n|+ fever",
    "a) walk daily\n|b) drink water",
    'He said "I am fine."| Then he left.',
    "(He was seen twice.)| Then he left.",
    "He was seen (at night, e.g. 10 p.m.) twice.| Fine.",
    "The scan (see report. It was delayed) was normal.| Fine.",
    "He hesitated... then agreed.| Surgery followed.",
    "Is it gout?| Uric acid was sent.",
    "Stop now!| Call us.",
    "Brief Hospital Course:\n|She was admitted.",
    "BRIEF HOSPITAL COURSE\n|She was admitted.",
    "KIDNEYS.\n|Creatinine rose to 2.6.",
    "SEPTIC SHOCK:| This 74-year-old man came in febrile and confused at night.",
    "CV: regular rhythm, no murmur",
    "GEN: tired\n|CV: regular\n|LUNGS: clear",
    "# AKI on CKD\n|Creatinine peaked at 2.1.",
    "#CHF: given diuretics.| Weight fell.",
    "# Anemia: stable\n|# Gout: quiet",
    "1. Asthma: Improved with steroids.| Peak flow rose.",
    "Mitral regurgitation\n|Aortic stenosis\n|Hypertension",
    "Stable.\n|=====\n|Seen daily.",
    "First paragraph.\n\n|Second paragraph.",
    "No stop here\n\n|New paragraph",
    "DATE: 05/09/2180\n|TIME: 06:15",
    "WBC 8.9, Hgb 9.8, Plt 231.| Repeat in the morning.",
    "He came in at 9:40 p.m. on Monday.| Labs were drawn.",
    "Labs at 10 a.m. The INR was 1.6.",
    "denies pain. no fever.",
    "BP was 120/80. 3 L of fluid was given.",
    "The patient was seen by cardiology, neurology and nephrology in\n"
    "consultation over the weekend.| The plan was to continue the same\ntreatment.",
    "He had a long and complicated course with several transfers to the\n"
    "Medical Intensive Care Unit for sepsis.| He left on Monday.",
    "She was seen in the emergency department by the attending, Dr.\n"
    "Smith, and then sent to the floor for more care.| She slept well.",
    "Continue lisinopril for blood pressure and heart failure as before,\n"
    "and atorvastatin for cholesterol every evening with a light meal.\n|- call with questions",
    "",
    "   \n\n  ",
    "Hx of CAD, s/p CABG. Hx of CKD.",
    "Pain 3/10 at rest. Walks with a cane.",
    "Follow up w/ Dr. Lee approx. 2 wks. after discharge.| Call ahead.",
]
SPLIT_ALL = {
    "Given 40 mg p.o. b.i.d. She tolerated it.": ["Given 40 mg p.o. b.i.d.", "She tolerated it."],
    "Given vitamin D. She felt better.": ["Given vitamin D.", "She felt better."],
    "Labs at 10 a.m. The INR was 1.6.": ["Labs at 10 a.m.", "The INR was 1.6."],
    "denies pain. no fever.": ["denies pain.", "no fever."],
    "BP was 120/80. 3 L of fluid was given.": ["BP was 120/80.", "3 L of fluid was given."],
    "Hx of CAD, s/p CABG. Hx of CKD.": ["Hx of CAD, s/p CABG.", "Hx of CKD."],
    "Pain 3/10 at rest. Walks with a cane.": ["Pain 3/10 at rest.", "Walks with a cane."],
}


def _texts(text: str) -> list[str]:
    return [text[span.start : span.end] for span in split_sentences(text)]


@pytest.mark.parametrize("marked", CASES)
def test_traps(marked: str) -> None:
    expected = SPLIT_ALL.get(marked) or [part.strip() for part in marked.split("|") if part.strip()]
    assert _texts(marked.replace("|", "")) == expected


def test_enough_traps() -> None:
    assert len(CASES) >= 60


def _round_trips(text: str) -> None:
    last = 0
    for span in split_sentences(text):
        assert last <= span.start < span.end <= len(text)
        assert not text[last : span.start].strip()
        assert text[span.start : span.end] == text[span.start : span.end].strip()
        last = span.end
    assert not text[last:].strip()


@given(st.text(max_size=400))
def test_round_trip_of_any_text(text: str) -> None:
    _round_trips(text)


WORDS = st.sampled_from(
    'Dr.|Ms.|___|\n|\n\n|# AKI|p.o.|b.i.d.|1.|2)|mg.|The|cough|(|)|"|...|?|CV:|PLAN:|- a|'
    "=====|3.5|.|E.|coli|\r|\t".split("|")
)


@given(st.lists(WORDS, max_size=40).map(" ".join))
def test_round_trip_of_clinical_words(text: str) -> None:
    _round_trips(text)


@pytest.mark.parametrize(
    "unit", ["word ", "word, and ", "x", "1", "word" + 3000 * " ", "((", "a.b"]
)
def test_no_sentence_is_longer_than_reading_can_bear(unit: str) -> None:
    text = unit * (20_000 // len(unit)) + "."
    spans = split_sentences(text)
    assert max(span.end - span.start for span in spans) <= LONGEST_SENTENCE
    _round_trips(text)


def test_a_long_sentence_is_cut_between_words() -> None:
    text = "pneumonia " * 1_000
    assert {text[s.start : s.end].split()[-1] for s in split_sentences(text)} == {"pneumonia"}


def test_only_the_pieces_of_a_cut_text_are_torn() -> None:
    text = "Sodium was " + 5_000 * "7" + ".\nShe felt well. She went home."
    torn = [text[span.start : span.end] for span in split_sentences(text) if span.torn]
    whole = [text[span.start : span.end] for span in split_sentences(text) if not span.torn]
    assert torn[0] == "Sodium was" and len(torn) == 4
    assert whole == ["She felt well.", "She went home."]


SUMMARY = """\
BRIEF HOSPITAL COURSE:
Mr. ___ is a 60 year old man with gout.
# AKI on CKD
Creatinine peaked at 2.1.
It fell to 1.3.

#Thrombocytopenia: Platelets fell to 41. They recovered.
2. Acute urinary retention: A catheter was placed.
Neuro: Pain was controlled.
CHRONIC ISSUES
Gout was quiet.
"""


def test_governing_headings() -> None:
    sentences = split_sentences(SUMMARY)
    pairs = [
        (SUMMARY[span.start : span.end].split()[0], heading.text if heading else None)
        for span, heading in zip(sentences, headings_of(SUMMARY, sentences), strict=True)
    ]
    assert pairs == [
        ("BRIEF", None),
        ("Mr.", "BRIEF HOSPITAL COURSE"),
        ("#", None),
        ("Creatinine", "AKI on CKD"),
        ("It", "AKI on CKD"),
        ("#Thrombocytopenia:", "Thrombocytopenia"),
        ("They", "Thrombocytopenia"),
        ("2.", "Acute urinary retention"),
        ("Neuro:", "Neuro"),
        ("CHRONIC", None),
        ("Gout", "CHRONIC ISSUES"),
    ]


def test_heading_spans_are_exact() -> None:
    sentences = split_sentences(SUMMARY)
    for heading in headings_of(SUMMARY, sentences):
        if heading is not None:
            assert SUMMARY[heading.start : heading.end] == heading.text
    inline = headings_of(SUMMARY, sentences)[5]
    assert inline is not None
    assert inline.inline


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# AKI on CKD", True),
        ("TRANSITIONAL ISSUES:", True),
        ("1. Lymphoma:", True),
        ("Chronic issues:", True),
        ("# Creatinine was 2.1 on arrival", False),
        ("She was admitted.", False),
        ("WBC 8.9 HGB 9.8 PLT 231", False),
        ("Two lines\nhere:", False),
    ],
)
def test_is_heading(text: str, expected: bool) -> None:
    assert is_heading(text) is expected


def test_no_heading_in_prose_with_a_colon() -> None:
    text = "CT and film agreed on an ileus: the bowel was dilated."
    assert headings_of(text, [Span(start=0, end=len(text))]) == [None]
