"""Find the patient in the served record and make ready what the check needs."""

import asyncio
from dataclasses import dataclass, field
from pathlib import Path

from langgraph.runtime import Runtime

from agents.patient_graph import stored_graph
from agents.source_texts import SourceTexts, source_texts
from graph_state.context import Context, context_of
from graph_state.state import CheckInput, CheckState
from kg.errors import BadInputError
from kg.graph import EVIDENCE_SETTINGS, EvidenceSetting, graph_id
from kg.readers import open_cases
from kg.record import Case, Target
from kg.store import GraphStore

SHOWN = 5
"""Patients named when one is asked for that is not there."""


@dataclass(frozen=True)
class Intake:
    """Reads one record; a patient's graph is built when a run first asks for it."""

    store: GraphStore
    record: Path
    _sources: dict[str, SourceTexts] = field(default_factory=dict)

    async def __call__(self, state: CheckState, runtime: Runtime[Context]) -> CheckInput:
        """Complete the input; without a summary the record's own target text is checked."""
        return await self.completed(state, context_of(runtime, Context).evidence)

    async def completed(self, request: CheckInput, evidence: EvidenceSetting) -> CheckInput:
        """Find the text that is asked for and see to it that the patient's graph is there."""
        patient = str(request.get("patient_id", ""))
        admission = as_text(request.get("admission_id"))
        case = await asyncio.to_thread(find_case, self.record, patient, admission)
        target = _target(case, admission, request)
        graph = await stored_graph(
            self.store, case, target.admission_id or None, (target,), evidence
        )
        self._sources[graph.graph_id] = graph.sources
        return CheckInput(
            patient_id=patient,
            admission_id=target.admission_id or None,
            target=target.name,
            summary=target.text,
        )

    def sources(self, name: str) -> SourceTexts:
        """Return the texts behind a graph; a resumed run may find them not read yet."""
        if name not in self._sources:
            self._sources[name] = find_sources(self.record, name)
        return self._sources[name]


def as_text(name: str | None) -> str | None:
    """Take an id that came as a JSON number for the text that it stands for."""
    return None if name is None else str(name)


def find_case(record: Path, patient: str, admission: str | None) -> Case:
    """Read the case of one patient."""
    known: list[str] = []
    for case in open_cases(record, admission):
        if case.record.patient_id == patient:
            return case
        known.append(case.record.patient_id)
    shown = ", ".join(known[:SHOWN]) + (", ..." if len(known) > SHOWN else "")
    wrong = f"no patient {patient!r}" if patient else "no patient_id was given"
    raise BadInputError(f"{record}: {wrong}; give the patient_id of one that it holds: {shown}")


def find_sources(record: Path, wanted: str) -> SourceTexts:
    """Read the texts of the patient whose graph has this id."""
    for case in open_cases(record):
        patient = case.record.patient_id
        stays = (None, *(stay.id for stay in case.record.encounters))
        names = (graph_id(patient, stay, kind) for stay in stays for kind in EVIDENCE_SETTINGS)
        if wanted in names:
            return source_texts(case.record)
    raise BadInputError(f"{record}: holds nothing of graph {wanted!r} any more")


def _target(case: Case, admission: str | None, state: CheckInput) -> Target:
    summary = state.get("summary")
    if summary is not None:
        name = state.get("target", "summary")
        return Target(admission_id=admission or _only_stay(case), name=name, text=summary)
    wanted = state.get("target", "brief_hospital_course")
    own = [
        one
        for one in (*case.targets, *case.withheld)
        if one.name == wanted and admission in (None, one.admission_id)
    ]
    if len(own) != 1:
        msg = (
            f"patient {case.record.patient_id!r} has {len(own)} texts named {wanted!r};"
            f" give a summary, or the admission_id of one; {_held(case)}"
        )
        raise BadInputError(msg)
    return own[0]


def _held(case: Case) -> str:
    """Name the texts that could have been asked for."""
    texts = sorted(f"{one.name} of {one.admission_id}" for one in (*case.targets, *case.withheld))
    return f"it has {', '.join(texts[:SHOWN])}" if texts else "it has no text of its own"


def _only_stay(case: Case) -> str:
    stays = [stay.id for stay in case.record.stays]
    if len(stays) > 1:
        msg = (
            f"patient {case.record.patient_id!r} has {len(stays)} admissions;"
            " give the admission_id that the summary is about"
        )
        raise BadInputError(msg)
    return stays[0] if stays else ""
