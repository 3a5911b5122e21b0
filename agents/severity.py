"""How grave an error is: the risk of its type, raised where a clinician would act on the thing."""

from collections.abc import Iterable

from clinical.labels import TYPE_SEVERITY, ErrorType, Kind, Severity
from clinical.measurements import find_measurements
from graph_state.findings import ClaimVerdict

SEVERITY_RANK: dict[Severity, int] = {"low": 0, "medium": 1, "high": 2}

DECIDES_TREATMENT = frozenset(
    {
        "vital:ejection_fraction",
        "vital:oxygen_saturation",
        "vital:blood_pressure",
        "vital:systolic_pressure",
        "vital:gcs",
    }
)
"""Measurements on which a treatment is chosen."""

RAISED: dict[tuple[ErrorType, Kind], Severity] = {
    ("negation_error", "allergy"): "high",
    ("negation_error", "medication"): "high",
    ("negation_error", "diagnosis"): "high",
    ("invented_fact", "allergy"): "high",
    ("invented_fact", "medication"): "high",
    ("invented_fact", "diagnosis"): "medium",
    ("invented_fact", "procedure"): "medium",
    ("time_error", "medication"): "medium",
}
"""Where the risk of a type is not that of the thing: a made-up allergy keeps a drug away."""


def severity_of(claims: Iterable[ClaimVerdict], types: tuple[ErrorType, ...] = ()) -> Severity:
    """Return the highest risk among the flagged claims, and among types that no claim names."""
    flagged = [claim for claim in claims if claim.grade in ("E3", "E4")]
    found = [_of_claim(claim) for claim in flagged] or ["low"]
    unnamed = set(types) - {t for claim in flagged for t in claim.types}
    found += [TYPE_SEVERITY[t] for t in unnamed]
    return _highest(found)


def _of_claim(claim: ClaimVerdict) -> Severity:
    risks = [TYPE_SEVERITY[t] for t in claim.types]
    risks += [RAISED[t, claim.kind] for t in claim.types if (t, claim.kind) in RAISED]
    if "value_error" in claim.types and _decides_treatment(claim.text):
        risks.append("high")
    return _highest(risks or ["low"])


def _decides_treatment(text: str) -> bool:
    return any(one.concept.id in DECIDES_TREATMENT for one in find_measurements(text, []))


def _highest(risks: Iterable[Severity]) -> Severity:
    return max(risks, key=lambda severity: SEVERITY_RANK[severity])
