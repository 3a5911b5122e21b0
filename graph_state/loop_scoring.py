"""Findings on a rewritten summary against what was planted in it, sentence by sentence."""

from collections.abc import Collection, Iterable, Sequence

from pydantic import BaseModel

from clinical.labels import ERROR_TYPES, ErrorType
from clinical.sentences import split_sentences
from graph_state.findings import Report
from graph_state.generation import DIFFICULTIES, Difficulty, GeneratedSummary, PlantedError
from graph_state.scoring import (
    UNGRADED,
    Counts,
    Decision,
    GoldRow,
    ScoredRow,
    align,
    count_e4,
    count_flags,
    ratio,
)


class Hits(BaseModel, frozen=True):
    """How many planted errors there were, and how many of them were found."""

    planted: int = 0
    detected: int = 0
    """Flagged as E3 or E4."""

    named: int = 0
    """Flagged with the very type that was planted."""

    def __add__(self, other: "Hits") -> "Hits":
        """Add the counts."""
        return Hits(
            planted=self.planted + other.planted,
            detected=self.detected + other.detected,
            named=self.named + other.named,
        )

    @property
    def missed(self) -> int:
        """Planted errors that were not flagged."""
        return self.planted - self.detected

    @property
    def recall(self) -> float | None:
        """Share of the planted errors that were flagged."""
        return ratio(self.detected, self.planted)


class ScoredSentence(BaseModel, frozen=True):
    """One sentence of a rewritten summary: what was planted in it, and what was decided."""

    index: int
    row: ScoredRow
    planted: PlantedError | None
    known_wrong: bool = False
    """A reader found the sentence wrong before anything was planted; it leaves the figures."""

    @property
    def missed(self) -> bool:
        """Say whether an error was planted here and not flagged."""
        return self.planted is not None and not self.row.decision.flagged

    @property
    def false_alarm(self) -> bool:
        """Say whether an untouched sentence that states something was flagged."""
        return self.planted is None and self.row.gold.label is not None and self.decision.flagged

    @property
    def other_detection(self) -> bool:
        """Say whether a sentence was flagged that was wrong before anything was planted."""
        return self.planted is None and self.known_wrong and self.decision.flagged

    @property
    def decision(self) -> Decision:
        """What the findings over the sentence come to."""
        return self.row.decision


class RoundFigures(BaseModel, frozen=True):
    """What one round came to. Every planted sentence counts once, whatever its errors."""

    documents: int
    sentences: int
    """Sentences that state something."""

    wanted: int
    planted: int
    discarded: int
    flags: Counts
    """Sentences with a planted error against sentences flagged E3 or E4."""

    contradictions: Counts
    """The same for E4 alone."""

    facts: Hits
    """Planted errors with those on one and the same fact of a summary counted once."""

    alarms_in_control: int
    """False alarms that are raised on the original text as well."""

    other_detections: int
    """Flags on untouched sentences that a reader found wrong in the original: genuine errors."""

    without_output: int
    """Sentences that ended without a grade although they state something."""

    cells: dict[ErrorType, dict[Difficulty, Hits]]
    """By type and difficulty of the planted errors; a sentence with two types stands in two."""

    difficulties: dict[Difficulty, Hits]
    by_errors: dict[str, Counts]
    """Flags by the number of errors planted in the summary, for the effect of prevalence."""

    @property
    def types(self) -> dict[ErrorType, Hits]:
        """By type alone."""
        return {t: sum(levels.values(), Hits()) for t, levels in self.cells.items()}

    @property
    def errors_per_document(self) -> float | None:
        """Planted errors in a summary, on average."""
        return ratio(self.planted, self.documents)

    @property
    def flags_per_document(self) -> float | None:
        """Flagged sentences in a summary, on average."""
        flagged = self.flags.true_positive + self.flags.false_positive
        return ratio(flagged, self.documents)


SentenceKey = tuple[str, str | None, str, int]
"""Patient, admission, target and index of a sentence, which are the same in every round."""


class ScoredSummary(BaseModel, frozen=True):
    """A rewritten summary with the decision on each of its sentences."""

    generated: GeneratedSummary
    sentences: tuple[ScoredSentence, ...]

    def key(self, index: int) -> SentenceKey:
        """Name one of its sentences."""
        one = self.generated
        return one.patient_id, one.admission_id, one.target, index

    @property
    def false_alarms(self) -> list[SentenceKey]:
        """Name the untouched sentences that were flagged."""
        return [self.key(s.index) for s in self.sentences if s.false_alarm]


