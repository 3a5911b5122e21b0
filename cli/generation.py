"""Generate errors for every summary that was asked for, and write the files."""

import json
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from pydantic import BaseModel

from agents.generate_graph import GenerateParts, generate_graph
from agents.known_engines import known_engines
from agents.models import Models
from agents.patient_graph import stored_graph
from agents.runs import thread_id
from cli.files import staged
from cli.summaries import Checkable, checkables
from cli.watching import Watch, nobody, with_texts
from exports.generated import (
    INJECTED,
    LABELS,
    REPORT,
    SAMPLES,
    VERIFICATION_SET,
    Generated,
    injected_csv,
    labels_jsonl,
    report_json,
    samples_jsonl,
    verification_set_jsonl,
)
from graph_state.generation import GenerateInput, GenerationContext
from kg.errors import BadInputError
from kg.open_store import open_store
from kg.readers.csv_files import csv_files
from kg.readers.discharge_me import TABLES, is_discharge_me
from kg.record import Case
from kg.view import view_of


class Request(BaseModel, frozen=True):
    """What `curaview generate` was asked for."""

    record: Path
    out: Path
    summary: str | None = None
    admission: str | None = None
    context: GenerationContext
    at_once: int = 8
    force: bool = False
    """Replace what is in the folder already."""


def to_change(request: Request) -> list[Checkable]:
    """Read the summaries that errors are to be put into."""
    return list(
        checkables(request.record, request.summary, request.admission, "brief_hospital_course")
    )


async def generate_all(
    request: Request, cases: Sequence[Checkable], models: Models, watch: Watch = nobody
) -> list[Generated]:
    """Return every summary with errors in it; nothing is written here."""
    if request.record.resolve() == request.out.resolve():
        msg = f"{request.out}: is the record itself; give another folder with --out"
        raise BadInputError(msg)
    store = open_store("memory")
    parts = GenerateParts(
        store=store, engines=known_engines(store, models), at_once=request.at_once
    )
    graph = generate_graph(parts, checkpointer=False).compile()
    made: list[Generated] = []
    for checkable in cases:
        case, admission = checkable.case, checkable.admission_id
        stored = await stored_graph(store, case, admission, checkable.targets, "all")
        for target in checkable.targets:
            wanted = GenerateInput(
                patient_id=case.record.patient_id,
                admission_id=admission,
                target=target.name,
                summary=target.text,
            )
            thread = thread_id(stored.graph_id, stored.version, wanted, request.context)
            known = with_texts(case.record, [target.text])
            watchers = watch([known], "generate", thread, admission, target.name)
            done = await graph.ainvoke(wanted, {"callbacks": [*watchers]}, context=request.context)
            made.append(Generated(evidence_case(checkable), done["generated"]))
        await store.delete(stored.graph_id)
    return made


def refuse_to_replace(request: Request) -> None:
    """Refuse a folder with other files before any work is done; the same run may be repeated."""
    if request.force or not request.out.is_dir() or not any(request.out.iterdir()):
        return
    try:
        made = json.loads((request.out / REPORT).read_bytes())
    except (OSError, ValueError):
        made = None
    settings = made.get("settings") if isinstance(made, dict) else None
    if settings != request.context.model_dump():
        raise _would_replace(request)


def _would_replace(request: Request) -> BadInputError:
    return BadInputError(
        f"{request.out}: holds files of something else; give an empty folder, or --force to"
        " replace those of the same names"
    )


def evidence_case(checkable: Checkable) -> Case:
    """The case with what was evidence: the summary and its repetitions are hidden."""
    case = checkable.case
    texts = (*case.targets, *case.withheld, *checkable.targets)
    view = view_of(case.record, checkable.admission_id, texts, "all")
    return case.model_copy(update={"record": view})


def write_generated(request: Request, generated: Sequence[Generated]) -> list[Path]:
    """Write all files or none; a Discharge-Me record goes along so that it can be evaluated."""
    tables = own_tables(request.record, request.summary)
    documents = generated_documents(generated, request.context, labeled=bool(tables))
    if not request.force and _differ(request.out, documents):
        raise _would_replace(request)
    with staged(request.out) as folder:
        place_documents(folder, documents, tables)
    return [request.out / name for name in (*documents, *(table.name for table in tables))]


def told_counts(generated: Sequence[Generated], per_note: int) -> Iterator[str]:
    """Say how many errors were planted, and where there are fewer than were asked for, why."""
    counts = [one.summary.counts for one in generated]
    yield (
        f"{sum(c.planted for c in counts)} errors in {len(counts)}"
        f" {'summary' if len(counts) == 1 else 'summaries'}: {sum(c.applicable for c in counts)} of"
        f" {sum(c.sentences for c in counts)} sentences applicable,"
        f" {sum(c.discarded for c in counts)} discarded"
    )
    short = sum(c.planted < per_note for c in counts)
    if short:
        yield (
            f"{short} of {len(counts)} hold fewer than --per-note {per_note}: no other of their"
            " sentences could be made wrong with proof in the record"
        )


def _differ(folder: Path, documents: Mapping[str, str]) -> bool:
    """Say whether a file that is already there would become another one."""
    there = {folder / name: text for name, text in documents.items() if (folder / name).is_file()}
    return any(
        path.read_bytes() != text.encode("utf-8", "backslashreplace")
        for path, text in there.items()
    )


def generated_documents(
    generated: Sequence[Generated], context: GenerationContext, labeled: bool
) -> dict[str, str]:
    """Write what a generation leaves, by file name; `labeled` where the record's tables go along.

    Changed summaries of any other record become a verification set.
    """
    documents = {
        SAMPLES: samples_jsonl(generated),
        REPORT: report_json(generated, context.model_dump()),
    }
    if labeled:
        return documents | {INJECTED: injected_csv(generated), LABELS: labels_jsonl(generated)}
    return documents | {VERIFICATION_SET: verification_set_jsonl(generated)}


def place_documents(
    folder: Path, documents: Mapping[str, str], tables: Sequence[Path] = ()
) -> None:
    """Put documents and copies of tables into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in documents.items():
        (folder / name).write_bytes(text.encode("utf-8", "backslashreplace"))
    for table in tables:
        shutil.copyfile(table, folder / table.name)


def own_tables(record: Path, summary: str | None) -> list[Path]:
    """Find the tables of a Discharge-Me folder whose own summaries are changed."""
    if summary is not None or not record.is_dir():
        return []
    known = csv_files(record)
    if not is_discharge_me(known):
        return []
    return [known[name] for name in TABLES if name in known]
