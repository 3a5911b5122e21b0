"""Rules for what the record leaves open: `has not been ruled out`, `cannot exclude`."""

import re

from agents.rule_judge.decisions import Decision, Item, contradicted, silent, undecided
from agents.rule_judge.findings.denial_limits import clause_of, main_clause
from agents.rule_judge.findings.error_types import error_type_of
from clinical.facts import Fact

EXCLUDED = re.compile(r"\b(?:ruled? out|ruling out|excluded?|r/o'?d)\b", re.IGNORECASE)
NOT_EXCLUDED = re.compile(
    r"(?:\b(?:not|never|cannot|unable to|fail\w* to)|n't)\b[^.;]{0,30}?\b(?:ruled? out|exclude)",
    re.IGNORECASE,
)
TO_BE_EXCLUDED = re.compile(
    r"\b(?:will|to|should|must|needs?|plan\w*)\b[^.;]{0,30}?\b(?:ruled? out|exclude|r/o)",
    re.IGNORECASE,
)
MADE_SURE = re.compile(
    r"\b(?:diagnos(?:ed|is|es) (?:with|of|as)|confirm(?:ed|s|ing)?|prove[dns]?|proven"
    r"|definite(?:ly)?|biopsy-proven|culture-proven|established|turned out to be)\b",
    re.IGNORECASE,
)


def judge_left_open(claim: Fact, items: list[Item], sentence: str) -> Decision | None:
    """The sentence denies what the record says has not been excluded, or is still to be."""
    if any(item.fact.assertion == "absent" for item in items):
        return None
    supposed = [i for i in items if i.fact.assertion in ("possible", "hypothetical")]
    not_excluded = [i for i in supposed if NOT_EXCLUDED.search(clause_of(i))]
    if not_excluded and EXCLUDED.search(main_clause(claim, sentence)):
        return contradicted(
            "not_ruled_out",
            not_excluded,
            ("negation_error",),
            f"the sentence rules {claim.text!r} out: {not_excluded[0].evidence.quote!r} does not",
            "presence",
            confidence=0.75,
        )
    left = not_excluded or [i for i in supposed if TO_BE_EXCLUDED.search(clause_of(i))]
    if not left:
        return None
    return undecided("left_open", f"the record leaves {claim.text!r} open", left)


def judge_made_sure(claim: Fact, possible: list[Item], sentence: str) -> Decision | None:
    """The sentence says that a disease was confirmed; the record only calls it possible."""
    if claim.kind != "diagnosis" or not MADE_SURE.search(main_clause(claim, sentence)):
        return None
    return silent(
        "only_possible",
        (error_type_of(claim),),
        f"the record only calls {claim.text!r} possible: {possible[0].evidence.quote!r}",
        possible,
    )
