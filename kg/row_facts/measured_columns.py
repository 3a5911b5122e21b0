"""Columns that are named after the measurement they hold: `temp_c`, `heartrate`, `qtc_ms`."""

import re
from functools import lru_cache
from typing import NamedTuple

from clinical.analyte_names import ROW_NAMES
from clinical.analytes import ANALYTES, NOT_A_MEASUREMENT, Alias

_UNITS = {
    "c": "C",
    "celsius": "C",
    "degc": "C",
    "f": "F",
    "fahrenheit": "F",
    "degf": "F",
    "kg": "kg",
    "kgs": "kg",
    "g": "g",
    "lb": "lb",
    "lbs": "lb",
    "cm": "cm",
    "in": "in",
    "m": "m",
    "ms": "ms",
    "msec": "ms",
    "mmhg": "mmHg",
    "bpm": "/min",
    "ml": "mL",
    "l": "L",
    "lpm": "L/min",
    "percent": "%",
    "pct": "%",
    "mgdl": "mg/dL",
    "gdl": "g/dL",
    "mmoll": "mmol/L",
    "umoll": "umol/L",
}
"""How a unit ends the name of a column."""

_BESIDE = frozenset(
    "admission admit discharge current daily measured avg mean 24h 24hr 24hrs total value result"
    " reading obs vital vitals day last first".split()
)
"""Words of a column that do not tell what was measured."""

_NAMES = {
    "temp": "temperature",
    "temperature": "temperature",
    "tempc": "temperature",
    "tempf": "temperature",
    "heartrate": "heart rate",
    "hr": "heart rate",
    "pulse": "heart rate",
    "resprate": "respiratory rate",
    "resp": "respiratory rate",
    "respiration": "respiratory rate",
    "rr": "respiratory rate",
    "o2sat": "SpO2",
    "sao2": "SpO2",
    "spo2": "SpO2",
    "sbp": "systolic blood pressure",
    "dbp": "diastolic blood pressure",
    "systemicsystolic": "systolic blood pressure",
    "systemicdiastolic": "diastolic blood pressure",
    "noninvasivesystolic": "systolic blood pressure",
    "noninvasivediastolic": "diastolic blood pressure",
    "bp": "blood pressure",
    "pain": "pain score",
    "urine": "urine output",
    "admissionheight": "height",
    "admissionweight": "weight",
    "dischargeweight": "weight",
}
_LENGTHS = {"admissionheight": "cm", "admissionweight": "kg", "dischargeweight": "kg"}
_ONLY_UNIT = {"kg": "weight", "cm": "height", "lbs": "weight", "lb": "weight"}
"""What a column that is only a unit holds in a table of weights or heights."""

_SHORTEST = 3
"""Letters from which the name of a column is sought among the tests."""

_NEVER = frozenset({"rate", "rates", "pressure", "intake", "residual", "drain", "flow rate"})
"""Names that mean something else where they head a column of an unknown table."""

_PART = re.compile(r"[a-z]+\d*|\d+[a-z]*")


class MeasuredColumn(NamedTuple):
    """What a column holds, and the unit that its name states."""

    name: str
    unit: str


@lru_cache(maxsize=4096)
def quantity_of_column(column: str, table: str) -> MeasuredColumn | None:
    """Find the quantity that a column in lower case is named after; None where it is named none."""
    if column in _NAMES:
        return MeasuredColumn(_NAMES[column], _LENGTHS.get(column, ""))
    if column in _ONLY_UNIT:
        same = _ONLY_UNIT[column] in table.casefold()
        return MeasuredColumn(_ONLY_UNIT[column], _UNITS[column]) if same else None
    parts = [part for part in _PART.findall(column) if part not in _BESIDE]
    unit = _UNITS[parts.pop()] if len(parts) > 1 and parts[-1] in _UNITS else ""
    name = " ".join(parts)
    if name in _NAMES:
        return MeasuredColumn(_NAMES[name], unit)
    if len(name) < _SHORTEST or name in _NEVER or not _is_test(ROW_NAMES.get(name)):
        return None
    return MeasuredColumn(name, unit)


def _is_test(alias: Alias | None) -> bool:
    """Say whether a name is that of a measured quantity, and no word for a state."""
    if alias is None or alias.state_word or alias.analyte == NOT_A_MEASUREMENT:
        return False
    return alias.analyte in ANALYTES
