"""Labeled statements, and how well scores part the true ones from the false ones."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from kg.errors import BadInputError
from kg.reference.readers.tables import fields

HERE = Path(__file__).parent
OPEN_STATEMENTS = HERE / "statements_open.tsv"
"""The half that was read while the rules were made."""

KEPT_STATEMENTS = HERE / "statements_kept.tsv"
"""The half that was written before the graph and never read since."""

TRUTH = {"true": True, "false": False}


class Statement(NamedTuple):
    """One statement with its truth."""

    text: str
    is_true: bool


class Scored(NamedTuple):
    """A statement with the score that some method gives it; None where it could not be verified."""

    statement: Statement
    score: float | None


class Separation(NamedTuple):
    """How well the scores of a method part true from false."""

    auroc: float
    balanced_accuracy: float
    """At the threshold that the caller gave."""

    coverage: float
    """Share of the statements with a score; the other figures are over these."""

    statements: int


Score = Callable[[str], float | None]


def read_statements(path: Path) -> list[Statement]:
    """Read lines of `true` or `false`, a tab, and the statement."""
    found = []
    for number, (label, text, *_) in enumerate(fields(path, 2, "\t"), 1):
        if label not in TRUTH:
            raise BadInputError(f"{path}, row {number}: {label!r} is neither true nor false")
        found.append(Statement(text, TRUTH[label]))
    return found


def scored(statements: Iterable[Statement], score: Score) -> list[Scored]:
    """Score every statement."""
    return [Scored(one, score(one.text)) for one in statements]


def separation(results: Sequence[Scored], threshold: float) -> Separation:
    """Measure a method; equal scores of a true and a false statement count half."""
    true = [r.score for r in results if r.score is not None and r.statement.is_true]
    false = [r.score for r in results if r.score is not None and not r.statement.is_true]
    known = len(true) + len(false)
    coverage = known / len(results) if results else 0.0
    if not true or not false:
        return Separation(float("nan"), float("nan"), coverage, len(results))
    wins = sum((t > f) + 0.5 * (t == f) for t in true for f in false)
    right = sum(t >= threshold for t in true) / len(true)
    refused = sum(f < threshold for f in false) / len(false)
    return Separation(
        wins / (len(true) * len(false)), (right + refused) / 2, coverage, len(results)
    )
