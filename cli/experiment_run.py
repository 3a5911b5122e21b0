"""Run an experiment, go on where one was stopped, and write its page and tables."""

import asyncio
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Literal

import typer
from pydantic import BaseModel
from rich.table import Table

from agents.judge import chosen
from agents.known_judges import asks_models, known_judges
from agents.model_settings import ModelSettings, in_batches
from agents.models import Models
from cli.failures import InterruptedRunError
from cli.files import write_files
from cli.model_evaluation import with_models
from cli.model_run import rehearse, say_what_it_took, stop_if_pending
from cli.progress import dataset_progress
from cli.tables import print_all
from evaluation.experiment.arms import PLAIN, arms_of
from evaluation.experiment.audit import (
    KEY,
    SAMPLE,
    agreement_table,
    draw_sample,
    key_csv,
    read_audit,
    refuse_answered,
    sample_csv,
)
from evaluation.experiment.cohorts import (
    Cohort,
    open_cohort,
    refuse_same_names,
    sample_cohort,
    synthetic_cohort,
)
from evaluation.experiment.page import experiment_page, timing_table
from evaluation.experiment.results import CohortResult
from evaluation.experiment.run import run_experiment
from evaluation.experiment.settings import ExperimentSettings
from exports.experiment_page import PageTable, experiment_html, table_csv
from graph_state.context import Context
from kg.errors import BadInputError

CACHE = "cache"
PAGE = "experiment.html"
SHOWN = ("cohort", "arm", "E4 F1", "E3+E4 F1", "Δ E4 F1", "Δ E3+E4 F1")
"""Columns of the comparison that fit on a terminal."""


class ExperimentRequest(BaseModel, frozen=True):
    """What `curaview experiment` was asked for."""

    cohorts: tuple[Path, ...]
    out: Path
    seed: int = 0
    judge: str = "rules"
    base_model: str = ""
    evidence: Literal["all", "structured"] = "all"
    operating_point: Literal["recall", "balanced", "precision"] = "balanced"
    synthetic: int = 0
    injections: int = 5
    ablation: bool = False
    sample: int | None = None
    audit: int = 0
    jobs: int = 1

    @property
    def command(self) -> str:
        """The command that gives the same again, without the folders of one machine."""
        given = {
            "seed": self.seed,
            "judge": self.judge,
            "base-model": self.base_model,
            "evidence": self.evidence,
            "operating-point": self.operating_point,
            "synthetic": self.synthetic,
            "injections": self.injections,
            "sample": self.sample,
            "audit": self.audit,
        }
        names = [path.resolve().name for path in self.cohorts]
        options = [f"--{name} {value}" for name, value in given.items() if value not in ("", None)]
        options += ["--ablation"] if self.ablation else []
        return " ".join(("curaview experiment", *names, "--out DIR", *options))


def run_and_write(request: ExperimentRequest, told: ModelSettings) -> None:
    """Run the experiment and write everything; what is kept is not checked again."""
    if request.audit:
        refuse_answered(request.out / SAMPLE)
    cohorts = _open_all(request)
    asks = asks_models(request.judge, told.model_for("judge"))
    settings = _settings(request, told if asks else None)
    try:
        results = _results(request, cohorts, settings, told if asks else None)
    except KeyboardInterrupt:
        kept = f"interrupted; the same command again goes on from {request.out}"
        raise InterruptedRunError(kept) from None
    base = "base_model" if request.base_model else PLAIN
    page = experiment_page(results, settings, base, request.command)
    documents = {PAGE: experiment_html(page)}
    documents |= {f"{table.name}.csv": table_csv(table) for table in page.tables}
    documents |= {"timings.csv": table_csv(timing_table(results, settings))}
    documents |= _audit_files(request, results)
    write_files(request.out, documents)
    comparison = next(table for table in page.tables if table.name == "baselines")
    print_all(_terminal_table(comparison, SHOWN))
    typer.echo(f"wrote {request.out / PAGE} and {len(documents) - 1} tables", err=True)


def _open_all(request: ExperimentRequest) -> list[Cohort]:
    """Read every cohort before the first one is checked."""
    if request.out.resolve() in {path.resolve() for path in request.cohorts}:
        raise BadInputError(f"{request.out}: is a cohort itself; give another folder with --out")
    chosen(known_judges(Models(ModelSettings())), request.judge)
    cohorts = [open_cohort(path) for path in request.cohorts]
    if request.synthetic:
        cohorts.append(synthetic_cohort(request.synthetic, request.seed))
    if not cohorts:
        raise BadInputError("no cohort; give a folder in the Discharge-Me layout, or --synthetic N")
    refuse_same_names(cohorts)
    size = request.sample
    return cohorts if size is None else [sample_cohort(cohort, size) for cohort in cohorts]


def _settings(request: ExperimentRequest, told: ModelSettings | None) -> ExperimentSettings:
    context = Context(
        judge=request.judge, evidence=request.evidence, operating_point=request.operating_point
    )
    if told is None and request.base_model:
        raise BadInputError("--base-model needs a judge that asks a model, such as --judge llm")
    return ExperimentSettings(
        seed=request.seed,
        context=context if told is None else with_models(context, told),
        arms=arms_of(request.judge, request.base_model, request.ablation),
        most_injections=request.injections,
    )


def _results(
    request: ExperimentRequest,
    cohorts: Sequence[Cohort],
    settings: ExperimentSettings,
    told: ModelSettings | None,
) -> list[CohortResult]:
    """Check all cohorts; models are told what it will cost first, and batches may end it here."""
    cache = request.out / CACHE
    with dataset_progress() as progress:
        work = partial(run_experiment, cohorts, settings, progress=progress)
        if told is None:
            return asyncio.run(work(cache=cache, jobs=request.jobs))
        rehearse(told, lambda models: work(cache=None, models=models))
        models = Models(told)
        # A sentence whose answer is awaited is no result, so batches keep their own answers.
        kept = None if in_batches(told) else cache
        results = asyncio.run(work(cache=kept, models=models))
    stop_if_pending(models)
    say_what_it_took(models)
    return results


def _audit_files(request: ExperimentRequest, results: Sequence[CohortResult]) -> dict[str, str]:
    if not request.audit:
        return {}
    lines = draw_sample(results, request.audit, request.seed)
    sample, path = sample_csv(lines), request.out / SAMPLE
    if path.is_file() and path.read_text(encoding="utf-8-sig") != sample:
        raise BadInputError(f"{path}: differs from the sample, so somebody may have filled it in;"
                            " move it away, or give another --out")  # fmt: skip
    return {SAMPLE: sample, KEY: key_csv(lines)}


def print_agreement(filled: Path, out: Path) -> None:
    """Read a filled-in sample beside the key in `out`, print and write the agreement."""
    table = agreement_table(read_audit(filled, out / KEY))
    write_files(out, {f"{table.name}.csv": table_csv(table)})
    print_all(_terminal_table(table, table.columns))


def _terminal_table(table: PageTable, columns: Sequence[str]) -> Table:
    places = [table.columns.index(name) for name in columns]
    shown = Table(title=table.title)
    for name in columns:
        shown.add_column(name)
    for row in table.rows:
        shown.add_row(*(row[place] for place in places))
    return shown
