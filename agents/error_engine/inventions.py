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
PLANNED = re.compile(
    r"\b(?:will|would|plan\w*|due|hold|discharge|safe|until|goes|should|follow-up)\b", re.IGNORECASE
)
"""What is planned has not been complicated by anything yet."""

PLURAL = re.compile(r"(?:aids|stockings|changes)$")
SHOWN = re.compile(
    r"\b(?:show(?:ed|ing)|reveal(?:ed|ing)|demonstrat(?:ed|ing)|found|notable for|with)\b"
    r"(?:(?!\b(?:whereas|while|but|although|which|who|without|no|not)\b)[^,;])*$",
    re.IGNORECASE,
)
"""A last clause that tells what was seen, without a denial."""

LIST_GAP = re.compile(r",\s+(?=[a-z])")
LONGEST = 32
"""Words. To a longer sentence nothing is added."""

DIFFICULTY_OF: dict[str, Difficulty] = {
    "service": "hard",
    "teaching": "hard",
    "symptom": "hard",
    "finding": "medium",
    "device": "medium",
    "vaccine": "medium",
    "event": "medium",
    "procedure": "easy",
}
"""The more a thing would have left behind in the record, the easier it is to miss it there."""

MOVABLE = re.compile(r"(?:She|He|The|A|An|Her|His|It|This|These|There|Both|All)\b")
"""First words that can follow another phrase in lower case."""


class _Placed(NamedTuple):
    start: int
    end: int
    words: str


def invented_facts(material: Material) -> Iterator[Candidate]:
    """Add something that neither the record nor the summary mentions."""
    if len(material.text.split()) > LONGEST:
        return
    for event in plausible_events():
        suits = event.suits.search(material.text) is not None
        if event.group == "event" and PLANNED.search(material.text):
            continue
        if not suits or not is_unknown(material, event.name):
            continue
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
    return re.sub(r"^(?:an?|the|brief|transient|small|simple|moderate|episode|of)\s+", "", name)


def _placed(material: Material, event: PlausibleEvent, frame: EventFrame) -> Iterator[Candidate]:
    ids = concept_ids_in(event.name)
    entity = concept(ids[0]) if ids else Concept(id=f"text:{event.name}", name=event.name)
    for start, end, words in _places(material, event, frame):
        yield Candidate(
            error_type="invented_fact",
            difficulty=DIFFICULTY_OF[event.group],
            start=start,
            end=end,
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
    verb = "were" if PLURAL.search(event.name) else "was"
    words = (
        frame.words.replace("{x}", event.name)
        .replace("{a}", _article(event.name))
        .replace("{was}", verb)
    )
    if frame.place == "item":
        yield from _items(material, words)
        return
    if frame.place == "lead":
        first = MOVABLE.match(text)
        if first and "," not in text[:40]:
            yield _Placed(0, first.end(), f"{words} {first.group().lower()}")
        return
    if frame.place == "subject" and not ABOUT_PATIENT.match(text):
        return
    body = text.rstrip(" .")
    if frame.place == "shown" and not SHOWN.search(body):
        return
    if not text.endswith(".") or CLOSED_ENDING.search(body):
        return
    yield _Placed(len(body), len(body), words)


def _items(material: Material, words: str) -> Iterator[_Placed]:
    """Put one more symptom or finding into a list of them."""
    for gap in LIST_GAP.finditer(material.text):
        if _is_between_findings(material, gap.start(), gap.end()):
            yield _Placed(gap.end(), gap.end(), f"{words}, ")
            return


def _is_between_findings(material: Material, before: int, after: int) -> bool:
    """Say whether a comma parts two findings of which the text asserts the same."""
    findings = [c for c in material.claims if c.kind in ("symptom", "exam")]
    left = [c for c in findings if c.source.end == before]
    right = [c for c in findings if c.source.start == after]
    return any(one.assertion == other.assertion for one in left for other in right)


def _article(name: str) -> str:
    if re.match(r"an?\s", name) or MASS_NOUN.search(name):
        return ""
    return "an " if begins_with_vowel(name) else "a "
