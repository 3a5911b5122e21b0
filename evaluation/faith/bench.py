"""All figures of the check of statements, as tables for a reader."""

import statistics
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from rich.table import Table

from agents.factcheck.checker import SUPPORTED_FROM, ClaimChecker
from agents.factcheck.fact_checker import rule_extractor
from agents.factcheck.rule_extraction import RuleExtractor
from evaluation.faith.baselines import PathBaselines, ScoreClaim, TransE
from evaluation.faith.graph_noise import NOISES, damaged
from evaluation.faith.labeled_claims import read_claims_set
from evaluation.faith.localization import edge_profile, localization
from evaluation.faith.robustness import graded_corruption, variation
from evaluation.faith.sheets import check_sheets, measured, read_sheets
from evaluation.faith.speed import speed
from evaluation.faith.statements import (
    HERE,
    KEPT_STATEMENTS,
    OPEN_STATEMENTS,
    Score,
    Statement,
    read_statements,
    scored,
    separation,
)
from evaluation.faith.thresholds import agreement, reject_to_answer
from graph_state.factcheck import FactcheckReport
from kg.reference.graph import ReferenceGraph
from kg.reference.readers import read_references

SEEDS = (11, 12, 13)
"""Damaged graphs differ; three of each are measured."""


class BenchRequest(NamedTuple):
    """What is to be measured."""

    statements: tuple[Path, ...]
    claims: Path | None
    form: str
    ratings: Path | None
    graphs: tuple[str, ...]
    nodes: tuple[int, ...]


class Measured(NamedTuple):
    """A graph with all that the measurements ask of it."""

    graph: ReferenceGraph
    checker: ClaimChecker
    extractor: RuleExtractor

    def check(self, text: str) -> FactcheckReport:
        """Check a text."""
        return self.checker.report(text, self.extractor.extract(text))

    def score(self, text: str) -> float | None:
        """Return the response score of a text."""
        return self.check(text).score


def factcheck_tables(request: BenchRequest) -> Iterator[Table]:
    """Measure one thing after the other."""
    graph = read_references(request.graphs)
    own = Measured(graph, ClaimChecker(graph), rule_extractor(graph))
    sets = statement_sets(request)
    yield methods_table(own, sets)
    every = [one for statements in sets.values() for one in statements]
    if not request.claims:
        yield noise_table(graph, every)
        yield robustness_table(own, every)
        yield corruption_table(own, every)
        yield rejection_table(own, every)
        yield profile_table(own, every)
        yield safety_table()
    if request.ratings:
        yield agreement_table(own, request.ratings)
    yield speed_table(request.nodes)


def statement_sets(request: BenchRequest) -> dict[str, list[Statement]]:
    """Read what was asked for, else the two halves of the product's own statements."""
    if request.claims:
        return {request.claims.name: read_claims_set(request.claims, request.form)}
    files = request.statements or (OPEN_STATEMENTS, KEPT_STATEMENTS)
    return {path.name: read_statements(path) for path in files}


def methods(own: Measured) -> dict[str, Score]:
    """Ways to score a text: this one, its cosines alone, and the path baselines."""
    baselines = PathBaselines(own.graph)
    plain = ClaimChecker(own.graph, by_polarity=False)
    return {
        "FAITH with polarity": own.score,
        "FAITH, cosines alone": own._replace(checker=plain).score,
        "KL": by_claims(own.extractor, baselines.kl),
        "KL-REL": by_claims(own.extractor, baselines.kl_rel),
        "TransE": by_claims(own.extractor, TransE(own.graph).score),
    }


def by_claims(extractor: RuleExtractor, score: ScoreClaim) -> Score:
    """Make a score of texts from one of claims: the mean over those that have one."""

    def score_text(text: str) -> float | None:
        found = [score(claim) for claim in extractor.extract(text)]
        known = [one for one in found if one is not None]
        return statistics.mean(known) if known else None

    return score_text


def methods_table(own: Measured, sets: dict[str, list[Statement]]) -> Table:
    """Set the methods side by side; a baseline has its own best threshold, this one its fixed."""
    table = _table("True and false statements", "set", "method", "statements", "AUROC",
                   "balanced accuracy", "coverage")  # fmt: skip
    for name, statements in sets.items():
        for method, score in methods(own).items():
            results = scored(statements, score)
            known = sorted({r.score for r in results if r.score is not None})
            fixed = method == "FAITH with polarity"
            thresholds = [SUPPORTED_FROM] if fixed or not known else known
            best = max(
                (separation(results, threshold) for threshold in thresholds),
                key=lambda found: found.balanced_accuracy,
            )
            shown = f"{best.balanced_accuracy:.3f}" + ("" if fixed else " (best threshold)")
            table.add_row(
                name, method, str(best.statements), f"{best.auroc:.3f}", shown,
                f"{best.coverage:.3f}",
            )  # fmt: skip
    return table


