"""What the search for dangers answers, and how it is asked."""

from collections.abc import Awaitable, Callable

from graph_state.safety import SafetyFinding
from kg.evidence import Evidence

Safety = tuple[tuple[SafetyFinding, ...], tuple[Evidence, ...]]
"""What is unsafe, and the evidence of the record that it cites."""

FindSafety = Callable[[str, str, str], Awaitable[Safety]]
"""Find what is unsafe, given the graph id, the text and the name of the target."""


async def no_safety(graph_id: str, text: str, target: str) -> Safety:
    """Look for nothing unsafe."""
    return (), ()
