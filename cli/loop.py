"""`curaview loop`: generation against detection, round after round."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from cli.check_options import Extract, GraphReports, OperatingPoint, Resume, RunDir, StoreChoice
from cli.failures import InterruptedRunError
from cli.model_options import (
    Answers,
    EvidenceCharacters,
    MaxCost,
    MaxTokens,
    ModelChoice,
    ModelNames,
    ModelUrl,
    SentencesPerCall,
    Votes,
)
from cli.trace_option import TraceFile


def loop(
    record: Annotated[
        Path,
        typer.Argument(
            metavar="COHORT",
            help="Discharge-Me, MIMIC-IV or CSV folder, FHIR bundle, JSON record or text notes.",
        ),
    ],
    out: Annotated[
        Path, typer.Option(file_okay=False, help="Folder for the report, rounds and cases.")
    ],
    rounds: Annotated[int, typer.Option(min=1, max=20, help="Rounds after the control.")] = 3,
    seed: Annotated[int, typer.Option(help="The same seed gives the same rounds.")] = 0,
    ratio: Annotated[
        float, typer.Option(min=0, max=1, help="Share of the applicable sentences made wrong.")
    ] = 0.4,
    per_note: Annotated[
        int, typer.Option(min=-1, help="Wrong sentences in each summary; -1 uses the ratio.")
    ] = -1,
    types: Annotated[
        str, typer.Option(help="Error types to plant, parted by commas; all seven without it.")
    ] = "",
    difficulty: Annotated[
        Literal["easy", "medium", "hard", "mixed"],
        typer.Option(help="How far false statements lie from true ones in the first round."),
    ] = "mixed",
    several: Annotated[
        float, typer.Option(min=0, max=1, help="Share of wrong sentences with a second error.")
    ] = 0.15,
    engine: Annotated[Literal["rules", "model"], typer.Option(help="Who rewrites.")] = "rules",
    judge: Annotated[
        str, typer.Option(help="Who decides: rules, llm (a language model), or hybrid (both).")
    ] = "rules",
    evidence: Annotated[
        Literal["all", "structured"], typer.Option(help="Sources that the check may cite.")
    ] = "all",
    operating_point: OperatingPoint = "balanced",
    summary: Annotated[
        str, typer.Option(help="File with the summary to change, instead of the record's own.")
    ] = "",
    admission: Annotated[str, typer.Option(help="The admission whose summary is changed.")] = "",
    labels: Annotated[
        Path | None,
        typer.Option(dir_okay=False, help="Labels of the original; those beside it by default."),
    ] = None,
    extract: Extract = "rules",
    graph_reports: GraphReports = "template",
    model: ModelNames = [],  # noqa: B006  the command line makes its own list
    model_url: ModelUrl = "",
    votes: Votes = 1,
    sentences_per_call: SentencesPerCall = 1,
    evidence_characters: EvidenceCharacters = 12_000,
    max_cost: MaxCost = None,
    max_tokens: MaxTokens = None,
    answers: Answers = None,
    store: StoreChoice = "",
    resume: Resume = True,
    run_dir: RunDir = None,
    jobs: Annotated[int, typer.Option(min=1, help="Sentences under way at the same time.")] = 8,
    trace: TraceFile = None,
    debug: Annotated[bool, typer.Option(help="Log, and show where an error arose.")] = False,
) -> None:
    """Plant errors, check, and go for what was missed, round after round."""
    from agents.model_settings import in_batches
    from agents.settings import settings
    from cli.loop_command import play
    from cli.loop_request import loop_request
    from cli.verification import Options

    told = settings()
    choice = ModelChoice(
        names=tuple(model),
        url=model_url,
        max_cost=max_cost,
        max_tokens=max_tokens,
        answers=answers,
    )
    chosen_models = choice.over(told.models)
    checks = Options(
        record=record,
        summary=summary or None,
        admission=admission or None,
        evidence=evidence,
        operating_point=operating_point,
        judge=judge,
        store=store or told.store,
        store_login=told.store_login,
        run_dir=(run_dir or told.run_dir) if resume and not in_batches(chosen_models) else None,
        at_once=jobs,
        models=chosen_models.models,
        model_urls=chosen_models.urls,
        extract=extract,
        graph_reports=graph_reports,
        votes=votes,
        sentences_per_call=sentences_per_call,
        evidence_characters=evidence_characters,
    )
    given: dict[str, str | int | float] = {
        "rounds": rounds,
        "seed": seed,
        "ratio": ratio,
        "per_note": per_note,
        "types": types,
        "difficulty": difficulty,
        "several": several,
        "engine": engine,
    }
    try:
        play(loop_request(checks, out, labels, given), chosen_models, trace)
    except KeyboardInterrupt:
        kept = f"; the same command again goes on from {checks.run_dir}" if checks.run_dir else ""
        raise InterruptedRunError(f"interrupted{kept}") from None
