"""The concepts that a question names, by the vocabularies that records are read with."""

from functools import cache
from typing import NamedTuple

from clinical.analyte_names import PROSE_NAMES, WORD
from clinical.analytes import ANALYTES
from clinical.drug_lexicon import find_drug_names
from clinical.drug_lexicon import lexicon as drugs
from clinical.facts import Concept
from clinical.vocabulary import clinical_words, concept, find_terms


class NamedConcept(NamedTuple):
    """A concept named in a question, with its half-open span."""

    start: int
    end: int
    concept: Concept


def concepts_in(question: str) -> list[NamedConcept]:
    """Find drugs, measured quantities and terms; of overlapping ones the longest."""
    found = [
        *(NamedConcept(one.start, one.end, one.concept) for one in find_drug_names(question)),
        *_quantities(question),
        *(
            NamedConcept(one.start, one.end, concept(one.concept_id))
            for one in find_terms(question)
        ),
    ]
    kept: list[NamedConcept] = []
    for one in sorted(found, key=lambda o: (o.start - o.end, o.start)):
        if not any(one.start < other.end and other.start < one.end for other in kept):
            kept.append(one)
    return sorted(kept, key=lambda o: o.start)


@cache
def is_known_word(word: str) -> bool:
    """Say whether a uniform word is spelled as a vocabulary spells it."""
    return word in clinical_words() or word in drugs().longest


def _quantities(question: str) -> list[NamedConcept]:
    found: list[NamedConcept] = []
    for word in WORD.finditer(question):
        name = PROSE_NAMES.match(question, word.start(), word[0])
        if name is not None and name.alias.analyte in ANALYTES and not name.alias.state_word:
            measured = ANALYTES[name.alias.analyte].concept
            found.append(NamedConcept(name.start, name.end, measured))
    return found
