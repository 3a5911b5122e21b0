"""Lets a model ask, answer and compare; who answers never sees the sentence."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from agents.batch_model import AnswerPendingError
from agents.judge_prompt import ShownEvidence, dates, json_line
from agents.judge_reading import find_words, kind_at
from agents.judging import SentenceToJudge
from agents.model_asking import GivenUp, ask_until_valid
from agents.models import ModelRequest, StructuredModel
from agents.question_answers import RELATIONS, AnsweredQuestion, Match
from agents.question_forms import (
    MOST_QUESTIONS,
    AskedQuestion,
    AskedQuestions,
    Comparisons,
    RecordAnswer,
    RecordAnswers,
)
from agents.questions import Question, questions_of
from agents.structured_output import Answer
from clinical.facts import Fact
from clinical.labels import ERROR_TYPE_DEFINITIONS
from graph_state.findings import Citation
from prompts import Prompt

MATCHES: dict[str, Match] = {
    "same": "aligned",
    "different": "contradicted",
    "unclear": "insufficient",
}


class NoUsableAnswerError(Exception):
    """A model gave no usable answer; its text says why."""


@dataclass(frozen=True)
class QuestionPrompts:
    """The words of the three requests."""

    questioner: Prompt
    answerer: Prompt
    matcher: Prompt


@dataclass(frozen=True)
class QuestionAsking:
    """Asks one model about one sentence."""

    model: StructuredModel
    prompts: QuestionPrompts
    scope: str

    async def answered(
        self, sentence: SentenceToJudge, claims: Sequence[Fact], shown: ShownEvidence
    ) -> list[AnsweredQuestion]:
        """Return every question with its answer."""
        questions = await self.questions(sentence, claims)
        answers = await self.answers(sentence, questions, shown)
        told = {number: answer.answer for number, answer in answers.items()}
        matches = await self.matches(questions, told)
        return [
            _joined(question, answers[number], matches[number], shown)
            for number, question in enumerate(questions, 1)
        ]

    async def rehearse(
        self, sentence: SentenceToJudge, claims: Sequence[Fact], shown: ShownEvidence
    ) -> None:
        """Count all three requests where none is sent; questions by rule stand in."""
        questions = questions_of(claims)[:MOST_QUESTIONS]
        with suppress(AnswerPendingError):
            await self.questions(sentence, claims)
        with suppress(AnswerPendingError):
            await self.answers(sentence, questions, shown)
        differing = {n: f"not {question.expected}" for n, question in enumerate(questions, 1)}
        with suppress(AnswerPendingError):
            await self.matches(questions, differing)

    async def questions(self, sentence: SentenceToJudge, claims: Sequence[Fact]) -> list[Question]:
        """Ask for the questions that a sentence answers."""
        told = {"heading": sentence.heading, "before": sentence.before, "text": sentence.text}
        line = json_line({name: text for name, text in told.items() if text})
        types = "\n".join(f"  - {n}: {m}" for n, m in ERROR_TYPE_DEFINITIONS.items())
        prompt = self.prompts.questioner

        def request(objection: str) -> ModelRequest[AskedQuestions]:
            words = prompt.words(
                types=types, dates=dates(sentence.anchors), sentence=line, objection=objection
            )
            return ModelRequest("judge", self.scope, prompt, words, AskedQuestions)

        def fault(asked: AskedQuestions) -> str | None:
            return fault_of_questions(asked, sentence.text)

        asked = await ask_until_valid(self.model, request, fault)
        return [_question(one, sentence.text, claims) for one in _usable(asked).questions]

    async def answers(
        self, sentence: SentenceToJudge, questions: Sequence[Question], shown: ShownEvidence
    ) -> dict[int, RecordAnswer]:
        """Ask for the answers of the record, by the number of the question."""
        lines = [
            json_line({"question": number, "text": question.text})
            for number, question in enumerate(questions, 1)
        ]
        prompt = self.prompts.answerer

        def request(objection: str) -> ModelRequest[RecordAnswers]:
            words = prompt.words(
                evidence=shown.text,
                dates=dates(sentence.anchors),
                questions="\n".join(lines),
                objection=objection,
            )
            return ModelRequest("judge", self.scope, prompt, words, RecordAnswers)

        def fault(answered: RecordAnswers) -> str | None:
            return fault_of_answers(answered, len(questions), shown)

        answered = await ask_until_valid(self.model, request, fault)
        return {one.number: one for one in _usable(answered).answers}

    async def matches(
        self, questions: Sequence[Question], answers: Mapping[int, str]
    ) -> dict[int, Match]:
        """Compare the answers with those of the sentence; a model sees what words leave open."""
        found: dict[int, Match] = {}
        open_: dict[int, str] = {}
        for number, question in enumerate(questions, 1):
            answer = answers[number].strip()
            if not answer:
                found[number] = "insufficient"
            elif _plain(answer) == _plain(question.expected):
                found[number] = "aligned"
            else:
                pair = {"question": question.text, "told": question.expected, "recorded": answer}
                open_[number] = json_line({"pair": number, **pair})
        return found | (await self._compared(open_) if open_ else {})

    async def _compared(self, pairs: Mapping[int, str]) -> dict[int, Match]:
        prompt = self.prompts.matcher

        def request(objection: str) -> ModelRequest[Comparisons]:
            words = prompt.words(pairs="\n".join(pairs.values()), objection=objection)
            return ModelRequest("judge", self.scope, prompt, words, Comparisons)

        def fault(compared: Comparisons) -> str | None:
            return _fault_of_numbers([one.number for one in compared.comparisons], pairs)

        compared = await ask_until_valid(self.model, request, fault)
        return {one.number: MATCHES[one.match] for one in _usable(compared).comparisons}


def fault_of_questions(asked: AskedQuestions, sentence: str) -> str | None:
    """Say what is wrong with questions: there are none, or their words are not the sentence's."""
    if not 0 < len(asked.questions) <= MOST_QUESTIONS:
        return f"{len(asked.questions)} questions; ask 1 to {MOST_QUESTIONS}"
    for one in asked.questions:
        if not (one.question.strip() and one.expected.strip()):
            return "a question or its expected answer is empty"
        if find_words(one.words, sentence) is None:
            return f"the words {one.words!r} do not stand in the sentence; copy them"
    return None


