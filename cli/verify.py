"""`curaview verify`: check the summaries of a record."""

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
    ToolCalls,
    Votes,
    say_if_unasked,
)
from cli.trace_option import TraceFile

Format = Literal["findings", "table", "json", "jsonl", "html", "md", "csv"]
TargetName = Literal["brief_hospital_course", "discharge_instructions", "both"]


def verify(
    record: Annotated[
        Path,
        typer.Argument(
            help="Discharge-Me, MIMIC-IV or CSV folder, FHIR bundle, JSON record or text notes."
        ),
    ],
    summary: Annotated[
        str, typer.Option(help="File with the summary to check, or - for standard input.")
    ] = "",
    admission: Annotated[str, typer.Option(help="The admission to check.")] = "",
    target: Annotated[
        TargetName, typer.Option(help="Which of the record's own texts to check.")
    ] = "brief_hospital_course",
    format_: Annotated[
        Format, typer.Option("--format", help="How to report; `table` prints every sentence.")
    ] = "findings",
    out: Annotated[
        Path | None,
        typer.Option(
            file_okay=False,
            help="Folder for JSON, HTML and what `curaview review` opens.",
        ),
    ] = None,
    fail_on: Annotated[
        Literal["E3", "E4"] | None, typer.Option(help="Exit with 1 at this grade or worse.")
    ] = None,
    evidence: Annotated[
        Literal["all", "structured"], typer.Option(help="Sources that may be cited.")
    ] = "all",
    operating_point: OperatingPoint = "balanced",
    judge: Annotated[
        str, typer.Option(help="Who decides: rules, llm (a model), hybrid (both), qa (questions).")
    ] = "rules",
    extract: Extract = "rules",
    graph_reports: GraphReports = "template",
    model: ModelNames = [],  # noqa: B006  the command line makes its own list
    model_url: ModelUrl = "",
    votes: Votes = 1,
    sentences_per_call: SentencesPerCall = 1,
    tool_calls: ToolCalls = 0,
    evidence_characters: EvidenceCharacters = 12_000,
    max_cost: MaxCost = None,
    max_tokens: MaxTokens = None,
    answers: Answers = None,
    store: StoreChoice = "",
    resume: Resume = True,
    run_dir: RunDir = None,
    trace: TraceFile = None,
    jobs: Annotated[int, typer.Option(min=1, help="Sentences checked at the same time.")] = 8,
    debug: Annotated[bool, typer.Option(help="Log, and show where an error arose.")] = False,
) -> None:
    """Check summaries sentence by sentence against the patient's record."""
    from cli.summaries import require_files

    require_files(record, summary)

    import asyncio

    from agents.known_judges import known_judges
    from agents.model_settings import in_batches
    from agents.models import Models
    from agents.settings import settings
    from cli.delivery import Delivery, reaches, say_notices
    from cli.model_run import (
        graph_reading,
        keeping_answers,
        say_what_it_costs,
        say_what_it_took,
        stop_if_pending,
    )
    from cli.progress import progress_bar
    from cli.verification import Options, forget, resumes, verify_record
    from cli.watching import watching
    from evaluation.judges import with_baselines

    told = settings()
    choice = ModelChoice(
        names=tuple(model),
        url=model_url,
        max_cost=max_cost,
        max_tokens=max_tokens,
        answers=answers,
    )
    chosen_models = choice.over(told.models)
    delivery = Delivery(format=format_, folder=out)
    options = Options(
        record=record,
        summary=summary or None,
        admission=admission or None,
        target=target,
        evidence=evidence,
        operating_point=operating_point,
        judge=judge,
        store=store or told.store,
        store_login=told.store_login,
        run_dir=(run_dir or told.run_dir) if resume and not in_batches(chosen_models) else None,
        at_once=jobs,
        several=delivery.takes_several,
        models=chosen_models.models,
        model_urls=chosen_models.urls,
        extract=extract,
        graph_reports=graph_reports,
        votes=votes,
        sentences_per_call=sentences_per_call,
        tool_calls=tool_calls,
        evidence_characters=evidence_characters,
    )
    say_if_unasked(
        choice,
        options.asks_models,
        "--judge llm, hybrid or qa, --extract model or --graph-reports model asks one",
    )
    models = Models(keeping_answers(chosen_models, options))
    judges, reading = with_baselines(known_judges(models)), graph_reading(options, models)
    try:
        cases = say_what_it_costs(options, chosen_models) if options.asks_models else None
        with watching(trace, resumes(options)) as watch, progress_bar() as progress:
            run = verify_record(options, judges, progress, cases, reading, watch)
            reports = asyncio.run(run)
    except KeyboardInterrupt:
        kept = f"; the same command again goes on from {options.run_dir}" if resume else ""
        raise InterruptedRunError(f"interrupted{kept}") from None
    if options.asks_models:
        stop_if_pending(models)
        say_what_it_took(models)
    delivery.deliver(reports)
    say_notices((one.patient_id, notice) for one in reports for notice in one.notices)
    forget(options)
    if fail_on and any(reaches(report, fail_on) for report in reports):
        raise typer.Exit(1)
