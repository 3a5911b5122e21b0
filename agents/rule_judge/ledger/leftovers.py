"""The words that no typed fact accounts for: a slot of the fact beside them, never support."""

from agents.judging import SentenceToJudge
from agents.rule_judge.decisions import Decision
from agents.rule_judge.ledger.slots import owner_of
from agents.rule_judge.ledger.spans import slot_at
from clinical.facts import Fact
from graph_state.findings import Slot

Decided = list[tuple[Fact, Decision]]

BESIDE = "words_beside_facts"
"""The rule of words that were hardly found, beside facts that were."""


def with_leftovers(sentence: SentenceToJudge, decided: Decided) -> Decided:
    """Turn clauses of which hardly a word was found into slots of the claims beside them."""
    left = [claim for claim, decision in decided if is_left_over(claim, decision)]
    kept = [(c, d) for c, d in decided if not is_left_over(c, d)]
    if not kept:
        return decided
    owners = [claim for claim, _ in kept]
    slots: list[list[Fact]] = [[] for _ in kept]
    for claim in left:
        slots[owner_of(claim.source.start or 0, claim.source.end or 0, owners)].append(claim)
    return [
        (claim, decision.model_copy(update={"slots": (*decision.slots, *wording(sentence, own))}))
        for (claim, decision), own in zip(kept, slots, strict=True)
    ]


def wording(sentence: SentenceToJudge, claims: list[Fact]) -> list[Slot]:
    """Write clauses down as words that nothing was compared with."""
    return [
        slot_at(sentence, "wording", c.source.start or 0, c.source.end or 0, "not_compared", ())
        for c in claims
    ]


def is_left_over(claim: Fact, decision: Decision) -> bool:
    """Say whether a claim is made of words that only stand beside facts."""
    return decision.rule == BESIDE and claim.concept.id.startswith("text:")