def fault_of_answers(answered: RecordAnswers, questions: int, shown: ShownEvidence) -> str | None:
    """Say what is wrong with answers: their numbers, a citation, or a quote that is none."""
    numbers = dict.fromkeys(range(1, questions + 1), "")
    fault = _fault_of_numbers([one.number for one in answered.answers], numbers)
    if fault:
        return fault
    for one in answered.answers:
        if one.answer.strip() and not one.evidence:
            return f"answer {one.number} cites nothing; cite an item, or leave the answer empty"
        for source in one.evidence:
            if source.id not in shown.items:
                return f"answer {one.number} cites {source.id}, which is not in the record"
            if find_words(source.quote, shown.items[source.id].quote) is None:
                return f"{source.quote!r} does not stand in {source.id}; copy it letter by letter"
    return None


def _fault_of_numbers(told: Sequence[int], wanted: Mapping[int, str]) -> str | None:
    if sorted(told) == sorted(wanted):
        return None
    return f"answer each of the numbers {', '.join(map(str, sorted(wanted)))} once"


def _usable(answer: Answer | GivenUp) -> Answer:
    if isinstance(answer, GivenUp):
        raise NoUsableAnswerError(answer.fault)
    return answer


def _plain(answer: str) -> str:
    """Fold case and white space; signs stay, as `>5` is not `<5` and `-3` is not `3`."""
    return " ".join(answer.casefold().split()).removesuffix(".")


def _question(one: AskedQuestion, text: str, claims: Sequence[Fact]) -> Question:
    start, end = find_words(one.words, text) or (0, len(text))
    return Question(
        text=one.question.strip(),
        expected=one.expected.strip(),
        asked=one.asked,
        error_type=one.error_type,
        words=text[start:end],
        start=start,
        end=end,
        kind=kind_at(start, end, claims),
    )


def _joined(
    question: Question, answer: RecordAnswer, match: Match, shown: ShownEvidence
) -> AnsweredQuestion:
    citations = []
    for source in answer.evidence:
        item = shown.items[source.id]
        start, end = find_words(source.quote, item.quote) or (0, len(item.quote))
        citations.append(
            Citation(id=item.id, relation=RELATIONS[match], quote=item.quote[start:end])
        )
    return AnsweredQuestion(
        question=question, answer=answer.answer.strip(), match=match, evidence=tuple(citations)
    )
