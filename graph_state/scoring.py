"""Findings against labels: what was decided on each labeled row, and how often it was right."""

from collections.abc import Iterable
from typing import Literal

from pydantic import BaseModel

from clinical.labels import ERROR_TYPES, ErrorType, Grade, Status, worst
from graph_state.findings import ClaimVerdict, Finding

GoldLabel = Literal["E1", "E2", "E3", "E4", "supported", "not_supported"]
"""What a labeler said. `supported` is E1 or E2, `not_supported` is E3 or E4: the source does
not tell which."""

FLAGGED: frozenset[str] = frozenset({"E3", "E4"})
WRONG: frozenset[str] = frozenset({"E3", "E4", "not_supported"})

UNGRADED: tuple[Status, ...] = ("failed", "abstained")
"""Statuses that leave a row without a grade, the one that says more first."""


class GoldRow(BaseModel, frozen=True):
    """One labeled piece of a summary. Offsets are code points in that summary."""

    start: int
    end: int
    text: str
    label: GoldLabel | None
    """None where the row is not checkable: it leaves precision and recall."""

    types: tuple[ErrorType, ...] = ()

    @property
    def wrong(self) -> bool:
        """Say whether the labeler calls the row wrong."""
        return self.label in WRONG


class Decision(BaseModel, frozen=True):
    """What the findings over one row come to. `status` is None where no finding covers it."""

    status: Status | None
    grade: Grade | None = None
    types: tuple[ErrorType, ...] = ()

    @property
    def flagged(self) -> bool:
        """Say whether the row was graded E3 or E4; whatever has no grade is not flagged."""
        return self.grade in FLAGGED


class ScoredRow(BaseModel, frozen=True):
    """A labeled row with the decision on it."""

    gold: GoldRow
    decision: Decision


class Counts(BaseModel, frozen=True):
    """A two-by-two table. A ratio without a denominator is None."""

    true_positive: int = 0
    false_positive: int = 0
    false_negative: int = 0
    true_negative: int = 0

    def __add__(self, other: "Counts") -> "Counts":
        """Add two tables cell by cell."""
        return Counts(
            true_positive=self.true_positive + other.true_positive,
            false_positive=self.false_positive + other.false_positive,
            false_negative=self.false_negative + other.false_negative,
            true_negative=self.true_negative + other.true_negative,
        )

    @property
    def precision(self) -> float | None:
        """Share of the flags that are right."""
        return ratio(self.true_positive, self.true_positive + self.false_positive)

    @property
    def recall(self) -> float | None:
        """Share of the positives that were found: the sensitivity."""
        return ratio(self.true_positive, self.true_positive + self.false_negative)

    @property
    def specificity(self) -> float | None:
        """Share of the negatives that were left alone."""
        return ratio(self.true_negative, self.true_negative + self.false_positive)

    @property
    def f1(self) -> float | None:
        """Harmonic mean of precision and recall; None without a single positive row."""
        if not self.true_positive + self.false_negative:
            return None
        doubled = 2 * self.true_positive
        return doubled / (doubled + self.false_positive + self.false_negative)

    @property
    def balanced_accuracy(self) -> float | None:
        """Mean of recall and specificity."""
        if self.recall is None or self.specificity is None:
            return None
        return (self.recall + self.specificity) / 2


def ratio(part: float, whole: float) -> float | None:
    """Divide, or return None where there is nothing to divide by."""
    return part / whole if whole else None


def align(findings: Iterable[Finding], rows: Iterable[GoldRow]) -> list[ScoredRow]:
    """Give every row the decision of the findings that share a letter or digit with it."""
    known = list(findings)
    return [ScoredRow(gold=row, decision=decide(overlapping(known, row))) for row in rows]


def align_claims(findings: Iterable[Finding], rows: Iterable[GoldRow]) -> list[ScoredRow]:
    """Score rows finer than a sentence by the claims inside them, else by their sentence."""
    known = list(findings)
    return [ScoredRow(gold=row, decision=_decide_by_claims(known, row)) for row in rows]


def overlapping(findings: Iterable[Finding], row: GoldRow) -> list[Finding]:
    """Return the findings that share a letter or digit with a row."""
    return [finding for finding in findings if _overlaps(row, finding.start, finding.end)]


def decide(findings: list[Finding]) -> Decision:
    """Join the findings over one row: the worst grade wins, and types add up."""
    graded = [f for f in findings if f.status == "graded" and f.result is not None]
    return _joined(
        {f.status for f in findings},
        [f.result.evidence_grade for f in graded if f.result and f.result.evidence_grade],
        [t for f in graded if f.result for t in f.result.hallucination_types],
    )


def count_e4(rows: Iterable[ScoredRow]) -> Counts:
    """Count contradictions; rows that may be E3 as well as E4 leave."""
    return _count(
        (r.gold.label == "E4", r.decision.grade == "E4")
        for r in rows
        if r.gold.label not in (None, "not_supported")
    )


def count_flags(rows: Iterable[ScoredRow]) -> Counts:
    """Count wrong rows against flagged ones, E3 and E4 alike."""
    return _count((r.gold.wrong, r.decision.flagged) for r in rows if r.gold.label is not None)


def count_type(rows: Iterable[ScoredRow], error_type: ErrorType) -> Counts:
    """Count one error type; wrong rows whose type nobody named leave."""
    return _count(
        (error_type in r.gold.types, r.decision.flagged and error_type in r.decision.types)
        for r in rows
        if r.gold.label is not None and (r.gold.types or not r.gold.wrong)
    )


def _overlaps(row: GoldRow, start: int, end: int) -> bool:
    shared = row.text[max(start - row.start, 0) : max(end - row.start, 0)]
    return any(c.isalnum() for c in shared)


def _decide_by_claims(findings: list[Finding], row: GoldRow) -> Decision:
    covering = overlapping(findings, row)
    claims = [
        claim
        for finding in covering
        if finding.status != "failed" and finding.result is not None
        for claim in finding.result.claims
        if _overlaps(row, claim.start, claim.end)
    ]
    return _decide_on_claims(claims) if claims else decide(covering)


def _decide_on_claims(claims: list[ClaimVerdict]) -> Decision:
    return _joined(
        {claim.status for claim in claims},
        [claim.grade for claim in claims if claim.grade is not None],
        [error_type for claim in claims for error_type in claim.types],
    )


def _joined(statuses: set[Status], grades: list[Grade], types: list[ErrorType]) -> Decision:
    grade = worst(grades) if grades else None
    if grade in FLAGGED:
        found = tuple(t for t in ERROR_TYPES if t in types)
        return Decision(status="graded", grade=grade, types=found)
    for status in UNGRADED:
        if status in statuses:
            return Decision(status=status)
    if grade is not None:
        return Decision(status="graded", grade=grade)
    return Decision(status="not_checkable" if statuses else None)


def _count(pairs: Iterable[tuple[bool, bool]]) -> Counts:
    cells = {(True, True): 0, (False, True): 0, (True, False): 0, (False, False): 0}
    for pair in pairs:
        cells[pair] += 1
    return Counts(
        true_positive=cells[True, True],
        false_positive=cells[False, True],
        false_negative=cells[True, False],
        true_negative=cells[False, False],
    )
