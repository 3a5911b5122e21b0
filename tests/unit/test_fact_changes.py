"""What counts as the successor of a fact that is gone."""

import pytest

from clinical.facts import Concept, Fact, Quantity, TimeSpan
from clinical.sources import in_row
from kg.fact_changes import refuted

BEFORE = {
    "kind": "medication",
    "concept": Concept(id="drug:metoprolol", name="metoprolol"),
    "text": "metoprolol",
    "source": in_row("rx", "1", "drug"),
    "quantity": Quantity(value=25, unit="mg"),
    "route": "oral",
    "status": "home",
    "time": TimeSpan(earliest="2180-01-01", latest="2180-01-03"),
}


@pytest.mark.parametrize(
    ("change", "attribute"),
    [
        ({"quantity": Quantity(value=50, unit="mg")}, "value"),
        ({"assertion": "absent"}, "assertion"),
        ({"status": "stopped"}, "status"),
        ({"route": "intravenous"}, "route"),
        ({"route": None}, ""),
        ({"laterality": "left"}, ""),
        ({"status": "stopped", "time": TimeSpan(earliest="2180-01-03")}, "status"),
        ({"status": "stopped", "time": TimeSpan(earliest="2180-01-04")}, ""),
        ({"status": "stopped", "time": TimeSpan(latest="2179-12-31")}, ""),
        ({"status": "stopped", "time": None}, ""),
    ],
)
def test_another_value_of_one_attribute_at_overlapping_time(
    change: dict[str, object], attribute: str
) -> None:
    assert refuted(Fact.model_validate(BEFORE), Fact.model_validate(BEFORE | change)) == attribute


def test_an_undated_fact_replaces_undated_ones_only() -> None:
    undated = BEFORE | {"time": None}
    old, new = Fact.model_validate(undated), Fact.model_validate(undated | {"status": "held"})
    assert refuted(old, new) == "status"
    assert refuted(Fact.model_validate(BEFORE), new) == ""
    assert refuted(old, Fact.model_validate(BEFORE | {"status": "held"})) == ""
