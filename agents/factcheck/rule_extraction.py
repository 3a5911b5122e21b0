"""Extracts medical claims by rules: what is named, what relates it, and on which side it stands."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from agents.factcheck.entities import Entity, EntityFinder, EntityKind
from clinical.content_words import content_words
from clinical.relation_cues import RelationCue, find_relation_cues
from clinical.sentences import split_sentences
from graph_state.factcheck import MedicalClaim

TOGETHER = re.compile(
    r"\bwith\b|\btogether\b|\bcombin\w+|\binteract\w*|\bplus\b|\blevels?\b|\beffects?\b"
    r"|\babsorption\b|\btoxicity\b|\bless effective\b|\bwhile (?:taking|on|you)\b",
    re.IGNORECASE,
)
KIND_OF = re.compile(
    r"\b(?:is|are) (?:an?|one of the|the)\b|\bbelongs? to\b|\bis called an?\b", re.IGNORECASE
)
ADVISED = re.compile(
    r"^\W*(?:please |you (?:may|can|should) |continue to )*(?:take|use|continue|combine|start)\b",
    re.IGNORECASE,
)
"""Advice to do something, which takes it to be harmless."""

MOST_WORDS = 3
EXAMPLE = re.compile(r"\bsuch as\b|\blike\b|\be\.?g\.?\b|\bincluding\b", re.IGNORECASE)
SURE, GUESSED = 0.9, 0.6


@dataclass(frozen=True)
class RuleExtractor:
    """Reads one text sentence by sentence; each pair of things that is related is one claim."""

    entities: EntityFinder

    def extract(self, text: str) -> list[MedicalClaim]:
        """Return the claims of a text, in its order, each once."""
        found: dict[MedicalClaim, None] = {}
        for span in split_sentences(text):
            for claim in self._of_sentence(text[span.start : span.end], span.start):
                found.setdefault(claim)
        return list(found)

    def _of_sentence(self, text: str, start: int) -> Iterator[MedicalClaim]:
        cues = find_relation_cues(text)
        named = _without_examples(text, self.entities.find(text))
        named = _with_unknown(text, named, cues)
        for subject, sense, object_, denied in _related(text, named, cues):
            if subject.name.lower() != object_.name.lower():
                yield MedicalClaim(
                    subject=subject.name,
                    relation=sense,
                    object=object_.name,
                    denied=denied,
                    text=text,
                    start=start,
                    end=start + len(text),
                    confidence=SURE if len(named) == 2 else GUESSED,
                )


Related = tuple[Entity, str, Entity, bool]


def _related(text: str, named: Sequence[Entity], cues: Sequence[RelationCue]) -> Iterator[Related]:
    """Relate drugs to drugs, to conditions and to tests, and conditions to each other."""
    drugs = [one for one in named if one.kind == "drug"]
    others = [one for one in named if one.kind == "condition"]
    tests = [one for one in named if one.kind == "test"]
    yield from _drugs_together(text, drugs, others, cues)
    if drugs and tests:
        yield from ((drug, "monitored", test, False) for drug in drugs for test in tests)
    elif drugs and others:
        yield from _drugs_and_conditions(text, drugs, others, cues)
    elif len(others) > 1:
        yield from _conditions(text, others, cues)


def _drugs_together(
    text: str, drugs: Sequence[Entity], others: Sequence[Entity], cues: Sequence[RelationCue]
) -> Iterator[Related]:
    if len(drugs) < 2:
        return
    first, rest = drugs[0], drugs[1:]
    kind = KIND_OF.search(text, first.end, rest[0].start)
    if kind and not TOGETHER.search(text):
        yield from ((first, "is_a", one, False) for one in rest)
    elif TOGETHER.search(text):
        warned = any(cue.sense in ("contraindicated", "interacts", "causes") for cue in cues)
        denied = cues[0].denied if warned else ADVISED.search(text) is not None
        yield from ((first, "interacts", one, denied) for one in rest)


def _drugs_and_conditions(
    text: str, drugs: Sequence[Entity], others: Sequence[Entity], cues: Sequence[RelationCue]
) -> Iterator[Related]:
    together = len(drugs) > 1 and TOGETHER.search(text) is not None
    for condition in others:
        sense, denied = _sense(cues, condition, drugs[0])
        if together and sense != "causes":
            continue
        for drug in drugs:
            if sense:
                yield drug, sense, condition, denied and not together
            elif KIND_OF.search(text):
                yield drug, "is_a", condition, False


def _sense(cues: Sequence[RelationCue], condition: Entity, drug: Entity) -> tuple[str, bool]:
    """Choose the cue that relates a drug and a condition."""
    usable = [cue for cue in cues if cue.sense not in ("interacts", "monitored", "symptom")]
    if condition.directed and not any(cue.denied for cue in usable):
        # What a drug raises or lowers is what it brings about, whatever else it is used for.
        avoided = bool(usable) and usable[0].sense == "contraindicated"
        return ("contraindicated" if avoided else "causes"), False
    return (usable[0].sense, usable[0].denied) if usable else ("", False)


def _conditions(
    text: str, others: Sequence[Entity], cues: Sequence[RelationCue]
) -> Iterator[Related]:
    """Relate what stands before the cue to what stands behind it."""
    usable = [cue for cue in cues if cue.sense in ("symptom", "causes")]
    if usable:
        cue = usable[0]
        before = [one for one in others if one.end <= cue.start]
        after = [one for one in others if one.start >= cue.end] or others[1:]
        before = before or [others[0]]
        yield from ((one, cue.sense, other, cue.denied) for one in before for other in after)
    elif KIND_OF.search(text):
        yield from ((others[0], "is_a", other, False) for other in others[1:])


def _without_examples(text: str, named: Sequence[Entity]) -> list[Entity]:
    """Leave out the class that a drug is named as an example of."""
    examples = {
        one
        for one, other in pairwise(named)
        if one.kind == other.kind and EXAMPLE.search(text, one.end, other.start)
    }
    return [one for one in named if one not in examples]


def _with_unknown(text: str, named: list[Entity], cues: Sequence[RelationCue]) -> list[Entity]:
    """Add the words on the other side of a cue where nobody knows them.

    Their claim is unverifiable, which is told; it would be silent otherwise.
    """
    cue = next((c for c in cues if c.sense in ("treats", "causes", "symptom")), None)
    if cue is None or len(named) != 1:
        return named
    only = named[0]
    if only.start >= cue.end:
        unknown = content_words(text[: cue.start])[-MOST_WORDS:]
    elif only.end <= cue.start:
        unknown = content_words(text[cue.end :], cue.end)[:MOST_WORDS]
    else:
        return named
    if not unknown:
        return named
    start, end = unknown[0].start, unknown[-1].end
    kind: EntityKind = "condition" if only.kind == "drug" or cue.sense != "treats" else "drug"
    return sorted([*named, Entity(text[start:end], kind, start, end)], key=lambda one: one.start)
