"""Rules for a cause that the record tells the other way around, and for another purpose."""

from agents.rule_judge.decisions import Decided, Decision
from agents.rule_judge.edges.joined import (
    STATED,
    Joined,
    akin,
    named_together,
    quote_of,
    refuted,
)
from clinical.causal_links import causal_links
from clinical.facts import Fact
from clinical.purposes import purposes
from kg.instance import Instance, InstanceEdge

Pair = tuple[InstanceEdge, Instance, Instance]


def judge_directions(sentence: str, claims: list[Fact], joined: Joined) -> Decided:
    """The record has the effect as the cause, and nowhere the cause as the cause."""
    recorded = list(joined.pairs("causes"))
    if not recorded:
        return []
    found: Decided = []
    told = [claim for claim in claims if claim.assertion in STATED]
    for link in causal_links(sentence, told):
        for cause in told:
            if link.start <= (cause.source.start or 0) < link.end:
                decision = reversed_cause(cause, link.effect, recorded, joined)
                found += [(link.effect, decision)] if decision is not None else []
    return found[:1]


def reversed_cause(
    cause: Fact, effect: Fact, recorded: list[Pair], joined: Joined
) -> Decision | None:
    """Compare one cause and effect with every cause on record."""
    same = [p for p in recorded if akin(cause.concept, p[1]) and akin(effect.concept, p[2])]
    other = [p for p in recorded if akin(cause.concept, p[2]) and akin(effect.concept, p[1])]
    cited = joined.retrieved(name for edge, _, _ in other for name in edge.evidence)
    if same or not cited:
        return None
    note = (
        f"the sentence has {cause.text!r} as the cause of {effect.text!r}, the record the reverse: "
        f"{quote_of(cited, joined.view)!r}"
    )
    return refuted("reversed_cause", cited, ("diagnosis_error",), note, "cause")


def judge_purposes(sentence: str, claims: list[Fact], joined: Joined) -> Decided:
    """The record gives the drug for something else, and never names it beside the purpose told."""
    recorded = list(joined.pairs("given_for"))
    found: Decided = []
    for purpose in purposes(sentence, claims) if recorded else ():
        drug, reason = purpose.drug, purpose.reason
        if drug.assertion not in STATED or reason.assertion not in (*STATED, "possible"):
            continue
        decision = other_purpose(drug, reason, recorded, joined)
        found += [(reason, decision)] if decision is not None else []
    return found[:1]


def other_purpose(
    drug: Fact, reason: Fact, recorded: list[Pair], joined: Joined
) -> Decision | None:
    """Compare one drug and its purpose with all that the record gives the drug for."""
    mine = [pair for pair in recorded if pair[1].concept == drug.concept.id]
    if not mine or any(akin(reason.concept, other) for _, _, other in mine):
        return None
    if joined.of(reason.concept) or named_together(drug, reason, joined.view):
        return None
    cited = joined.retrieved(name for edge, _, _ in mine for name in edge.evidence)
    if not cited:
        return None
    other = mine[0][2].name
    note = (
        f"the sentence gives {drug.text!r} for {reason.text!r}, the record for {other}: "
        f"{quote_of(cited, joined.view)!r}"
    )
    correction = (reason.text, other)
    return refuted("other_purpose", cited, ("diagnosis_error",), note, "indication", correction)
