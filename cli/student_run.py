"""Read data, train or take a student, and print its figures."""

from math import isnan
from pathlib import Path

from rich.table import Table

from cli.files import write_file
from cli.tables import print_all
from evaluation.student.comparison import Comparison, compared, cross_validated
from evaluation.student.measures import Figure, Measured
from evaluation.student.model import read_student
from evaluation.student.pairs import read_pairs
from exports.distillation.splitting import SPLITS
from kg.embedding import WordVectors
from kg.errors import BadInputError


def train(data: Path, out: Path) -> Comparison:
    """Train on the training and the validation part, test on the test part, write the student."""
    parts = read_pairs(data)
    seen = [*parts["train"], *parts["validation"]]
    if not seen:
        raise BadInputError(f"{data}: has no training part; give it a share in --split")
    comparison, student = compared(seen, parts["test"], None, WordVectors())
    write_file(out, student.model_dump_json() + "\n")
    return comparison


def evaluate(data: Path, file: Path) -> Comparison:
    """Measure a student on the test part, which must hold nobody that it was trained on."""
    student, embedder = read_student(file), WordVectors()
    unseen = read_pairs(data)["test"]
    known = {one.patient for one in unseen} & {*student.patients}
    if known:
        raise BadInputError(
            f"{data}: {len(known)} patients of the test part were trained on; give other data"
        )
    if student.embedder != embedder.name:
        raise BadInputError(f"{file}: is for {student.embedder} and not for {embedder.name}")
    return compared((), unseen, student, embedder)[0]


def cross_validate(data: Path, folds: int) -> Comparison:
    """Train and test on all parts, the patients left out in turn."""
    parts = read_pairs(data)
    return cross_validated([pair for name in SPLITS for pair in parts[name]], folds, WordVectors())


def show(comparison: Comparison) -> None:
    """Print the figures as a table."""
    print_all(
        _table(
            f"{comparison.sentences} sentences, {comparison.wrong} of them wrong,"
            f" of {comparison.patients} patients that were not trained on",
            comparison,
        )
    )


def _table(title: str, comparison: Comparison) -> Table:
    table = Table(title=title, caption="95 % intervals by patient", title_justify="left")
    for name in ("student", "F1", "", "AUC", ""):
        table.add_column(name, justify="left" if name == "student" else "right")
    for name, figures in comparison.rows.items():
        table.add_row(name, *_cells(figures))
    table.add_row("gain by training", *_cells(comparison.gain))
    return table


def _cells(figures: Measured) -> tuple[str, str, str, str]:
    return (*_cell(figures.f1), *_cell(figures.auc))


def _cell(figure: Figure) -> tuple[str, str]:
    if isnan(figure.value):
        return "-", "not defined: all wrong, or none"
    if figure.interval is None:
        return f"{figure.value:.3f}", ""
    return f"{figure.value:.3f}", f"{figure.interval[0]:.3f} to {figure.interval[1]:.3f}"
