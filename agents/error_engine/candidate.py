"""One possible edit of a sentence, and how edits become a proposal."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Protocol

from agents.chart import Charted
from agents.error_engine.material import Material
from agents.error_engine.wording import with_article
from clinical.facts import Concept
from clinical.labels import ErrorType, Kind
from graph_state.generation import Attribute, Difficulty, Edit, EditedFact, Proposal


@dataclass(frozen=True)
class Candidate:
    """A stretch of the sentence, what may stand there instead, and the fact it falsifies."""

    error_type: ErrorType
    difficulty: Difficulty
    start: int
    end: int
    words: str
    fact: EditedFact
    explanation: str

    @property
    def key(self) -> str:
        """Name the candidate by what it does, for a seeded order."""
        return f"{self.error_type}:{self.start}:{self.end}:{self.words}"


class Strategy(Protocol):
    """Finds the edits of one kind that a sentence allows."""

    def __call__(self, material: Material) -> Iterator[Candidate]:
        """Yield candidates in an order that depends on nothing but the material."""
        ...


def rank(seed: int, *parts: str) -> str:
    """Place something in a seeded order that depends on nothing but itself."""
    return sha256("\x1f".join((str(seed), *parts)).encode()).hexdigest()


def fitted(text: str, candidate: Candidate) -> Candidate:
    """Take the article before the edit along where its sound changes, and drop equal ends."""
    start, words = with_article(text, candidate.start, candidate.words)
    return replace(candidate, start=start, words=words)


def falsified(
    proof: Charted,
    concept: Concept,
    attribute: Attribute,
    place: tuple[int, int],
    old: str,
    words: str,
    difficulty: Difficulty,
    explanation: str,
    unit: str = "",
    kind: Kind = "medication",
    error_type: ErrorType = "medication_error",
) -> Candidate:
    """Put other words in the place of one attribute of a fact that the record proves.

    `unit` stands behind the place and belongs to both values.
    """
    return Candidate(
        error_type=error_type,
        difficulty=difficulty,
        start=place[0],
        end=place[1],
        words=words,
        fact=EditedFact(
            kind=kind,
            attribute=attribute,
            concept=concept,
            old=old + unit,
            new=words + unit,
            evidence=(proof.link,),
        ),
        explanation=explanation,
    )


def proposal_of(text: str, candidates: Iterable[Candidate]) -> Proposal:
    """Apply edits that do not overlap, and place each in the new sentence."""
    pieces: list[str] = []
    edits: list[Edit] = []
    position = length = 0
    for one in sorted(candidates, key=lambda c: c.start):
        kept = text[position : one.start]
        pieces += [kept, one.words]
        start = length + len(kept)
        length = start + len(one.words)
        edits.append(
            Edit(
                error_type=one.error_type,
                grade="E3" if one.error_type == "invented_fact" else "E4",
                difficulty=one.difficulty,
                original_start=one.start,
                original_end=one.end,
                original_text=text[one.start : one.end],
                start=start,
                end=length,
                text=one.words,
                fact=one.fact,
                explanation=one.explanation,
            )
        )
        position = one.end
    return Proposal(text="".join((*pieces, text[position:])), edits=tuple(edits))


def apart(candidate: Candidate, others: Iterable[Candidate]) -> bool:
    """Say whether an edit touches none of the others, nor the words right beside them."""
    return all(
        candidate.end + 1 < other.start or other.end + 1 < candidate.start for other in others
    )
