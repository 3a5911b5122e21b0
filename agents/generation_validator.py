"""Accept a rewrite, or refuse it with the reason: form first, then logic."""

import logging
from dataclasses import dataclass

from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from agents.generating import Charts
from agents.generation_checks import format_objection, logic_objection
from graph_state.generation import GenerationContext, Outcome, Proposal, RewriteState

logger = logging.getLogger(__name__)

NOTHING_LEFT = "no further rewrite was found"


class Checked(TypedDict, total=False):
    """What the checks add."""

    accepted: bool
    objections: list[str]
    refused: list[Proposal]


class Closed(TypedDict):
    """What a finished sentence adds."""

    outcomes: list[Outcome]


@dataclass(frozen=True)
class GenerationValidator:
    """Holds every rewrite against both checks."""

    charts: Charts

    async def __call__(self, state: RewriteState, runtime: Runtime[GenerationContext]) -> Checked:
        """Accept the proposal or keep the objection for the next attempt."""
        proposal = state.get("proposal")
        if proposal is None:
            return {"accepted": False, "objections": [NOTHING_LEFT]}
        chart = await self.charts.of(state["graph_id"], state["summary"])
        fault = format_objection(state, proposal) or logic_objection(state, proposal, chart)
        if fault is None:
            return {"accepted": True}
        return {"accepted": False, "objections": [fault], "refused": [proposal]}


async def outcome(state: RewriteState) -> Closed:
    """Write how the rewriting of one sentence ended."""
    accepted = state.get("accepted", False)
    objections = state.get("objections", [])
    proposal = state.get("proposal")
    if not accepted:
        logger.info(
            "sentence %d: no error planted, %d proposals refused", state["index"], len(objections)
        )
    result = Outcome(
        index=state["index"],
        proposal=proposal if accepted else None,
        attempts=state.get("attempts", 0),
        pending=bool(proposal and proposal.pending),
        reason="" if accepted else "; ".join(dict.fromkeys(objections)),
    )
    return {"outcomes": [result]}
