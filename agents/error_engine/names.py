"""False names: another diagnosis in the place of the true one, another organism, another study."""

import re
from collections.abc import Iterator

from agents.chart import Charted
from agents.error_engine.candidate import Candidate
from agents.error_engine.material import Material
from agents.error_engine.wording import in_case_of
from clinical.alternatives import alternatives_to
from clinical.facts import Concept, Fact
from clinical.labels import ErrorType
from clinical.vocabulary import TermMention, concept, find_terms
from clinical.words import tokens
from graph_state.generation import Difficulty, EditedFact

NAMED_KINDS = frozenset({"diagnosis", "symptom", "exam"})
LONGEST_NAME = 5
OPEN_LIST = re.compile(r"\b(?:history|hx|pmh|including|comorbidities)\b", re.IGNORECASE)
"""A list of old diseases has no single answer: a further one is not excluded by it."""


def false_diagnoses(material: Material) -> Iterator[Candidate]:
    """Name another diagnosis for the same problem."""
    yield from _false_names(material, "diagnosis", "diagnosis_error")


def false_organisms(material: Material) -> Iterator[Candidate]:
    """Name another organism."""
    yield from _false_names(material, "organism", "exam_result_error")


def _false_names(material: Material, kind: str, error_type: ErrorType) -> Iterator[Candidate]:
    for start, end in _names(material.text, kind):
        claim = material.claim_at(start, end)
        if claim is None or claim.assertion != "present" or claim.kind not in NAMED_KINDS:
            continue
        if kind == "diagnosis" and OPEN_LIST.search(material.text[:start]):
            continue
        proof = charted_presence(material, claim)
        if proof is None:
            continue
        written = material.text[start:end]
        for position, name in enumerate(alternatives_to(kind, written)):
            other = named_concept(name)
            if material.chart.touches(other) or material.chart.names(name):
                continue
            yield Candidate(
                error_type=error_type,
                difficulty=_difficulty(claim.concept, other, position),
                start=start,
                end=end,
                words=in_case_of(written, name),
                fact=EditedFact(
                    kind=claim.kind,
                    attribute="identity",
                    concept=claim.concept,
                    new_concept=other,
                    old=written,
                    new=name,
                    evidence=(proof.link,),
                ),
                explanation=f"the record has {claim.concept.name}; {name} is nowhere in it",
            )


def _names(text: str, kind: str) -> Iterator[tuple[int, int]]:
    """Find the longest stretches of words that have alternatives, from the left."""
    words = tokens(text)
    position = 0
    while position < len(words):
        for count in range(min(LONGEST_NAME, len(words) - position), 0, -1):
            start, end = words[position].start, words[position + count - 1].end
            if alternatives_to(kind, text[start:end]) and "\n" not in text[start:end]:
                yield start, end
                position += count
                break
        else:
            position += 1


def charted_presence(material: Material, claim: Fact) -> Charted | None:
    """Find where the record says that the patient has this, and nobody in it denies it."""
    known = material.chart.about(claim.concept)
    if any(charted.fact.assertion == "absent" for charted in known):
        return None
    present = [c for c in known if c.fact.assertion in ("present", "historical")]
    return present[0] if present else None


def named_concept(name: str) -> Concept:
    """The concept of a whole name, else one of its own words."""
    found: list[TermMention] = find_terms(name)
    whole = [m for m in found if (m.start, m.end) == (0, len(name))]
    return concept(whole[0].concept_id) if whole else Concept(id=f"text:{name.lower()}", name=name)


def _difficulty(one: Concept, other: Concept, position: int) -> Difficulty:
    """Names that share a near wider concept are hard to tell apart."""
    if set(one.broader[:3]) & set(other.broader[:3]):
        return "hard"
    return "medium" if position < 2 else "easy"
