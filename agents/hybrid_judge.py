"""The hybrid judge: what the rules can prove stands, a model judges the rest."""

from dataclasses import dataclass

from agents.judging import Judge, SentenceToJudge
from agents.llm_judge import LLMJudge
from agents.model_usage import Usage
from agents.models import Models
from agents.proof import is_proven
from agents.votes import opinion
from clinical.facts import Fact
from graph_state.context import Context
from graph_state.findings import HallucinationDetectionResult
from kg.evidence import Evidence

RULES = "rules"
MODEL = "model"
DISAGREEMENT = "The rules and the model disagree."


@dataclass(frozen=True)
class HybridJudge:
    """Asks the model only where the rules have no proof; both opinions are kept where they part."""

    rules: Judge
    model: LLMJudge

    @property
    def models(self) -> Models:
        """Return the models of the run."""
        return self.model.models

    async def __call__(
        self,
        sentence: SentenceToJudge,
        claims: list[Fact],
        evidence: list[Evidence],
        context: Context,
    ) -> HallucinationDetectionResult:
        """Judge one sentence."""
        by_rules = await self.rules(sentence, claims, evidence, context)
        if is_proven(by_rules, context.proof):
            await self.model.pass_over(sentence, context)
            self.model.models.meter.count(Usage(saved=1))
            return by_rules
        by_model = await self.model(sentence, claims, evidence, context)
        if by_model.status == "failed":
            return _without_model(by_rules, by_model) if sentence.last_attempt else by_model
        return joined(by_rules, by_model)


def joined(
    by_rules: HallucinationDetectionResult, by_model: HallucinationDetectionResult
) -> HallucinationDetectionResult:
    """Let the model decide what it can; where the two part, mark it and keep both opinions."""
    if by_rules.status != "graded":
        return by_model
    opinions = (opinion(RULES, by_rules), *(by_model.opinions or (opinion(MODEL, by_model),)))
    if by_model.status != "graded":
        return by_rules.model_copy(update={"opinions": opinions})
    if by_rules.evidence_grade == by_model.evidence_grade:
        return by_model.model_copy(update={"opinions": opinions})
    said = f"{DISAGREEMENT} Rules: {by_rules.evidence_grade}. Model: {by_model.evidence_grade}."
    reasoning = f"{said}\nModel: {by_model.reasoning}\nRules: {by_rules.reasoning}"
    return by_model.model_copy(update={"reasoning": reasoning, "opinions": opinions})


def _without_model(
    by_rules: HallucinationDetectionResult, by_model: HallucinationDetectionResult
) -> HallucinationDetectionResult:
    """Fall back on the rules when the model has had its last attempt."""
    note = f"The model gave no usable answer ({by_model.reason}); the verdict is that of the rules."
    opinions = (opinion(RULES, by_rules), opinion(MODEL, by_model))
    reasoning = f"{note}\n{by_rules.reasoning}"
    return by_rules.model_copy(update={"reasoning": reasoning, "opinions": opinions})
