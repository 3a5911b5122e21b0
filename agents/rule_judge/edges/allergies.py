"""Rules for a drug that an allergy of the patient bars."""

import re

from agents.rule_judge.decisions import Decided
from agents.rule_judge.edges.joined import Joined, quote_of, refuted
from clinical.facts import Concept, Fact
from kg.inferred_relations import barred_by
from kg.instance import Instance

TAKEN = frozenset(
    {"given", "started", "continued", "resumed", "increased", "decreased", "changed", "discharge"}
)
TOLERATES = re.compile(
    r"\btolerat(?:es|ed|ing)\b[^.;]{0,40}\Z|\A[^.;]{0,60}\b(?:tolerated|without (?:any )?"
    r"(?:reaction|rash|incident|issue|problem)\w*|no (?:adverse )?reactions?)\b",
    re.IGNORECASE,
)
SAID = re.compile(
    r"\b(?:allerg\w*|intoleran\w*|desensiti\w*|avoid\w*|instead|rather than|contraindicat\w*"
    r"|challenge\w*|reaction to|not|never|no longer|declin\w*|refus\w*|despite)\b",
    re.IGNORECASE,
)
"""Words by which the sentence itself deals with the allergy, or denies the drug."""


def judge_barred(sentence: str, claims: list[Fact], joined: Joined) -> Decided:
    """A drug that the record never gives and an allergy bars; or one said to be tolerated."""
    found: Decided = []
    allergies = joined.allergies()
    for claim in claims if allergies and not SAID.search(sentence) else []:
        if claim.kind != "medication" or claim.assertion != "present":
            continue
        bar = next((a for a in allergies if barred_by(claim.concept, concept_of(a))), None)
        if bar is not None and is_told_wrong(sentence, claim, bar, joined):
            found += decision_on(claim, bar, joined)
    return found


def is_told_wrong(sentence: str, claim: Fact, bar: Instance, joined: Joined) -> bool:
    """Say whether the sentence says more of the drug than a patient with this allergy can have."""
    given = [one for one in joined.of(claim.concept) if one.kind == "dose_period"]
    if given:
        return False
    before, after = sentence[: claim.source.start or 0], sentence[claim.source.end or 0 :]
    if TOLERATES.search(f"{before}") or TOLERATES.match(after):
        return True
    return claim.status in TAKEN and bar.concept in (claim.concept.id, *claim.concept.broader)


def decision_on(claim: Fact, bar: Instance, joined: Joined) -> Decided:
    """Write out the allergy that bars a drug."""
    cited = joined.retrieved(bar.evidence, bar.spans)
    if not cited:
        return []
    told = f"the record names an allergy to {bar.name} and never gives {claim.concept.name}"
    note = f"{told}: {quote_of(cited, joined.view)!r}"
    return [(claim, refuted("barred_drug", cited, ("medication_error",), note, "allergen"))]


def concept_of(one: Instance) -> Concept:
    """Return the concept of an instance."""
    return Concept(id=one.concept, name=one.name, broader=one.broader)
