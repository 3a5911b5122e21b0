"""The page of an experiment: every table and figure, with what must be known to read them."""

from collections.abc import Sequence
from importlib.metadata import version

from evaluation.experiment.figures import (
    arm_figures,
    gain_figure,
    injection_figure,
    length_figure,
    rejection_figure,
    screening_figure,
)
from evaluation.experiment.injection_tables import detection_table, performance_table
from evaluation.experiment.results import CohortResult
from evaluation.experiment.score_tables import (
    baseline_table,
    domain_table,
    evolution_table,
    main_table,
    secondary_table,
)
from evaluation.experiment.settings import ExperimentSettings
from evaluation.experiment.type_tables import (
    coverage_table,
    length_table,
    rejection_table,
    screening_table,
    type_table,
)
from exports.experiment_page import ExperimentPage, PageSection, PageTable

PACKAGES = ("curaview", "langgraph", "numpy", "scipy", "wordllama")
KINDS = {
    "labeled": "labels of the cohort",
    "generated": "labels of the generator, by seed; the text as it was is presumed right",
    "synthetic": "fictional patients, labels of the generator: never for accuracy",
}
SYNTHETIC_WARNING = (
    "Figures of the cohort 'synthetic' show that it scales. They are never for accuracy: its"
    " patients were made by the same program that checks them."
)
GENERATED_WARNING = (
    "Labels of a generated cohort come from the generator of errors, and the rest of the text is"
    " presumed right, so a genuine error of a summary counts against the check. Audit a sample."
)


def experiment_page(
    cohorts: Sequence[CohortResult], settings: ExperimentSettings, base: str, command: str
) -> ExperimentPage:
    """Put all sections together."""
    return ExperimentPage(
        title="experiment",
        facts=_facts(cohorts, settings, command),
        sections=(
            _main(cohorts),
            _baselines(cohorts, settings),
            _gains(cohorts, settings, base),
            _domain(cohorts),
            _length(cohorts),
            _injections(cohorts, settings),
            _screening(cohorts),
            _rejection(cohorts),
        ),
    )


def timing_table(cohorts: Sequence[CohortResult], settings: ExperimentSettings) -> PageTable:
    """Write how long the checks took; this table alone differs from one run to another."""
    rows = []
    for cohort in cohorts:
        for arm in settings.arms:
            seconds = sum(record.seconds[arm.name] for record in cohort.records)
            documents = len(cohort.documents(arm.name))
            sentences = sum(record.sentences_checked for record in cohort.records)
            rows.append(
                (
                    cohort.name, arm.title, str(documents), f"{seconds:.1f}",
                    f"{seconds / documents:.3f}" if documents else "-",
                    f"{sentences / seconds:.1f}" if seconds else "-",
                )
            )  # fmt: skip
    return PageTable(
        name="timings",
        title="Wall time of the checks, without building graphs",
        columns=("cohort", "arm", "documents", "seconds", "seconds a document", "sentences/s"),
        rows=tuple(rows),
    )


def _facts(
    cohorts: Sequence[CohortResult], settings: ExperimentSettings, command: str
) -> tuple[tuple[str, str], ...]:
    told = [
        f"{cohort.name}: {len(cohort.patients)} patients, {len(cohort.records)} records"
        f" ({KINDS[cohort.kind]})"
        for cohort in cohorts
    ]
    context = settings.context
    judge = context.judge + (f", {context.model_judge}" if context.model_judge else "")
    settled = f"{judge}; {context.operating_point} operating point; {context.evidence} evidence"
    return (
        ("Command", command),
        ("Seed", str(settings.seed)),
        ("Judge", settled),
        ("Versions", ", ".join(f"{name} {version(name)}" for name in PACKAGES)),
        ("Cohorts", "; ".join(told)),
    )


def warning_for(cohorts: Sequence[CohortResult]) -> str:
    """Say what the labels of these cohorts cannot show."""
    kinds = {cohort.kind for cohort in cohorts}
    warnings = {"synthetic": SYNTHETIC_WARNING, "generated": GENERATED_WARNING}
    return " ".join(text for kind, text in warnings.items() if kind in kinds)


def _main(cohorts: Sequence[CohortResult]) -> PageSection:
    return PageSection(
        title="Main results",
        text="The sentence is the unit. E4 (contradicted) is the primary safety figure; E3 and E4"
        " together are supplementary.",
        warning=warning_for(cohorts),
        tables=(main_table(cohorts), secondary_table(cohorts)),
    )


def _baselines(cohorts: Sequence[CohortResult], settings: ExperimentSettings) -> PageSection:
    figures = [figure for cohort in cohorts for figure in arm_figures(cohort, settings.arms)]
    return PageSection(
        title="Baselines",
        text="Retrieval is changed and the judge held fixed, so that what the graph brings stands"
        " alone. The question arms and 'Flag everything' are other judges, as the table says.",
        warning=warning_for(cohorts),
        tables=(baseline_table(cohorts, settings.arms),),
        figures=tuple(figures),
    )


def _gains(cohorts: Sequence[CohortResult], settings: ExperimentSettings, base: str) -> PageSection:
    return PageSection(
        title="Gain by type",
        warning=warning_for(cohorts),
        tables=(
            evolution_table(cohorts, settings.arms, base),
            type_table(cohorts, settings.arms, base),
            coverage_table(cohorts, base),
        ),
        figures=tuple(gain_figure(cohort, base) for cohort in cohorts),
    )


def _domain(cohorts: Sequence[CohortResult]) -> PageSection:
    return PageSection(
        title="Domain knowledge", warning=warning_for(cohorts), tables=(domain_table(cohorts),)
    )


def _length(cohorts: Sequence[CohortResult]) -> PageSection:
    return PageSection(
        title="Record length",
        warning=warning_for(cohorts),
        tables=(length_table(cohorts),),
        figures=tuple(length_figure(cohort) for cohort in cohorts),
    )


def _injections(cohorts: Sequence[CohortResult], settings: ExperimentSettings) -> PageSection:
    return PageSection(
        title="Number of errors",
        text="Each summary is checked with none, one, and so on errors put in by seed.",
        warning=warning_for(cohorts),
        tables=(
            detection_table(cohorts, settings.arms),
            performance_table(cohorts, settings.arms),
        ),
        figures=tuple(injection_figure(cohort, settings.arms) for cohort in cohorts),
    )


def _screening(cohorts: Sequence[CohortResult]) -> PageSection:
    return PageSection(
        title="Screening estimate",
        text="What the check flags in text that nothing was put into. A screening estimate, made"
        " without a label or a clinician: it is no rate of errors.",
        warning=warning_for(cohorts),
        tables=(screening_table(cohorts),),
        figures=tuple(screening_figure(cohort) for cohort in cohorts),
    )


def _rejection(cohorts: Sequence[CohortResult]) -> PageSection:
    return PageSection(
        title="Leaving the least sure to a person",
        warning=warning_for(cohorts),
        tables=(rejection_table(cohorts),),
        figures=(rejection_figure(cohorts),),
    )
