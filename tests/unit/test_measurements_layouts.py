"""Laboratory lines, tables and rows."""

import re

import pytest

from clinical.facts import Anchors, TimeSpan
from clinical.measurement_rows import measurement_from_row
from clinical.measurement_tables import measurement_tables
from clinical.measurements import find_measurements
from clinical.mentions import MeasurementMention, TimeMention
from clinical.times import find_times

DATE = re.compile(r"\b\d{4}-\d\d-\d\d\b|\b(?:0[1-9]|1[0-2])/[0-3]\d\b(?!/)")


def read(text: str) -> list[MeasurementMention]:
    times = [
        TimeMention(
            start=m.start(),
            end=m.end(),
            text=m[0],
            kind="date",
            span=TimeSpan(earliest=f"{m[0]}T00:00:00", latest=f"{m[0]}T23:59:59", precision="day"),
        )
        for m in DATE.finditer(text)
    ]
    return find_measurements(text, times)


def table(text: str) -> list[tuple[str, float, str | None]]:
    return [
        (
            m.concept.id.partition(":")[2],
            m.quantity.value,
            m.time.earliest[:5] if m.time and m.time.earliest else None,
        )
        for m in read(text)
        if m.quantity
    ]


LINES = """Pertinent Results:
2180-05-04 02:10PM BLOOD WBC-8.9 Hgb-9.8* UreaN-38* Creat-1.9* %HbA1c-7.9*
Plt Ct-231 cTropnT-<0.01 INR(PT)-1.2*
2180-05-05 06:00AM BLOOD CA19-9-4820* (2180-01-28: 1960)
2180-05-05 06:00AM BLOOD HEPARIN PF4 ANTIBODY-NEGATIVE
2180-05-05 06:15AM URINE Nitrite-POS* Protein-30* WBC->182* Na-84 RBC-0-2
___ 07:00AM BLOOD K-4.1 Frobnic-3.5 Base XS--4

Creatinine 1.3"""


def line_values() -> dict[str, MeasurementMention]:
    return {m.concept.id: m for m in read(LINES)}


def test_laboratory_lines_are_read_with_the_time_of_their_line() -> None:
    found = line_values()
    wrapped = found["lab:platelets"]
    assert wrapped.quantity is not None
    assert wrapped.quantity.value == 231
    assert wrapped.time is not None
    assert (wrapped.time.earliest, wrapped.time.precision) == ("2180-05-04T14:10:00", "minute")
    assert found["lab:potassium"].time is None, "a blank date is unknown"


def test_laboratory_lines_keep_urine_apart_from_blood() -> None:
    found = line_values()
    assert found["lab:urine_sodium"].quantity is not None
    assert "lab:sodium" not in found
    assert found["lab:urine_nitrite"].result == "positive"
    cells = found["lab:urine_white_cells"].quantity
    assert cells is not None
    assert (cells.value, cells.comparator) == (182, ">")
    red = found["lab:urine_red_cells"].quantity
    assert red is not None
    assert (red.value, red.high) == (0, 2)


def test_laboratory_lines_with_odd_names() -> None:
    found = line_values()
    marker = [m for m in read(LINES) if m.concept.id == "lab:ca_19_9"]
    assert [m.quantity.value for m in marker if m.quantity] == [4820, 1960]
    assert [m.time.earliest[:7] for m in marker if m.time and m.time.earliest] == [
        "2180-05",
        "2180-01",
    ]
    assert found["lab:pf4_antibody"].result == "negative"
    assert found["lab:frobnic"].quantity is not None, "unknown tests are kept by their name"
    excess = found["lab:base_excess"].quantity
    assert excess is not None
    assert excess.value == -4
    troponin = found["lab:troponin_t"].quantity
    assert troponin is not None
    assert (troponin.value, troponin.comparator) == (0.01, "<")


def test_every_span_of_a_line_is_its_value() -> None:
    for mention in read(LINES):
        written = LINES[mention.value_start : mention.value_end]
        if mention.quantity:
            assert re.fullmatch(r"[<>]?[\d.,-]+", written), written


def test_a_table_of_dates() -> None:
    text = """LABS:
              11/12    11/13    11/14
WBC            24.1     27.8     19.2
Platelets       131       84
Lactate mmol/L  5.2               1.6
BP           120/70   130/80
"""
    assert table(text) == [
        ("white_blood_cells", 24.1, "11/12"),
        ("white_blood_cells", 27.8, "11/13"),
        ("white_blood_cells", 19.2, "11/14"),
        ("platelets", 131, "11/12"),
        ("platelets", 84, "11/13"),
        ("lactate", 5.2, "11/12"),
        ("lactate", 1.6, "11/14"),
        ("systolic_pressure", 120, "11/12"),
        ("diastolic_pressure", 70, "11/12"),
        ("systolic_pressure", 130, "11/13"),
        ("diastolic_pressure", 80, "11/13"),
    ]


def test_a_table_with_bars_and_an_empty_cell() -> None:
    text = "| Test | 11/12 | 11/13 |\n|---|---|---|\n| WBC | 24.1 | 27.8 |\n| Na | | 127 |\n"
    assert table(text) == [
        ("white_blood_cells", 24.1, "11/12"),
        ("white_blood_cells", 27.8, "11/13"),
        ("sodium", 127, "11/13"),
    ]


