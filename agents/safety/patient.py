"""What of a patient decides about safety: conditions, allergies, drugs on leaving, last values."""

import re
from functools import cached_property

from agents.omissions.medication_changes import ENDED, ON_LEAVING, on_leaving_list
from agents.omissions.stay import Stay, Told, part_of
from clinical.facts import Concept
from kg.evidence import Evidence

PREGNANT = re.compile(
    r"\b(?:is |currently |now )?pregnant\b|\bweeks?(?:['’]s?)? (?:of )?(?:gestation|pregnan\w+)"
    r"|\bin pregnancy\b|\bintrauterine pregnancy\b|\b(?:first|second|third) trimester\b",
    re.IGNORECASE,
)
NOT_NOW = re.compile(
    r"\b(?:not|no|denies|never|negative|without|if|wife|daughter|sister|mother|partner|history of"
    r"|previous|prior|postpartum)\b",
    re.IGNORECASE,
)
REACH = 30
"""Letters before a word of pregnancy in which it may be denied or said of somebody else."""

OWN = frozenset({"present", "historical"})


class SafetyRecord:
    """The record of one patient, asked for what makes advice unsafe."""

    def __init__(self, stay: Stay) -> None:
        self.stay = stay

    @cached_property
    def conditions(self) -> list[Told]:
        """What the patient has or had."""
        return [
            told
            for told in self.stay.told
            if told.fact.kind in ("diagnosis", "symptom") and told.fact.assertion in OWN
        ]

    @cached_property
    def allergies(self) -> list[Told]:
        """Drugs and classes that the patient is allergic to."""
        return [
            told
            for told in self.stay.told
            if told.fact.kind == "allergy"
            and told.fact.assertion in OWN
            and told.fact.concept.id.startswith(("drug:", "drugclass:"))
        ]

    @cached_property
    def pregnancy(self) -> Evidence | None:
        """The words that say the patient is pregnant now."""
        for item in self.stay.passages:
            if self.stay.is_own(item):
                for found in PREGNANT.finditer(item.quote):
                    if not NOT_NOW.search(item.quote, max(0, found.start() - REACH), found.end()):
                        return part_of(item, *found.span())
        return None

    @cached_property
    def leaving(self) -> list[Told]:
        """Drugs of the discharge list that go on."""
        return [t for t in on_leaving_list(self.stay) if t.fact.status in ON_LEAVING]

    @cached_property
    def ended(self) -> list[Told]:
        """Drugs that the record says were stopped, on the discharge list or in the text."""
        listed = [t for t in on_leaving_list(self.stay) if t.fact.status in ENDED]
        going = {t.fact.concept.id for t in self.leaving}
        return [t for t in listed if t.fact.concept.id not in going]

    def last_value(self, analyte: str) -> Told | None:
        """Return the latest dated value of an analyte in this stay."""
        valued = [
            t
            for t in self.stay.told
            if t.fact.concept.id == analyte and t.fact.quantity and t.fact.assertion == "present"
        ]
        dated = [t for t in valued if t.fact.time and t.fact.time.latest]
        if dated:
            return max(dated, key=lambda t: (_latest(t), str(t.fact.source)))
        return valued[-1] if len(valued) == 1 else None


def _latest(told: Told) -> str:
    time = told.fact.time
    return (time.latest or "") if time else ""


def same_or_narrower(drug: Concept, wider: Concept) -> bool:
    """Say whether a drug is another one, holds it as an ingredient, or belongs to it as a class."""
    parts = {f"drug:{part}" for part in drug.id.partition(":")[2].split("/")}
    return wider.id == drug.id or wider.id in drug.broader or wider.id in parts
