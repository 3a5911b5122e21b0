"""What a text says about a drug: name, dose, route, frequency, course."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clinical.facts import TimeSpan
from clinical.medications import find_medications
from clinical.mentions import MedicationMention, TimeMention

LINES = [
    ("3. Metoprolol Succinate XL 25 mg PO DAILY", "drug:metoprolol", 25, "mg", 1, "oral"),
    (
        "Sacubitril-Valsartan (49mg-51mg) 1 TAB PO BID",
        "drug:sacubitril/valsartan",
        49,
        "mg",
        2,
        "oral",
    ),
    ("MetFORMIN (Glucophage) 850 mg PO BID", "drug:metformin", 850, "mg", 2, "oral"),
    ("Insulin glargine 18 units SC QHS", "drug:insulin glargine", 18, "units", 1, "subcutaneous"),
    (
        "Augmentin 875-125 mg PO Q12H x 10 days",
        "drug:amoxicillin/clavulanate",
        875,
        "mg",
        2,
        "oral",
    ),
    ("Percocet 5/325 mg 1-2 tabs q4-6h PRN pain", "drug:acetaminophen/oxycodone", 5, "mg", 6, None),
    ("ferrous sulfate 325 mg every other day", "drug:ferrous sulfate", 325, "mg", 0.5, None),
    ("heparin gtt 18 units/kg/hr", "drug:heparin", 18, "units/kg/hour", None, "intravenous"),
    ("OxyCODONE (Immediate Release) 5 mg PO Q6H:PRN Pain", "drug:oxycodone", 5, "mg", 4, "oral"),
    (
        "Creon (pancrelipase) 12,000 units 2 CAP PO TID W/MEALS",
        "drug:pancrelipase",
        24000,
        "units",
        3,
        "oral",
    ),
    ("Levothyroxine Sodium 88 mcg PO DAILY", "drug:levothyroxine", 0.088, "mg", 1, "oral"),
    ("Vancomycin 1,250 mg IV Q 24H", "drug:vancomycin", 1250, "mg", 1, "intravenous"),
    ("Albuterol Inhaler 2 PUFF IH Q6H:PRN wheeze", "drug:albuterol", 2, "puffs", 4, "inhaled"),
    ("Warfarin 3 mg PO DAILY16", "drug:warfarin", 3, "mg", 1, "oral"),
    ("Ceftriaxone 2 g IV q24h", "drug:ceftriaxone", 2000, "mg", 1, "intravenous"),
    ("KCl 20 mEq PO BID", "drug:potassium chloride", 20, "mEq", 2, "oral"),
    ("alendronate 70 mg once a week", "drug:alendronate", 70, "mg", 0.1429, None),
    ("rivaroxaban 15 mg tablets 2 tabs nightly", "drug:rivaroxaban", 30, "mg", 1, None),
    ("Lidocaine 5% Patch 1 PTCH TD QAM", "drug:lidocaine", 1, "patches", 1, "transdermal"),
    ("carvedilol 12.5 mg p.o. b.i.d. with food", "drug:carvedilol", 12.5, "mg", 2, "oral"),
    ("torsemide      20 mg      twice a day", "drug:torsemide", 20, "mg", 2, None),
]


def only(text: str) -> MedicationMention:
    found = find_medications(text, [])
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize(("text", "concept", "dose", "unit", "per_day", "route"), LINES)
def test_reads_list_lines(
    text: str, concept: str, dose: float, unit: str, per_day: float | None, route: str | None
) -> None:
    found = only(text)
    assert found.concept.id == concept
    assert found.dose is not None
    assert (found.dose.value, found.dose.unit) == (dose, unit)
    assert found.frequency == per_day
    assert found.route == route
    assert text[found.start : found.end] == found.text


def test_reads_ranges_needs_and_reasons() -> None:
    found = only("Percocet 5/325 mg 1-2 tabs q4-6h PRN pain")
    assert found.dose is not None
    assert found.dose.high == 10
    assert found.as_needed
    assert found.indication == "pain"


def test_a_list_with_bars_keeps_doses_apart() -> None:
    text = "aspirin 81 mg daily, clopidogrel 75 mg | atorvastatin 40 mg nightly | lisinopril 5 mg"
    doses = [m.dose.value for m in find_medications(text, []) if m.dose]
    assert doses == [81, 75, 40, 5]


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        ("metformin was reduced from 1 g to 500 mg twice daily", 1000, 500),
        ("oxycodone was raised from 10 to 15 mg", 10, 15),
        ("The dose of furosemide was increased to 80 mg IV twice daily from 40 mg.", 40, 80),
        ("insulin was increased from 20 to 28 units at bedtime", 20, 28),
    ],
)
def test_old_and_new_dose(text: str, old: float, new: float) -> None:
    found = only(text)
    assert found.previous_dose is not None
    assert found.dose is not None
    assert (found.previous_dose.value, found.dose.value) == (old, new)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("She completed a week of Keppra", 7),
        ("five days of oseltamivir together with azithromycin", 5),
        ("Amoxicillin is to run for two weeks, through 02-28", 14),
        ("Cephalexin 500 mg QID x 7 days", 7),
        ("treated with a 10-day course of doxycycline", 10),
        ("Prednisone 40 mg PO DAILY Duration: 5 Days", 5),
    ],
)
def test_length_of_treatment(text: str, days: float) -> None:
    found = find_medications(text, [])[0]
    assert found.duration is not None
    assert found.duration.value == days


def test_days_told_of_two_drugs_belong_to_both() -> None:
    found = find_medications("He received five days of vancomycin and cefepime", [])
    assert [m.duration.value for m in found if m.duration] == [5, 5]


@pytest.mark.parametrize(
    ("text", "concept", "value", "unit"),
    [
        ("2 liters of lactated Ringer's were given", "drug:lactated ringer's", 2000, "mL"),
        ("one unit of red cells was transfused", "drugclass:red-cells", 1, "units"),
        ("He was given 40 mEq of KCl", "drug:potassium chloride", 40, "mEq"),
        ("She went home on 20 mg of prednisone", "drug:prednisone", 20, "mg"),
    ],
)
def test_dose_before_the_name(text: str, concept: str, value: float, unit: str) -> None:
    found = only(text)
    assert found.concept.id == concept
    assert found.dose is not None
    assert (found.dose.value, found.dose.unit) == (value, unit)


@pytest.mark.parametrize(
    "text",
    [
        "K 5.9 and Mg 1.4",
        "iron 28, ferritin 12",
        "calcium 8.9, magnesium 1.8, phosphate 3.1, albumin 2.9, glucose 110, lactate 2.1",
        "Potassium was 3.3 and fell to 2.9",
        "insulin-dependent diabetes",
        "iron deficiency anemia and vitamin D deficiency",
        "vancomycin trough 18",
        "Tylenol level was undetectable",
        "TSH was normal, cortisol level 18, ammonia 60",
        "Oxygen was weaned. He drinks alcohol daily and smokes tobacco.",
        "E. coli susceptible to ciprofloxacin, resistant to ceftriaxone",
        "CEFTRIAXONE-----------<=1 S",
        "methicillin-sensitive Staphylococcus aureus; vancomycin-resistant enterococcus",
        "Heparin-induced thrombocytopenia with a positive heparin PF4 antibody",
        "a drug-eluting stent, steroid-induced psychosis, opioid-naive",
        "She is allergic to penicillin and morphine.",
        "because of her penicillin allergy",
        "CT abdomen with IV contrast; CT head without contrast",
        "Tox screen positive for opiates and benzodiazepines",
        "His mom came in the clinic today and ate an apple at the beach",
        "platelets dropped to 41 and hematocrit was 30",
        "vaso-occlusive crisis; the PE response team (PERT) met",
    ],
)
def test_what_is_no_medication(text: str) -> None:
    assert find_medications(text, []) == []


def test_a_mineral_that_is_given_counts() -> None:
    assert only("oral iron was started").concept.id == "drugclass:iron"
    assert only("She was given 2 g of magnesium").concept.id == "drugclass:magnesium"


def test_time_stands_beside_its_event() -> None:
    text = "Lisinopril was held on 03/02 and resumed on 03/05."
    first, second = TimeSpan(earliest="2171-03-02"), TimeSpan(earliest="2171-03-05")
    times = [
        TimeMention(start=23, end=28, text="03/02", kind="date", span=first),
        TimeMention(start=44, end=49, text="03/05", kind="date", span=second),
    ]
    found = find_medications(text, times)
    assert [(m.status, m.time) for m in found] == [("held", first), ("resumed", second)]


WORDS = st.sampled_from(
    [
        *("lisinopril", "aspirin", "metoprolol", "potassium", "insulin", "3.3", "5 mg", "(", ")"),
        *("was", "were", "held", "started", "and", ",", ".", "from", "to", "daily", "not", ":"),
        *("received", "for two weeks", "no", "iv", "po", "allergic to", "replaced by", "\n"),
    ]
)


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.text(max_size=120), st.lists(WORDS, max_size=25).map(" ".join)))
def test_spans_are_exact_for_any_text(text: str) -> None:
    for found in find_medications(text, []):
        assert 0 <= found.sig_start <= found.start < found.end <= found.sig_end <= len(text)
        assert text[found.start : found.end] == found.text
        assert found == found.model_copy()
    assert find_medications(text, []) == find_medications(text, [])
