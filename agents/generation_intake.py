"""Find the patient and the summary that errors are to be put into."""

from dataclasses import dataclass

from langgraph.runtime import Runtime

from agents.intake import Intake
from graph_state.generation import GenerateInput, GenerateState, GenerationContext


@dataclass(frozen=True)
class GenerationIntake:
    """Completes the input from the served record, as for a check."""

    intake: Intake

    async def __call__(
        self, state: GenerateState, runtime: Runtime[GenerationContext]
    ) -> GenerateInput:
        """Return the input with its summary; every source of the record is read."""
        found = await self.intake.completed(state, "all")
        return GenerateInput(
            patient_id=found["patient_id"],
            admission_id=found.get("admission_id"),
            target=found.get("target", "summary"),
            summary=found["summary"],
        )
