"""Check every changed sentence in its own place of the summary, and count what passes."""

import asyncio
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from pathlib import Path

from pydantic import BaseModel

from clinical.content_words import content_words
from clinical.labels import Grade, Status
from clinical.words import stem, tokens
from evaluation.checking import open_checked_record
from evaluation.datasets import open_dataset
from evaluation.labeled import LabeledRecord, LabeledText
from evaluation.mutants.edits import Edit, EditKind, edits_of
from evaluation.run import opened_executor
from evaluation.scoring_run import CheckSummary
from graph_state.context import Context
from graph_state.findings import Finding
from graph_state.scoring import GoldRow, overlapping
from kg.errors import BadInputError

SHARED_WORDS = 2
"""A line of the record with this many words of the sentence may say the changed token too."""

SUPPORTED: frozenset[str] = frozenset({"E1", "E2", "supported"})


class Mutant(BaseModel, frozen=True):
    """A true sentence that was graded as supported, with one token changed, and its verdict."""

    kind: EditKind
    record: str
    text: str
    """The changed sentence."""

    original: str
    status: Status | None
    grade: Grade | None

    @property
    def passed(self) -> bool:
        """Say whether the changed sentence is still called supported."""
        return self.grade in ("E1", "E2")


class MutantResult(BaseModel, frozen=True):
    """The mutants of one data set, with what became of its unchanged true sentences."""

    dataset: str
    true_sentences: int
    """Unchanged true sentences that are graded as supported: what mutants are made of."""

    marked: int
    """Of them, those in which some words were not compared."""

    mutants: tuple[Mutant, ...]


async def measure_mutants(
    paths: Sequence[Path], context: Context, jobs: int = 1
) -> list[MutantResult]:
    """Measure each set; every set is read before the first one is checked."""
    datasets = [open_dataset(path) for path in paths]
    with opened_executor(jobs) as executor:
        results = []
        for dataset in datasets:
            parts = await _all(dataset.records, context, executor)
            results.append(_joined(dataset.name, parts))
    return results


async def _all(
    records: Sequence[LabeledRecord], context: Context, executor: Executor | None
) -> list[MutantResult]:
    if executor is None:
        return [await mutants_of_record(record, context) for record in records]
    futures = [executor.submit(_in_process, record, context) for record in records]
    return list(await asyncio.gather(*map(asyncio.wrap_future, futures)))


def _in_process(record: LabeledRecord, context: Context) -> MutantResult:
    return asyncio.run(mutants_of_record(record, context))


def _joined(dataset: str, parts: Iterable[MutantResult]) -> MutantResult:
    known = list(parts)
    result = MutantResult(
        dataset=dataset,
        true_sentences=sum(part.true_sentences for part in known),
        marked=sum(part.marked for part in known),
        mutants=tuple(mutant for part in known for mutant in part.mutants),
    )
    if not result.true_sentences:
        raise BadInputError(f"{dataset}: holds no true sentence to change; give a labeled set")
    return result


async def mutants_of_record(record: LabeledRecord, context: Context) -> MutantResult:
    """Change the true sentences of a record's texts, one token a sentence and round."""
    lines = _lines(record)
    mutants: list[Mutant] = []
    kept: list[Finding] = []
    async with open_checked_record(record, context) as check:
        for text in _clean_texts(record):
            findings = (await check(text.summary)).findings
            rows = [row for row in text.rows if _is_supported(row, findings)]
            kept += [finding for row in rows for finding in overlapping(findings, row)]
            edits = {
                row: [e for e in edits_of(row.text) if is_valid(e, row, lines)] for row in rows
            }
            for turn in range(max(map(len, edits.values()), default=0)):
                chosen = {row: own[turn] for row, own in edits.items() if turn < len(own)}
                mutants += await _checked(check, text, chosen, record.id)
    return MutantResult(
        dataset="",
        true_sentences=len(kept),
        marked=sum(is_marked(finding) for finding in kept),
        mutants=tuple(mutants),
    )


def is_marked(finding: Finding) -> bool:
    """Say whether a finding shows words that nothing on record was compared with."""
    claims = finding.result.claims if finding.result else ()
    return any(slot.marked for claim in claims for slot in claim.slots)


def is_valid(edit: Edit, row: GoldRow, lines: Sequence[frozenset[str]]) -> bool:
    """Refuse a change that the record may carry: its new word beside words of the sentence."""
    if edit.kind in ("negation", "unit", "time_unit"):
        return True
    new = {token.word for token in tokens(edit.words)}
    own = {stem(word.word) for word in content_words(row.text)}
    return not any(new <= line and len(own & line) >= SHARED_WORDS for line in lines)


def _lines(record: LabeledRecord) -> list[frozenset[str]]:
    """The words and stems of every line of a record and every row of its tables."""
    texts = [line for note in record.record.notes for line in note.text.splitlines()]
    texts += [" ".join(row.fields.values()) for row in record.record.rows]
    found = ([token.word for token in tokens(text)] for text in texts)
    return [frozenset(words) | frozenset(map(stem, words)) for words in found]


def _clean_texts(record: LabeledRecord) -> list[LabeledText]:
    """The texts with the fewest wrong rows: of a changed summary, the unchanged one."""
    texts = [text for document in record.documents for text in document.texts]
    fewest = min((_wrong(text) for text in texts), default=0)
    return [text for text in texts if _wrong(text) == fewest]


def _wrong(text: LabeledText) -> int:
    return sum(row.wrong for row in text.rows)


def _is_supported(row: GoldRow, findings: Iterable[Finding]) -> bool:
    if row.label not in SUPPORTED:
        return False
    own = overlapping(findings, row)
    grades = {f.result.evidence_grade if f.result else None for f in own}
    return len(own) == 1 and grades <= {"E1", "E2"}


async def _checked(
    check: CheckSummary, text: LabeledText, chosen: dict[GoldRow, Edit], record: str
) -> list[Mutant]:
    """Check a summary with one change in each chosen sentence."""
    summary, moved = text.summary, 0
    places: list[tuple[GoldRow, Edit, GoldRow]] = []
    for row in sorted(chosen, key=lambda row: row.start):
        edit = chosen[row]
        changed = edit.of(row.text)
        start = row.start + moved
        summary = summary[:start] + changed + summary[start + len(row.text) :]
        place = row.model_copy(update={"start": start, "end": start + len(changed)})
        places.append((row, edit, place))
        moved += len(changed) - len(row.text)
    findings = (await check(summary)).findings
    return [_mutant(row, edit, overlapping(findings, place), record) for row, edit, place in places]


def _mutant(row: GoldRow, edit: Edit, findings: list[Finding], record: str) -> Mutant:
    results = [f.result for f in findings if f.result is not None]
    grades = [r.evidence_grade for r in results if r.evidence_grade is not None]
    statuses = Counter(f.status for f in findings)
    flagged = max((g for g in grades if g in ("E3", "E4")), default=None)
    left = statuses["graded"] == sum(statuses.values())
    return Mutant(
        kind=edit.kind,
        record=record,
        text=edit.of(row.text),
        original=row.text,
        status=max(statuses, default=None) if not left else "graded",
        grade=flagged or (max(grades, default=None) if left else None),
    )
