"""A sample for people to judge without seeing label or verdict, and what their answers come to."""

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path

from pydantic import BaseModel

from agents.sampling import lot
from clinical.labels import GRADES
from evaluation.experiment.results import AuditableSentence, CohortResult
from evaluation.experiment.statistics import cohens_kappa, wilson_interval
from evaluation.results_page import interval, share
from exports.experiment_page import PageTable
from graph_state.scoring import FLAGGED, WRONG
from kg.errors import BadInputError

SAMPLE, KEY = "audit.csv", "audit_key.csv"
NOT_CHECKABLE = "not_checkable"
RATERS = ("rater_1", "rater_2")
ANSWERS = (*GRADES, NOT_CHECKABLE)
SAMPLE_COLUMNS = ("id", "cohort", "patient", "admission", "sentence", "record", *RATERS)
KEY_COLUMNS = ("id", "document", "start", "label", "types", "verdict")


class AuditLine(BaseModel, frozen=True):
    """One sampled sentence."""

    id: str
    cohort: str
    sentence: AuditableSentence


class Audited(BaseModel, frozen=True):
    """A filled-in line beside what the raters were not shown."""

    id: str
    label: str
    verdict: str
    answers: tuple[str, str]
    """An empty text where a rater has not answered."""


def draw_sample(cohorts: Sequence[CohortResult], size: int, seed: int) -> list[AuditLine]:
    """Draw sentences in proportion to their strata, by seed; the order tells nothing.

    A stratum is a cohort with a label (wrong or right) and a verdict (flagged or not). Each has at
    least one sentence in the sample as far as the size allows.
    """
    strata: dict[tuple[str, bool, bool], list[AuditLine]] = {}
    for cohort in cohorts:
        for record in cohort.records:
            for one in record.sentences:
                if one.label is None:
                    continue
                name = lot(seed, cohort.name, one.document, str(one.start))
                line = AuditLine(id=name[:12], cohort=cohort.name, sentence=one)
                key = (cohort.name, one.label in WRONG, one.grade in FLAGGED)
                strata.setdefault(key, []).append(line)
    ordered = [sorted(strata[key], key=lambda line: line.id) for key in sorted(strata)]
    sizes = shared_out([len(lines) for lines in ordered], size)
    drawn = [line for lines, n in zip(ordered, sizes, strict=True) for line in lines[:n]]
    return sorted(drawn, key=lambda line: line.id)


def shared_out(available: Sequence[int], size: int) -> list[int]:
    """Share a sample size out in proportion, at least one each as far as the size allows.

    Whole parts come first; what is left goes to the largest remainder, and what a small stratum
    has too much is taken from the one that is furthest above its part.
    """
    total = sum(available)
    size = min(size, total)
    if not size:
        return [0] * len(available)
    exact = [count * size / total for count in available]
    given = [min(count, max(1, int(part))) for count, part in zip(available, exact, strict=True)]
    while sum(given) < size:
        open_ = [n for n, count in enumerate(available) if given[n] < count]
        given[min(open_, key=lambda n: (given[n] - exact[n], n))] += 1
    while sum(given) > size:
        most = [n for n in range(len(given)) if given[n] > 1] or list(range(len(given)))
        given[max(most, key=lambda n: (given[n], given[n] - exact[n], -n))] -= 1
    return given


def sample_csv(lines: Iterable[AuditLine]) -> str:
    """Write what the raters see and fill in: a grade, E1 to E4, or `not_checkable`."""
    return _csv(
        SAMPLE_COLUMNS,
        (
            (
                line.id, line.cohort, line.sentence.patient, line.sentence.record,
                line.sentence.text, " | ".join(line.sentence.quotes), "", "",
            )
            for line in lines
        ),
    )  # fmt: skip


def key_csv(lines: Iterable[AuditLine]) -> str:
    """Write what they are not to see."""
    return _csv(
        KEY_COLUMNS,
        (
            (
                line.id, line.sentence.document, str(line.sentence.start),
                line.sentence.label or "", " ".join(line.sentence.types),
                line.sentence.grade or line.sentence.status or "",
            )
            for line in lines
        ),
    )  # fmt: skip


