"""The question judge: what a sentence says is asked of the record, and the answers are compared.

After the Medical Lie Detector and QAGS. It flags whatever the snippets found do not answer, so it
finds more than the other judges and is wrong more often.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from agents.batch_model import AnswerPendingError
from agents.judge_prompt import show_evidence
from agents.judge_reading import abstained
from agents.judging import SentenceToJudge
from agents.llm_judge import nothing_to_ask
from agents.models import Models
from agents.question_answers import AnsweredQuestion, answer_by_rule
from agents.question_asking import NoUsableAnswerError, QuestionAsking, QuestionPrompts
from agents.question_verdict import verdict_on
from agents.questions import questions_of
from agents.rule_judge.verdict import not_checkable
from clinical.facts import Fact
from graph_state.context import Context
from graph_state.findings import HallucinationDetectionResult
from kg.evidence import Evidence


@dataclass(frozen=True)
class QuestionJudge:
    """Asks, answers and compares by rule, or by the model of the judge where one is chosen."""

    prompts: QuestionPrompts
    models: Models
    deterministic = True
    """Answers of a model are put right while they are asked for, so asking anew is of no use."""

    async def __call__(
        self,
        sentence: SentenceToJudge,
        claims: list[Fact],
        evidence: list[Evidence],
        context: Context,
    ) -> HallucinationDetectionResult:
        """Judge one sentence."""
        reason = nothing_to_ask(sentence, claims)
        if reason is not None:
            return not_checkable(reason)
        name = context.model_judge or self.models.settings.model_for("judge")
        if not name:
            questions = questions_of(claims)
            answered = [answer_by_rule(question, evidence) for question in questions]
            return verdict_on(sentence, answered, len(evidence))
        try:
            answered = await self._by_model(name, sentence, claims, evidence, context)
        except AnswerPendingError as pending:
            return abstained("", f"request {pending} is not answered yet")
        except NoUsableAnswerError as fault:
            return abstained("", f"the model gave no usable answer: {fault}")
        return verdict_on(sentence, answered, len(evidence))

    async def _by_model(
        self,
        name: str,
        sentence: SentenceToJudge,
        claims: Sequence[Fact],
        evidence: Sequence[Evidence],
        context: Context,
    ) -> list[AnsweredQuestion]:
        # Opening a model reads files, which an event loop must not wait for.
        model = await asyncio.to_thread(self.models.for_role, "judge", name, context.temperature)
        scope = "\x1f".join((sentence.graph_id, sentence.graph_version, name, "questions"))
        asking = QuestionAsking(model, self.prompts, scope)
        shown = show_evidence(evidence, context.evidence_characters)
        if self.models.rehearsal:
            await asking.rehearse(sentence, claims, shown)
            raise AnswerPendingError("rehearsal")
        return await asking.answered(sentence, claims, shown)
