"""Rules for tobacco, alcohol and drugs: used now, given up, or never used."""

from agents.rule_judge.decisions import Decision, Item, contradicted
from agents.rule_judge.record_view import RecordView
from clinical.facts import Fact
from clinical.sources import in_note
from clinical.substance_use import Substance, Use, UseStatus, uses_in
from kg.evidence import Evidence

CLASHING: dict[UseStatus, frozenset[UseStatus]] = {
    "current": frozenset({"former", "never", "none"}),
    "former": frozenset({"never", "current"}),
    "never": frozenset({"former", "current"}),
    "none": frozenset({"current"}),
}
"""What cannot be true together with each status."""

CODED: dict[str, Substance] = {"event:tobacco_use": "tobacco", "event:alcohol_use": "alcohol"}
"""Concepts of codes that tell of the use of a substance."""

ELSEWHERE = frozenset({"family_history", "indication", "discharge_instructions"})


def judge_habits(
    sentence: str, claims: list[Fact], view: RecordView
) -> list[tuple[Fact, Decision]]:
    """The record tells of the substance, and each time otherwise than the sentence does."""
    told = uses_in(sentence) if claims else []
    for use in told:
        recorded = [
            (passage, other)
            for passage in told_in(view)
            if passage.section not in ELSEWHERE
            for other in uses_in(said_by(passage)) or coded_uses(passage)
            if other.substance == use.substance
        ]
        if recorded and all(other.status in CLASHING[use.status] for _, other in recorded):
            return [decided(claims[0], sentence, use, *recorded[0])]
    return []


def told_in(view: RecordView) -> list[Evidence]:
    """Passages of notes and every row: coded social histories are rows with a fact."""
    rows = [item for item in view.evidence if item.source.table and item.kind == "fact"]
    return [*view.passages, *rows]


def coded_uses(passage: Evidence) -> list[Use]:
    """What the code of a row says of a substance, where its words do not."""
    if not passage.source.table:
        return []
    end = len(said_by(passage))
    return [
        Use(CODED[fact.concept.id], "former" if past else "current", 0, end)
        for fact in passage.facts
        if fact.concept.id in CODED
        for past in [fact.assertion == "historical"]
        if past or fact.assertion == "present"
    ]


def said_by(passage: Evidence) -> str:
    """What a passage says; the column of a row is no word of it."""
    return passage.quote.partition("=")[2] if passage.source.table else passage.quote


def decided(
    claim: Fact, sentence: str, use: Use, passage: Evidence, other: Use
) -> tuple[Fact, Decision]:
    """Write out that a habit is told otherwise."""
    said = sentence[use.start : use.end]
    place = in_note("summary", use.start, use.end)
    part = claim.model_copy(update={"text": said, "source": place})
    recorded = said_by(passage)[other.start : other.end]
    found = contradicted(
        "other_habit",
        [Item(part, passage)],
        ("negation_error",),
        f"the sentence says {said!r}, the record {recorded!r}: {passage.quote!r}",
        "status",
        (said, recorded),
        confidence=0.75,
    )
    return part, found
