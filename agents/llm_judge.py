"""The model judge: four stages of reasoning over the evidence that the rule judge sees as well."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from agents.batch_model import AnswerPendingError
from agents.joined_lines import joined_lines
from agents.judge_answer import JudgeAnswer, JudgeAnswers
from agents.judge_prompt import ShownEvidence, judge_words, show_evidence
from agents.judge_reading import AnswerFaultError, abstained, unusable, verdict_of
from agents.judging import SentenceToJudge
from agents.model_settings import Role
from agents.models import ModelRequest, Models, StructuredModel
from agents.rule_judge.decisions import is_residual
from agents.rule_judge.verdict import not_checkable
from agents.sentence_groups import SentenceGroups
from agents.structured_output import Reading
from agents.votes import Ballot, elected
from clinical.checkability import why_not_checkable
from clinical.facts import Fact
from graph_state.context import Context
from graph_state.findings import HallucinationDetectionResult
from kg.evidence import Evidence
from prompts import Prompt


class Case(NamedTuple):
    """A sentence with all that bears on it."""

    sentence: SentenceToJudge
    claims: list[Fact]
    evidence: list[Evidence]


class Said(NamedTuple):
    """A model's answer about one sentence, with the evidence that it saw."""

    reading: Reading[JudgeAnswer]
    shown: ShownEvidence


Groups = SentenceGroups[Case, Said]


@dataclass(frozen=True)
class LLMJudge:
    """Asks the models of a run; what it makes of their answers is left to the validator."""

    prompt: Prompt
    models: Models
    groups: Groups = field(default_factory=Groups)

    async def __call__(
        self,
        sentence: SentenceToJudge,
        claims: list[Fact],
        evidence: list[Evidence],
        context: Context,
    ) -> HallucinationDetectionResult:
        """Judge one sentence; what states nothing, and what has no evidence, costs no call."""
        reason = nothing_to_ask(sentence, claims)
        if reason is not None:
            await self.pass_over(sentence, context)
            return not_checkable(reason)
        if not evidence:
            await self.pass_over(sentence, context)
            return abstained("Nothing of the record was found.", "no evidence retrieved")
        case = Case(sentence, claims, evidence)
        ballots = await asyncio.gather(
            *(
                self._vote(model, number, case, context)
                for model in await self._voters(context)
                for number in range(context.votes)
            )
        )
        return elected(ballots)

    async def pass_over(self, sentence: SentenceToJudge, context: Context) -> None:
        """Let the other sentences of a group not wait for this one."""
        if context.sentences_per_call == 1:
            return
        for model in await self._voters(context):
            for number in range(context.votes):
                name = _scope(sentence, model.name, number)
                self.groups.pass_over(name, sentence.index, context.sentences_per_call)

    async def _voters(self, context: Context) -> list[StructuredModel]:
        second = context.model_second_judge or self.models.settings.models.get("second_judge", "")
        wanted: list[tuple[Role, str]] = [("judge", context.model_judge)]
        wanted += [("second_judge", second)] if second else []
        # Opening a model reads files, which an event loop must not wait for.
        return [
            await asyncio.to_thread(self.models.for_role, role, name, context.temperature)
            for role, name in wanted
        ]

    async def _vote(
        self, model: StructuredModel, number: int, case: Case, context: Context
    ) -> Ballot:
        try:
            said = await self._said(model, number, case, context)
        except AnswerPendingError as pending:
            waiting = abstained("", f"request {pending} is not answered yet")
            return Ballot(model.name, waiting, pending=True)
        return Ballot(model.name, _verdict(said, case))

    async def _said(
        self, model: StructuredModel, number: int, case: Case, context: Context
    ) -> Said:
        size = context.sentences_per_call
        scope = _scope(case.sentence, model.name, number)
        if size == 1 or case.sentence.objection is not None:
            return await self._one(model, scope, case, context)

        async def ask_all(cases: dict[int, Case]) -> dict[int, Said]:
            return await self._several(model, scope, cases, context)

        return await self.groups.ask(scope, case.sentence.index, size, case, ask_all)

    async def _one(self, model: StructuredModel, scope: str, case: Case, context: Context) -> Said:
        shown = show_evidence(case.evidence, context.evidence_characters)
        joins = joined_lines([case.sentence.surroundings], shown)
        words = judge_words(self.prompt, shown, [case.sentence], joins)
        request = ModelRequest("judge", scope, self.prompt, words, JudgeAnswer)
        return Said(await model.ask(request), shown)

    async def _several(
        self, model: StructuredModel, scope: str, cases: dict[int, Case], context: Context
    ) -> dict[int, Said]:
        if len(cases) == 1:
            return {
                index: await self._one(model, scope, case, context) for index, case in cases.items()
            }
        shown = show_evidence(_in_turn(list(cases.values())), context.evidence_characters)
        sentences = [case.sentence for case in cases.values()]
        joins = joined_lines([one.surroundings for one in sentences], shown)
        words = judge_words(self.prompt, shown, sentences, joins)
        request = ModelRequest("judge", scope, self.prompt, words, JudgeAnswers)
        together = await model.ask(request)
        return {
            index: Said(_part(together, number), shown) for number, index in enumerate(cases, 1)
        }


def nothing_to_ask(sentence: SentenceToJudge, claims: list[Fact]) -> str | None:
    """Say why a sentence states nothing to check, or None; a model has no say in that."""
    typed = sum(claim.kind != "event" or not is_residual(claim) for claim in claims)
    return why_not_checkable(sentence.text, typed) or (None if claims else "no clinical content")


def _verdict(said: Said, case: Case) -> HallucinationDetectionResult:
    reading, shown = said
    if reading.value is None:
        return unusable(reading.text, f"{reading.fault}")
    try:
        return verdict_of(reading.value, case.sentence, case.claims, shown.items)
    except AnswerFaultError as fault:
        return unusable(reading.text, str(fault))


def _part(together: Reading[JudgeAnswers], number: int) -> Reading[JudgeAnswer]:
    """Take the verdict on one sentence out of an answer on several."""
    answers = together.value.verdicts if together.value else ()
    mine = [answer for answer in answers if answer.sentence == number]
    fault = together.fault or (None if len(mine) == 1 else f"{len(mine)} verdicts on this sentence")
    return Reading(
        text=together.text,
        value=mine[0] if len(mine) == 1 else None,
        fault=fault,
        is_json=together.is_json,
        valid_as_written=together.valid_as_written,
    )


def _in_turn(cases: Sequence[Case]) -> list[Evidence]:
    """Join the evidence of several sentences: the best of each, then the second of each."""
    longest = max(len(case.evidence) for case in cases)
    ranked = (
        case.evidence[rank]
        for rank in range(longest)
        for case in cases
        if rank < len(case.evidence)
    )
    return list({item.id: item for item in ranked}.values())


def _scope(sentence: SentenceToJudge, model: str, vote: int) -> str:
    return "\x1f".join((sentence.graph_id, sentence.graph_version, model, f"vote {vote}"))
