"""From scored rows to the figures of one data set."""

from collections.abc import Callable, Iterable, Mapping

from pydantic import BaseModel

from clinical.labels import ERROR_TYPES, GRADES, STATUSES, ErrorType
from evaluation import bootstrap
from evaluation.alignment import ScoredDocument
from evaluation.bootstrap import Interval, Statistic
from graph_state.scoring import Counts, ScoredRow, count_e4, count_flags, count_type, ratio

PREVALENCES = (0.015, 0.05, 0.1, 0.3)
NOT_CHECKABLE = "not_checkable"

Counter = Callable[[Iterable[ScoredRow]], Counts]


class Scores(BaseModel, frozen=True):
    """How well one kind of row is found; undefined figures are None."""

    precision: float | None
    recall: float | None
    f1: float | None
    ci95: Interval | None
    """Of F1."""

    precision_ci95: Interval | None
    recall_ci95: Interval | None


class TypeScores(Scores, frozen=True):
    """The same for one error type, with the number of rows that have it."""

    support: int


class BinaryScores(Scores, frozen=True):
    """The same for wrong against right, with what the flags leave alone."""

    specificity: float | None
    balanced_accuracy: float | None


class PerPositive(BaseModel, frozen=True):
    """A figure for E4 alone and for E3 and E4 together."""

    e4: float | None
    e3_e4: float | None


class PredictiveValues(BaseModel, frozen=True):
    """The precision that the same sensitivity and specificity give at other prevalences."""

    e4: dict[str, float | None]
    e3_e4: dict[str, float | None]


class PerDocument(BaseModel, frozen=True):
    """Wrong sentences in a document: as labeled, and as flagged."""

    gold: float
    flagged: float


class UngradedFlags(BaseModel, frozen=True):
    """Flags on rows that nobody graded; they are in no other figure."""

    n_rows: int
    flagged: int


class Measures(BaseModel, frozen=True):
    """Every figure that depends on the decisions alone."""

    n_records: int
    n_documents: int
    n_sentences: int
    n_checkable: int
    coverage: float | None
    statuses: dict[str, int]
    """Checkable rows by how their check ended."""

    e4: Scores
    e3_e4: Scores
    binary: BinaryScores
    per_type: dict[ErrorType, TypeScores]
    grade_confusion: dict[str, dict[str, int]]
    n_clean_documents: int
    flags_per_clean_document: float | None
    errors_per_document: PerDocument
    clean_flag_rate: float | None
    clean_flag_rate_ci95: Interval | None
    ungraded_rows: UngradedFlags
    ppv_at_prevalence: PredictiveValues
    flag_all_f1: PerPositive
    parts: BinaryScores | None = None
    """Wrong against right on pieces finer than a sentence, where the set labels them."""


def measure(documents: list[ScoredDocument]) -> Measures:
    """Compute every figure; an empty set is refused by the reader, not here."""
    rows = [row for document in documents for row in document.rows]
    checkable = [row for row in rows if row.gold.label is not None]
    statuses = _statuses(checkable)
    clean = [document for document in documents if document.clean]
    flags, clusters = count_flags(rows), _clusters(documents, count_flags)
    return Measures(
        n_records=len({document.record for document in documents}),
        n_documents=len(documents),
        n_sentences=len(rows),
        n_checkable=len(checkable),
        coverage=ratio(statuses["graded"], len(checkable)),
        statuses=statuses,
        e4=_scores(count_e4(rows), _clusters(documents, count_e4)),
        e3_e4=_scores(flags, clusters),
        binary=_binary(flags, clusters),
        per_type={t: _type_scores(documents, t) for t in ERROR_TYPES},
        grade_confusion=_confusion(rows),
        n_clean_documents=len(clean),
        flags_per_clean_document=ratio(sum(document.flags for document in clean), len(clean)),
        errors_per_document=_per_document(documents),
        clean_flag_rate=ratio(flags.false_positive, flags.false_positive + flags.true_negative),
        clean_flag_rate_ci95=bootstrap.interval(clusters, bootstrap.false_alarm_rate),
        ungraded_rows=_ungraded(rows),
        ppv_at_prevalence=PredictiveValues(
            e4=predictive_values(count_e4(rows)), e3_e4=predictive_values(flags)
        ),
        flag_all_f1=PerPositive(e4=flag_all_f1(count_e4(rows)), e3_e4=flag_all_f1(flags)),
        parts=_parts(documents),
    )