def noise_table(graph: ReferenceGraph, statements: list[Statement]) -> Table:
    """Measure on damaged graphs, three of each kind."""
    table = _table("Damaged graphs, a fifth each", "damage", "AUROC", "coverage")
    for noise in NOISES:
        found = []
        for seed in SEEDS:
            worse = damaged(graph, noise, seed=seed)
            own = Measured(worse, ClaimChecker(worse), rule_extractor(worse))
            found.append(separation(scored(statements, own.score), SUPPORTED_FROM))
        auroc = statistics.mean(one.auroc for one in found)
        coverage = statistics.mean(one.coverage for one in found)
        table.add_row(noise.replace("_", " "), f"{auroc:.3f}", f"{coverage:.3f}")
    return table


def robustness_table(own: Measured, statements: list[Statement]) -> Table:
    """Measure how little wording matters, and how often the wrong statement is found."""
    table = _table("Paraphrases and the worst claim", "measure", "value")
    mean, deviation = variation(statements, own.score)
    table.add_row("coefficient of variation over 10 paraphrases", f"{mean:.4f} ± {deviation:.4f}")
    found = localization(statements, own.check)
    for k, share in found.top.items():
        table.add_row(f"wrong statement of ten among the {k} lowest", f"{share:.3f}")
    return table


def corruption_table(own: Measured, statements: list[Statement]) -> Table:
    """Rank five systems."""
    table = _table("Five systems, each worse than the last", "false", "mean score", "p to next")
    for one in graded_corruption(statements, own.score):
        p = "" if one.p_to_next is None else f"{one.p_to_next:.2g}"
        table.add_row(f"{one.share:.0%}", f"{one.mean:+.3f}", p)
    return table


def rejection_table(own: Measured, statements: list[Statement]) -> Table:
    """Show what rejecting the lowest answers brings."""
    table = _table("Rejecting the lowest answers", "rejected", "true among the kept", "threshold")
    for one in reject_to_answer(scored(statements, own.score)):
        table.add_row(f"{one.rejected:.0%}", f"{one.right:.3f}", f"{one.threshold:+.2f}")
    return table


def profile_table(own: Measured, statements: list[Statement]) -> Table:
    """Count by which relations the worst claims of false statements stand."""
    table = _table("Relations on the paths of false statements", "relation", "edges")
    reports = [own.check(one.text) for one in statements if not one.is_true]
    for relation, count in edge_profile(reports):
        table.add_row(relation.replace("_", " "), str(count))
    return table


def safety_table() -> Table:
    """Measure the search for unsafe advice on sheets with planted dangers."""
    table = _table("Unsafe advice", "sheets", "planted", "found", "recall", "false alarms a sheet")
    for half in ("open", "kept"):
        results = check_sheets(read_sheets(HERE / f"sheets_{half}.txt"))
        found = measured(results)
        table.add_row(
            half, str(found.planted), str(found.caught), f"{found.recall:.3f}",
            f"{found.false_alarms / len(results):.3f}",
        )  # fmt: skip
    return table


def agreement_table(own: Measured, path: Path) -> Table:
    """Correlate with ratings."""
    table = _table("Ratings", "texts", "Pearson", "Spearman", "coverage")
    found = agreement(path, own.score)
    table.add_row(
        str(found.texts), f"{found.pearson:.3f}", f"{found.spearman:.3f}", f"{found.coverage:.3f}"
    )
    return table


def speed_table(sizes: tuple[int, ...]) -> Table:
    """Measure the speed on made-up graphs."""
    table = _table("Speed on made-up graphs", "nodes", "edges", "ready after s", "claims a minute")
    for size in sizes:
        one = speed(size)
        table.add_row(
            f"{one.nodes:,}", f"{one.edges:,}", f"{one.build_seconds:.1f}",
            f"{one.claims_a_minute:,.0f}",
        )  # fmt: skip
    return table


def _table(title: str, first: str, *others: str) -> Table:
    table = Table(first, title=title)
    for name in others:
        table.add_column(name, justify="right")
    return table
