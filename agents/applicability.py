"""Which sentences can be made wrong: the three criteria of the first stage (CuraView, 4.2.2)."""

from pydantic import BaseModel

from clinical.checkability import why_not_checkable
from clinical.facts import Fact
from clinical.labels import Kind
from clinical.plausibility import is_plausible

MEDICAL: frozenset[Kind] = frozenset(
    {"diagnosis", "medication", "lab", "vital", "exam", "procedure", "symptom", "allergy"}
)
"""Kinds of facts that a record can prove; demographics and left-over words are none of them."""

FEWEST_WORDS = 4
MOST_WORDS = 60
MOST_CLAIMS = 14


class Applicability(BaseModel, frozen=True):
    """How a sentence meets the three criteria."""

    verifiable: bool
    """It states a medical fact that a record can prove, and is no demographic or subjective one."""

    plausible: bool
    """Its own values are possible, so that a nearby false one will be as well."""

    moderate: bool
    """It is neither so short that an error is bare nor so long that its check is unreliable."""

    @property
    def fault(self) -> str | None:
        """Name the first criterion that is not met."""
        if not self.verifiable:
            return "states no medical fact that the record could prove"
        if not self.plausible:
            return "holds a value that is not possible as it stands"
        return None if self.moderate else "is too simple or too complex to be rewritten reliably"


def applicability(text: str, claims: list[Fact], is_heading: bool) -> Applicability:
    """Hold a sentence against the three criteria."""
    medical = [c for c in claims if c.kind in MEDICAL and not c.concept.id.startswith("text:")]
    words = len(text.split())
    return Applicability(
        verifiable=bool(medical) and why_not_checkable(text, len(medical)) is None,
        plausible=all(
            is_plausible(claim.concept.id, claim.quantity.value)
            for claim in medical
            if claim.quantity and claim.kind in ("lab", "vital")
        ),
        moderate=not is_heading
        and FEWEST_WORDS <= words <= MOST_WORDS
        and len(medical) <= MOST_CLAIMS,
    )
