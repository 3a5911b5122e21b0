"""Make prompts with right and wrong answers from one summary of a run."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from agents.distillation.acceptance import fault_of
from agents.distillation.given_answers import given_answer
from agents.distillation.labeling import Judged, Label, is_right, wrong_answers
from agents.distillation.masking import Mask, masked
from agents.distillation.planted_answers import answer_to_original, answer_to_rewrite
from agents.distillation.question import Question, Subject
from agents.distillation.sources import EvidenceSource
from agents.distillation.versions import Versions
from agents.judge_answer import JudgeAnswer
from exports.distillation.curation import objection_to
from exports.distillation.example import GENERATOR, Example, Rejected
from exports.distillation.review_lines import Place, ReviewedSentence
from exports.report_reading import WrittenReport
from graph_state.generation import PlantedError
from graph_state.state import SentenceInput


@dataclass
class Yield:
    """What summaries give; reasons say why something gives nothing."""

    examples: list[Example] = field(default_factory=list)
    rejected: list[Rejected] = field(default_factory=list)
    dropped: list[str] = field(default_factory=list)
    dropped_rejected: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Summary:
    """One summary of a run with everything that is at hand about it."""

    subject: Subject
    run: str
    versions: Versions
    errors: Sequence[PlantedError]
    reports: Sequence[WrittenReport]
    source: EvidenceSource
    mask: Mask
    reviewed: Mapping[Place, ReviewedSentence] | None = None

    async def add_to(self, given: Yield) -> None:
        """Go through the planted errors, their originals and what the run left alone."""
        for error in self.errors:
            await self._error(error, given)
        for judged, label in self._labeled():
            await self._judged_sentence(judged, label, given)

    async def _error(self, error: PlantedError, given: Yield) -> None:
        objection = objection_to(error)
        if objection is not None:
            given.dropped.append(objection)
            return
        rewrite, original = self.versions.of_error(error)
        links = [link.id for edit in error.edits for link in edit.fact.evidence[:2]]
        judged = self._judged(error.text)
        asked = await self._ask(rewrite, judged, links)
        label = Label("rewritten", error.grade, error.types, error.original_text, error.difficulty)
        self._teach(asked, label, answer_to_rewrite(error, asked), judged, given)
        judged = self._judged(error.original_text)
        asked = await self._ask(original, judged, links)
        clean = Label("original", "E1", difficulty=error.difficulty)
        self._teach(asked, clean, answer_to_original(error, asked), judged, given)

    async def _judged_sentence(self, judged: Judged, label: Label, given: Yield) -> None:
        told = judged.sentence
        sentence = self.versions.find(told.text, told.start)
        if sentence is None or told.status == "not_checkable":
            given.dropped.append("nothing to check" if sentence else "not in the summary")
            return
        asked = await self._ask(sentence, judged, [])
        self._teach(asked, label, None, judged, given)

    async def _ask(
        self, sentence: SentenceInput, judged: Judged | None, links: list[str]
    ) -> Question:
        cited = [item.id for item in judged.sentence.evidence] if judged else []
        return await self.source.question(self.subject, sentence, list({*links, *cited}))

    def _teach(
        self,
        asked: Question,
        label: Label,
        written: JudgeAnswer | None,
        judged: Judged | None,
        given: Yield,
    ) -> None:
        """Take the judge's own right answer, else the one written from the generator's record."""
        self._reject(asked, label, judged, given)
        candidates = [(written, GENERATOR)]
        if judged is not None and is_right(judged.sentence, label):
            candidates.insert(0, (given_answer(judged.sentence, asked), judged.judge))
            reason = "no evidence for an answer"
        else:
            reason = "no right answer at hand" if judged else "no evidence for an answer"
        for candidate, author in candidates:
            if candidate is None:
                continue
            if fault_of(candidate.model_dump_json(), asked) is not None:
                reason = "answer refused by the validator"
                continue
            example = self._example(asked, label, candidate, author)
            if example is not None:
                given.examples.append(example)
                return
            reason = "answer lost in de-identification"
        given.dropped.append(reason)

    def _example(
        self, asked: Question, label: Label, answer: JudgeAnswer, author: str
    ) -> Example | None:
        hidden = masked(asked, answer, self.mask)
        if hidden is None:
            return None
        prompt, told = hidden
        return Example(
            prompt=prompt,
            answer=told,
            origin=label.origin,
            original=None if label.original is None else self.mask.mask(label.original),
            grade=label.grade,
            types=label.types,
            difficulty=label.difficulty,
            answered_by=author,
            run=self.run,
        )

    def _reject(self, asked: Question, label: Label, judged: Judged | None, given: Yield) -> None:
        for fault, verdict in wrong_answers(judged, label):
            answer = given_answer(verdict, asked)
            hidden = None if answer is None else masked(asked, answer, self.mask)
            if hidden is None:
                given.dropped_rejected.append("wrong verdict does not fit the form")
                continue
            given.rejected.append(
                Rejected(prompt=hidden[0], answer=hidden[1], fault=fault, run=self.run)
            )

    def _judged(self, text: str) -> Judged | None:
        for report in self.reports:
            for one in report.sentences:
                if one.text == text:
                    return Judged(one, report.judge)
        return None

    def _labeled(self) -> Iterator[tuple[Judged, Label]]:
        """What reviewers decided on; without a review, what the generator left alone."""
        if self.reviewed is None:
            for judged in self._unchanged():
                yield judged, Label("unchanged", "E1")
            return
        subject = self.subject
        for report in self.reports:
            for one in report.sentences:
                place = (subject.patient_id, subject.admission_id, subject.target, one.index)
                if said := self.reviewed.get(place):
                    yield Judged(one, report.judge), Label("reviewed", said.grade, said.types)

    def _unchanged(self) -> Iterator[Judged]:
        """Judged sentences that no error touched; a part of a changed one is left out."""
        touched = [text for error in self.errors for text in (error.text, error.original_text)]
        seen: set[str] = set()
        for report in self.reports:
            for one in report.sentences:
                parts = any(one.text in text or text in one.text for text in touched)
                if not parts and one.text not in seen:
                    seen.add(one.text)
                    yield Judged(one, report.judge)
