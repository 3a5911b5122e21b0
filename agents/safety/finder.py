"""Finds what is unsafe in a text for a patient, by the patient's and the reference graph."""

from asyncio import to_thread
from collections.abc import Callable, Iterator

from agents.omissions.stay import Stay
from agents.safety.advice import read_advice
from agents.safety.answer import Safety
from agents.safety.dangers import (
    Advised,
    Danger,
    allergies,
    contraindications,
    doses,
    duplicates,
    interactions,
    stopped_drugs,
    values,
)
from agents.safety.ends import missing_ends, missing_follow_up
from agents.safety.known import KnownDangers
from agents.safety.patient import SafetyRecord
from graph_state.safety import SafetyFinding
from kg.graph import PatientGraph
from kg.reference.readers.open_graph import open_graph
from kg.store import GraphStore

CHECKS: tuple[Callable[[Advised], Iterator[Danger]], ...] = (
    stopped_drugs,
    allergies,
    contraindications,
    interactions,
    values,
    doses,
    duplicates,
    missing_ends,
    missing_follow_up,
)
SEVERITIES = ("high", "medium", "low")
INSTRUCTIONS = "discharge_instructions"


class SafetyFinder:
    """Reads the patient's graph from the store and holds the advice of a text against it."""

    def __init__(self, store: GraphStore) -> None:
        self._store = store

    async def __call__(self, graph_id: str, text: str, target: str) -> Safety:
        """Return what is unsafe, the gravest first; only instructions and given texts advise."""
        graph = await self._store.load(graph_id)
        if graph is None or target == "brief_hospital_course":
            return (), ()
        return await to_thread(safety_of, graph, text, target == INSTRUCTIONS)


def safety_of(graph: PatientGraph, text: str, is_sheet: bool = True) -> Safety:
    """Hold a text against a patient's graph and the open reference graph."""
    advice = read_advice(text, is_sheet)
    if not advice:
        return (), ()
    advised = Advised(
        taken=[one for one in advice if one.way == "take"],
        left=[one for one in advice if one.way == "leave"],
        record=SafetyRecord(Stay(graph)),
        known=KnownDangers(open_graph()),
        text=text,
    )
    dangers = [danger for check in CHECKS for danger in check(advised)]
    evidence = {e.id: e for danger in dangers for e in danger.proof}
    found = dict.fromkeys(_finding(danger) for danger in dangers)
    order = sorted(found, key=lambda f: (SEVERITIES.index(f.severity), f.start, f.kind, f.message))
    return tuple(order), tuple(evidence[id_] for id_ in sorted(evidence))


def _finding(danger: Danger) -> SafetyFinding:
    advice = danger.advice
    return SafetyFinding(
        kind=danger.kind,
        severity=danger.severity,
        message=danger.message,
        text=advice.text,
        start=advice.start,
        end=advice.end,
        named_start=advice.start + advice.mention.start,
        named_end=advice.start + advice.mention.end,
        evidence=tuple(one.id for one in danger.proof),
        path=danger.path,
    )
