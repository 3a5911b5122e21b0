"""Sheets of instructions for fictional patients, clean and with one danger planted in each."""

from pathlib import Path
from typing import NamedTuple, get_args

from agents.safety.finder import safety_of
from graph_state.safety import SafetyFinding, SafetyKind
from kg.build import build_graph
from kg.errors import BadInputError
from kg.extraction import RuleExtractor
from kg.record import Note, PatientRecord
from kg.view import anchors_of

KINDS: tuple[SafetyKind, ...] = get_args(SafetyKind)


class Sheet(NamedTuple):
    """One sheet for a patient with a record of one note."""

    patient: str
    record: str
    text: str
    planted: str
    """The sentence that is dangerous; empty in a clean sheet."""

    kind: str


class SheetResult(NamedTuple):
    """What was found on one sheet."""

    sheet: Sheet
    caught: bool
    """A finding stands at the planted sentence, whatever its kind."""

    false_alarms: tuple[SafetyFinding, ...]
    """Findings at other sentences."""


class SafetyMeasures(NamedTuple):
    """Recall over planted dangers and alarms over all sheets."""

    planted: int
    caught: int
    clean_sheets: int
    false_alarms: int
    """Findings on clean sheets, and elsewhere than at the planted sentence on the others."""

    @property
    def recall(self) -> float:
        """Share of the planted dangers that were found."""
        return self.caught / self.planted if self.planted else 0.0


def read_sheets(path: Path) -> list[Sheet]:
    """Read a file of patients.

    `@ id` begins a patient; the record follows, `=` and the clean sheet; each line `+ kind`, tab,
    sentence is one more sheet with this sentence before its last line.
    """
    found: list[Sheet] = []
    for block in path.read_text("utf-8").split("\n@ "):
        block = block.removeprefix("@ ")
        head, _, rest = block.partition("\n")
        record, mark, told = rest.partition("\n=\n")
        if not mark:
            raise BadInputError(f"{path}: patient {head!r} has no line `=` before the sheet")
        lines = told.splitlines()
        clean = [line for line in lines if not line.startswith("+ ")]
        found.append(Sheet(head, record, "\n".join(clean), "", ""))
        for line in lines:
            if line.startswith("+ "):
                kind, _, sentence = line.removeprefix("+ ").partition("\t")
                if kind not in KINDS:
                    raise BadInputError(f"{path}: {kind!r} is no kind of danger")
                text = "\n".join([*clean[:-1], sentence, clean[-1]])
                found.append(Sheet(head, record, text, sentence, kind))
    return found


def check_sheets(sheets: list[Sheet]) -> list[SheetResult]:
    """Check each sheet against its patient."""
    return [_checked(sheet) for sheet in sheets]


def _checked(sheet: Sheet) -> SheetResult:
    note = Note(id="note", category="discharge", text=sheet.record)
    record = PatientRecord(patient_id=sheet.patient, notes=(note,))
    findings, _ = safety_of(
        build_graph(record, None, anchors_of(record, None), RuleExtractor()), sheet.text
    )
    at = sheet.text.find(sheet.planted) if sheet.planted else -1
    end = at + len(sheet.planted)
    hits = [f for f in findings if sheet.planted and f.start < end and f.end > at]
    others = tuple(f for f in findings if f not in hits and f.severity == "high")
    return SheetResult(sheet, bool(hits), others)


def measured(results: list[SheetResult]) -> SafetyMeasures:
    """Sum results up; only findings of high severity count as alarms."""
    planted = [one for one in results if one.sheet.planted]
    return SafetyMeasures(
        planted=len(planted),
        caught=sum(one.caught for one in planted),
        clean_sheets=len(results) - len(planted),
        false_alarms=sum(len(one.false_alarms) for one in results),
    )
