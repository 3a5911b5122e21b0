"""The split by patient: the first four fifths to develop on, the last fifth to test."""

from collections.abc import Sequence

from pydantic import BaseModel

DEVELOPMENT, TEST = "development", "test"
PAPER_PATIENTS, PAPER_DEVELOPMENT = 250, 200


class Split(BaseModel, frozen=True):
    """Patients by part; whoever is in one part is in no other."""

    development: frozenset[str]
    test: frozenset[str]
    told: str
    """How the patients were shared out, for a reader."""


def split_patients(patients: Sequence[str]) -> Split:
    """Share patients out by the order of their ids (CuraView paper, section 5.1.2).

    With 250 or more these are the first 200 and the next 50; fewer are shared out in the same
    proportion.
    """
    ordered = sorted(set(patients))
    if len(ordered) >= PAPER_PATIENTS:
        first, last = PAPER_DEVELOPMENT, PAPER_PATIENTS
    else:
        first = round(len(ordered) * PAPER_DEVELOPMENT / PAPER_PATIENTS)
        last = len(ordered)
    told = f"patients 1-{first} in order of their ids develop, {first + 1}-{last} test"
    if len(ordered) < PAPER_PATIENTS:
        told += f" (the proportion of 200 to 50, of {len(ordered)} patients)"
    return Split(
        development=frozenset(ordered[:first]), test=frozenset(ordered[first:last]), told=told
    )
