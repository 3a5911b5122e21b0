"""Generate errors for every summary that was asked for, and write the files."""

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from pydantic import BaseModel

from agents.generate_graph import GenerateParts, generate_graph
from agents.known_engines import known_engines
from agents.models import Models
from agents.patient_graph import stored_graph
from cli.files import staged
from cli.summaries import Checkable, checkables
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
from kg.store import GraphStore
from kg.view import view_of


class Request(BaseModel, frozen=True):
    """What `curaview generate` was asked for."""

    record: Path
    out: Path
    summary: str | None = None
    admission: str | None = None
    context: GenerationContext
    at_once: int = 8


def to_change(request: Request) -> list[Checkable]:
    """Read the summaries that errors are to be put into."""
    return list(
        checkables(request.record, request.summary, request.admission, "brief_hospital_course")
    )


async def generate_all(
    request: Request, cases: Sequence[Checkable], models: Models
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
            done = await graph.ainvoke(wanted, context=request.context)
            made.append(Generated(evidence_case(checkable), done["generated"]))
        await _forget(store, stored.graph_id)
    return made


async def _forget(store: GraphStore, graph_id: str) -> None:
    await store.delete(graph_id)


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
    with staged(request.out) as folder:
        place_documents(folder, documents, tables)
    return [request.out / name for name in (*documents, *(table.name for table in tables))]


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
