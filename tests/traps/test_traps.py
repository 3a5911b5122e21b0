"""Every trap: a sentence and a short record, through the whole check, against the answer expected.

The pairs stand in `pairs/`, one file a kind. A file is made of cases: a title after `==`, the lines
of a discharge note, more sources after `@`, then the sentences that are checked against them:

    == A title that says what the trap is
    Discharge Medications:
    1. lisinopril 20 mg PO daily
    @ labevents label=Creatinine | valuenum=1.4 | valueuom=mg/dL | charttime=2187-05-06 06:00:00
    @ radiology 2187-05-05
    CHEST (PA AND LAT): No effusion.
    > ok | She goes home on lisinopril 20 mg daily.
    > E4 medication | She goes home on lisinopril 40 mg daily.

`ok` is a true sentence: E1, E2 or not checkable; `ok?` may be left undecided too. `E1`, `E2` and
`skip` (not checkable) are exact. A wrong sentence has its grade and the error types, any of which
must be found; `/` parts alternatives. `!reason` before the bar marks a known gap.
"""

import asyncio
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from clinical.labels import ERROR_TYPES, ErrorType
from evaluation.checking import open_checked_record
from evaluation.labeled import LabeledRecord
from graph_state.context import Context
from graph_state.findings import Finding
from kg.record import Encounter, Note, PatientRecord, TableRow

FOLDER = Path(__file__).parent / "pairs"
ADMITTED, DISCHARGED, STAY = "2187-05-04", "2187-05-11", "501"
HEAD = f"Admission Date: {ADMITTED}    Discharge Date: {DISCHARGED}\n\n"
TYPE_NAMES: dict[str, ErrorType] = {name.partition("_")[0]: name for name in ERROR_TYPES}
EXPECTED: dict[str, frozenset[str]] = {
    "ok": frozenset({"E1", "E2", "not_checkable"}),
    "ok?": frozenset({"E1", "E2", "not_checkable", "abstained"}),
    "skip": frozenset({"not_checkable"}),
}
TRUE = frozenset({"ok", "ok?", "skip", "E1", "E2"})


class Source(NamedTuple):
    """A note or a row besides the discharge note: how it is headed, and the lines below."""

    head: str
    lines: tuple[str, ...]


class Trap(NamedTuple):
    """One sentence with the answer expected."""

    kind: str
    title: str
    sources: tuple[Source, ...]
    answer: str
    types: tuple[ErrorType, ...]
    gap: str
    sentence: str


def read_traps(path: Path) -> list[Trap]:
    """Read the cases of one kind; what stands before the first case describes the kind."""
    return [
        trap
        for case in path.read_text("utf-8").split("\n== ")[1:]
        for trap in read_case(path.stem, case)
    ]


def read_case(kind: str, case: str) -> list[Trap]:
    """Read one case: its title, its sources and its sentences."""
    title, *lines = case.splitlines()
    sources: list[list[str]] = [["discharge"]]
    traps: list[list[str]] = []
    for line in lines:
        if line.startswith("> "):
            traps.append(line.removeprefix("> ").split(" | ", 1))
        elif line.startswith("@ "):
            sources.append([line.removeprefix("@ ")])
        else:
            sources[-1].append(line)
    read = tuple(Source(head, tuple(body)) for head, *body in sources)
    return [read_trap(kind, title.strip(), read, *trap) for trap in traps]


def read_trap(
    kind: str, title: str, sources: tuple[Source, ...], expected: str, sentence: str
) -> Trap:
    """Read one sentence with its answer."""
    verdict, _, gap = expected.partition("!")
    answer, _, types = verdict.strip().partition(" ")
    named = tuple(TYPE_NAMES[name] for name in types.split("/") if name)
    return Trap(kind, title, sources, answer, named, gap.strip(), sentence.strip())


