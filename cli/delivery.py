"""Hand the reports over: on standard output, or as files that appear whole or not at all."""

import re
import sys
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import typer
from rich.console import RenderableType

from cli.files import write_files
from cli.tables import print_all, require_output
from clinical.labels import GRADES, Grade
from exports.counts import grade_of
from exports.csv_report import claims_csv, sentences_csv
from exports.findings_report import report_findings, totals
from exports.html_report import report_html
from exports.index_page import INDEX, index_html
from exports.json_report import report_json, report_jsonl
from exports.markdown_report import report_markdown
from exports.run_file import RUN_SUFFIX, run_json
from exports.table_report import report_table
from graph_state.findings import Report

Writer = Callable[[Report], str]

SUFFIXES: dict[str, dict[str, Writer]] = {
    "findings": {".json": report_json, ".html": report_html, RUN_SUFFIX: run_json},
    "table": {".json": report_json, ".html": report_html, RUN_SUFFIX: run_json},
    "json": {".json": report_json},
    "html": {".html": report_html},
    "md": {".md": report_markdown},
    "csv": {".sentences.csv": sentences_csv, ".claims.csv": claims_csv},
}
"""What a format writes into a folder, by file suffix."""

ON_A_TERMINAL: dict[str, Callable[[Report], RenderableType]] = {
    "findings": report_findings,
    "table": report_table,
}
"""What is printed for a reader; into a folder both write files instead."""

ONE_AT_A_TIME = ("html", "csv")
"""Formats whose documents cannot follow one another in one stream."""

LONGEST_NAME = 200
"""Bytes; file systems take 255, and a suffix follows."""

UNSAFE_IN_A_NAME = re.compile(r"[^\w.-]+")


@dataclass(frozen=True)
class Delivery:
    """Where reports go, and in which form."""

    format: str
    folder: Path | None

    @property
    def takes_several(self) -> bool:
        """Say whether more than one report can be handed over."""
        return self.folder is not None or self.format not in ONE_AT_A_TIME

    def deliver(self, reports: Sequence[Report]) -> None:
        """Print the reports, or write them into the folder and say where they are."""
        if self.format in ON_A_TERMINAL:
            print_all(*map(ON_A_TERMINAL[self.format], reports))
            if len(reports) > 1:
                print_all(totals(reports))
        elif self.folder is None:
            print_text("".join(_text(self.format, report) for report in reports))
        if self.folder is not None:
            _say_written(write_files(self.folder, _documents(self.format, reports)))


def _say_written(paths: Sequence[Path]) -> None:
    """Name the files; of many, the page that leads to the others."""
    index = [path for path in paths if path.name == INDEX]
    for path in index or paths:
        others = f" and {len(paths) - 1} files beside it" if index else ""
        typer.echo(f"wrote {path.resolve()}{others}", err=True)


def say_notices(notices: Iterable[tuple[str, str]]) -> None:
    """Say on standard error, once each, what a reader has to know of the records of patients."""
    patients: dict[str, dict[str, None]] = {}
    for patient, notice in notices:
        patients.setdefault(notice, {})[patient] = None
    for notice, held in patients.items():
        whose = f"patient {next(iter(held))}" if len(held) == 1 else f"{len(held)} patients"
        typer.echo(f"curaview: {whose}: {notice}", err=True)


def reaches(report: Report, grade: Grade) -> bool:
    """Say whether any sentence has this grade or a worse one."""
    found = (grade_of(finding) for finding in report.findings)
    return any(one is not None and GRADES.index(one) >= GRADES.index(grade) for one in found)


def print_text(text: str) -> None:
    """Write UTF-8 on standard output, whatever the locale."""
    require_output()
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
    sys.stdout.buffer.flush()


def _text(format_: str, report: Report) -> str:
    if format_ == "jsonl":
        return report_jsonl(report)
    return next(iter(SUFFIXES[format_].values()))(report)


def _documents(format_: str, reports: Sequence[Report]) -> dict[str, str]:
    if format_ == "jsonl":
        return {"report.jsonl": "".join(map(report_jsonl, reports))}
    writers = SUFFIXES[format_]
    named = dict(zip(_names(reports), reports, strict=True))
    documents = {
        name + suffix: write(report)
        for name, report in named.items()
        for suffix, write in writers.items()
    }
    if len(reports) > 1 and ".html" in writers:
        documents[INDEX] = index_html(named)
    return documents


def file_name(*parts: str) -> str:
    """Join what names a document into something that is safe as a file name."""
    name = UNSAFE_IN_A_NAME.sub("-", "_".join(filter(None, parts))).lstrip(".-")
    return name.encode()[:LONGEST_NAME].decode(errors="ignore") or "unnamed"


def free(name: str, taken: Collection[str]) -> str:
    """Tell apart what different ids became once they were safe as names."""
    while name in taken:
        name += "_2"
    return name


def _names(reports: Sequence[Report]) -> list[str]:
    """Name files by patient, admission and target; a single report is just `report`."""
    if len(reports) == 1:
        return ["report"]
    names: list[str] = []
    for report in reports:
        names.append(
            free(file_name(report.patient_id, report.admission_id or "", report.target), names)
        )
    return names
