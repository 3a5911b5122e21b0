"""Several answers about one sentence: the grade that most of them give is taken."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from agents.judge_reading import abstained
from graph_state.findings import HallucinationDetectionResult, Opinion


class Ballot(NamedTuple):
    """One answer, and who gave it."""

    judge: str
    result: HallucinationDetectionResult
    pending: bool = False
    """The answer is still awaited."""


def elected(ballots: Sequence[Ballot]) -> HallucinationDetectionResult:
    """Take the verdict of the majority; a tie decides nothing, and what is no verdict is no vote.

    Of the answers with the winning grade the first is kept, with the share of the votes as an
    upper bound of its confidence.
    """
    waiting = [ballot.result for ballot in ballots if ballot.pending]
    if waiting or len(ballots) == 1:
        return waiting[0] if waiting else ballots[0].result
    valid = [ballot for ballot in ballots if ballot.result.status != "failed"]
    if not valid:
        return ballots[0].result
    opinions = tuple(opinion(ballot.judge, ballot.result) for ballot in ballots)
    counts = Counter(ballot.result.evidence_grade for ballot in valid).most_common()
    if len(counts) > 1 and counts[0][1] == counts[1][1]:
        tie = ", ".join(f"{grade or 'undecided'} {count}" for grade, count in counts)
        undecided = abstained("The answers disagree.", f"no majority: {tie}")
        return undecided.model_copy(update={"opinions": opinions})
    grade, count = counts[0]
    chosen = next(b.result for b in valid if b.result.evidence_grade == grade)
    share = count / len(ballots)
    return chosen.model_copy(
        update={"confidence": min(chosen.confidence, share), "opinions": opinions}
    )


def opinion(judge: str, result: HallucinationDetectionResult) -> Opinion:
    """Keep what one of several has said."""
    return Opinion(
        judge=judge,
        status=result.status,
        grade=result.evidence_grade,
        types=result.hallucination_types,
        reasoning=result.reasoning or result.reason or "",
    )
