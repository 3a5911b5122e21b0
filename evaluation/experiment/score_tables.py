"""The main results, the comparison of arms, and what the graph and the domain bring."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from evaluation import bootstrap
from evaluation.alignment import ScoredDocument
from evaluation.experiment.arms import MAIN, PLAIN, Arm
from evaluation.experiment.results import CohortResult
from evaluation.experiment.split import DEVELOPMENT, TEST, Split, split_patients
from evaluation.experiment.statistics import relative_change
from evaluation.metrics import Measures, Scores, measure
from evaluation.results_page import interval, share
from exports.experiment_page import PageTable
from graph_state.scoring import Counts, ScoredRow, count_e4, count_flags

Counter = Callable[[Iterable[ScoredRow]], Counts]
SCORE_COLUMNS = ("precision", "recall", "F1")


def parts_of(cohort: CohortResult) -> dict[str, frozenset[str] | None]:
    """Return the parts that results are given for: everybody, and both sides of the split."""
    split: Split = split_patients(cohort.patients)
    parts: dict[str, frozenset[str] | None] = {"all": None}
    if split.development and split.test:
        parts |= {DEVELOPMENT: split.development, TEST: split.test}
    return parts


def main_table(cohorts: Sequence[CohortResult]) -> PageTable:
    """Write sentence-level figures by cohort and part (CuraView paper, tables 13 and 15)."""
    columns = (
        "cohort", "part", "patients", "sentences", *(f"E4 {name}" for name in SCORE_COLUMNS),
        *(f"E3+E4 {name}" for name in SCORE_COLUMNS), "E4 F1 if all flagged",
        "E3+E4 F1 if all flagged", "coverage", "errors a document, labeled",
        "errors a document, flagged", "right sentences flagged",
    )  # fmt: skip
    rows = []
    for cohort in cohorts:
        for part, patients in parts_of(cohort).items():
            documents = cohort.documents(MAIN, patients)
            if documents:
                count = len({document.patient for document in documents})
                rows.append((cohort.name, part, str(count), *_main_cells(measure(documents))))
    note = (
        "F1 with its 95 % interval, resampled by patient. E4 F1 and E4 recall are the primary"
        " figures. " + " ".join(_split_notes(cohorts))
    )
    return PageTable(
        name="main_results", title="Main results", note=note, columns=columns, rows=tuple(rows)
    )


def _split_notes(cohorts: Sequence[CohortResult]) -> Iterator[str]:
    for cohort in cohorts:
        yield f"{cohort.name}: {split_patients(cohort.patients).told}."


def _main_cells(m: Measures) -> tuple[str, ...]:
    return (
        str(m.n_checkable),
        *score_cells(m.e4),
        *score_cells(m.e3_e4),
        share(m.flag_all_f1.e4),
        share(m.flag_all_f1.e3_e4),
        share(m.coverage),
        f"{m.errors_per_document.gold:.2f}",
        f"{m.errors_per_document.flagged:.2f}",
        share(m.clean_flag_rate) + interval(m.clean_flag_rate_ci95),
    )


def score_cells(scores: Scores) -> tuple[str, str, str]:
    """Write precision, recall and F1 with its interval."""
    return (
        share(scores.precision),
        share(scores.recall),
        share(scores.f1) + interval(scores.ci95),
    )


def secondary_table(cohorts: Sequence[CohortResult]) -> PageTable:
    """Write the secondary figures: whole reports, and patients (CuraView paper, section 5.3)."""
    rows = []
    for cohort in cohorts:
        documents = cohort.documents(MAIN)
        counts = count_reports(documents)
        scores = patient_scores(documents, count_flags)
        values = [scores[name] for name in sorted(scores)]
        mean = sum(values) / len(values) if values else None
        rows.append(
            (
                cohort.name, str(len(documents)), share(counts.precision), share(counts.recall),
                share(counts.f1), str(len(scores)), share(mean),
                interval(bootstrap.mean_interval(values)).strip(),
            )
        )  # fmt: skip
    return PageTable(
        name="secondary_results",
        title="Reports and patients",
        note="A report counts as wrong, or flagged, when one of its sentences is (E3 or E4). The"
        " mean F1 is over patients with at least one wrong sentence.",
        columns=(
            "cohort", "reports", "report precision", "report recall", "report F1", "patients",
            "mean patient F1", "95 % interval",
        ),
        rows=tuple(rows),
    )  # fmt: skip


def count_reports(documents: Sequence[ScoredDocument]) -> Counts:
    """Count whole documents: wrong or right, flagged or not."""
    cells = [
        (any(row.gold.wrong for row in document.rows), bool(document.flags))
        for document in documents
    ]
    return Counts(
        true_positive=cells.count((True, True)),
        false_positive=cells.count((False, True)),
        false_negative=cells.count((True, False)),
        true_negative=cells.count((False, False)),
    )


def patient_scores(documents: Sequence[ScoredDocument], count: Counter) -> dict[str, float]:
    """Return F1 by patient, where a patient has anything to find."""
    found = {patient: counts.f1 for patient, counts in clusters(documents, count).items()}
    return {patient: f1 for patient, f1 in found.items() if f1 is not None}


def clusters(documents: Sequence[ScoredDocument], count: Counter) -> dict[str, Counts]:
    """Count the rows of each patient."""
    rows: dict[str, list[ScoredRow]] = {}
    for document in documents:
        rows.setdefault(document.patient, []).extend(document.rows)
    return {patient: count(found) for patient, found in rows.items()}


def baseline_table(cohorts: Sequence[CohortResult], arms: Sequence[Arm]) -> PageTable:
    """Compare all arms (CuraView paper, table 17); in most of them the judge is the same."""
    rows = []
    for cohort in cohorts:
        main = cohort.documents(MAIN)
        for arm in arms:
            documents = cohort.documents(arm.name)
            m = measure(documents)
            rows.append(
                (
                    cohort.name, arm.title, arm.judge, arm.ablation or arm.retrieval,
                    *score_cells(m.e4), *score_cells(m.e3_e4),
                    delta(main, documents, count_e4), delta(main, documents, count_flags),
                    f"{m.errors_per_document.flagged:.2f}",
                )
            )  # fmt: skip
    return PageTable(
        name="baselines",
        title="Baselines",
        note="Δ is the F1 of CuraView less that of the arm, with the 95 % interval of the paired"
        " difference, resampled by patient. Where judge and cohort are the same, Δ is what"
        " retrieval brings.",
        columns=(
            "cohort", "arm", "judge", "retrieval", *(f"E4 {name}" for name in SCORE_COLUMNS),
            *(f"E3+E4 {name}" for name in SCORE_COLUMNS), "Δ E4 F1", "Δ E3+E4 F1",
            "flags a document",
        ),
        rows=tuple(rows),
    )  # fmt: skip


def delta(main: Sequence[ScoredDocument], other: Sequence[ScoredDocument], count: Counter) -> str:
    """Write the difference of two F1 on the same patients, with its interval."""
    first, second = clusters(main, count), clusters(other, count)
    total, less = _f1(first), _f1(second)
    if total is None or less is None:
        return "-"
    bounds = bootstrap.paired_interval(first, second, bootstrap.f1)
    return f"{total - less:+.3f}" + interval(bounds)


def _f1(counts: dict[str, Counts]) -> float | None:
    return sum(counts.values(), Counts()).f1


def evolution_table(cohorts: Sequence[CohortResult], arms: Sequence[Arm], base: str) -> PageTable:
    """Write the relative change of each arm over a base (CuraView paper, table 19)."""
    rows = []
    for cohort in cohorts:
        scores = {arm.name: measure(cohort.documents(arm.name)) for arm in arms}
        for arm in arms:
            changes = [
                relative_change(scores[arm.name].e4.f1, scores[base].e4.f1),
                relative_change(scores[arm.name].e3_e4.f1, scores[base].e3_e4.f1),
            ]
            told = ["base" if arm.name == base else percent(change) for change in changes]
            m = scores[arm.name]
            rows.append((cohort.name, arm.title, share(m.e3_e4.f1), share(m.e4.f1), *told))
    return PageTable(
        name="relative_change",
        title="Relative change",
        note=f"(F1 - F1 of the base) / F1 of the base; the base is {title_of(arms, base)!r}.",
        columns=("cohort", "arm", "F1 E3+E4", "F1 E4", "change E4", "change E3+E4"),
        rows=tuple(rows),
    )


def title_of(arms: Sequence[Arm], name: str) -> str:
    """Return the title of an arm."""
    return next(arm.title for arm in arms if arm.name == name)


def percent(value: float | None) -> str:
    """Write a share as signed percent."""
    return "-" if value is None else f"{100 * value:+.1f}%"


def domain_table(cohorts: Sequence[CohortResult]) -> PageTable:
    """Write what domain knowledge brings to graph and detection (CuraView paper, table 23)."""
    rows: list[tuple[str, ...]] = []
    for cohort in cohorts:
        for name in [count.measure for count in cohort.records[0].quality]:
            counts = [c for r in cohort.records for c in r.quality if c.measure == name]
            raw, normal = sum(c.raw for c in counts), sum(c.normalized for c in counts)
            number = len(cohort.records)
            rows.append(
                (cohort.name, f"{name}, a record", f"{raw / number:.1f}",
                 f"{normal / number:.1f}", percent(relative_change(normal, raw)))
            )  # fmt: skip
        plain, full = measure(cohort.documents(PLAIN)), measure(cohort.documents(MAIN))
        for name, before, after in (
            ("F1 E4", plain.e4.f1, full.e4.f1),
            ("F1 E3+E4", plain.e3_e4.f1, full.e3_e4.f1),
        ):
            change = percent(relative_change(after, before))
            rows.append((cohort.name, name, share(before), share(after), change))
    return PageTable(
        name="domain",
        title="Domain knowledge: graph and detection, without and with it",
        note="Without it: names as written (no synonyms, brands, classes, panels, wider terms, so"
        " also no states derived from values and no drug that stands for a disease), no list read"
        " as complete, the graph not normalized. Reading of sentences, negation, units and dates"
        " stays.",
        columns=("cohort", "measure", "without", "with", "change"),
        rows=tuple(rows),
    )
