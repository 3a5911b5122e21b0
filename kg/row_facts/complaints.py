"""What brought the patient to the emergency department."""

import re

from clinical.facts import Fact
from clinical.vocabulary import condition_concept, find_terms
from kg.row_facts.cells import Cells

_COLUMN = "chiefcomplaint"
_SEPARATORS = re.compile(r"\s*[,;]\s*")
_AFTER = re.compile(r"(?i)^s/p\s+")


def read_complaints(cells: Cells) -> list[Fact]:
    """Read each complaint of a triage row."""
    found = []
    for part in filter(None, _SEPARATORS.split(cells.text(_COLUMN))):
        complaint = condition_concept(_AFTER.sub("", part))
        kinds = {term.kind for term in find_terms(part) if term.concept_id == complaint.id}
        found.append(
            Fact(
                kind="diagnosis" if kinds == {"diagnosis"} else "symptom",
                concept=complaint,
                text=part,
                source=cells.source(_COLUMN),
                time=cells.when(),
                section="chief_complaint",
                encounter=cells.row.encounter,
            )
        )
    return found
