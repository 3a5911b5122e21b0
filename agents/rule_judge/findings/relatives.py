"""Rules for which relative has a disease."""

from agents.rule_judge.decisions import Decision, Item, contradicted
from agents.rule_judge.findings.error_types import error_type_of
from clinical.facts import Fact
from clinical.family import relative_near


def judge_relative(claim: Fact, family: list[Item], sentence: str) -> Decision | None:
    """One relative is named in the sentence, and the record has the disease in others only."""
    mine = relative_near(sentence, claim.source.start or 0, claim.source.end or 0)
    if mine is None or not family:
        return None
    theirs = [relative_of(item) for item in family]
    if any(relative is None or relative == mine for relative in theirs):
        return None
    return contradicted(
        "other_relative",
        family,
        (error_type_of(claim),),
        f"the sentence has {claim.text!r} in the {mine}, the record in the {theirs[0]}",
        "relative",
        (mine, str(theirs[0])),
        confidence=0.7,
    )


def relative_of(item: Item) -> str | None:
    """The relative that an item of a family history tells of."""
    quote = item.evidence.quote
    inside = 0 <= item.start < item.end <= len(quote)
    return relative_near(quote, item.start, item.end) if inside else None
