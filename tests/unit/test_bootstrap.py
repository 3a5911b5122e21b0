"""Intervals: known cases, seeds and clusters."""

import pytest

from evaluation import bootstrap
from evaluation.bootstrap import interval
from graph_state.scoring import Counts


def clusters(*counts: Counts) -> dict[str, Counts]:
    return {f"patient {number}": count for number, count in enumerate(counts)}


def test_equal_clusters_leave_no_doubt() -> None:
    same = clusters(*[Counts(true_positive=3, false_positive=1, false_negative=1)] * 5)
    assert interval(same, bootstrap.f1) == pytest.approx((0.75, 0.75))


def test_two_opposite_clusters_span_the_whole_range() -> None:
    opposite = clusters(Counts(true_positive=1), Counts(false_negative=1))
    assert interval(opposite, bootstrap.recall) == (0.0, 1.0)


def test_binomial_interval_is_close_to_theory() -> None:
    found = [Counts(true_positive=1)] * 80 + [Counts(false_negative=1)] * 20
    result = interval(clusters(*found), bootstrap.recall)
    assert result == pytest.approx((0.8 - 1.96 * 0.04, 0.8 + 1.96 * 0.04), abs=0.015)


def test_whole_clusters_are_drawn_so_correlated_rows_widen_the_interval() -> None:
    apart = [Counts(true_positive=1)] * 50 + [Counts(false_negative=1)] * 50
    together = [Counts(true_positive=10)] * 5 + [Counts(false_negative=10)] * 5
    narrow = interval(clusters(*apart), bootstrap.recall)
    wide = interval(clusters(*together), bootstrap.recall)
    assert narrow and wide
    assert wide[1] - wide[0] > 2 * (narrow[1] - narrow[0])


def test_same_seed_same_interval_and_order_of_clusters_does_not_matter() -> None:
    mixed = clusters(
        *[
            Counts(true_positive=n * 7 % 11, false_positive=n * 5 % 13, false_negative=n * 3 % 7)
            for n in range(24)
        ]
    )
    backwards = dict(reversed(mixed.items()))
    assert interval(mixed, bootstrap.f1) == interval(backwards, bootstrap.f1)
    assert interval(mixed, bootstrap.f1, seed=1) != interval(mixed, bootstrap.f1, seed=2)


def test_one_cluster_or_nothing_defined_gives_no_interval() -> None:
    assert interval(clusters(Counts(true_positive=3)), bootstrap.f1) is None
    negatives = clusters(Counts(true_negative=3), Counts(true_negative=1))
    assert interval(negatives, bootstrap.f1) is None
    assert interval(negatives, bootstrap.precision) is None
    assert interval(negatives, bootstrap.false_alarm_rate) == (0.0, 0.0)
