"""Find what the record would have a summary carry and the summary does not tell."""

from asyncio import to_thread
from typing import get_args

from agents.omissions.course import allergies, dispositions, new_diagnoses, procedures
from agents.omissions.expected import Category, Expected
from agents.omissions.medication_changes import medication_changes
from agents.omissions.results import critical_results, pending_results, positive_cultures
from agents.omissions.stay import Stay
from agents.omissions.told import Summary
from agents.reporter import Omissions
from graph_state.findings import Omission
from kg.evidence import Evidence
from kg.graph import PatientGraph
from kg.store import GraphStore

CATEGORIES: tuple[Category, ...] = get_args(Category)
MOST_SHOWN = 8
"""Items listed one by one; the others are named together, so that none is hidden."""

FOR_PATIENTS: frozenset[Category] = frozenset(
    {"stopped_medication", "new_medication", "changed_dose", "pending_result"}
)
"""What instructions for a patient should carry of all this."""

INSTRUCTIONS = "discharge_instructions"


class OmissionFinder:
    """Reads the patient's graph from the store and compares it with a summary."""

    def __init__(self, store: GraphStore) -> None:
        self._store = store

    async def __call__(self, graph_id: str, summary: str, target: str) -> Omissions:
        """Return what is missing, the most dangerous first, with the evidence for it."""
        graph = await self._store.load(graph_id)
        if graph is None:
            return (), ()
        missing = await to_thread(missing_from, graph, summary, target)
        return as_omissions(missing)


def missing_from(graph: PatientGraph, summary: str, target: str) -> list[Expected]:
    """List what is expected and not told, by rank, without a limit."""
    expected = expected_of(graph, summary, target)
    if not expected:
        return []
    read = Summary(summary, graph.anchors)
    return [item for item in expected if not read.tells(item)]


def expected_of(graph: PatientGraph, summary: str, target: str) -> list[Expected]:
    """List what a summary of this stay should carry, the most dangerous to lose first."""
    stay = Stay(graph)
    found = [
        *medication_changes(stay),
        *critical_results(stay),
        *pending_results(stay),
        *procedures(stay),
        *new_diagnoses(stay),
        *positive_cultures(stay),
        *allergies(stay, summary),
        *dispositions(stay),
    ]
    if target == INSTRUCTIONS:
        found = [item for item in found if item.category in FOR_PATIENTS]
    return sorted(found, key=lambda item: (item.rank, CATEGORIES.index(item.category), item.text))


def as_omissions(missing: list[Expected]) -> Omissions:
    """Write out the first ones each, and the rest in one line that names their number."""
    shown, rest = missing[:MOST_SHOWN], missing[MOST_SHOWN:]
    omissions = [omission(item) for item in shown]
    if rest:
        omissions.append(the_others(rest))
    evidence: dict[str, Evidence] = {e.id: e for item in missing for e in item.evidence}
    return tuple(omissions), tuple(evidence.values())


def omission(item: Expected) -> Omission:
    """Write out one item."""
    return Omission(kind=item.kind, text=item.text, evidence=tuple(e.id for e in item.evidence))


def the_others(rest: list[Expected]) -> Omission:
    """Name what is left over in one line."""
    named = "; ".join(item.text for item in rest)
    ids = dict.fromkeys(e.id for item in rest for e in item.evidence)
    return Omission(
        kind="event",
        text=f"{len(rest)} more of lower rank (only {MOST_SHOWN} are listed one by one): {named}",
        evidence=tuple(ids),
    )
