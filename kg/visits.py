"""Tell a visit, which admits nobody, from a stay in hospital."""

import re
from collections.abc import Mapping

KINDS_OF_VISIT = ("class.code", "class", "encounterclass", "visit_concept_name")
"""Columns of FHIR, Synthea and OMOP that say what kind of encounter a row is about."""

_VISIT = re.compile(
    r"\b(?:AMB|HH|VR|ambulatory|outpatient|office|wellness|virtual|telehealth|home(?: health)?"
    r"|urgent ?care|clinic|laboratory|pharmacy)\b",
    re.IGNORECASE,
)


def is_visit(fields: Mapping[str, str]) -> bool:
    """Say whether a row is about a visit: to a clinic, at home, by telephone."""
    lower = {name.casefold(): text for name, text in fields.items()}
    return any(_VISIT.search(lower[name]) for name in KINDS_OF_VISIT if name in lower)
