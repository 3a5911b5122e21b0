"""The words that no typed fact accounts for: a slot of the fact beside them, never support."""

from agents.judging import SentenceToJudge
from agents.rule_judge.decisions import Decided, Decision, is_residual
from agents.rule_judge.ledger.slots import owner_of
from agents.rule_judge.ledger.spans import slot_at
from agents.rule_judge.ledger.surroundings import says
from agents.rule_judge.record_view import RecordView
from clinical.content_words import content_words
from clinical.facts import Fact
from graph_state.findings import Slot

BESIDE = "words_beside_facts"
"""The rule of words that were hardly found, beside facts that were."""


def with_leftovers(sentence: SentenceToJudge, decided: Decided, view: RecordView) -> Decided:
    """Keep words that nothing was compared with as slots.

    A clause of which hardly a word was found is no claim of its own: it joins the claim beside it.
    """
    kept = [(c, with_slots(d, unsaid(sentence, c, view))) for c, d in decided if not is_left(c, d)]
    if not kept:
        return decided
    owners = [claim for claim, _ in kept]
    for clause in (claim for claim, decision in decided if is_left(claim, decision)):
        start, end = clause.source.start or 0, clause.source.end or 0
        owner = owner_of(start, end, owners)
        slot = slot_at(sentence, "wording", start, end, "not_compared", ())
        kept[owner] = (kept[owner][0], with_slots(kept[owner][1], [slot]))
    return kept


def with_slots(decision: Decision, slots: list[Slot]) -> Decision:
    """Add slots to a decision."""
    return decision.model_copy(update={"slots": (*decision.slots, *slots)}) if slots else decision


def unsaid(sentence: SentenceToJudge, claim: Fact, view: RecordView) -> list[Slot]:
    """The stretches of a leftover clause whose content words no passage says."""
    if not is_residual(claim):
        return []
    stretches: list[tuple[int, int]] = []
    follows = False
    for word in content_words(claim.text, claim.source.start or 0):
        if any(says(word.word, passage.quote) for passage in view.passages):
            follows = False
            continue
        start = stretches.pop()[0] if follows else word.start
        stretches.append((start, word.end))
        follows = True
    return [slot_at(sentence, "wording", *one, "not_compared", ()) for one in stretches]


def is_left(claim: Fact, decision: Decision) -> bool:
    """Say whether a claim is made of words that only stand beside facts."""
    return decision.rule == BESIDE and is_residual(claim)
