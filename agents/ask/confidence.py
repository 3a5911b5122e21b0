"""How sure an answer is (second paper, equation 8)."""

from collections.abc import Sequence

from graph_state.asking import AskContext, Link

ROUND_PENALTY = 0.05


def confidence(
    context: AskContext,
    agreement: float,
    decision: float,
    coverage: float,
    links: Sequence[Link],
    rounds: int,
) -> float:
    """Weigh four parts and take off a little for each round after the first; from 0 to 1."""
    linking = sum(link.score for link in links) / len(links) if links else 1.0
    parts = (
        (context.weight_drafts, agreement),
        (context.weight_decision, decision),
        (context.weight_coverage, coverage),
        (context.weight_linking, linking),
    )
    weights = sum(weight for weight, _ in parts)
    mean = sum(weight * part for weight, part in parts) / weights if weights else 0.0
    return round(min(max(mean - (rounds - 1) * ROUND_PENALTY, 0.0), 1.0), 4)
