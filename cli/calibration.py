"""Parts of `curaview evaluate` that measure omissions, changed sentences and confidence."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from cli.check_options import OperatingPoint
from cli.files import write_file
from cli.tables import print_all
from evaluation.calibration import calibrate
from evaluation.calibration_table import calibration_json, reliability_table
from evaluation.mutants.run import measure_mutants
from evaluation.mutants.table import mutant_table, mutants_json
from evaluation.omission_table import category_table, omission_table, omissions_json
from evaluation.omission_test import measure_omissions
from evaluation.results import DatasetResult
from graph_state.context import Context


def evaluate_omissions(datasets: Sequence[Path], json: Path | None) -> None:
    """Print, and write where asked, how well omissions are found."""
    results = [asyncio.run(measure_omissions(path)) for path in datasets]
    if json is not None:
        write_file(json, omissions_json(results))
    print_all(omission_table(results), category_table(results))


def evaluate_mutants(
    datasets: Sequence[Path], operating_point: OperatingPoint, json: Path | None, jobs: int
) -> None:
    """Print, and write where asked, which changed sentences are still called supported."""
    context = Context(operating_point=operating_point)
    results = asyncio.run(measure_mutants(datasets, context, jobs))
    if json is not None:
        write_file(json, mutants_json(results))
    print_all(mutant_table(results))


def write_calibration(results: Sequence[DatasetResult], out: Path) -> None:
    """Fit the table of confidences on the results, write it and show what it is worth."""
    names = [result.dataset for result in results]
    command = f"curaview evaluate {' '.join(names)} --calibrate {out.name}"
    claims = [claim for result in results for claim in result.outcomes.claims]
    calibration = calibrate(claims, names, command)
    write_file(out, calibration_json(calibration.table))
    print_all(reliability_table(calibration))
