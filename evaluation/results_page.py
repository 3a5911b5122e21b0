"""The figures of an evaluation as one Markdown page, a row for each data set."""

from collections.abc import Sequence

from clinical.labels import ERROR_TYPES
from evaluation.bootstrap import Interval
from evaluation.results import DatasetResult

HEAD = """# Results

How good the verdicts of one judge are on labeled sets, in one configuration at one operating
point. `docs/evaluation.md` says what each figure means. Intervals are 95 % bootstrap intervals
clustered by patient or record; `all` is the F1 of flagging every checkable sentence.

Made by:

    {command}
"""
COLUMNS = (
    "set",
    "records",
    "sentences",
    "coverage",
    "E4 precision",
    "E4 recall",
    "E4 F1",
    "E4 F1 all",
    "E3+E4 F1",
    "E3+E4 F1 all",
    "balanced accuracy",
    "right sentences flagged",
    "E1 or E2 told right",
    "seconds",
)


def results_page(results: Sequence[DatasetResult], command: str) -> str:
    """Write the page; `command` is what made it."""
    rows = [row_of(result) for result in results]
    typed = [result for result in results if any(supports(result))]
    return "\n".join(
        (
            HEAD.format(command=command),
            *table(COLUMNS, rows),
            "",
            "## By type of error",
            "",
            "F1 of each type over flagged sentences, with the number of labeled ones.",
            "",
            *table(("set", *ERROR_TYPES), [types_of(result) for result in typed]),
            "",
        )
    )


def table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Lay out a Markdown table."""
    lines = [columns, ["---"] * len(columns), *rows]
    return [f"| {' | '.join(cells)} |" for cells in lines]


def row_of(result: DatasetResult) -> list[str]:
    """The figures of one set."""
    m = result.measures
    return [
        result.dataset,
        str(m.n_records),
        str(m.n_sentences),
        share(m.coverage),
        share(m.e4.precision),
        share(m.e4.recall),
        share(m.e4.f1) + interval(m.e4.ci95),
        share(m.flag_all_f1.e4),
        share(m.e3_e4.f1) + interval(m.e3_e4.ci95),
        share(m.flag_all_f1.e3_e4),
        share(m.binary.balanced_accuracy),
        share(m.clean_flag_rate) + interval(m.clean_flag_rate_ci95),
        share(told_apart(m.grade_confusion)),
        f"{result.seconds:.0f}",
    ]


def told_apart(confusion: dict[str, dict[str, int]]) -> float | None:
    """Of the sentences labeled and graded E1 or E2, the share with the right one of the two."""
    cells = {(g, p): confusion.get(g, {}).get(p, 0) for g in ("E1", "E2") for p in ("E1", "E2")}
    total = sum(cells.values())
    return (cells["E1", "E1"] + cells["E2", "E2"]) / total if total else None


def supports(result: DatasetResult) -> list[int]:
    """How many sentences carry each type of error."""
    return [scores.support for scores in result.measures.per_type.values()]


def types_of(result: DatasetResult) -> list[str]:
    """F1 and support by type."""
    scores = [result.measures.per_type[kind] for kind in ERROR_TYPES]
    return [result.dataset, *(f"{share(one.f1)} ({one.support})" for one in scores)]


def share(figure: float | None) -> str:
    """A share with three decimals, or a dash where there is none."""
    return "-" if figure is None else f"{figure:.3f}"


def interval(bounds: Interval | None) -> str:
    """An interval in brackets."""
    return "" if bounds is None else f" [{bounds[0]:.2f}, {bounds[1]:.2f}]"
