"""The figures of changed sentences, as a table and as JSON."""

import json
from collections.abc import Iterable, Sequence

from pydantic import JsonValue
from rich.table import Table

from evaluation.mutants.edits import EDIT_KINDS
from evaluation.mutants.run import Mutant, MutantResult
from graph_state.scoring import ratio


def mutant_table(results: Sequence[MutantResult]) -> Table:
    """One row a kind of change over all sets, and a row for all kinds."""
    table = Table(title="One-token changes of true sentences that were called supported")
    for column in ("change", "sentences", "still supported", "flagged", "left open"):
        table.add_column(column, justify="left" if column == "change" else "right")
    every = [mutant for result in results for mutant in result.mutants]
    for kind in EDIT_KINDS:
        own = [mutant for mutant in every if mutant.kind == kind]
        if own:
            table.add_row(kind.replace("_", " "), *_cells(own))
    table.add_row("all", *_cells(every), style="bold")
    marked, whole = _marked(results)
    share = ratio(marked, whole) or 0.0
    table.caption = f"true sentences with words that were not compared: {share:.2f} of {whole}"
    return table


def mutants_json(results: Sequence[MutantResult]) -> str:
    """Write the figures of each set, and every changed sentence with its verdict."""
    document: JsonValue = [
        {
            "dataset": result.dataset,
            "true_sentences": result.true_sentences,
            "marked": result.marked,
            "mutants": [mutant.model_dump(mode="json") for mutant in result.mutants],
        }
        for result in results
    ]
    return json.dumps({"datasets": document}, ensure_ascii=False, indent=2) + "\n"


def _cells(mutants: Sequence[Mutant]) -> tuple[str, str, str, str]:
    flagged = _share(mutants, (mutant.grade in ("E3", "E4") for mutant in mutants))
    open_ = _share(mutants, (mutant.grade is None for mutant in mutants))
    return str(len(mutants)), _share(mutants, (m.passed for m in mutants)), flagged, open_


def _share(mutants: Sequence[Mutant], ends: Iterable[bool]) -> str:
    return f"{ratio(sum(ends), len(mutants)) or 0.0:.2f}"


def _marked(results: Sequence[MutantResult]) -> tuple[int, int]:
    return (
        sum(result.marked for result in results),
        sum(result.true_sentences for result in results),
    )
