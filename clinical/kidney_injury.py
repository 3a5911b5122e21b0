"""Acute kidney injury from a series of creatinine values, by the KDIGO criteria of 2012."""

from datetime import datetime, timedelta
from typing import NamedTuple

RISE = 0.3
"""mg/dL within two days."""

WITHIN = timedelta(hours=48)
FACTORS = ((3.0, 3), (2.0, 2), (1.5, 1))
"""Multiples of the baseline, and the stage that each one reaches."""

SEVERE = 4.0
"""mg/dL at which an acute rise is stage 3."""


class Creatinine(NamedTuple):
    """One serum creatinine in mg/dL; the time is ISO, or None where unknown."""

    value: float
    time: str | None = None


class KidneyInjury(NamedTuple):
    """What the series shows: the stage, the value it rose from and the value it reached."""

    stage: int
    baseline: Creatinine
    peak: Creatinine


def kidney_injury(series: list[Creatinine], baseline: float | None = None) -> KidneyInjury | None:
    """Return the worst injury that the series proves, or None.

    Without a known baseline the lowest value of the series stands for it, so an injury that was
    there on arrival and healed is found as well.
    """
    if not series:
        return None
    start = Creatinine(baseline) if baseline is not None else min(series, key=_by_value)
    found = [_against(start, later) for later in series]
    found += [
        _sudden(first, later)
        for index, first in enumerate(_in_time(series))
        for later in _in_time(series)[index + 1 :]
    ]
    injuries = [injury for injury in found if injury]
    return max(injuries, key=lambda injury: (injury.stage, injury.peak.value)) if injuries else None


def _by_value(creatinine: Creatinine) -> tuple[float, str]:
    return creatinine.value, creatinine.time or ""


def _in_time(series: list[Creatinine]) -> list[Creatinine]:
    return sorted((c for c in series if c.time), key=lambda c: (c.time or "", c.value))


def _against(baseline: Creatinine, later: Creatinine) -> KidneyInjury | None:
    """Compare a value with the baseline; a rise must also be larger than rounding."""
    if later.value - baseline.value < RISE or baseline.value <= 0:
        return None
    ratio = round(later.value / baseline.value, 3)
    for factor, stage in FACTORS:
        if ratio >= factor:
            return KidneyInjury(3 if later.value >= SEVERE else stage, baseline, later)
    return None


def _sudden(first: Creatinine, later: Creatinine) -> KidneyInjury | None:
    """Find a rise of 0.3 mg/dL within two days."""
    if first.time is None or later.time is None or round(later.value - first.value, 3) < RISE:
        return None
    apart = datetime.fromisoformat(later.time) - datetime.fromisoformat(first.time)
    if apart > WITHIN:
        return None
    return KidneyInjury(3 if later.value >= SEVERE else 1, first, later)
