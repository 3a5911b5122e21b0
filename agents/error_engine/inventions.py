"""Invented facts: a plausible consult, procedure, device or finding that the record never names."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from agents.error_engine.candidate import Candidate
from agents.error_engine.material import Material
from agents.error_engine.wording import begins_with_vowel
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
from graph_state.generation import Difficulty, EditedFact

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
ABOUT_PATIENT = re.compile(
    r"(?:[A-Z][\w ]{0,20}: )?(?:On \w+(?: \w+)?,? |Initially,? |Overall,? )?"
    r"(?:s?he|the patient|pt|mr\.? \S+|ms\.? \S+|mrs\.? \S+)\s+(?:was|had|received|remained|"
    r"improved|tolerated|underwent|completed|went|returned|presented|required|continued|recovered|"
    r"walked|did)\b",
    re.IGNORECASE,
)
CLOSED_ENDING = re.compile(
    r"(?:\bwith|\bafter|\bbefore|\bfollowed by|\bconsult\w*|\badvi[sc]\w+|[)\]\"])[^,]{0,24}$",
    re.IGNORECASE,
)
"""After such an ending a further phrase of the same make would read badly."""

MASS_NOUN = re.compile(r"(?:teaching|counseling|placement|aids|stockings|oxygen|debridement)$")
LIST_GAP = re.compile(r",\s+(?=[a-z])")
LONGEST = 32
"""Words. To a longer sentence nothing is added."""

WIDE: tuple[str, ...] = ("service", "device", "teaching")


class _Placed(NamedTuple):
    position: int
    words: str


def invented_facts(material: Material) -> Iterator[Candidate]:
    """Add something that neither the record nor the summary mentions."""
    if len(material.text.split()) > LONGEST:
        return
    for event in plausible_events():
        suits = event.suits is None or bool(event.suits.search(material.text))
        if not suits and event.group not in WIDE:
            continue
        if not is_unknown(material, event.name):
            continue
        for frame in event_frames():
            if frame.group == event.group:
                yield from _placed(material, event, frame, "hard" if suits else "easy")


def is_unknown(material: Material, name: str) -> bool:
    """Say whether nothing known is this entity, by concept or by name."""
    ids = concept_ids_in(name)
    if any(material.chart.touches(concept(identity)) for identity in ids):
        return False
    return not material.chart.names(_core(name))


def _core(name: str) -> str:
    """The words that tell an entity from others of its kind."""
    return re.sub(r"^(?:an?|the|brief|transient|small|simple|moderate|episode|of)\s+", "", name)


def _placed(
    material: Material, event: PlausibleEvent, frame: EventFrame, difficulty: Difficulty
) -> Iterator[Candidate]:
    ids = concept_ids_in(event.name)
    entity = concept(ids[0]) if ids else Concept(id=f"text:{event.name}", name=event.name)
    for position, words in _places(material, event, frame):
        yield Candidate(
            error_type="invented_fact",
            difficulty=difficulty if frame.place != "item" else "medium",
            start=position,
            end=position,
            words=words,
            fact=EditedFact(
                kind=KINDS[event.group],
                attribute="existence",
                concept=entity,
                old="",
                new=event.name,
            ),
            explanation=f"{event.name} is nowhere in the record",
        )


def _places(material: Material, event: PlausibleEvent, frame: EventFrame) -> Iterator[_Placed]:
    text = material.text
    words = frame.words.replace("{x}", event.name).replace("{a}", _article(event.name))
    if frame.place == "item":
        yield from _items(material, words)
        return
    if frame.place == "subject" and not ABOUT_PATIENT.match(text):
        return
    body = text.rstrip(" .")
    if not text.endswith(".") or CLOSED_ENDING.search(body):
        return
    yield _Placed(len(body), words)


def _items(material: Material, words: str) -> Iterator[_Placed]:
    """Put one more symptom or finding into a list of them."""
    for gap in LIST_GAP.finditer(material.text):
        following = [
            claim
            for claim in material.claims
            if claim.kind in ("symptom", "exam")
            and 0 <= (claim.source.start or 0) - gap.end() <= 12
        ]
        if following:
            yield _Placed(gap.end(), f"{words}, ")
            return


def _article(name: str) -> str:
    if re.match(r"an?\s", name) or MASS_NOUN.search(name):
        return ""
    return "an " if begins_with_vowel(name) else "a "
