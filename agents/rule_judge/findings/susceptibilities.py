"""Rules for what a germ was found sensitive or resistant to."""

from agents.rule_judge.decisions import Decision, contradicted, supported, undecided
from agents.rule_judge.record_view import RecordView
from clinical.facts import Fact

PREFIX = "susceptibility:"
OPPOSITE = {"sensitive": "resistant", "resistant": "sensitive"}


def judge_susceptibility(claim: Fact, view: RecordView) -> Decision:
    """A result is wrong when the record has only the opposite one for this drug."""
    items = [i for i in view.narrower(claim.concept) if i.fact.result]
    same = [i for i in items if i.fact.result == claim.result]
    if same:
        note = f"the record has {same[0].fact.text!r}"
        return supported("same_susceptibility", same, note, "result")
    opposite = OPPOSITE.get(claim.result or "")
    others = [i for i in items if i.fact.result == opposite]
    if not others:
        return undecided("not_tested", "no such susceptibility was found", items)
    return contradicted(
        "other_susceptibility",
        others,
        ("exam_result_error",),
        f"the sentence says {claim.result}, the record {others[0].evidence.quote!r}",
        "result",
        (str(claim.result), str(opposite)),
    )
