"""Reports that count things in groups, the places and the numbers that sentences name."""

import pytest

from clinical.chance import p_value
from clinical.count_claims import read_count_claim
from clinical.counted_names import find_counted
from clinical.group_reports import is_group_report, read_group_report
from clinical.portions import find_portions, holds
from clinical.report_scopes import Cell, find_scopes

AUDIT = """Falls audit
Ward 1:
  Total: 4/40 (10.00%)
  Hip fracture * 1/40 (2.50%)
  Bruise  [1]3/40 (7.50%)
Ward 2:
  Total: 6
  Hip fracture 6 of 30
"""


def test_a_report_is_read_group_by_group() -> None:
    first, second = read_group_report(AUDIT).groups
    assert [(line.name, line.number, line.whole) for line in first.lines] == [
        ("Hip fracture", 1, 40),
        ("Bruise", 3, 40),
    ]
    assert first.total is not None and first.total.number == 4
    assert second.total is not None and (second.total.number, second.total.whole) == (6, 30)


def test_an_examination_is_no_report() -> None:
    assert is_group_report(AUDIT)
    assert not is_group_report("Day 1:\n  Strength 5/5\n  Pain 3/10\nDay 2:\n  Strength 4/5\n")


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("in ward 2 of the first report", [(Cell("first", "2"),)]),
        ("in the first report there were more in arm A than in arm B", [
            (), (Cell("first", "A"),), (Cell("first", "B"),)
        ]),
        ("in the first study and the second study", [(Cell("first"), Cell("second"))]),
        ("in groups 1 and 2", [(Cell("", "1"), Cell("", "2"))]),
        ("in both groups", [(Cell("", "both"),)]),
    ],
)  # fmt: skip
def test_places_take_the_report_beside_them(text: str, cells: list[tuple[Cell, ...]]) -> None:
    assert [scope.cells for scope in find_scopes(text)] == cells


@pytest.mark.parametrize(
    ("text", "value", "other"),
    [
        ("at least 3 patients", 3, 2),
        ("more than 3 patients", 4, 3),
        ("a quarter of the patients", 0.25, 0.3),
        ("6/67 patients", 6 / 67, 7 / 67),
        ("under 20% of patients", 0.19, 0.2),
        ("most of the patients", 0.51, 0.5),
        ("two or more", 2, 1),
        ("all of the patients", 1.0, 0.99),
    ],
)
def test_a_number_holds_within_its_bound(text: str, value: float, other: float) -> None:
    (portion,) = find_portions(text)
    assert holds(portion, value) and not holds(portion, other)


def test_a_clause_with_a_word_that_is_not_understood_is_left() -> None:
    names = frozenset({"Hip fracture"})
    for text, read in (("one hip fracture", True), ("one hip fracture repaired by nails", False)):
        things = find_counted(text, names)
        assert (read_count_claim(text, things, []) is not None) is read


def test_the_exact_test_agrees_with_the_lady_tasting_tea() -> None:
    assert p_value(3, 4, 1, 4) == pytest.approx(34 / 70)
    assert p_value(4, 4, 0, 4) == pytest.approx(2 / 70)
    with pytest.raises(ValueError, match="no parts"):
        p_value(5, 4, 0, 4)
