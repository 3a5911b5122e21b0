"""The concepts that a question names, by the vocabularies that records are read with."""

import re
from functools import cache
from typing import NamedTuple

from clinical.analyte_names import PROSE_NAMES, WORD
from clinical.analytes import ANALYTES
from clinical.drug_lexicon import concept_of, find_drug_names
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
        *_lay(question),
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


LAY: tuple[tuple[str, str], ...] = (
    (r"blood sugars?|sugars?", "lab:glucose"),
    (r"blood thinners?|thinners?", "drugclass:anticoagulant"),
    (r"water pills?", "drugclass:diuretic"),
    (r"pain ?killers?|pain (?:pills?|meds|medicines?)", "drugclass:analgesic"),
    (r"kidney (?:function|numbers?|values?)", "lab:creatinine"),
    (r"blood counts?", "lab:hemoglobin"),
    (r"(?:stomach )?acid (?:blockers?|pills?)", "drugclass:proton-pump-inhibitor"),
    (r"sleeping pills?", "drugclass:hypnotic"),
)
"""What people say for a quantity or a class of drugs; the vocabularies hold the learned names."""


def _lay(question: str) -> list[NamedConcept]:
    found: list[NamedConcept] = []
    for words, concept_id in LAY:
        for match in re.finditer(rf"\b(?:{words})\b", question, re.IGNORECASE):
            meant = (
                ANALYTES[concept_id].concept if concept_id in ANALYTES else concept_of(concept_id)
            )
            found.append(NamedConcept(match.start(), match.end(), meant))
    return found


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
