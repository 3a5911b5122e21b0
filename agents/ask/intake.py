"""Finds the patient of a question in the served record and sees to it that the graph is there."""

import asyncio
from dataclasses import dataclass

from agents.intake import Intake, as_text, find_case
from agents.patient_graph import stored_graph
from graph_state.asking import AskInput, AskState
from kg.errors import BadInputError


@dataclass(frozen=True)
class AskIntake:
    """Binds a question to the graph of one patient of the served record."""

    record: Intake

    async def __call__(self, state: AskState) -> AskInput:
        """Return the question with its graph; a graph id that is given is not taken on trust."""
        question = state.get("question", "").strip()
        if not question:
            raise BadInputError("no question was given; ask one")
        patient, admission = str(state.get("patient_id", "")), as_text(state.get("admission_id"))
        case = await asyncio.to_thread(find_case, self.record.record, patient, admission)
        stored = await stored_graph(self.record.store, case, admission, (), "all")
        return AskInput(
            question=question,
            patient_id=patient,
            admission_id=admission,
            graph_id=stored.graph_id,
        )
