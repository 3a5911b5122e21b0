"""What a loop leaves: one folder a round, the cases, and the report on all of it."""

import os
from collections.abc import Sequence
from pathlib import Path

from agents.reporter import program_version
from cli.delivery import file_name, free
from cli.files import staged
from cli.generation import evidence_case, generated_documents, own_tables, place_documents
from cli.loop_former import LOOP_JSON, REPORTS, files_of_loop, remove_former
from cli.loop_labels import known_errors
from cli.loop_request import LoopRequest
from cli.summaries import Checkable
from exports.generated import Generated
from exports.json_report import report_jsonl
from exports.loop_case_page import cases_html
from exports.loop_cases import LoopCase, RoundOfCase, case_json, cases_of
from exports.loop_page import loop_html
from exports.loop_report import CASES, CASES_HTML, LOOP_HTML, FinishedLoop, loop_json, round_folder
from graph_state.loop import LoopOutput, RoundResult
from graph_state.loop_rounds import flagged_in_control, reports_of, scored_round, summaries_of


def finished_loop(request: LoopRequest, done: LoopOutput) -> FinishedLoop:
    """Put the figures of all rounds and their cases together."""
    results = tuple(sorted(done["results"], key=lambda one: one.round))
    named: dict[str, LoopCase] = {}
    for result in results:
        for case in _cases(request, done, result):
            named[free(file_name(*case.name_parts), named)] = case
    return FinishedLoop(
        context=request.context,
        version=program_version(),
        results=results,
        cases={f"{name}.json": case for name, case in named.items()},
    )


def write_loop(
    request: LoopRequest, cases: Sequence[Checkable], done: LoopOutput, loop: FinishedLoop
) -> list[Path]:
    """Write all files or none, and remove those of an earlier loop that are not written again."""
    tables = own_tables(request.checks.record, request.checks.summary)
    former = files_of_loop(request.out)
    with staged(request.out) as folder:
        for result in loop.results:
            place = folder / round_folder(result.round)
            place_documents(place, _of_round(cases, done, result, bool(tables)), tables)
        wrong = {name: case_json(case) for name, case in loop.cases.items()}
        place_documents(folder / CASES, wrong)
        pages = {LOOP_HTML: loop_html(loop), CASES_HTML: cases_html(loop)}
        place_documents(folder, {LOOP_JSON: loop_json(loop), **pages})
    remove_former(former, files_of_loop(request.out))
    return [request.out / LOOP_JSON, request.out / LOOP_HTML]


def _of_round(
    cases: Sequence[Checkable], done: LoopOutput, result: RoundResult, labeled: bool
) -> dict[str, str]:
    by_place = {(one.case.record.patient_id, one.admission_id): one for one in cases}
    made = [
        Generated(evidence_case(by_place[one.patient_id, one.admission_id]), one)
        for one in summaries_of(done["generated"], result.round)
    ]
    reports = reports_of(done["checked"], result.round)
    documents = generated_documents(made, result.settings, labeled)
    return documents | {REPORTS: "".join(map(report_jsonl, reports))}


def _cases(request: LoopRequest, done: LoopOutput, result: RoundResult) -> list[LoopCase]:
    known = known_errors(request)
    cases = (request.out / CASES).resolve()
    about = RoundOfCase(
        number=result.round,
        record=Path(os.path.relpath(request.checks.record.resolve(), cases)).as_posix(),
        checking=request.context.checking,
        generating=result.settings,
        control=frozenset(flagged_in_control(done, known)),
    )
    scored = scored_round(done, result.round, known)
    reports = reports_of(done["checked"], result.round)
    pairs = zip(scored, reports, strict=True)
    return [case for one, report in pairs for case in cases_of(about, one, report)]
