"""The model-driven engine: a language model rewrites, the same two checks hold its answer."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

from agents.batch_model import AnswerPendingError
from agents.chart import Chart
from agents.error_engine.material import reread
from agents.judge_prompt import json_line, show_evidence
from agents.models import ModelRequest, Models
from agents.retriever import local_query
from agents.rewrite_answer import RewriteAnswer
from agents.rewrite_reading import proposal_from
from clinical.facts import Fact
from clinical.labels import ERROR_TYPE_DEFINITIONS, ErrorType, Kind
from graph_state.context import Context
from graph_state.generation import GenerationContext, Proposal, RewriteInput
from kg.evidence import Evidence
from kg.store import GraphStore
from prompts import Prompt

EVIDENCE_CHARACTERS = 12_000
TYPES_OF: Mapping[Kind, tuple[ErrorType, ...]] = {
    "diagnosis": ("diagnosis_error", "negation_error"),
    "medication": ("medication_error",),
    "allergy": ("medication_error",),
    "lab": ("exam_result_error",),
    "exam": ("exam_result_error", "negation_error"),
    "procedure": ("negation_error",),
    "symptom": ("negation_error",),
    "vital": ("value_error",),
}
"""Types of error that a claim of each kind can be given."""


@dataclass(frozen=True)
class ModelEngine:
    """Asks the generator's model for one error at a time."""

    prompt: Prompt
    models: Models
    store: GraphStore
    name: str = "model"

    def types(self, sentence: RewriteInput, chart: Chart) -> tuple[ErrorType, ...]:
        """Name the types whose facts stand in the sentence and in the record."""
        found: dict[ErrorType, None] = {}
        for claim in reread(sentence, sentence["text"]):
            if not chart.about(claim.concept):
                continue
            found |= dict.fromkeys(TYPES_OF.get(claim.kind, ()))
            if claim.time is not None or claim.duration_days is not None:
                found["time_error"] = None
        return (*found, "invented_fact")

    async def __call__(
        self,
        sentence: RewriteInput,
        chart: Chart,
        context: GenerationContext,
        refused: list[Proposal],
        objections: list[str],
    ) -> Proposal | None:
        """Ask for one error of the wanted type, telling what was held against the last one."""
        # Opening a model reads files, which an event loop must not wait for.
        model = await asyncio.to_thread(
            self.models.for_role, "generator", context.model_generator, context.temperature
        )
        error_type = sentence["error_types"][0]
        shown = show_evidence(await self._evidence(sentence), EVIDENCE_CHARACTERS)
        words = self.prompt.words(
            types=f"- {error_type}: {ERROR_TYPE_DEFINITIONS[error_type]}",
            evidence=shown.text,
            summary=json_line({"summary": sentence["summary"]}),
            error_type=error_type,
            difficulty=sentence["difficulty"],
            sentence=json_line({"sentence": sentence["index"], "text": sentence["text"]}),
            objection=_objection(refused, objections),
        )
        scope = f"{sentence['graph_id']}/{chart.graph.version}/generator/{context.seed}"
        request = ModelRequest("generator", scope, self.prompt, words, RewriteAnswer)
        try:
            reading = await model.ask(request)
        except AnswerPendingError as pending:
            fault = f"request {pending} is not answered yet"
            return Proposal(text=sentence["text"], edits=(), fault=fault, pending=True)
        if reading.value is None:
            return Proposal(text=sentence["text"], edits=(), fault=reading.fault or "no answer")
        return proposal_from(sentence, error_type, reading.value, shown.items)

    async def _evidence(self, sentence: RewriteInput) -> list[Evidence]:
        claims: list[Fact] = reread(sentence, sentence["text"])
        query = local_query(sentence["text"], sentence["heading"], claims, Context(), 0)
        found = await self.store.local_search(sentence["graph_id"], query)
        return list(found.evidence)


def _objection(refused: list[Proposal], objections: list[str]) -> str:
    """Tell a model what was wrong with its last answer."""
    if not objections:
        return ""
    last = json_line({"rewrite": refused[-1].text}) if refused else ""
    return f"Your last answer was refused: {objections[-1]}\n{last}\nGive another one."
