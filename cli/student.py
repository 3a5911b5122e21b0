"""`curaview student`: train a small student on exported data, and measure it."""

from pathlib import Path
from typing import Annotated

import typer

from kg.errors import BadInputError

student_commands = typer.Typer(
    help="Train a small model on exported data, and measure what it learned.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

Data = Annotated[
    Path,
    typer.Argument(file_okay=False, help="Folder of `curaview export --format hf-dataset`."),
]
FOLDS = 5
Debug = Annotated[bool, typer.Option(help="Log, and show where an error arose.")]


@student_commands.command("train")
def train_student(
    data: Data,
    out: Annotated[Path, typer.Option(dir_okay=False, help="Write the student into this file.")],
    debug: Debug = False,
) -> None:
    """Train on the training part and measure on the patients of the test part."""
    from cli.training_extra import require_training

    require_training()
    from cli.student_run import show, train

    show(train(data, out))
    typer.echo(f"wrote {out}", err=True)


@student_commands.command("evaluate")
def evaluate_student(
    data: Data,
    student: Annotated[
        Path | None,
        typer.Option(dir_okay=False, help="A trained student; without it, --folds is used."),
    ] = None,
    folds: Annotated[
        int | None,
        typer.Option(
            min=2, help=f"Leave so many groups of patients out in turn; {FOLDS} without a student."
        ),
    ] = None,
    debug: Debug = False,
) -> None:
    """Measure a student on the test part, or students on patients left out in turn."""
    from cli.training_extra import require_training

    if student is not None and folds is not None:
        raise BadInputError(
            "--folds: trains students of its own; give it without --student, or leave it out"
        )
    require_training()
    from cli.student_run import cross_validate, evaluate, show

    show(cross_validate(data, folds or FOLDS) if student is None else evaluate(data, student))