def record_of(sources: tuple[Source, ...]) -> PatientRecord:
    """Make the record of a case, all of one stay."""
    notes: list[Note] = []
    rows: list[TableRow] = []
    for number, source in enumerate(sources):
        name, _, rest = source.head.partition(" ")
        text = "\n".join(source.lines).strip("\n")
        if name == "discharge":
            note = Note(id="10-DS-1", category=name, text=HEAD + text + "\n", encounter=STAY)
            notes.append(note.model_copy(update={"time": f"{DISCHARGED}T12:00:00"}))
        elif name == "radiology":
            time = f"{rest}T12:00:00"
            notes.append(
                Note(id=f"10-RR-{number}", category=name, text=text, time=time, encounter=STAY)
            )
        else:
            rows.append(row_of(name, rest, number))
    stay = Encounter(id=STAY, admitted=f"{ADMITTED}T00:00:00", discharged=f"{DISCHARGED}T00:00:00")
    return PatientRecord(patient_id="10", encounters=(stay,), rows=tuple(rows), notes=tuple(notes))


def row_of(table: str, cells: str, number: int) -> TableRow:
    """Make a table row from `column=value | column=value`."""
    fields = dict(cell.strip().split("=", 1) for cell in cells.split(" | "))
    time = next((fields[c] for c in ("charttime", "starttime", "chartdate") if c in fields), None)
    return TableRow(
        table=table,
        id=str(number),
        fields=fields,
        time=time.replace(" ", "T") if time else None,
        encounter=STAY,
    )


KINDS = sorted(path.stem for path in FOLDER.glob("*.txt"))
TRAPS = [trap for kind in KINDS for trap in read_traps(FOLDER / f"{kind}.txt")]


@cache
def verdicts(sources: tuple[Source, ...]) -> dict[str, tuple[Finding, ...]]:
    """Check every sentence of a case, each as a summary of its own."""
    sentences = [trap.sentence for trap in TRAPS if trap.sources == sources]

    async def check_all() -> dict[str, tuple[Finding, ...]]:
        record = LabeledRecord(
            id="10", patient="10", record=record_of(sources), admission_id=STAY, documents=()
        )
        async with open_checked_record(record, Context()) as check:
            return {sentence: (await check(sentence)).findings for sentence in sentences}

    return asyncio.run(check_all())


def case_of(trap: Trap, number: int) -> object:
    """Name a trap by its kind and title; a known gap must fail, and says why."""
    marks = [pytest.mark.xfail(reason=trap.gap)] if trap.gap else []
    return pytest.param(trap, id=f"{trap.kind}-{number}-{trap.title}", marks=marks)


@pytest.mark.parametrize("trap", [case_of(trap, number) for number, trap in enumerate(TRAPS)])
def test_the_verdict_is_the_one_expected(trap: Trap) -> None:
    (finding,) = verdicts(trap.sources)[trap.sentence]
    reasoning = finding.result.reasoning if finding.result else finding.reason
    grade = finding.result.evidence_grade if finding.result else None
    expected = EXPECTED.get(trap.answer, frozenset(trap.answer.split("/")))
    assert (grade or finding.status) in expected, reasoning
    found = set(finding.result.hallucination_types) if finding.result else set()
    assert not trap.types or found & set(trap.types), reasoning
    if grade == "E4":
        assert any(item.relation == "contradicts" for item in finding.evidence), reasoning


def test_the_suite_is_large_and_fair() -> None:
    true = sum(trap.answer in TRUE for trap in TRAPS)
    assert len(TRAPS) >= 320 and abs(2 * true - len(TRAPS)) <= 0.1 * len(TRAPS)


def test_every_wrong_sentence_names_its_error_types() -> None:
    assert [trap for trap in TRAPS if (trap.answer in TRUE) == bool(trap.types)] == []


def test_no_sentence_is_asked_twice_of_one_record() -> None:
    assert len({(trap.sources, trap.sentence) for trap in TRAPS}) == len(TRAPS)