def gold_rows(generated: GeneratedSummary, known_wrong: Collection[str] = ()) -> list[GoldRow]:
    """Label every sentence: planted errors are wrong, the others presumed to be supported.

    A sentence that states nothing has no label, and neither has one that was wrong beforehand.
    """
    errors = {error.sentence_index: error for error in generated.errors}
    rows: list[GoldRow] = []
    for index, span in enumerate(split_sentences(generated.text)):
        error = errors.get(index)
        text = generated.text[span.start : span.end]
        unlabeled = index in generated.not_checkable or text in known_wrong
        presumed = None if unlabeled else "supported"
        rows.append(
            GoldRow.model_validate(
                {
                    "start": span.start,
                    "end": span.end,
                    "text": text,
                    "label": presumed if error is None else error.grade,
                    "types": () if error is None else error.types,
                }
            )
        )
    return rows


def score_summary(
    generated: GeneratedSummary, report: Report, known_wrong: Collection[str] = ()
) -> ScoredSummary:
    """Lay a report over the sentences of the summary that it checked."""
    errors = {error.sentence_index: error for error in generated.errors}
    rows = align(report.findings, gold_rows(generated, known_wrong))
    return ScoredSummary(
        generated=generated,
        sentences=tuple(
            ScoredSentence(
                index=index,
                row=row,
                planted=errors.get(index),
                known_wrong=row.gold.text in known_wrong,
            )
            for index, row in enumerate(rows)
        ),
    )


def round_figures(
    scored: Sequence[ScoredSummary], control: Iterable[SentenceKey] = ()
) -> RoundFigures:
    """Add up one round; `control` names the sentences flagged before anything was planted."""
    known = frozenset(control)
    sentences = [sentence for one in scored for sentence in one.sentences]
    stating = [s for s in sentences if s.row.gold.label is not None]
    alarms = [key for one in scored for key in one.false_alarms]
    counts = [one.generated.counts for one in scored]
    return RoundFigures(
        documents=len(scored),
        sentences=len(stating),
        wanted=sum(one.wanted for one in counts),
        planted=sum(one.planted for one in counts),
        discarded=sum(one.discarded for one in counts),
        flags=count_flags(s.row for s in sentences),
        contradictions=count_e4(s.row for s in sentences),
        facts=sum(map(_facts, scored), Hits()),
        alarms_in_control=sum(key in known for key in alarms),
        other_detections=sum(s.other_detection for s in sentences),
        without_output=sum(s.decision.status in UNGRADED for s in stating),
        cells={t: _cells(sentences, t) for t in ERROR_TYPES},
        difficulties={level: sum(_hits_at(sentences, level), Hits()) for level in DIFFICULTIES},
        by_errors=_by_errors(scored),
    )


def _hits_at(sentences: Iterable[ScoredSentence], level: Difficulty) -> list[Hits]:
    return [
        _hit(sentence, sentence.planted.types)
        for sentence in sentences
        if sentence.planted is not None and sentence.planted.difficulty == level
    ]


def _cells(sentences: Iterable[ScoredSentence], error_type: ErrorType) -> dict[Difficulty, Hits]:
    found = dict.fromkeys(DIFFICULTIES, Hits())
    for sentence in sentences:
        edits = sentence.planted.edits if sentence.planted else ()
        levels = [edit.difficulty for edit in edits if edit.error_type == error_type]
        if levels:
            found[min(levels, key=DIFFICULTIES.index)] += _hit(sentence, (error_type,))
    return found


def _hit(sentence: ScoredSentence, types: Sequence[ErrorType]) -> Hits:
    decision = sentence.decision
    return Hits(
        planted=1,
        detected=int(decision.flagged),
        named=int(decision.flagged and set(types) <= set(decision.types)),
    )


def _facts(scored: ScoredSummary) -> Hits:
    """Count each falsified fact of a summary once; it is found where any of its errors is."""
    found: dict[tuple[str, str, str], Hits] = {}
    for sentence in scored.sentences:
        for edit in sentence.planted.edits if sentence.planted else ():
            fact = edit.fact
            key = fact.concept.id, fact.attribute, (fact.old or fact.new).casefold()
            hit, known = _hit(sentence, (edit.error_type,)), found.get(key, Hits())
            found[key] = Hits(
                planted=1,
                detected=max(hit.detected, known.detected),
                named=max(hit.named, known.named),
            )
    return sum(found.values(), Hits())


def _by_errors(scored: Iterable[ScoredSummary]) -> dict[str, Counts]:
    found: dict[int, Counts] = {}
    for one in scored:
        number = len(one.generated.errors)
        flags = count_flags(s.row for s in one.sentences)
        found[number] = found.get(number, Counts()) + flags
    return {str(number): found[number] for number in sorted(found)}


LOOP_SCORING_RECORDS = (Counts, Hits, RoundFigures)
"""Every record of a scoring that may stand in a state."""
