"""What a slot that was not matched does to the grade of its claim: the fold."""

from collections.abc import Sequence
from typing import Literal

from agents.rule_judge.decisions import Decided, Decision
from clinical.content_words import content_words
from clinical.labels import Relation, SlotName, SlotState
from graph_state.findings import Slot

Effect = Literal["open", "doubt"]
"""`open`: the claim is left undecided. `doubt`: it is never explicit, and its words are marked."""

EFFECTS: dict[tuple[SlotName, SlotState], Effect] = {
    ("dose", "disputed"): "open",
    ("duration", "disputed"): "open",
    ("number", "disputed"): "open",
    ("side", "disputed"): "open",
    ("severity", "disputed"): "open",
    ("date", "disputed"): "open",
    ("change", "disputed"): "doubt",
    ("count", "not_compared"): "doubt",
    ("interval", "disputed"): "doubt",
    ("interval", "not_compared"): "doubt",
    ("date", "not_compared"): "doubt",
    ("duration", "not_compared"): "doubt",
    ("number", "not_compared"): "doubt",
    ("side", "not_compared"): "doubt",
    ("wording", "not_compared"): "doubt",
}
"""Chosen by how often such sentences are wrong in folders that nobody read (`docs/verdicts.md`)."""

FEW_WORDS = 3
"""Fewer leftover words than this are how a sentence is worded, not what it says."""

WORDS: dict[SlotName, str] = {
    "number": "number",
    "dose": "dose",
    "duration": "length of time",
    "date": "day",
    "clock_time": "time of day",
    "count": "count",
    "interval": "distance in time",
    "side": "side or place",
    "polarity": "denial",
    "change": "change",
    "order": "order",
    "severity": "degree or kind",
    "wording": "wording",
}
"""What a reader calls a slot."""


def folded(decided: Decided) -> Decided:
    """Lower the claims that are carried, by those of their slots that were not matched.

    A sentence in which something was found wrong stays as it is.
    """
    if any(decision.grade in ("E3", "E4") for _, decision in decided):
        return decided
    return [(claim, lowered(decision)) for claim, decision in decided]


def lowered(decision: Decision) -> Decision:
    """Lower one decision."""
    if decision.grade is None:
        return decision
    slots = tuple(slot.model_copy(update={"marked": has_effect(slot)}) for slot in decision.slots)
    decision = decision.model_copy(update={"slots": slots})
    open_ = [slot for slot in slots if EFFECTS.get((slot.name, slot.state)) == "open"]
    if open_:
        return left_open(decision, open_)
    doubted = [slot for slot in slots if slot.marked]
    if not doubted:
        return decision
    note = f"{decision.explanation}; {'; '.join(map(told, doubted))}"
    grade = "E2" if any(slot.state == "disputed" for slot in doubted) else decision.grade
    return decision.model_copy(update={"explanation": note, "grade": grade})


def has_effect(slot: Slot) -> bool:
    """Say whether a slot lowers its claim: its words are shown to the reader."""
    few = slot.name == "wording" and len(content_words(slot.text)) < FEW_WORDS
    return (slot.name, slot.state) in EFFECTS and not few


def left_open(decision: Decision, slots: Sequence[Slot]) -> Decision:
    """Leave a claim undecided for what the record has otherwise, and cite that."""
    relation: Relation = "context"
    cited = dict.fromkeys((identity, relation) for slot in slots for identity in slot.evidence)
    return decision.model_copy(
        update={
            "grade": None,
            "rule": f"{slots[0].state}_{slots[0].name}",
            "attribute": slots[0].name,
            "citations": tuple(cited),
            "explanation": "; ".join(map(told, slots)),
        }
    )


def told(slot: Slot) -> str:
    """Say for a reader what became of a slot."""
    if slot.state == "disputed":
        return (
            f"where the record speaks of this it has another {WORDS[slot.name]} than {slot.text!r}"
        )
    return f"nothing on record was found to compare {slot.text!r} with"