def test_a_table_with_tests_across_and_dates_down() -> None:
    text = (
        "Date    K     Phos(mg/dL)   Urate(mg/dL)   LDH(U/L)\n"
        "09/13   6.4   8.1           16.2           4,860\n"
        "09/14   5.6   8.8           0.9            4,510\n"
    )
    assert table(text) == [
        ("potassium", 6.4, "09/13"),
        ("phosphate", 8.1, "09/13"),
        ("uric_acid", 16.2, "09/13"),
        ("lactate_dehydrogenase", 4860, "09/13"),
        ("potassium", 5.6, "09/14"),
        ("phosphate", 8.8, "09/14"),
        ("uric_acid", 0.9, "09/14"),
        ("lactate_dehydrogenase", 4510, "09/14"),
    ]


def test_prose_below_a_table_is_not_a_row() -> None:
    text = "     11/12   11/13\nWBC   4.1     5.2\nHemoglobin A1c 8.2% (11/13). INR 1.6 11/12.\n"
    assert table(text)[2:] == [("hemoglobin_a1c", 8.2, "11/13"), ("inr", 1.6, "11/12")]


@pytest.mark.parametrize(
    ("name", "value", "unit", "concept", "expected"),
    [
        ("Creatinine", "1.9", "mg/dL", "lab:creatinine", 1.9),
        ("Urea Nitrogen", "38", "mg/dl", "lab:urea_nitrogen", 38),
        ("Asparate Aminotransferase (AST)", "74", "iu/l", "lab:ast", 74),
        ("Calcium, Total", "8.9", "mg/dl", "lab:calcium", 8.9),
        ("% Hemoglobin A1c", "7.9", "%", "lab:hemoglobin_a1c", 7.9),
        ("temperature", "98.6", None, "vital:temperature", 37),
        ("heartrate", "112", None, "vital:heart_rate", 112),
        ("resprate", "26", None, "vital:respiratory_rate", 26),
        ("o2sat", "88", None, "vital:oxygen_saturation", 88),
        ("sbp", "148", None, "vital:systolic_pressure", 148),
        ("dbp", "92", None, "vital:diastolic_pressure", 92),
        ("pain", "8", None, "vital:pain", 8),
        ("Weight (Lbs)", "185", None, "vital:weight", 83.91),
        ("Height (Inches)", "65", None, "vital:height", 165.1),
        ("height (cm)", "152.0", "cm", "vital:height", 152),
        ("BMI (kg/m2)", "18.0", None, "vital:body_mass_index", 18),
        ("Body Weight", "80", "kg", "vital:weight", 80),
        ("Systolic Blood Pressure", "121", "mm[Hg]", "vital:systolic_pressure", 121),
        ("Hemoglobin [Mass/volume] in Blood", "12.1", "g/dL", "lab:hemoglobin", 12.1),
        ("platelets x 1000", "88", "K/mcL", "lab:platelets", 88),
        ("-polys", "80", "%", "lab:neutrophils_percent", 80),
        ("PT - INR", "1.4", "ratio", "lab:inr", 1.4),
        ("paO2", "72.6", "mm Hg", "lab:po2", 72.6),
        ("Vancomycin - trough", "17", "mcg/mL", "lab:vancomycin", 17),
        ("CRP", "8.8", "mg/dL", "lab:crp", 88),
        ("Base Excess", "-4", "mEq/L", "lab:base_excess", -4),
    ],
)
def test_rows_of_tables(
    name: str, value: str, unit: str | None, concept: str, expected: float
) -> None:
    row = measurement_from_row(name, value, unit)
    assert row is not None
    assert row[0].id == concept
    assert row[1] is not None
    assert row[1].value == pytest.approx(expected, abs=0.01)


def test_rows_with_a_specimen_a_result_or_an_unknown_name() -> None:
    urine = measurement_from_row("Protein", "30.0", "mg/dl", "Urine")
    assert urine is not None
    assert urine[0].id == "lab:urine_protein"
    assert measurement_from_row("HIV Ab", "NEG", None) is not None
    covid = measurement_from_row("COVID-19", "Not Detected", None)
    assert covid is not None
    assert covid[1:] == (None, "negative")
    other = measurement_from_row("Plasma Cells", "3", "%", "Pleural")
    assert other is not None and other[1] is not None
    assert (other[0].id, other[1].value) == ("lab:pleural_plasma_cells", 3)
    assert measurement_from_row("Comment", "specimen hemolyzed", None) is None
    assert measurement_from_row("", "3", None) is None


def test_a_table_with_a_title_and_a_line_of_clocks() -> None:
    text = (
        "BLOOD TESTS   5/4     5/4     5/6\n"
        "             08:10   20:15   06:00\n"
        "  Na          118     123     131\n"
        "  Lactate     4.1      -      1.2\n"
        "Lipase 40 on 5/4. Albumin 3.1.\n"
    )
    times = find_times(text, Anchors(admitted="2187-05-04", discharged="2187-05-11"))
    (found,) = measurement_tables(text, times)
    read = [
        (m.concept.id, m.quantity and m.quantity.value, m.time and m.time.earliest)
        for m in found.mentions
    ]
    assert read == [
        ("lab:sodium", 118, "2187-05-04T08:10:00"),
        ("lab:sodium", 123, "2187-05-04T20:15:00"),
        ("lab:sodium", 131, "2187-05-06T06:00:00"),
        ("lab:lactate", 4.1, "2187-05-04T08:10:00"),
        ("lab:lactate", 1.2, "2187-05-06T06:00:00"),
    ]
    assert text[found.end :].startswith("\nLipase")
