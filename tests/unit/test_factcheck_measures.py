"""The measurements of the check of statements, each against a value worked out by hand."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from agents.factcheck.checker import SUPPORTED_FROM
from agents.factcheck.fact_checker import open_fact_checker, rule_extractor
from evaluation.faith.baselines import PathBaselines, TransE
from evaluation.faith.bench import Measured
from evaluation.faith.graph_noise import NOISES, damaged
from evaluation.faith.labeled_claims import read_claims_set
from evaluation.faith.localization import edge_profile, localization
from evaluation.faith.robustness import graded_corruption, paraphrases, variation
from evaluation.faith.speed import made_up_graph, speed
from evaluation.faith.statements import (
    KEPT_STATEMENTS,
    OPEN_STATEMENTS,
    Scored,
    Statement,
    read_statements,
    scored,
    separation,
)
from evaluation.faith.thresholds import agreement, reject_to_answer
from graph_state.factcheck import MedicalClaim
from kg.errors import BadInputError
from kg.reference.graph import Triple, reference_graph


@pytest.fixture(scope="module")
def own() -> Measured:
    checker = open_fact_checker().checker
    return Measured(checker.graph, checker, rule_extractor(checker.graph))


def _results(true: list[float | None], false: list[float | None]) -> list[Scored]:
    return [
        Scored(Statement("x", is_true), score)
        for is_true, scores in ((True, true), (False, false))
        for score in scores
    ]


def _claim(subject: str, relation: str, object_: str, denied: bool = False) -> MedicalClaim:
    return MedicalClaim(
        subject=subject, relation=relation, object=object_, denied=denied, text="", start=0, end=0
    )


def test_separation_counts_pairs_and_leaves_out_what_has_no_score() -> None:
    found = separation(_results([0.9, 0.2, None], [0.2, -0.5]), threshold=0.3)
    assert found.auroc == pytest.approx(3.5 / 4)
    assert found.balanced_accuracy == pytest.approx((0.5 + 1.0) / 2)
    assert found.coverage == pytest.approx(4 / 5)


def test_rejecting_begins_with_what_could_not_be_verified() -> None:
    kept = {k.rejected: k for k in reject_to_answer(_results([0.9, 0.8], [None, -1.0]))}
    assert kept[0.0].right == pytest.approx(0.5)
    assert kept[0.2].right == pytest.approx(2 / 3)
    assert kept[0.5].right == pytest.approx(1.0)
    assert kept[0.5].threshold == pytest.approx(0.8)


def test_baselines_by_hand() -> None:
    # mid has three neighbors; the only path from a to z leads through it.
    graph = reference_graph(
        [Triple("a1", "treats", "mid", "t"), Triple("mid", "is_a", "z1", "t"),
         Triple("mid", "is_a", "y1", "t")]
    )  # fmt: skip
    baselines = PathBaselines(graph)
    kl = baselines.kl(_claim("a1", "treats", "z1"))
    assert kl == pytest.approx(1 / (1 + 1.0986123))
    assert baselines.kl(_claim("a1", "treats", "z1", denied=True)) == pytest.approx(-(kl or 0))
    assert baselines.kl_rel(_claim("a1", "treats", "mid")) == pytest.approx(1.0)
    assert baselines.kl(_claim("a1", "treats", "unknown thing")) is None


def test_transe_puts_what_it_was_told_nearer_than_what_it_was_not() -> None:
    pairs = [(f"drug{n}", f"ill{n % 4}") for n in range(40)]
    graph = reference_graph([Triple(a, "treats", b, "t") for a, b in pairs])
    model = TransE(graph, size=16, rounds=80)
    told = [model.score(_claim(a, "treats", b)) or 0.0 for a, b in pairs]
    other = [model.score(_claim(a, "treats", f"ill{(n + 1) % 4}")) or 0.0
             for n, (a, _) in enumerate(pairs)]  # fmt: skip
    assert sum(told) / 40 > sum(other) / 40 + 0.2


@pytest.mark.parametrize("noise", NOISES)
def test_a_fifth_of_a_graph_is_damaged(noise: str) -> None:
    graph = made_up_graph(300)
    worse = damaged(graph, noise)  # type: ignore[arg-type]
    assert worse.edges == damaged(graph, noise).edges  # type: ignore[arg-type]
    share = len(worse.edges) / len(graph.edges)
    low, high = {"edges_deleted": (0.75, 0.85), "nodes_deleted": (0.5, 0.75)}.get(
        noise, (1.15, 1.21)
    )
    assert low < share < high


def test_statements_part_and_neither_wording_nor_order_matters(own: Measured) -> None:
    statements = read_statements(KEPT_STATEMENTS)
    assert len(statements) + len(read_statements(OPEN_STATEMENTS)) >= 400
    found = separation(scored(statements, own.score), SUPPORTED_FROM)
    assert found.auroc >= 0.9 and found.coverage >= 0.8
    mean, _ = variation(statements[:40], own.score)
    assert mean <= 0.014
    assert len(set(paraphrases("Torsemide is used for edema."))) == 10


def test_the_wrong_statement_is_low_and_worse_systems_score_lower(own: Measured) -> None:
    statements = read_statements(OPEN_STATEMENTS)
    found = localization(statements, own.check, texts=12)
    assert found.top[5] >= found.top[1] >= 0.5
    means = [one.mean for one in graded_corruption(statements, own.score, responses=10)]
    assert means == sorted(means, reverse=True)
    report = own.check("Torsemide is used for hypokalemia.")
    assert edge_profile([report]) == [("causes", 1)]


def test_ratings(own: Measured, tmp_path: Path) -> None:
    path = tmp_path / "ratings.csv"
    path.write_text(
        "text,rating\nTorsemide is used for edema.,5\nTorsemide is used for hypokalemia.,1\n"
        "Flubberin treats gout.,3\n"
    )
    found = agreement(path, own.score)
    assert found.pearson == pytest.approx(1.0) and found.coverage == pytest.approx(2 / 3)
    path.write_text("text,rating\nTorsemide is used for edema.,good\n")
    with pytest.raises(BadInputError, match="line 2"):
        agreement(path, own.score)


@pytest.mark.parametrize(
    ("form", "name", "content"),
    [
        ("healthver", "a.csv",
         "claim,label\nA drug helps.,Supports\nIt harms.,Refutes\nX,Neutral\n"),
        ("healthfc", "a.csv", "en_claim,label\nA drug helps.,0\nIt harms.,2\nUnclear.,1\n"),
        ("bear-fact", "a.tsv", "claim\tverdict\nA drug helps.\tSUPPORTED\nIt harms.\tREFUTED\n"),
        ("nli4ct", "a.json", json.dumps({
            "1": {"Statement": "A drug helps.", "Label": "Entailment"},
            "2": {"Statement": "It harms.", "Label": "Contradiction"}})),
        ("factpico", "a.jsonl",
         '{"summary": "A drug helps.", "label": 1}\n{"summary": "It harms.", "label": 0}\n'),
        ("verification", "a.jsonl", json.dumps({"claims": [
            {"text": "A drug helps.", "label": "supported"},
            {"text": "It harms.", "label": "contradicted"},
            {"text": "X", "label": "not_supported"}]})),
    ],
)  # fmt: skip
def test_published_sets(tmp_path: Path, form: str, name: str, content: str) -> None:
    path = tmp_path / name
    path.write_text(content)
    assert read_claims_set(path, form) == [
        Statement("A drug helps.", True),
        Statement("It harms.", False),
    ]


def test_sets_of_another_form_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("text\nA drug helps.\n")
    with pytest.raises(BadInputError, match="has no 'claim'"):
        read_claims_set(path, "healthver")
    with pytest.raises(BadInputError, match="unknown"):
        read_claims_set(path, "other")


def test_speed_is_counted() -> None:
    found = speed(2_000, claims=200)
    assert found.nodes == 2_000 and found.claims_a_minute > 5_000


def test_the_command_measures_statements_of_ones_own(
    run: Callable[..., tuple[int, str, str]], tmp_path: Path
) -> None:
    path = tmp_path / "claims.csv"
    path.write_text(
        "claim,label\nTorsemide is used for edema.,Supports\n"
        "Torsemide is used for hypokalemia.,Refutes\n"
    )
    status, told, _ = run(
        "bench", "factcheck", "--claims", path, "--form", "healthver", "--nodes", "500"
    )
    assert status == 0
    assert "KL-REL" in told and "1.000" in told
