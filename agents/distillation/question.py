"""One sentence as the judge was asked about it: its claims, its evidence, the two messages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from agents.judge_prompt import ShownEvidence, judge_words, show_evidence
from agents.judging import SentenceToJudge
from clinical.claims import read_claims
from clinical.facts import Fact
from exports.distillation.example import Prompted
from kg.evidence import Evidence
from prompts import load


@dataclass(frozen=True)
class Subject:
    """Whose summary is asked about."""

    patient_id: str
    admission_id: str | None
    target: str


@dataclass(frozen=True)
class Question:
    """A sentence with all that the judge sees; `notes` are the texts that quotes must stand in."""

    subject: Subject
    sentence: SentenceToJudge
    evidence: Sequence[Evidence]
    characters: int
    notes: Mapping[str, str]

    @cached_property
    def claims(self) -> list[Fact]:
        """What the sentence claims."""
        one = self.sentence
        return read_claims(one.text, one.heading, one.before, one.anchors)

    @cached_property
    def shown(self) -> ShownEvidence:
        """The items that fit into the prompt."""
        return show_evidence(self.evidence, self.characters)

    @cached_property
    def labels(self) -> dict[str, str]:
        """The short id that each shown item has in the prompt, by evidence id."""
        return {item.id: label for label, item in self.shown.items.items()}

    @cached_property
    def prompted(self) -> Prompted:
        """The two messages, exactly as a model is asked by the product."""
        words = judge_words(load("judge"), self.shown, [self.sentence])
        return Prompted(
            patient_id=self.subject.patient_id,
            admission_id=self.subject.admission_id,
            target=self.subject.target,
            sentence=self.sentence.text,
            system=words.system,
            user=words.user,
            evidence=tuple(item.quote for item in self.shown.items.values()),
        )

    def shows(self, ids: Sequence[str]) -> bool:
        """Say whether the prompt shows all these items."""
        return all(identity in self.labels for identity in ids)
