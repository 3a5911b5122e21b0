"""Invented facts: a plausible consult, procedure, device or finding that the record never names."""

import re
from collections.abc import Iterator

from agents.error_engine.candidate import Candidate
from agents.error_engine.material import Material
from agents.error_engine.places import places
from clinical.facts import Concept
from clinical.labels import Kind
from clinical.plausible_events import (
    EventFrame,
    PlausibleEvent,
    concept_ids_in,
    event_frames,
    plausible_events,
)
from clinical.vocabulary import concept
from graph_state.generation import EditedFact

KINDS: dict[str, Kind] = {
    "service": "encounter",
    "procedure": "procedure",
    "device": "event",
    "teaching": "event",
    "vaccine": "event",
    "event": "event",
    "symptom": "symptom",
    "finding": "exam",
}
PLANNED = re.compile(
    r"\b(?:will|would|plan\w*|due|hold|discharge|safe|until|goes|should|follow-up)\b", re.IGNORECASE
)
"""What is planned has not been complicated by anything yet."""

FIRST_WORDS = re.compile(r"^(?:(?:an?|the|brief|transient|small|simple|moderate|episode|of)\s+)+")
LONGEST = 32
"""Words. To a longer sentence nothing is added."""


def invented_facts(material: Material) -> Iterator[Candidate]:
    """Add something that neither the record nor the summary mentions."""
    if len(material.text.split()) > LONGEST:
        return
    planned = PLANNED.search(material.text) is not None
    for event in plausible_events():
        if not event.suits.search(material.text) or (event.group == "event" and planned):
            continue
        if is_unknown(material, event.name):
            for frame in event_frames():
                if frame.group == event.group:
                    yield from _placed(material, event, frame)


def is_unknown(material: Material, name: str) -> bool:
    """Say whether nothing known is this entity, by concept or by name."""
    ids = concept_ids_in(name)
    if any(material.chart.touches(concept(identity)) for identity in ids):
        return False
    return not material.chart.names(_core(name))


def _core(name: str) -> str:
    """The words that tell an entity from others of its kind."""
    return FIRST_WORDS.sub("", name)


def _placed(material: Material, event: PlausibleEvent, frame: EventFrame) -> Iterator[Candidate]:
    ids = concept_ids_in(event.name)
    entity = concept(ids[0]) if ids else Concept(id=f"text:{event.name}", name=event.name)
    for place in places(material, event, frame):
        yield Candidate(
            error_type="invented_fact",
            difficulty=place.difficulty,
            start=place.start,
            end=place.end,
            words=place.words,
            fact=EditedFact(
                kind=KINDS[event.group],
                attribute="existence",
                concept=entity,
                old="",
                new=event.name,
            ),
            explanation=f"{event.name} is nowhere in the record",
        )
