"""Slots in the offsets of the whole summary."""

from agents.judging import SentenceToJudge
from clinical.labels import SlotName, SlotState
from graph_state.findings import Slot


def slot_at(
    sentence: SentenceToJudge,
    name: SlotName,
    start: int,
    end: int,
    state: SlotState,
    evidence: tuple[str, ...],
) -> Slot:
    """Write a stretch of a sentence down as a slot."""
    return Slot(
        name=name,
        text=sentence.text[start:end],
        start=sentence.start + start,
        end=sentence.start + end,
        state=state,
        evidence=evidence,
    )
