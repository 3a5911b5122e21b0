"""Limits that a sentence puts on the entries it speaks of."""

import pytest

from clinical.chart_scopes import StayScope, read_scope

NOW = "2187-06-15T12:00:00"


@pytest.mark.parametrize(
    ("text", "rest", "earliest", "latest"),
    [
        ("sodium in March 2187", "sodium", "2187-03-01", "2187-03-31"),
        ("sodium since 03/2187", "sodium", "2187-03-01", None),
        ("sodium on 03/04/2187", "sodium", "2187-03-04", "2187-03-04"),
        ("sodium on the 4th of this month", "sodium", "2187-06-04", "2187-06-04"),
        ("sodium this year", "sodium", "2187-01-01", "2187-12-31"),
        ("sodium in April of last year", "sodium", "2186-04-01", "2186-04-30"),
        ("sodium since two months ago", "sodium", "2187-04-15", None),
        ("sodium before 2187-05-01", "sodium", None, "2187-05-01"),
        ("sodium yesterday", "sodium", "2187-06-14", "2187-06-14"),
    ],
)
def test_a_date_limits_the_entries(
    text: str, rest: str, earliest: str | None, latest: str | None
) -> None:
    found = read_scope(text, NOW)
    assert found.text == rest
    (span,) = found.scope.spans
    assert (span.earliest[:10] if span.earliest else None) == earliest
    assert (span.latest[:10] if span.latest else None) == latest


@pytest.mark.parametrize(
    ("text", "stay"),
    [
        ("on the first hospital stay", StayScope(ward="hospital", order=1)),
        ("during her current hospitalization", StayScope(ward="hospital", order=0)),
        ("in the most recent ICU stay", StayScope(ward="icu", order=-1)),
        ("throughout the second intensive care unit admission", StayScope(ward="icu", order=2)),
    ],
)
def test_a_stay_limits_the_entries(text: str, stay: StayScope) -> None:
    found = read_scope(f"the pulse {text}", NOW)
    assert found.text == "the pulse"
    assert found.scope.stays == (stay,)


@pytest.mark.parametrize("text", ["a volume of 2100 mL", "in room 4", "on 13/45/2187"])
def test_other_numbers_are_no_dates(text: str) -> None:
    assert read_scope(text, NOW).scope.spans == ()


def test_relative_dates_need_a_present() -> None:
    assert read_scope("sodium last month", None).text == "sodium last month"
