"""Measured values in prose: which number belongs to what, in which unit, with which span."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinical.facts import TimeSpan
from clinical.measurements import find_measurements
from clinical.mentions import MeasurementMention, TimeMention

DATE = re.compile(r"\b(?:0[1-9]|1[0-2])/[0-3]\d\b(?!/)")


def times_of(text: str) -> list[TimeMention]:
    """Mark dates such as 03/02 as the time finder would."""
    return [
        TimeMention(
            start=m.start(),
            end=m.end(),
            text=m[0],
            kind="date",
            span=TimeSpan(earliest=m[0], latest=m[0], precision="day"),
        )
        for m in DATE.finditer(text)
    ]


def read(text: str) -> list[MeasurementMention]:
    return find_measurements(text, times_of(text))


def values(text: str) -> list[tuple[str, float]]:
    return [
        (m.concept.id.partition(":")[2], round(m.quantity.value, 2))
        for m in read(text)
        if m.quantity
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("K of 5.9", [("potassium", 5.9)]),
        ("a white count of 18", [("white_blood_cells", 18)]),
        ("lactate cleared to 1.3", [("lactate", 1.3)]),
        ("A1c of 11.4%", [("hemoglobin_a1c", 11.4)]),
        ("AST/ALT 120/85", [("ast", 120), ("alt", 85)]),
        ("ALT and INR crested a day later at 8,740 and 4.1", [("alt", 8740), ("inr", 4.1)]),
        ("Cr 1.2 -> 2.4 -> 1.5", [("creatinine", 1.2), ("creatinine", 2.4), ("creatinine", 1.5)]),
        (
            "hemoglobin dropped from 10.2 to 7.1 g/dL",
            [("hemoglobin", 10.2), ("hemoglobin", 7.1)],
        ),
        (
            "Sodium, which had come down to 128, rose to 136 and was 138 when he left.",
            [("sodium", 128), ("sodium", 136), ("sodium", 138)],
        ),
        (
            "The INR was reversed with vitamin K and plasma, falling from 4.4 to 1.4.",
            [("inr", 4.4), ("inr", 1.4)],
        ),
        (
            "Hct fell to 24, two units were given, and was 29",
            [("hematocrit", 24), ("hematocrit", 29)],
        ),
        ("Platelets were 45,000/uL", [("platelets", 45)]),
        ("Leukocyte count 8200/mm3", [("white_blood_cells", 8.2)]),
        ("a neutrophil count of 180", [("neutrophils", 0.18)]),
        ("Eosinophils 6%", [("eosinophils_percent", 6)]),
        ("glucose 7.8 mmol/L", [("glucose", 140.52)]),
        ("Magnesium (mmol/L): 0.58", [("magnesium", 1.41)]),
        ("Urine sodium 84, serum sodium 129", [("urine_sodium", 84), ("sodium", 129)]),
        ("vancomycin trough 24.3", [("vancomycin", 24.3)]),
        ("acetaminophen level was 38 mcg/mL", [("acetaminophen", 38)]),
        ("sodium of 1280 mEq/L", [("sodium", 1280)]),
        ("WBC 5.9 (neutrophils 3,900), Hgb 9.1", [
            ("white_blood_cells", 5.9), ("neutrophils", 3.9), ("hemoglobin", 9.1),
        ]),
    ],
)  # fmt: skip
def test_laboratory_values_in_prose(text: str, expected: list[tuple[str, float]]) -> None:
    assert values(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("febrile to 40.2 C", [("temperature", 40.2)]),
        ("tachycardic to 146", [("heart_rate", 146)]),
        ("hypoxemic to 88%", [("oxygen_saturation", 88)]),
        ("hypotensive at 78/44", [("systolic_pressure", 78), ("diastolic_pressure", 44)]),
        ("a pulse of 32", [("heart_rate", 32)]),
        ("atrial fibrillation at 148", [("heart_rate", 148)]),
        ("breathing 34 times a minute", [("respiratory_rate", 34)]),
        ("temperature was 100.9 F", [("temperature", 38.28)]),
        ("her systolic pressure fell from 142 to 112", [
            ("systolic_pressure", 142), ("systolic_pressure", 112),
        ]),
        ("LVEF 25%", [("ejection_fraction", 25)]),
        ("Weight 231 pounds", [("weight", 104.78)]),
        ("GCS 14, NIH score was zero, pain 7/10", [
            ("gcs", 14), ("nih_stroke_scale", 0), ("pain", 7),
        ]),
        ("pain of 4 out of 10", [("pain", 4)]),
        ("oxygen at 40 L/min and 50%", [("oxygen_flow", 40), ("fio2", 50)]),
        ("oxygen at 3 L by cannula, 94%", [("oxygen_flow", 3), ("oxygen_saturation", 94)]),
        ("QTc 492", [("qtc", 492)]),
        ("Ankle-brachial index on the left 0.79", [("ankle_brachial_index", 0.79)]),
        ("peak flow improved from 120 to 360 L/min", [("peak_flow", 120), ("peak_flow", 360)]),
        ("urine output 250 mL", [("urine_output", 250)]),
        ("an estimated blood loss of 150 mL", [("estimated_blood_loss", 150)]),
        ("still having nine stools a day", [("stool_count", 9)]),
    ],
)  # fmt: skip
def test_bedside_values_in_prose(text: str, expected: list[tuple[str, float]]) -> None:
    assert values(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("VS: T 97.7 BP 142/88 HR 108 RR 24 O2 94% on 3L NC. Weight 92.4 kg", [
            ("temperature", 36.5), ("systolic_pressure", 142), ("diastolic_pressure", 88),
            ("heart_rate", 108), ("respiratory_rate", 24), ("oxygen_saturation", 94),
            ("oxygen_flow", 3), ("weight", 92.4),
        ]),
        ("98.6 72 118/76 16 99%RA", [
            ("temperature", 37), ("heart_rate", 72), ("systolic_pressure", 118),
            ("diastolic_pressure", 76), ("respiratory_rate", 16), ("oxygen_saturation", 99),
        ]),
        ("VS: 98.6 PO 108/68 HR 118 RR 24 93% 3L", [
            ("temperature", 37), ("systolic_pressure", 108), ("diastolic_pressure", 68),
            ("heart_rate", 118), ("respiratory_rate", 24), ("oxygen_saturation", 93),
            ("oxygen_flow", 3),
        ]),
        ("T98.6 HR88 97RA", [("temperature", 37), ("heart_rate", 88), ("oxygen_saturation", 97)]),
    ],
)  # fmt: skip
def test_lines_of_vital_signs(text: str, expected: list[tuple[str, float]]) -> None:
    assert values(text) == expected


def test_a_vital_sign_named_hr_is_no_hour() -> None:
    text = "T 97.9 HR 88"
    hours = TimeMention(start=5, end=9, text="9 HR", kind="duration")
    assert [m.quantity.value for m in find_measurements(text, [hours]) if m.quantity] == [
        pytest.approx(36.611, abs=0.001),
        88,
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a 9 mm nodule of the left upper lobe", [("nodule", 9)]),
        ("8 mm of midline shift to the left", [("midline_shift", 8)]),
        ("a midline shift of 8 mm", [("midline_shift", 8)]),
        ("a 5.2 x 3.1 cm mass", [("mass", 52), ("mass", 31)]),
        ("The collection had shrunk to 6 mm", [("collection", 6)]),
        ("an 85% stenosis against 40% on the left", [("stenosis", 85), ("stenosis", 40)]),
        ("retaining 620 mL", [("urine_retained", 620)]),
        ("The nasogastric tube, which gave back 900 mL at once", [("tube_output", 900)]),
        ("oxygen 4L 10-05", [("oxygen_flow", 4)]),
        ("3 liters of crystalloid", [("fluid_given", 3000)]),
        ("a weight loss of about 13 kg", [("weight_change", 13)]),
        ("it measured 17 mm", [("length", 17)]),
    ],
)
def test_sizes_take_the_noun_they_belong_to(text: str, expected: list[tuple[str, float]]) -> None:
    assert values(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "metoprolol 25 mg daily",
        "K 20 mEq PO once",
        "Mg sulfate 2 g IV",
        "magnesium oxide 400 mg",
        "potassium chloride 40 mEq",
        "calcium carbonate 500 mg",
        "Levothyroxine Sodium 75 mcg PO DAILY",
        "iron 325 mg daily",
        "acetaminophen 500 mg every six hours",
        "Percocet 5/325",
        "strength was 5/5 throughout",
        "a 65-year-old man",
        "1. Furosemide 2. Lisinopril",
        "troponins x2 were sent",
        "call 617-555-0142",
        "seen on ___ at ___",
        "INR goal 2-3",
        "the target was a pressure under 140/80",
        "Transfuse for hemoglobin below 7",
        "Call for a temperature of 100.4 F or higher",
        "sodium was checked 3 times",
        "INR 2 days later",
        "a 2 g sodium diet",
        "two vessels were opened and 3 stents placed",
        "enoxaparin 1 mg/kg",
        "he was in his 70s",
        "albuterol 5 mL nebulized",
        "do not lift more than 10 pounds",
        "pressure ulcer stage 2",
        "vitamin K 10 mg",
        "L4-L5 disc disease",
        "T12 fracture",
        "hepatitis B core",
    ],
)
def test_what_is_no_measurement(text: str) -> None:
    assert values(text) == []


def test_ranges_decades_and_comparators() -> None:
    quantities = [m.quantity for m in read("EF 25-30%. Rates in the 70s. ALT above one thousand.")]
    assert [(q.value, q.high, q.comparator) for q in quantities if q] == [
        (25, 30, ""),
        (70, 79, ""),
        (1000, None, ">"),
    ]
    below = read("platelets were under 50,000")[0].quantity
    assert below is not None
    assert (below.value, below.comparator) == (50, "<")
    about = read("hemoglobin settled at about 10")[0].quantity
    assert about is not None
    assert about.comparator == "~"


def test_tolerance_is_half_the_last_digit_in_the_canonical_unit() -> None:
    fahrenheit = read("temperature 100.9 F")[0].quantity
    celsius = read("temperature 38.3 C")[0].quantity
    assert fahrenheit is not None and celsius is not None
    assert abs(fahrenheit.value - celsius.value) <= fahrenheit.tolerance + celsius.tolerance
    pounds, kilograms = read("weight 185 lb")[0].quantity, read("weight 83.9 kg")[0].quantity
    assert pounds is not None and kilograms is not None
    assert abs(pounds.value - kilograms.value) <= pounds.tolerance + kilograms.tolerance


def test_a_bare_weight_keeps_its_unknown_unit() -> None:
    quantity = read("Weight: 185")[0].quantity
    assert quantity is not None
    assert (quantity.value, quantity.unit) == (185, "")


@pytest.mark.parametrize(
    ("text", "selectors"),
    [
        ("Creatinine peaked at 2.1 and returned to her baseline of 1.3", ["peak", "baseline"]),
        ("Platelets, 79 at their lowest, recovered to 150", ["nadir", None]),
        ("Creatinine was 1.6 on admission against 0.9 before surgery", ["admission", None]),
        ("At discharge his blood pressure was 138/72", ["discharge", "discharge"]),
        ("sodium was 129, and was 136 when she left", [None, "discharge"]),
        ("the latest CRP was down to 21", ["last"]),
        ("lowest recorded systolic pressure was 98", ["nadir"]),
        ("discharge weight was 83.9 kg", ["discharge"]),
        ("peak flow of 300 L/min", [None]),
        ("Creatinine climbed from a baseline of 1.3 to a maximum of 3.8", ["baseline", "peak"]),
    ],
)
def test_selectors(text: str, selectors: list[str | None]) -> None:
    assert [m.selector for m in read(text)] == selectors


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("INR: 2.4 03/02, 3.6 03/03", ["03/02", "03/03"]),
        ("Creatinine 1.0 (03/02) -> 1.9 (03/05)", ["03/02", "03/05"]),
        ("AST (U/L): 4,180 (H) 03/02,\n9,860 (H) 03/03", ["03/02", "03/03"]),
        ("On 03/04, with a sodium of 128, she was drowsy", ["03/04"]),
        ("WBC 0.6 (neutrophils 180) 03/06", ["03/06", "03/06"]),
        ("ECHO 03/05: LVEF 25% (35% in 02/11). PASP 48 mmHg.", ["03/05", "02/11", "03/05"]),
        ("Seen on 03/04 by surgery and found to have a lactate of 3", [None]),
        ("troponin 0.04 on 03/04 and 03/05", ["03/04", "03/05"]),
        ("Weights: 92.4 kg (03/04), 89.6 kg (03/06).", ["03/04", "03/06"]),
    ],
)
def test_each_value_has_its_own_time(text: str, expected: list[str | None]) -> None:
    assert [m.time.earliest if m.time else None for m in read(text)] == expected


def results(text: str) -> dict[str, str | None]:
    return {m.concept.id.partition(":")[2]: m.result for m in read(text) if m.quantity is None}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("troponin negative", {"troponin": "negative"}),
        ("urine pregnancy test negative", {"urine_pregnancy_test": "negative"}),
        ("TSH normal", {"tsh": "normal"}),
        ("hepatitis B surface antigen positive", {"hepatitis_b_surface_antigen": "positive"}),
        ("flu A positive", {"influenza_a": "positive"}),
        ("ANA and smooth muscle antibody negative, IgG normal", {
            "ana": "negative", "smooth_muscle_antibody": "negative", "igg": "normal",
        }),
        ("negative for influenza and RSV but positive for rhinovirus", {
            "influenza": "negative", "rsv": "negative",
        }),
        ("a negative PF4 antibody", {"pf4_antibody": "negative"}),
        ("Influenza A DETECTED; influenza B and COVID not detected.", {
            "influenza_a": "positive", "influenza_b": "negative", "sars_cov_2": "negative",
        }),
        ("Lyme serology was negative and the TSH was unremarkable", {
            "lyme_serology": "negative", "tsh": "normal",
        }),
        ("proBNP was elevated", {"nt_probnp": "high"}),
        ("high phosphorus and low calcium", {"phosphate": "high", "calcium": "low"}),
        ("positive for rhinovirus, and cultures and Legionella antigen were unrevealing", {
            "legionella_antigen": "negative",
        }),
        ("lactate was not elevated", {}),
        ("High cholesterol. High blood pressure.", {}),
        ("sodium fell to 129 and was normal a week later", {"sodium": "normal"}),
    ],
)  # fmt: skip
def test_results_in_words(text: str, expected: dict[str, str]) -> None:
    assert results(text) == expected


def test_flags_behind_a_value_are_kept() -> None:
    assert [m.result for m in read("glucose 58 (L), 312 (H), 101")] == ["low", "high", None]


def test_spans_are_exact() -> None:
    text = "Today the serum creatinine was 2.1 mg/dL."
    mention = read(text)[0]
    assert text[mention.start : mention.end] == mention.text == "serum creatinine was 2.1 mg/dL"
    assert text[mention.value_start : mention.value_end] == "2.1 mg/dL"
    pressure = read("BP 118/76")
    assert [(m.value_start, m.value_end) for m in pressure] == [(3, 6), (7, 9)]


def test_concepts_carry_panel_and_code() -> None:
    mention = read("creatinine 1.2")[0]
    assert mention.kind == "lab"
    assert "panel:renal" in mention.concept.broader
    assert "LOINC:2160-0" in mention.concept.codes


def test_text_without_numbers_or_results_has_nothing() -> None:
    assert read("He walked home in good spirits.") == []
    assert read("") == []


@given(
    st.sampled_from(["creatinine", "sodium", "INR", "lactate", "hemoglobin"]),
    st.sampled_from([" of ", " was ", ": ", " "]),
    st.integers(20, 60),
)
def test_a_plausible_value_is_read_back(name: str, link: str, tenths: int) -> None:
    value = 100 + tenths if name == "sodium" else tenths / 10
    text = f"The {name}{link}{value} today."
    found = read(text)
    assert [m.quantity.value for m in found if m.quantity] == [value]
    assert text[found[0].value_start : found[0].value_end] == str(value)


@given(st.text(alphabet="BP KHR 0123456789./%->,():\nTcrmgLx_ofwas", max_size=80))
def test_any_text_gives_spans_inside_it(text: str) -> None:
    for mention in read(text):
        assert 0 <= mention.start <= mention.value_start < mention.value_end <= mention.end
        assert mention.end <= len(text)
        assert mention.text == text[mention.start : mention.end]


def test_long_texts_take_time_in_proportion() -> None:
    text = "On arrival creatinine 1.2, sodium 135, " * 4000
    assert len(values(text)) == 8000
