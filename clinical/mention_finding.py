"""Everything the parsers find in one sentence, each name counted once."""

import re

from pydantic import BaseModel

from clinical.allergies import AllergyMention, allergy_wording, find_allergies
from clinical.assertion_scopes import scopes_of
from clinical.demographics import DemographicMention, find_demographics
from clinical.derived_states import find_state_words
from clinical.facts import Anchors
from clinical.measurements import find_measurements
from clinical.medications import find_medications
from clinical.mentions import MeasurementMention, MedicationMention, TimeMention
from clinical.social_status import find_social_status
from clinical.susceptibilities import SusceptibilityMention, find_susceptibilities
from clinical.term_context import is_drop
from clinical.times import find_times
from clinical.vocabulary import TermMention, find_terms

POLAR_NAME = re.compile(r"\b(?:negative|positive|resistant|sensitive|susceptible)\b", re.I)
"""Organism names that hold a word which would otherwise be a result."""

TO_HOME = re.compile(
    r"\b(?:discharged|disposition|dispo|went|goes|going|go|return(?:ed|s|ing)?|sent|to|back|"
    r"transferred)(?:\s+to)?(?:[:\s]+(?:his|her|their|own))*[:\s]+$",
    re.IGNORECASE,
)
LIST_HEAD = "Allergies: "


class Mentions(BaseModel, frozen=True):
    """Everything the parsers found in one sentence."""

    times: tuple[TimeMention, ...] = ()
    people: tuple[DemographicMention, ...] = ()
    allergies: tuple[AllergyMention, ...] = ()
    allergy_words: tuple[tuple[int, int], ...] = ()
    """What tells of the allergies: `allergic`, and the reactions."""

    medications: tuple[MedicationMention, ...] = ()
    susceptibilities: tuple[SusceptibilityMention, ...] = ()
    measurements: tuple[MeasurementMention, ...] = ()
    terms: tuple[TermMention, ...] = ()
    states: tuple[tuple[int, int, str], ...] = ()

    def covered(self) -> list[tuple[int, int]]:
        """Spans that some mention accounts for."""
        return [
            *((m.start, m.end) for m in self.times),
            *((m.start, m.end) for m in self.people),
            *((m.start, m.end) for m in self.allergies),
            *self.allergy_words,
            *((m.sig_start, m.sig_end) for m in self.medications),
            *((m.start, m.end) for m in self.susceptibilities),
            *((m.start, m.end) for m in self.measurements),
            *((m.start, m.end) for m in self.terms),
            *((start, end) for start, end, _ in self.states),
        ]


def overlaps(span: tuple[int, int], others: list[tuple[int, int]]) -> bool:
    """Say whether a span shares a character with any other."""
    return any(span[0] < end and start < span[1] for start, end in others)


def inside(span: tuple[int, int], others: list[tuple[int, int]]) -> bool:
    """Say whether a span lies within another: the `fear` of `fear of a stroke` is no symptom."""
    return any(start <= span[0] and span[1] <= end for start, end in others)


def find_mentions(
    text: str,
    anchors: Anchors,
    times: list[TimeMention] | None = None,
    measurements: list[MeasurementMention] | None = None,
    section: str | None = None,
    heading: str = "",
) -> Mentions:
    """Run every parser over one sentence; a name is counted once, by the strictest parser."""
    allergy_list = section == "allergies"
    listed_home = section == "discharge_disposition"
    times = find_times(text, anchors) if times is None else times
    if measurements is None:
        measurements = find_measurements(text, times, heading)
    lowered = text.lower()
    allergic = allergy_list or any(
        cue in lowered for cue in ("allerg", "intoleran", "anaphyla", "reaction", "nkda", "rash")
    )
    allergies = read_allergies(text, allergy_list) if allergic else []
    telling = allergy_wording(text, allergies)
    people = [*find_demographics(text), *find_social_status(text)]
    taken = [(m.start, m.end) for m in allergies]
    taken += [*((m.start, m.end) for m in people), *telling]
    named_terms = [m for m in find_terms(text) if not is_drop(text, m)]
    named = [(m.start, m.end) for m in named_terms if POLAR_NAME.search(m.text)]
    tested = [m for m in find_susceptibilities(text) if not overlaps((m.start, m.end), named)]
    medications = [
        m
        for m in find_medications(text, times)
        if not overlaps((m.start, m.end), [*taken, *((t.start, t.end) for t in tested)])
    ]
    taken += [(m.start, m.end) for m in medications]
    dosed = [(m.sig_start, m.sig_end) for m in medications if m.dose is not None]
    measurements = [m for m in measurements if not is_dose(m, dosed)]
    measurements = [m for m in measurements if not overlaps((m.start, m.end), named)]
    taken += [(m.start, m.end) for m in measurements if m.quantity or m.result]
    cues = [(scope.cue_start, scope.cue_end) for scope in scopes_of(text)]
    terms = [
        m
        for m in named_terms
        if not overlaps((m.start, m.end), taken)
        and (listed_home or names_disposition(text, m))
        and not (m.group in ("diagnosis", "symptom") and inside((m.start, m.end), cues))
    ]
    taken += [(m.start, m.end) for m in terms]
    states = [
        (found.start, found.end, found.state)
        for found in find_state_words(text)
        if not overlaps((found.start, found.end), taken)
    ]
    return Mentions(
        times=tuple(times),
        people=tuple(people),
        allergies=tuple(allergies),
        allergy_words=tuple(telling),
        medications=tuple(medications),
        susceptibilities=tuple(tested),
        measurements=tuple(measurements),
        terms=tuple(terms),
        states=tuple(states),
    )


def names_disposition(text: str, mention: TermMention) -> bool:
    """Say whether `home` is where somebody went, not `home medication` or `at home`."""
    if mention.text.lower() != "home":
        return True
    return TO_HOME.search(text[: mention.start]) is not None


def is_dose(mention: MeasurementMention, dosed: list[tuple[int, int]]) -> bool:
    """Say whether an amount of something unnamed is the dose of a drug: `150 mL of saline`."""
    span = (mention.value_start, mention.value_end)
    return mention.concept.id.startswith("measure:") and overlaps(span, dosed)


def read_allergies(text: str, allergy_list: bool) -> list[AllergyMention]:
    """Find allergies; a line of an allergy list is read under the heading that it stands under."""
    if not allergy_list:
        return find_allergies(text)
    return [
        mention.model_copy(
            update={
                "start": max(0, mention.start - len(LIST_HEAD)),
                "end": mention.end - len(LIST_HEAD),
            }
        )
        for mention in find_allergies(LIST_HEAD + text)
        if mention.end > len(LIST_HEAD)
    ]
