"""The distillation of the drug lexicon."""

import zipfile
from pathlib import Path

from clinical.lexicons.build_drugs import acceptable, base_name, distill

PRODUCTS = [
    "PRODUCTTYPENAME\tPROPRIETARYNAME\tPROPRIETARYNAMESUFFIX\tNONPROPRIETARYNAME\tROUTENAME\t"
    "MARKETINGCATEGORYNAME\tSUBSTANCENAME\tPHARM_CLASSES",
    "HUMAN PRESCRIPTION DRUG\tLasix\t\tFurosemide\tORAL\tNDA\tFUROSEMIDE\tLoop Diuretic [EPC]",
    "HUMAN PRESCRIPTION DRUG\tZestoretic\t\tlisinopril and hydrochlorothiazide\tORAL\tNDA\t"
    "LISINOPRIL; HYDROCHLOROTHIAZIDE\t",
    "HUMAN OTC DRUG\tToday Soap\t\tbenzalkonium chloride\tTOPICAL\tOTC\tBENZALKONIUM CHLORIDE\t",
]
SUBSTANCES = [
    "Name\tTYPE\tUNII\tDisplay Name",
    "FRUSEMIDE\tof\tX1\tFUROSEMIDE",
    "PEAK\tbn\tX2\tFUROSEMIDE",
    "NOVELGLIPTIN\tof\tX3\tNOVELGLIPTIN",
    "GARDEN SPRAY\tbn\tX4\tPESTICIDOL",
]


def wheel(path: Path, member: str, lines: list[str]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(member, "\n".join(lines))
    return path


def test_distills_names_and_classes(tmp_path: Path) -> None:
    lexicon = distill(
        wheel(tmp_path / "a.whl", "data/product.txt", PRODUCTS),
        wheel(tmp_path / "b.whl", "data/UNII_Names.txt", SUBSTANCES),
    )
    assert lexicon["names"] == {
        "frusemide": "furosemide",
        "furosemide": "furosemide",
        "lasix": "furosemide",
        "novelgliptin": "novelgliptin",
        "zestoretic": "hydrochlorothiazide/lisinopril",
    }
    assert lexicon["classes"] == {"furosemide": "Loop Diuretic"}


def test_salts_leave_the_ingredient_and_mineral_salts_stay() -> None:
    assert base_name("METOPROLOL SUCCINATE") == "metoprolol"
    assert base_name("Potassium Chloride") == "potassium chloride"
    assert base_name("LITHIUM CARBONATE") == "lithium"


def test_names_too_general_for_running_text_are_left_out() -> None:
    none: frozenset[str] = frozenset()
    assert not acceptable("aspirin 81 mg", ("aspirin",), none)
    assert not acceptable("lisinopril and hydrochlorothiazide", ("lisinopril",), none)
    assert not acceptable("peak", ("furosemide",), none)
    assert acceptable("amoxicillin and clavulanate", ("amoxicillin", "clavulanate"), none)
