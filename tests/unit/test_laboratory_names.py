"""Coded results are known by LOINC code and long common name, and their values in any form."""

import pytest

from clinical.laboratory_names import long_name, quantity_of_code
from clinical.measurement_rows import analyte_of_row, measurement_from_row
from clinical.result_words import result_of

LONG_NAMES = [
    ("Urea nitrogen [Mass/volume] in Serum or Plasma", "lab:urea_nitrogen"),
    ("Aspartate aminotransferase [Enzymatic activity/volume] in Serum or Plasma", "lab:ast"),
    ("Bilirubin.direct [Mass/volume] in Serum or Plasma", "lab:direct_bilirubin"),
    ("Fibrin D-dimer DDU [Mass/volume] in Platelet poor plasma", "lab:d_dimer"),
    ("aPTT in Blood by Coagulation assay", "lab:partial_thromboplastin_time"),
    ("Thyrotropin [Units/volume] in Serum or Plasma", "lab:tsh"),
    ("Thyroxine (T4) free [Mass/volume] in Serum or Plasma", "lab:free_t4"),
    ("Cobalamin (Vitamin B12) [Mass/volume] in Serum or Plasma", "lab:vitamin_b12"),
    ("Cholesterol in HDL [Mass/volume] in Serum or Plasma", "lab:hdl"),
    ("Hemoglobin A1c/Hemoglobin.total in Blood by HPLC", "lab:hemoglobin_a1c"),
    ("Eosinophils/100 leukocytes in Blood by Automated count", "lab:eosinophils_percent"),
    ("Lymphocytes [#/volume] in Blood by Automated count", "lab:lymphocytes"),
    ("pH of Arterial blood", "lab:ph"),
    ("Oxygen [Partial pressure] in Venous blood", "lab:po2"),
    ("Carbon dioxide [Partial pressure] in Arterial blood", "lab:pco2"),
    ("Carbon dioxide, total [Moles/volume] in Serum or Plasma", "lab:bicarbonate"),
    ("Calcium.ionized [Moles/volume] in Serum or Plasma", "lab:ionized_calcium"),
    ("Glucose [Presence] in Urine by Test strip", "lab:urine_glucose"),
    ("Erythrocytes [#/area] in Urine sediment by Microscopy", "lab:urine_red_cells"),
    ("Protein [Mass/volume] in Cerebral spinal fluid", "lab:csf_protein"),
    ("Creatinine [Mass/volume] in Urine", "lab:urine_creatinine"),
    ("Influenza virus B RNA [Presence] in Nasopharynx by NAA", "lab:influenza_b"),
    ("Left ventricular Ejection fraction", "vital:ejection_fraction"),
    ("Glucose [Mass/volume] in Body fluid", None),
    ("Color of Urine", None),
]


@pytest.mark.parametrize(("name", "expected"), LONG_NAMES)
def test_a_long_common_name_is_the_quantity_of_its_component(
    name: str, expected: str | None
) -> None:
    """Property, system and method are read apart."""
    found, _ = analyte_of_row(name, None)
    assert (found.concept.id if found else None) == expected


def test_the_code_decides_before_the_name() -> None:
    """A local name beside a code is not looked at."""
    found, _ = analyte_of_row("Renal panel item 3", None, "LOINC:2160-0")
    assert found is not None and found.concept.id == "lab:creatinine"
    assert quantity_of_code("http://loinc.org|718-7") == "lab:hemoglobin"
    assert quantity_of_code("20000-1") is None


def test_a_plain_name_is_no_long_common_name() -> None:
    """`Lactate` has neither property nor system."""
    assert long_name("Lactate") is None
    parts = long_name("Lipase [Enzymatic activity/volume] in Serum or Plasma by Colorimetric")
    assert parts is not None and (parts.component, parts.specimen) == ("Lipase", "")


@pytest.mark.parametrize(
    ("name", "specimen", "expected"),
    [
        ("Ketones, urine", None, "lab:urine_ketones"),
        ("RBC (urine)", None, "lab:urine_red_cells"),
        ("Total Nucleated Cells, Ascites", "Ascites", "lab:ascites_white_cells"),
        ("Albumin, Ascites", "Ascites", "lab:ascites_albumin"),
        ("ANA titer", None, "lab:ana"),
        ("Creatinine, Serum", None, "lab:creatinine"),
        ("Bilirubin, Total", "Blood", "lab:total_bilirubin"),
    ],
)
def test_the_fluid_may_stand_behind_the_name(
    name: str, specimen: str | None, expected: str
) -> None:
    """`WBC, urine` are white cells of urine, and no blood count."""
    found, _ = analyte_of_row(name, specimen)
    assert found is not None and found.concept.id == expected


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("Negative (qualifier value)", "negative"),
        ("NOT DETECTED", "negative"),
        ("Parvovirus B19 DNA not detected", "negative"),
        ("Detected", "positive"),
        ("3+", "3+"),
        ("++", "2+"),
        ("Positive (2+)", "2+"),
        ("1:640", "1:640"),
        ("AB Rh(D) positive", "ab positive"),
        ("B neg", "b negative"),
        ("Moderate", "moderate"),
        ("13.2", None),
        ("see comment below for details", None),
    ],
)
def test_a_result_without_a_number_has_a_category(written: str, expected: str | None) -> None:
    """Grades, titers and types are results of their own."""
    assert result_of(written) == expected


def test_units_of_codes_are_units() -> None:
    """Annotations in braces change no unit."""
    read = measurement_from_row("D-dimer", "1.8", "ug{FEU}/mL")
    assert read is not None and read[1] is not None and read[1].value == pytest.approx(1800)
