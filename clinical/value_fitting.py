"""Which quantity a number beside a name can be a value of."""

from clinical.analytes import ANALYTES, Analyte
from clinical.measured_values import Measured, Number, measure
from clinical.units import UNITS

PRESSURE = "vital:blood_pressure"
SYSTOLIC, DIASTOLIC = ANALYTES["vital:systolic_pressure"], ANALYTES["vital:diastolic_pressure"]
FLOW = "vital:oxygen_flow"
MOST_INSPIRED = 80.0
"""Beside a flow of oxygen, a higher percentage is the saturation, not the share inspired."""

ALTERNATIVES = {
    "vital:oxygen_saturation": ("vital:oxygen_flow", "vital:fio2"),
    FLOW: ("vital:fio2", "vital:oxygen_saturation"),
    "vital:urine_output": ("vital:urine_flow", "lab:urine_osmolality"),
    PRESSURE: ("vital:systolic_pressure",),
}
"""What else a name may mean when the unit or size of its value says so."""

SCORES_OUT_OF = {"vital:pain": 10, "vital:gcs": 15, "vital:moca": 30, "vital:mmse": 30}


def fit(analyte: Analyte, number: Number, lenient: bool = False) -> Measured | None:
    """Read a number as a value of the analyte, or of what else its name may mean."""
    if analyte.concept.id in SCORES_OUT_OF and number.unit is not None:
        return None
    if analyte.concept.id != PRESSURE:
        number = _as_flow(analyte.concept.id, number)
        direct = None if _lacks_unit(analyte, number) else measure(analyte, number, lenient)
        if direct:
            return direct
    for other in ALTERNATIVES.get(analyte.concept.id, ()):
        if other == "vital:fio2" and number.value > MOST_INSPIRED:
            continue
        value = measure(ANALYTES[other], _as_flow(other, number))
        if value and (number.unit or other == "vital:systolic_pressure"):
            return value
    return None


def _lacks_unit(analyte: Analyte, number: Number) -> bool:
    """A volume always has its unit; a bare number beside it counts something else."""
    return number.unit is None and bool(analyte.unit) and UNITS[analyte.unit].dimension == "volume"


def _as_flow(analyte: str, number: Number) -> Number:
    """Oxygen by the liter is by the liter a minute."""
    if analyte == FLOW and number.unit == "L":
        return number._replace(unit="L/min")
    return number