def refuse_answered(sample: Path) -> None:
    """Spare a sample in which a rater has written: it would be lost.

    Raises:
        BadInputError: A grade of a rater stands in the file.
    """
    if not sample.is_file():
        return
    with sample.open(encoding="utf-8-sig", newline="") as file:
        answered = any(line.get(rater) for line in csv.DictReader(file) for rater in RATERS)
    if answered:
        raise BadInputError(
            f"{sample}: raters have answered in it; move it away, or give another --out"
        )


def _csv(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return written.getvalue()


def read_audit(filled: Path, key: Path) -> list[Audited]:
    """Read a filled-in sample beside its key."""
    known = {row["id"]: row for _, row in _rows(key, KEY_COLUMNS)}
    audited = []
    for where, row in _rows(filled, ("id", *RATERS)):
        if row["id"] not in known:
            raise BadInputError(f"{where}: id {row['id']!r} is not in {key}; give the key of it")
        first, second = (_answer(row[rater], where, rater) for rater in RATERS)
        hidden = known[row["id"]]
        audited.append(
            Audited(
                id=row["id"],
                label=hidden["label"],
                verdict=hidden["verdict"],
                answers=(first, second),
            )
        )
    if not any(any(one.answers) for one in audited):
        raise BadInputError(f"{filled}: nobody has answered; fill in {' or '.join(RATERS)}")
    return audited


def _rows(path: Path, columns: Sequence[str]) -> Iterable[tuple[str, dict[str, str]]]:
    if not path.is_file():
        raise BadInputError(f"{path}: no such file; make one with --audit")
    with path.open(encoding="utf-8-sig", newline="") as file:
        reader = csv.DictReader(file)
        missing = [name for name in columns if name not in (reader.fieldnames or ())]
        if missing:
            raise BadInputError(f"{path}: column {missing[0]!r} is missing")
        for row in reader:
            yield f"{path} line {reader.line_num}", {n: row[n] or "" for n in columns}


def _answer(written: str, where: str, rater: str) -> str:
    answer = written.strip()
    for known in ANSWERS:
        if answer.casefold() == known.casefold():
            return known
    if answer:
        raise BadInputError(f"{where}: {rater}: {answer!r} is none of {', '.join(ANSWERS)}")
    return ""


def agreement_table(audited: Sequence[Audited]) -> PageTable:
    """Write how far people agree with labels, with verdicts, and with one another."""
    rows = []
    for number, rater in enumerate(RATERS):
        rated = [one for one in audited if one.answers[number]]
        for name, hidden in (("label", "label"), ("verdict", "verdict")):
            pairs = [(_side(one.answers[number]), _side(getattr(one, hidden))) for one in rated]
            rows.append((f"{rater} with {name}", "wrong or right", *_agreement(pairs)))
        exact = [(one.answers[number], one.label) for one in rated]
        rows.append((f"{rater} with label", "grade", *_agreement(exact)))
    both = [one.answers for one in audited if all(one.answers)]
    sides = [(_side(first), _side(second)) for first, second in both]
    rows.append(("rater_1 with rater_2", "wrong or right", *_agreement(sides)))
    rows.append(("rater_1 with rater_2", "grade", *_agreement(both)))
    return PageTable(
        name="audit_agreement",
        title="Agreement of people with labels, verdicts and one another",
        note="Wrong is E3 or E4. The interval is Wilson's. κ is Cohen's.",
        columns=("pair", "of", "sentences", "agreed", "agreement", "κ"),
        rows=tuple(rows),
    )


def _side(answer: str) -> str:
    """Reduce a grade to the side it is on; whatever is no flag leaves the sentence alone."""
    return "wrong" if answer in WRONG else "right"


def _agreement(pairs: Sequence[tuple[str, str]]) -> tuple[str, str, str, str]:
    agreed = sum(first == second for first, second in pairs)
    kappa = cohens_kappa([first for first, _ in pairs], [second for _, second in pairs])
    part = agreed / len(pairs) if pairs else None
    told = share(part) + interval(wilson_interval(agreed, len(pairs)))
    return str(len(pairs)), str(agreed), told, share(kappa)
