"""Let a clinician look at what the record does not carry."""

from langgraph.runtime import Runtime
from langgraph.types import interrupt
from typing_extensions import TypedDict

from agents.review_answer import read_review
from graph_state.context import Context, context_of
from graph_state.findings import Finding
from graph_state.review import Review
from graph_state.state import CheckState
from kg.errors import BadInputError


class Reviewed(TypedDict):
    """What the reviewer adds."""

    review: Review | None


async def reviewer(state: CheckState, runtime: Runtime[Context]) -> Reviewed:
    """Pause if asked to. On resuming, the node runs again from its first line.

    A malformed answer is refused by pausing again: an error would leave it in the checkpoint, where
    it answers every later run of the thread.
    """
    flagged = [finding for finding in in_order(state["findings"]) if is_flagged(finding)]
    context = context_of(runtime, Context)
    if not (context.human_review and flagged):
        return {"review": None}
    asked: dict[str, object] = {"flagged": [_question(finding) for finding in flagged]}
    while True:
        answer = interrupt(asked)
        try:
            return {"review": read_review(answer, [finding.index for finding in flagged])}
        except BadInputError as error:
            asked = {"refused": str(error), **asked}


def in_order(findings: list[Finding]) -> list[Finding]:
    """Sort findings as their sentences stand in the summary."""
    return sorted(findings, key=lambda finding: finding.index)


def is_flagged(finding: Finding) -> bool:
    """Say whether a sentence is graded E3 or E4."""
    return finding.result is not None and finding.result.evidence_grade in ("E3", "E4")


def _question(finding: Finding) -> dict[str, object]:
    result = finding.result
    return {
        "index": finding.index,
        "text": finding.text,
        "grade": result.evidence_grade if result else None,
        "reasoning": result.reasoning if result else "",
        "evidence": [
            {
                "relation": use.relation,
                "source": str(use.evidence.source),
                "quote": use.evidence.quote,
            }
            for use in finding.evidence
        ],
    }
