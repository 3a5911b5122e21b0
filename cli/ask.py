"""`curaview ask`: a question to the graph of one patient, or to a graph of knowledge."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from cli.check_options import StoreChoice
from cli.model_options import Answers, MaxCost, MaxTokens, ModelChoice, ModelNames, ModelUrl

AnswerFormat = Literal["table", "json", "html"]


def ask(
    source: Annotated[
        Path,
        typer.Argument(
            metavar="RECORD|GRAPH",
            help="Any record that `verify` reads, or a graph that `kg build` wrote.",
        ),
    ],
    question: Annotated[
        str, typer.Argument(help="The question, or - for one a line from standard input.")
    ],
    patient: Annotated[str, typer.Option(help="The patient, where a record holds several.")] = "",
    admission: Annotated[str, typer.Option(help="The admission that is asked about.")] = "",
    format_: Annotated[AnswerFormat, typer.Option("--format", help="How to answer.")] = "table",
    out: Annotated[
        Path | None, typer.Option(dir_okay=False, help="Write the answers into this file.")
    ] = None,
    rounds: Annotated[int, typer.Option(min=1, max=3, help="Most searches for one question.")] = 3,
    evaluate: Annotated[
        bool, typer.Option(help="Judge what was found and search again if it is too little.")
    ] = True,
    model: ModelNames = [],  # noqa: B006  the command line makes its own list
    model_url: ModelUrl = "",
    max_cost: MaxCost = None,
    max_tokens: MaxTokens = None,
    answers: Answers = None,
    graph_only: Annotated[
        bool,
        typer.Option(help="Where the graph is silent, let no model answer from elsewhere."),
    ] = True,
    store: StoreChoice = "",
    debug: Annotated[bool, typer.Option(help="Log, and show where an error arose.")] = False,
) -> None:
    """Answer from one graph, with the places that prove it; say so where it does not know."""
    import asyncio

    from agents.settings import settings
    from cli.ask_run import AskOptions, ask_questions
    from graph_state.asking import AskContext

    choice = ModelChoice(
        names=tuple(model), url=model_url, max_cost=max_cost, max_tokens=max_tokens, answers=answers
    )
    options = AskOptions(
        source=source,
        question=question,
        patient=patient,
        admission=admission,
        format=format_,
        out=out,
        store=store,
        context=AskContext(
            max_rounds=rounds, evaluate=evaluate, graph_only=graph_only, use_models=bool(model)
        ),
        models=choice.over(settings().models),
    )
    asyncio.run(ask_questions(options))
