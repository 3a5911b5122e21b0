"""Figures for people and for programs: a table for the terminal, and the JSON contract."""

import json
from collections.abc import Sequence

from pydantic import JsonValue
from rich.table import Table

from evaluation.bootstrap import Interval
from evaluation.calibration_table import row_reliability
from evaluation.metrics import Scores
from evaluation.results import DatasetResult
from evaluation.risk_coverage import risk_coverage

PLACES = 4


def evaluation_json(results: Sequence[DatasetResult]) -> str:
    """Write the figures as one JSON document with stable keys, floats rounded to four places."""
    document = {"datasets": [dataset_figures(result) for result in results]}
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def dataset_figures(result: DatasetResult) -> dict[str, JsonValue]:
    """Return the figures of one set as JSON values."""
    speed = result.sentences_per_second
    return {
        "dataset": result.dataset,
        "judge": result.judge,
        **{
            name: _rounded(value) for name, value in result.measures.model_dump(mode="json").items()
        },
        "calibration": _rounded(row_reliability(result).model_dump(mode="json")),
        "risk_coverage": _rounded(risk_coverage(result.outcomes.rows).model_dump(mode="json")),
        "seconds": round(result.seconds, PLACES),
        "sentences_per_second": None if speed is None else round(speed, PLACES),
    }


def errors_jsonl(results: Sequence[DatasetResult]) -> str:
    """Write each decision that differs from its label as one JSON line."""
    return "".join(
        json.dumps(error.model_dump(mode="json"), ensure_ascii=False) + "\n"
        for result in results
        for error in result.errors
    )


def summary_table(results: Sequence[DatasetResult]) -> Table:
    """Show one line a data set: what is found, what is flagged in vain, and how fast."""
    table = _table("Evaluation (all: F1 of flagging everything)")
    for group in ("E4", "E3+E4"):
        for name in ("P", "R", "F1", "95 %", "all"):
            table.add_column(f"{group}\n{name}", justify="right", no_wrap=True)
    for name in ("clean\nflagged", "flags/\nclean doc", "coverage", "rows", "rows/s"):
        table.add_column(name, justify="right", no_wrap=True)
    for result in results:
        table.add_row(*_summary_cells(result))
    return table


def type_table(results: Sequence[DatasetResult]) -> Table:
    """Show F1 with its support for every error type that a set labels."""
    table = _table("F1 per error type (rows that have it)")
    labeled = [result for result in results if _labeled_types(result)]
    names = list(labeled[0].measures.per_type) if labeled else []
    for name in names:
        table.add_column(name.replace("_", "\n", 1), justify="right", no_wrap=True)
    for result in labeled:
        scores = result.measures.per_type.values()
        table.add_row(result.dataset, *(f"{_number(item.f1)} ({item.support})" for item in scores))
    return table


def predictive_value_table(results: Sequence[DatasetResult]) -> Table:
    """Show how often a flag would be right where fewer sentences are wrong."""
    table = _table("Precision if only this share of sentences were wrong (E4 / E3+E4)")
    for prevalence in results[0].measures.ppv_at_prevalence.e4 if results else ():
        table.add_column(f"{float(prevalence):.1%}", justify="right")
    for result in results:
        values = result.measures.ppv_at_prevalence
        pairs = zip(values.e4.values(), values.e3_e4.values(), strict=True)
        table.add_row(result.dataset, *(f"{_number(e4)} / {_number(both)}" for e4, both in pairs))
    return table


def confusion_table(result: DatasetResult) -> Table:
    """Show labels against verdicts of one set."""
    confusion = result.measures.grade_confusion
    table = Table(title=f"{result.dataset}: label (rows) against verdict (columns)")
    table.add_column("label")
    for verdict in next(iter(confusion.values()), {}):
        table.add_column(verdict, justify="right")
    for label, cells in confusion.items():
        table.add_row(label, *(str(number) for number in cells.values()))
    return table


def _table(title: str) -> Table:
    table = Table(title=title)
    table.add_column("data set", no_wrap=True)
    return table


def _summary_cells(result: DatasetResult) -> list[str]:
    measures = result.measures
    flag_all = measures.flag_all_f1
    return [
        result.dataset,
        *_score_cells(measures.e4, flag_all.e4),
        *_score_cells(measures.e3_e4, flag_all.e3_e4),
        _number(measures.clean_flag_rate),
        _number(measures.flags_per_clean_document, 2),
        _number(measures.coverage),
        str(measures.n_sentences),
        _number(result.sentences_per_second, 0),
    ]


def _score_cells(scores: Scores, flag_all: float | None) -> list[str]:
    ratios = [_number(value) for value in (scores.precision, scores.recall, scores.f1)]
    return [*ratios, _range(scores.ci95), _number(flag_all)]


def _labeled_types(result: DatasetResult) -> bool:
    return any(scores.support for scores in result.measures.per_type.values())


def _number(value: float | None, places: int = 3) -> str:
    return "-" if value is None else f"{value:.{places}f}"


def _range(interval: Interval | None) -> str:
    return "-" if interval is None else f"{interval[0]:.2f}-{interval[1]:.2f}"


def _rounded(value: JsonValue) -> JsonValue:
    if isinstance(value, float):
        return round(value, PLACES)
    if isinstance(value, list):
        return [_rounded(item) for item in value]
    if isinstance(value, dict):
        return {name: _rounded(item) for name, item in value.items()}
    return value