def predictive_values(counts: Counts) -> dict[str, float | None]:
    """Return the precision at each prevalence, from sensitivity and specificity."""
    return {
        str(prevalence): _predictive_value(counts.recall, counts.specificity, prevalence)
        for prevalence in PREVALENCES
    }


def flag_all_f1(counts: Counts) -> float | None:
    """Return the F1 of flagging every row: recall one, precision the share of positives."""
    positives = counts.true_positive + counts.false_negative
    negatives = counts.true_negative + counts.false_positive
    return Counts(true_positive=positives, false_positive=negatives).f1


def _predictive_value(
    sensitivity: float | None, specificity: float | None, prevalence: float
) -> float | None:
    if sensitivity is None or specificity is None:
        return None
    found = sensitivity * prevalence
    return ratio(found, found + (1 - specificity) * (1 - prevalence))


def _clusters(documents: list[ScoredDocument], count: Counter) -> dict[str, Counts]:
    rows: dict[str, list[ScoredRow]] = {}
    for document in documents:
        rows.setdefault(document.patient, []).extend(document.rows)
    return {patient: count(found) for patient, found in rows.items()}


def _scores(counts: Counts, clusters: Mapping[str, Counts]) -> Scores:
    return Scores(
        precision=counts.precision,
        recall=counts.recall,
        f1=counts.f1,
        ci95=_interval(counts.f1, clusters, bootstrap.f1),
        precision_ci95=_interval(counts.precision, clusters, bootstrap.precision),
        recall_ci95=_interval(counts.recall, clusters, bootstrap.recall),
    )


def _interval(
    value: float | None, clusters: Mapping[str, Counts], statistic: Statistic
) -> Interval | None:
    return None if value is None else bootstrap.interval(clusters, statistic)


def _binary(counts: Counts, clusters: Mapping[str, Counts]) -> BinaryScores:
    return BinaryScores(
        **dict(_scores(counts, clusters)),
        specificity=counts.specificity,
        balanced_accuracy=counts.balanced_accuracy,
    )


def _type_scores(documents: list[ScoredDocument], error_type: ErrorType) -> TypeScores:
    def count(rows: Iterable[ScoredRow]) -> Counts:
        return count_type(rows, error_type)

    counts = count(row for document in documents for row in document.rows)
    return TypeScores(
        **dict(_scores(counts, _clusters(documents, count))),
        support=counts.true_positive + counts.false_negative,
    )


def _parts(documents: list[ScoredDocument]) -> BinaryScores | None:
    if not any(document.parts for document in documents):
        return None
    finer = [
        document.model_copy(update={"rows": document.parts, "parts": ()}) for document in documents
    ]
    counts = count_flags(row for document in finer for row in document.rows)
    return _binary(counts, _clusters(finer, count_flags))


def _statuses(checkable: list[ScoredRow]) -> dict[str, int]:
    ended = [row.decision.status or NOT_CHECKABLE for row in checkable]
    return {status: ended.count(status) for status in STATUSES}


def _confusion(rows: list[ScoredRow]) -> dict[str, dict[str, int]]:
    gold = (*GRADES, "supported", "not_supported", NOT_CHECKABLE)
    predicted: tuple[str, ...] = (*GRADES, *(s for s in STATUSES if s != "graded"))
    table = {name: dict.fromkeys(predicted, 0) for name in gold}
    for row in rows:
        decision = row.decision
        table[row.gold.label or NOT_CHECKABLE][
            decision.grade or decision.status or NOT_CHECKABLE
        ] += 1
    return {name: cells for name, cells in table.items() if any(cells.values())}


def _per_document(documents: list[ScoredDocument]) -> PerDocument:
    rows = [row for document in documents for row in document.rows]
    wrong = sum(row.gold.wrong for row in rows)
    flagged = sum(document.flags for document in documents)
    return PerDocument(gold=wrong / len(documents), flagged=flagged / len(documents))


def _ungraded(rows: list[ScoredRow]) -> UngradedFlags:
    ungraded = [row for row in rows if row.gold.label is None]
    return UngradedFlags(
        n_rows=len(ungraded), flagged=sum(row.decision.flagged for row in ungraded)
    )
