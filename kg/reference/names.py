"""One form for the names of medical things, so that two graphs and a text can meet."""

from functools import lru_cache

from clinical.drug_lexicon import concept_of, drug_concept
from clinical.vocabulary import concept, lexicon
from clinical.words import phrase


@lru_cache(maxsize=200_000)
def folded(name: str) -> str:
    """Fold case, plurals, punctuation and British spelling: `Haemoptysis` becomes `hemoptysis`."""
    return phrase(name)


@lru_cache(maxsize=200_000)
def concept_ids(name: str) -> tuple[str, ...]:
    """Find the concepts of the clinical layer that a whole name means, drugs first."""
    drug = drug_concept(name)
    known = lexicon().terms.get(folded(name))
    found = [drug.id] if drug else []
    return tuple(found + ([known[1]] if known else []))


def shown_name(concept_id: str) -> str:
    """Name a concept of the clinical layer as a reader would."""
    if concept_id.startswith(("drug:", "drugclass:")):
        return concept_of(concept_id).name
    return concept(concept_id).name.lower()
