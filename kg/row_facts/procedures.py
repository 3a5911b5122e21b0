"""Procedures and treatments of tables."""

from functools import lru_cache
from typing import NamedTuple

from clinical.coded_titles import everyday_procedures, facts_in_words
from clinical.drug_lexicon import drug_concept, find_drug_names
from clinical.facts import Concept, Fact
from clinical.labels import Kind
from clinical.modifiers import laterality_of, site_of
from clinical.vocabulary import concept, find_terms
from kg.row_facts.cells import Cells, in_own_words
from kg.row_facts.statuses import never_was

_TITLES = (
    "long_title",
    "short_title",
    "treatmentstring",
    "short_description",
    "label",
    "procedure",
    "procedure_name",
    "title",
    "description",
    "name",
    "code",
    "procedurecode",
)
_COURSES = (
    ("starttime", "endtime"),
    ("start", "stop"),
    ("performedperiod.start", "performedperiod.end"),
    ("occurrenceperiod.start", "occurrenceperiod.end"),
)
_GROUPS = ("procedure", "study", "device")


def read_procedure(cells: Cells) -> list[Fact]:
    """Read the procedure of a row; a treatment that names a drug is a medication given."""
    field = cells.field(*_TITLES)
    if field is None:
        return []
    title = cells.text(field.casefold()).rpartition("|")[2].strip()
    drug = drug_concept(title) or _drug_of_treatment(cells, title)
    undone = never_was(cells)
    return [
        Fact(
            kind=named.kind,
            concept=_with_codes(named.concept, cells) if place == 0 else named.concept,
            text=title,
            source=cells.source(field.casefold()),
            assertion="absent" if undone else "present",
            status=("not_given" if undone else "given") if named.kind == "medication" else None,
            laterality=laterality_of(title, 0, len(title)),
            site=site_of(title, 0, len(title)),
            time=cells.during(*_COURSES),
            encounter=cells.row.encounter,
        )
        for place, named in enumerate(_named(title, cells.text("icd_code"), drug))
    ]


class Named(NamedTuple):
    """One thing that a procedure is called."""

    kind: Kind
    concept: Concept


def _named(title: str, code: str, drug: Concept | None) -> tuple[Named, ...]:
    """Return what a procedure is called, the main name first; a drug given is a medication."""
    if drug is not None:
        return (Named("medication", drug),)
    everyday = [
        Named(fact.kind, fact.concept)
        for name in everyday_procedures(title, code)
        for fact in facts_in_words(name)
    ]
    return tuple(dict.fromkeys(everyday)) or (Named("procedure", procedure_concept(title)),)


def _drug_of_treatment(cells: Cells, title: str) -> Concept | None:
    """The drug of a treatment such as `IV furosemide`; titles of procedures name drugs too."""
    found = find_drug_names(title) if cells.field("treatmentstring") else []
    return found[0].concept if found else None


@lru_cache(maxsize=16384)
def procedure_concept(title: str) -> Concept:
    """Find the concept of a procedure title: its longest known procedure, study or device."""
    found = [term for term in find_terms(title) if term.group in _GROUPS]
    if not found:
        return in_own_words(title)
    best = max(found, key=lambda term: (term.end - term.start, -term.start))
    return concept(best.concept_id)


def _with_codes(found: Concept, cells: Cells) -> Concept:
    code, version = cells.text("icd_code"), cells.text("icd_version")
    system = {"9": "ICD9PROC", "10": "ICD10PCS"}.get(version)
    codes = (f"{system}:{code}",) if code and system else ()
    listed = tuple(part for part in cells.text("code.code").split("; ") if part)
    return found.model_copy(update={"codes": (*found.codes, *codes, *listed)})
