"""`curaview replay`: make a decision of a loop again."""

from pathlib import Path
from typing import Annotated

import typer

from cli.model_options import Answers, MaxCost, MaxTokens, ModelChoice, ModelNames, ModelUrl


def replay(
    cases: Annotated[
        list[Path], typer.Argument(metavar="CASE...", help="Case files that `loop` has written.")
    ],
    record: Annotated[
        Path | None,
        typer.Option(help="Where the record lies now, if it is not where the case says."),
    ] = None,
    model: ModelNames = [],  # noqa: B006  the command line makes its own list
    model_url: ModelUrl = "",
    max_cost: MaxCost = None,
    max_tokens: MaxTokens = None,
    answers: Answers = None,
    debug: Annotated[bool, typer.Option(help="Log, and show where an error arose.")] = False,
) -> None:
    """Check the text of a case again, show its sentence, and say what changed."""
    import asyncio

    from agents.known_judges import MODEL_JUDGES
    from agents.models import Models
    from agents.settings import settings
    from cli.model_run import say_what_it_took, stop_if_pending
    from cli.replay_run import read_case, replayed
    from cli.tables import print_all
    from exports.replay_report import replay_report

    choice = ModelChoice(
        names=tuple(model),
        url=model_url,
        max_cost=max_cost,
        max_tokens=max_tokens,
        answers=answers,
    )
    models = Models(choice.over(settings().models))
    read = [read_case(path) for path in cases]
    done = [
        asyncio.run(replayed(case, record or path.parent / case.record, models))
        for path, case in zip(cases, read, strict=True)
    ]
    if any(case.checking.judge in MODEL_JUDGES for case in read):
        stop_if_pending(models)
        say_what_it_took(models)
    print_all(*map(replay_report, done))
    if any(one.changes for one in done):
        raise typer.Exit(1)
