"""The name by which a source calls what a fact is about."""

from functools import lru_cache

from clinical.drug_lexicon import find_drug_names
from clinical.facts import Fact

_MEASURED = frozenset({"lab", "vital"})


def written_name(fact: Fact) -> str:
    """Return the wording of the concept alone, without dose, value or status.

    The text of a drug or a measurement holds more than its name; of a measurement the canonical
    name must do.
    """
    if fact.kind in _MEASURED:
        return fact.concept.name
    if fact.kind == "medication":
        return _drug_name(fact.text, fact.concept.id) or fact.concept.name
    return fact.text


@lru_cache(maxsize=8192)
def _drug_name(text: str, concept_id: str) -> str:
    names = (name for name in find_drug_names(text) if name.concept.id == concept_id)
    return next((text[name.start : name.end] for name in names), "")
