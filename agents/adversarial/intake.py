"""Find the patients and the summaries that the loop is to work on."""

from dataclasses import dataclass

from langgraph.runtime import Runtime

from agents.intake import Intake
from graph_state.context import context_of
from graph_state.generation import GenerateInput
from graph_state.loop import LoopContext, LoopInput, LoopState
from graph_state.state import CheckInput
from kg.errors import BadInputError
from kg.graph import EvidenceSetting


@dataclass(frozen=True)
class LoopIntake:
    """Completes the input from the served record, as for a check."""

    intake: Intake

    async def __call__(self, state: LoopState, runtime: Runtime[LoopContext]) -> LoopInput:
        """Return every document with its text."""
        asked = state.get("documents") or [named(state)]
        found = [await self._completed(one, context_of(runtime, LoopContext)) for one in asked]
        return LoopInput(documents=found)

    async def ready(
        self, patient_id: str, admission_id: str | None, evidence: EvidenceSetting
    ) -> None:
        """Nothing is left to do: the graphs were built when the document was found."""

    async def _completed(self, asked: GenerateInput, context: LoopContext) -> GenerateInput:
        # The generator reads every source, the check those that the settings allow.
        for evidence in dict.fromkeys((context.evidence, "all")):
            found = await self.intake.completed(CheckInput(**asked), evidence)
        return GenerateInput(
            patient_id=found["patient_id"],
            admission_id=found.get("admission_id"),
            target=found.get("target", "summary"),
            summary=found["summary"],
        )


def named(state: LoopState) -> GenerateInput:
    """Read the one document that an input without a list names."""
    if "patient_id" not in state:
        raise BadInputError("the input names no patient; give a patient_id, or documents")
    one = GenerateInput(patient_id=state["patient_id"])
    if "admission_id" in state:
        one["admission_id"] = state["admission_id"]
    if "target" in state:
        one["target"] = state["target"]
    if "summary" in state:
        one["summary"] = state["summary"]
    return one
