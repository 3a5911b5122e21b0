"""Allergies and immunizations of tables."""

import re
from functools import lru_cache

from clinical.allergies import allergens_in
from clinical.drug_lexicon import drug_concept, find_drug_names
from clinical.facts import Concept, Fact
from clinical.vocabulary import concept, find_terms
from kg.row_facts.cells import Cells, concept_in_words
from kg.row_facts.statuses import never_was

_ALLERGENS = (
    "allergyname",
    "allergen",
    "allergy",
    "code",
    "substance",
    "drug",
    "name",
    "description",
)
_REACTIONS = ("reaction.manifestation", "reaction", "reactions", "description1")
_VACCINES = ("vaccinecode", "vaccine", "immunization", "name", "code", "description")
_WRAPPING = re.compile(
    r"(?i)^(?:allergy to|allergic to|intolerance to|hypersensitivity to)\s+"
    r"|\s+allergy$|\s+\((?:substance|disorder|finding)\)$"
)
_NONE_KNOWN = re.compile(r"(?i)\bno known\b|\bnkd?a\b|\bnone\b")
_PARTS = re.compile(r",|\s{2,}")
"""What stands between the parts of a vaccine's name; tables without commas leave two spaces."""


def read_allergy(cells: Cells) -> list[Fact]:
    """Read one allergy; `no known allergies` is an absent allergy to anything."""
    field = cells.worded(*_ALLERGENS)
    if field is None:
        return []
    text = cells.text(field.casefold())
    none = _NONE_KNOWN.search(text) is not None
    denied = never_was(cells)
    return [
        Fact(
            kind="allergy",
            concept=Concept(id="allergy:any", name="any known allergy")
            if none
            else allergen_concept(text),
            text=text,
            source=cells.source(field.casefold()),
            assertion="absent" if none or denied else "present",
            result=cells.text(*_REACTIONS).casefold() or None,
            severity=cells.text("reaction.severity", "severity", "severity1").casefold() or None,
            time=cells.when(),
            section="allergies",
            encounter=cells.row.encounter,
        )
    ]


@lru_cache(maxsize=4096)
def allergen_concept(text: str) -> Concept:
    """Find what an allergy is to as sentences name it, else name the allergen by its words."""
    name = _WRAPPING.sub("", text).strip()
    whole = drug_concept(name)
    found = allergens_in(name, find_drug_names(name))
    return whole or (found[0].concept if found else concept_in_words("allergen", name))


def read_immunization(cells: Cells) -> list[Fact]:
    """Read one vaccination."""
    field = cells.worded(*_VACCINES)
    if field is None:
        return []
    text = cells.text(field.casefold())
    return [
        Fact(
            kind="event",
            concept=vaccine_concept(text),
            text=text,
            source=cells.source(field.casefold()),
            assertion="absent" if never_was(cells) else "present",
            time=cells.when(),
            encounter=cells.row.encounter,
        )
    ]


@lru_cache(maxsize=4096)
def vaccine_concept(text: str) -> Concept:
    """Find the vaccine that a text names, where it says so or only names the disease."""
    for name in (text, f"{_PARTS.split(text)[0]} vaccine", f"{text.split()[0]} vaccine"):
        for term in find_terms(name):
            found = concept(term.concept_id)
            if found.id.endswith("_vaccine"):
                return found
    named = concept_in_words("event", f"{text} vaccine")
    return named.model_copy(update={"broader": ("event:vaccine",)})
