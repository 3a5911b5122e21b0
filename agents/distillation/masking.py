"""Take out of a question and its answer what identifies the patient, piece by piece.

A prompt is masked before it is written as JSON: behind an escaped line break a name would no
longer stand at the beginning of a word.
"""

from typing import Protocol

from pydantic import JsonValue

from agents.distillation.question import Question
from agents.judge_answer import JudgeAnswer
from agents.judge_prompt import LONGEST_QUOTE, ShownEvidence, evidence_line, judge_words
from clinical.facts import Anchors, TimeSpan
from exports.distillation.example import Prompted
from kg.evidence import Evidence
from prompts import load


class Mask(Protocol):
    """Replaces what identifies one patient, the same text always by the same."""

    def mask(self, text: str) -> str:
        """Return the text without what identifies."""
        ...

    def mask_value(self, value: JsonValue) -> JsonValue:
        """Mask every text in a JSON value."""
        ...

    def pseudonym(self, identifier: str) -> str:
        """Name an id by something that does not tell it."""
        ...


def masked(asked: Question, answer: JudgeAnswer, mask: Mask) -> tuple[Prompted, str] | None:
    """Return prompt and answer masked, or None where the answer no longer quotes the prompt."""
    items = {label: _item(item, mask) for label, item in asked.shown.items.items()}
    lines = "\n".join(evidence_line(label, item) for label, item in items.items())
    shown = ShownEvidence(lines, items)
    one = asked.sentence.model_copy(
        update={
            "text": mask.mask(asked.sentence.text),
            "heading": mask.mask(asked.sentence.heading),
            "before": mask.mask(asked.sentence.before),
            "anchors": _anchors(asked.sentence.anchors, mask),
        }
    )
    told = JudgeAnswer.model_validate(mask.mask_value(answer.model_dump(mode="json")))
    if not _stands(told, one.text, items):
        return None
    words = judge_words(load("judge"), shown, [one])
    subject = asked.subject
    prompt = Prompted(
        patient_id=mask.pseudonym(subject.patient_id),
        admission_id=subject.admission_id and mask.pseudonym(subject.admission_id),
        target=subject.target,
        sentence=one.text,
        system=words.system,
        user=words.user,
        evidence=tuple(item.quote for item in items.values()),
    )
    return prompt, told.model_dump_json()


def _stands(told: JudgeAnswer, sentence: str, items: dict[str, Evidence]) -> bool:
    """Say whether every claim still stands in the sentence and every quote in what is shown."""
    return all(
        _folded(claim.text) in _folded(sentence)
        and all(one.id in items and one.quote in _visible(items[one.id]) for one in claim.evidence)
        for claim in told.claims
    )


def _visible(item: Evidence) -> str:
    return item.quote[:LONGEST_QUOTE]


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()


def _item(item: Evidence, mask: Mask) -> Evidence:
    source = item.source.model_copy(update={"note": mask.mask(item.source.note)})
    time = item.time and TimeSpan(
        earliest=item.time.earliest and mask.mask(item.time.earliest),
        latest=item.time.latest and mask.mask(item.time.latest),
        precision=item.time.precision,
        anchor=item.time.anchor,
    )
    changed = {"quote": mask.mask(item.quote), "source": source, "time": time, "facts": ()}
    return item.model_copy(update=changed)


def _anchors(anchors: Anchors, mask: Mask) -> Anchors:
    return Anchors(
        admitted=anchors.admitted and mask.mask(anchors.admitted),
        discharged=anchors.discharged and mask.mask(anchors.discharged),
        surgeries=tuple(mask.mask(date) for date in anchors.surgeries),
        written=anchors.written and mask.mask(anchors.written),
    )
