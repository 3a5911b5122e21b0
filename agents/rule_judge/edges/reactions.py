"""Rules for what a drug once did to the patient, against the reactions of the allergy list."""

import re
from collections.abc import Iterator

from agents.rule_judge.decisions import Decided, Decision
from agents.rule_judge.edges.allergies import concept_of
from agents.rule_judge.edges.joined import Joined, quote_of, refuted
from agents.rule_judge.record_view import stems_of
from clinical.allergic_reactions import agree
from clinical.drug_lexicon import same_drug
from clinical.facts import Fact
from kg.instance import Instance

DID = re.compile(
    r"\b(?:caus(?:ed|es|ing)|gave|given|brought|produced|induced|provoked|triggered|led to"
    r"|resulted in)\s+(?:(?:her|him|them|the patient|a|an|some|severe|mild|marked)\s+){0,3}\Z",
    re.IGNORECASE,
)
KEPT_AWAY = re.compile(
    r"\b(?:avoid\w*|withheld|held|declined|unsuitable|contraindicated"
    r"|not (?:used|given|an option|chosen|restarted|offered))\b[^.;]{0,40}"
    r"\b(?:because of|on account of|due to|owing to|given|for fear of)\s+"
    r"(?:(?:her|his|their|a|an|the|earlier|previous|prior|past|known|history of)\s+){0,4}\Z",
    re.IGNORECASE,
)
REACTIONS = frozenset({"diagnosis", "symptom", "exam", "event"})
GENERAL = re.compile(
    r"\b(?:reactions?|allerg\w*|intoleran\w*|symptoms?|problems?|side|adverse|effects?|issues?)\b",
    re.IGNORECASE,
)
"""Words for some reaction, which every reaction is."""

LONGEST = 70
"""Characters between a drug and what it did."""


def judge_reactions(sentence: str, claims: list[Fact], joined: Joined) -> Decided:
    """The list tells of another reaction to the drug, and no passage names this one beside it."""
    found: Decided = []
    allergies = joined.allergies()
    for drug, reaction in told_reactions(sentence, claims) if allergies else ():
        listed = [
            one
            for one in allergies
            if same_drug(drug.concept, concept_of(one)) in {"same", "component"}
        ]
        decision = other_reaction(drug, reaction, listed, joined)
        found += [(reaction, decision)] if decision is not None else []
    return found[:1]


def told_reactions(sentence: str, claims: list[Fact]) -> Iterator[tuple[Fact, Fact]]:
    """Pair each drug with what the sentence says that it did to the patient."""
    for drug in claims:
        for other in claims if drug.kind in ("medication", "allergy") else ():
            start, end = drug.source.end or 0, other.source.start or 0
            between = sentence[start:end]
            if other.kind not in REACTIONS or not 0 < end - start <= LONGEST:
                continue
            if GENERAL.search(other.text):
                continue
            if DID.search(between) or KEPT_AWAY.search(sentence[drug.source.start or 0 : end]):
                yield drug, other


def other_reaction(
    drug: Fact, reaction: Fact, listed: list[Instance], joined: Joined
) -> Decision | None:
    """Compare one reaction with all that the list tells of the drug."""
    told = [name for one in listed for name in reactions_of(one, joined)]
    if not told or any(agree(reaction.text, name) for name in told):
        return None
    words = stems_of(reaction.text)
    for passage in joined.view.passages:
        held = stems_of(passage.quote)
        if words & held and stems_of(drug.concept.name) & held:
            return None
    cited = joined.retrieved(listed[0].evidence, listed[0].spans)
    if not cited:
        return None
    note = (
        f"the sentence puts {reaction.text!r} down to {drug.concept.name}, the allergy list "
        f"{told[0]!r}: {quote_of(cited, joined.view)!r}"
    )
    correction = (reaction.text, told[0])
    return refuted("reaction_of_list", cited, ("diagnosis_error",), note, "reaction", correction)


def reactions_of(allergy: Instance, joined: Joined) -> list[str]:
    """Return what an allergy is on record to have done, in words."""
    done = [end.name for _, one, end in joined.pairs("causes") if one.id == allergy.id]
    return [*([allergy.value] if allergy.value else []), *done]
