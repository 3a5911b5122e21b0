"""Close one sentence: keep the accepted verdict, or the rejected one beside its reason."""

import logging
from traceback import format_tb

from typing_extensions import TypedDict

from graph_state.findings import CitedEvidence, Finding, HallucinationDetectionResult
from graph_state.state import SentenceInput, SentenceState
from kg.errors import CuraViewError, ServiceError
from kg.evidence import Evidence

logger = logging.getLogger(__name__)


class Recorded(TypedDict):
    """What a finished sentence adds."""

    findings: list[Finding]


async def recorder(state: SentenceState) -> Recorded:
    """Write the finding of one sentence."""
    result, objection = state["result"], state.get("objection")
    retries = state["attempts"] - 1
    if objection is None:
        finding = _finding(state).model_copy(
            update={
                "status": result.status,
                "reason": result.reason,
                "result": result,
                "evidence": cited(result, state["evidence"]),
                "retries": retries,
            }
        )
        return {"findings": [finding]}
    reason = f"{objection.rule}: {objection.message}"
    logger.warning(
        "sentence %d against graph %s failed: rule %s, last verdict %s %s",
        state["index"],
        state["graph_version"],
        objection.rule,
        result.status,
        result.evidence_grade,
    )
    rejected = {"reason": reason, "retries": retries, "last_result": result}
    return {"findings": [_finding(state).model_copy(update=rejected)]}


def unchecked(state: SentenceInput, cause: Exception) -> Recorded:
    """Keep the report whole when the check of one sentence breaks.

    Wrong input and a service that stays away concern the whole run, so they end it.
    """
    if isinstance(cause, CuraViewError):
        raise cause
    if isinstance(cause, ConnectionError):
        msg = f"the connection is lost ({type(cause).__name__}: {cause}); run the command again"
        raise ServiceError(msg) from cause
    reason = f"{type(cause).__name__} while the sentence was checked"
    # The words of the error may be words of the record, so the log tells only where it arose.
    frames = "".join(format_tb(cause.__traceback__))
    logger.error(
        "sentence %d against graph %s: %s\n%s",
        state["index"],
        state["graph_version"],
        reason,
        frames,
    )
    return {"findings": [_finding(state).model_copy(update={"reason": reason})]}


def cited(
    result: HallucinationDetectionResult, evidence: list[Evidence]
) -> tuple[CitedEvidence, ...]:
    """Collect what the claims cite, each use once, in the order of the claims."""
    by_id = {item.id: item for item in evidence}
    uses = {(c.id, c.relation): None for claim in result.claims for c in claim.evidence}
    return tuple(CitedEvidence(evidence=by_id[key], relation=relation) for key, relation in uses)


def _finding(state: SentenceInput) -> Finding:
    return Finding(
        index=state["index"],
        start=state["start"],
        end=state["end"],
        text=state["text"],
        status="failed",
    )
