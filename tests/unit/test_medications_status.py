"""Which of several drugs a status word speaks of."""

import pytest

from clinical.medications import find_medications

CASES: list[tuple[str, list[tuple[str, str | None]]]] = [
    ("lisinopril was stopped", [("lisinopril", "stopped")]),
    ("her beta-blocker dose was halved", [("beta-blocker", "decreased")]),
    ("losartan was doubled", [("losartan", "increased")]),
    (
        "chlorthalidone was back at the home dose by discharge, whereas valsartan was stopped",
        [("chlorthalidone", "resumed"), ("valsartan", "stopped")],
    ),
    ("warfarin was replaced by apixaban", [("warfarin", "stopped"), ("apixaban", "started")]),
    ("apixaban, which replaced warfarin", [("apixaban", "started"), ("warfarin", "stopped")]),
    (
        "She was switched from heparin to enoxaparin",
        [("heparin", "stopped"), ("enoxaparin", "started")],
    ),
    ("Clopidogrel replaced aspirin", [("Clopidogrel", "started"), ("aspirin", "stopped")]),
    (
        "Pulmonology replaced budesonide with montelukast",
        [("budesonide", "stopped"), ("montelukast", "started")],
    ),
    (
        "Cefepime was narrowed to cefazolin on 05/02 and then to oral cephalexin",
        [
            ("Cefepime", "stopped"),
            ("cefazolin", "started"),
            ("cefazolin", "stopped"),
            ("cephalexin", "started"),
        ],
    ),
    (
        "Ampicillin and gentamicin were started and later narrowed to penicillin",
        [
            ("Ampicillin", "started"),
            ("Ampicillin", "stopped"),
            ("gentamicin", "started"),
            ("gentamicin", "stopped"),
            ("penicillin", "started"),
        ],
    ),
    (
        "Lisinopril was held on admission and resumed at discharge",
        [("Lisinopril", "held"), ("Lisinopril", "resumed")],
    ),
    ("He never received vancomycin", [("vancomycin", "not_given")]),
    ("no antibiotics were given", [("antibiotics", "not_given")]),
    ("antibiotics were not given", [("antibiotics", "not_given")]),
    ("He did well without vasopressors", [("vasopressors", "not_given")]),
    ("avoid NSAIDs", [("NSAIDs", "not_given")]),
    ("Haloperidol is to be avoided", [("Haloperidol", "not_given")]),
    ("Metformin was not restarted", [("Metformin", "held")]),
    ("Naproxen and colchicine were stopped", [("Naproxen", "stopped"), ("colchicine", "stopped")]),
    (
        "She received furosemide and ramipril was held",
        [("furosemide", "given"), ("ramipril", "held")],
    ),
    (
        "Vancomycin was stopped after two days and his port was left in place.",
        [("Vancomycin", "stopped")],
    ),
    (
        "Rivaroxaban was continued at her home dose, while aspirin was dropped",
        [("Rivaroxaban", "continued"), ("aspirin", "stopped")],
    ),
    (
        "Clindamycin was chosen in place of amoxicillin",
        [("Clindamycin", "started"), ("amoxicillin", "not_given")],
    ),
    (
        "Do not give ramipril or metformin until the kidney tests are repeated.",
        [("ramipril", "held"), ("metformin", "held")],
    ),
    ("finasteride 5 mg daily (new)", [("finasteride", "started")]),
    ("Stopped: lisinopril, metformin", [("lisinopril", "stopped"), ("metformin", "stopped")]),
    (
        "STOP taking ibuprofen. START taking acetaminophen 650 mg every 6 hours.",
        [("ibuprofen", "stopped"), ("acetaminophen", "started")],
    ),
    ("All pressors were off by morning", [("pressors", "stopped")]),
    ("metoprolol stayed off", [("metoprolol", "held")]),
    (
        "Because of bleeding she was started on pantoprazole and aspirin was held.",
        [("pantoprazole", "started"), ("aspirin", "held")],
    ),
    (
        "She takes metoprolol 25 mg twice a day, ramipril 10 mg daily, and a statin.",
        [("metoprolol", "home"), ("ramipril", "home"), ("statin", "home")],
    ),
    ("She was discharged on a 7-day course of amoxicillin.", [("amoxicillin", "discharge")]),
    ("hypertonic saline raised the sodium", [("hypertonic saline", None)]),
    ("Bisoprolol could be started", [("Bisoprolol", None)]),
    (
        "On admission, spironolactone, ramipril and metoprolol were all held.",
        [("spironolactone", "held"), ("ramipril", "held"), ("metoprolol", "held")],
    ),
    (
        "Citalopram had been started weeks earlier and doubled to 40 mg",
        [("Citalopram", "started"), ("Citalopram", "increased")],
    ),
    ("Ticagrelor 90 mg BID -- stopped", [("Ticagrelor", "stopped")]),
    ("He declined the influenza vaccine.", [("influenza vaccine", "not_given")]),
    (
        "Antibiotics were broadened from ceftriaxone to meropenem and linezolid.",
        [
            ("Antibiotics", None),
            ("ceftriaxone", "stopped"),
            ("meropenem", "started"),
            ("linezolid", "started"),
        ],
    ),
    (
        "Coreg 12.5 mg p.o. b.i.d. was held. Lasix 40 mg p.o. daily was continued.",
        [("Coreg", "held"), ("Lasix", "continued")],
    ),
    (
        "Heparin drip was started and then stopped on day 2 because of bleeding",
        [("Heparin", "started"), ("Heparin", "stopped")],
    ),
    ("Prednisone 20 mg daily for 3 days, then stop", [("Prednisone", None)]),
    ("Prednisone ended the next day", [("Prednisone", "stopped")]),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_status_binds_to_its_drug(text: str, expected: list[tuple[str, str | None]]) -> None:
    assert [(m.text, m.status) for m in find_medications(text, [])] == expected


def test_each_event_has_its_own_dose() -> None:
    held, continued = find_medications(
        "Levothyroxine was missed for two days and continues at 88 mcg.", []
    )
    assert (held.dose, held.duration and held.duration.value) == (None, 2)
    assert continued.dose is not None
    assert continued.dose.value == 0.088


def test_the_words_of_a_status_lie_in_the_sig() -> None:
    text = "Therefore lisinopril was later stopped."
    found = find_medications(text, [])[0]
    assert text[found.sig_start : found.sig_end] == "lisinopril was later stopped"
