"""The figures of the deletion test, for people and for programs."""

import json
from collections.abc import Sequence

from rich.table import Table

from evaluation.bootstrap import Interval
from evaluation.omission_test import OmissionResult


def omission_table(results: Sequence[OmissionResult]) -> Table:
    """Show how often a deleted sentence is missed, and how much is listed in vain."""
    table = Table(title="Omissions (sentences deleted from right summaries, one at a time)")
    table.add_column("data set", no_wrap=True)
    for name in ("summaries", "deleted", "found", "95 %", "listed\nper summary", "false", "95 %"):
        table.add_column(name, justify="right", no_wrap=True)
    for result in results:
        table.add_row(
            result.dataset,
            str(result.summaries),
            str(result.deletions),
            "-" if result.recall is None else f"{result.recall:.3f}",
            _range(result.recall_ci95),
            f"{result.omissions_per_summary:.2f}",
            f"{result.false_per_summary:.2f}",
            _range(result.false_per_summary_ci95),
        )
    return table


def category_table(results: Sequence[OmissionResult]) -> Table:
    """Show found and deleted for each kind of thing."""
    table = Table(title="Found of deleted, by what the sentence told")
    table.add_column("told", no_wrap=True)
    for result in results:
        table.add_column(result.dataset, justify="right")
    named = dict.fromkeys(c for result in results for c in result.recall_by_category)
    for category in named:
        counts = [result.recall_by_category.get(category, (0, 0)) for result in results]
        table.add_row(category.replace("_", " "), *(f"{a} of {b}" for a, b in counts))
    return table


def omissions_json(results: Sequence[OmissionResult]) -> str:
    """Write the figures as one JSON document."""
    document = {"omissions": [result.model_dump(mode="json") for result in results]}
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _range(interval: Interval | None) -> str:
    return "-" if interval is None else f"{interval[0]:.2f}-{interval[1]:.2f}"
