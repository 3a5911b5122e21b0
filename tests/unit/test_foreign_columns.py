"""Tables of other hospitals name their columns and write their dates in ways of their own."""

import pytest

from kg.readers.json_record import record_from
from kg.record import TableRow
from kg.row_facts import read_row
from kg.row_facts.measured_columns import quantity_of_column
from kg.timestamps import iso_time


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("07-FEB-2191 06:15", "2191-02-07T06:15:00"),
        ("7 February 2191", "2191-02-07T00:00:00"),
        ("Feb 7, 2191 5:05 PM", "2191-02-07T17:05:00"),
        ("02/07/2191 06:15", "2191-02-07T06:15:00"),
        ("27/02/2191", "2191-02-27T00:00:00"),
        ("07-FOO-2191", None),
        ("3/5 strength", None),
    ],
)
def test_dates_of_any_hospital_are_read(written: str, expected: str | None) -> None:
    """Named months and slashes are as good as the common form."""
    assert iso_time(written) == expected


@pytest.mark.parametrize(
    ("column", "expected"),
    [
        ("temp_c", ("temperature", "C")),
        ("weight_kg", ("weight", "kg")),
        ("qtc_ms", ("qtc", "ms")),
        ("rr", ("respiratory rate", "")),
        ("urine_ml_24h", ("urine output", "mL")),
        ("seq_num", None),
        ("dose", None),
        ("rate", None),
    ],
)
def test_a_column_may_be_named_after_what_it_holds(
    column: str, expected: tuple[str, str] | None
) -> None:
    """The unit may end the name of the column."""
    found = quantity_of_column(column, "vitals")
    assert (tuple(found) if found else None) == expected


def test_a_row_of_vital_signs_gives_every_value_with_its_time() -> None:
    """Pressures of one cell are two."""
    record = record_from(
        {
            "patient_id": "w1",
            "tables": {
                "bedside_obs": [
                    {"obs_dt": "07-FEB-2191 06:15", "temp_c": "38.4", "hr": "121", "bp": "92/48"}
                ]
            },
        },
        "here",
    )
    found = {f.concept.id: f for f in read_row(record.rows[0])}
    assert found["vital:temperature"].quantity is not None
    assert found["vital:temperature"].quantity.value == 38.4
    assert {"vital:heart_rate", "vital:systolic_pressure", "vital:diastolic_pressure"} <= set(found)
    time = found["vital:heart_rate"].time
    assert time is not None and time.earliest == "2191-02-07T06:15:00"


def test_a_stay_is_dated_by_whatever_its_columns_are_called() -> None:
    """`admit_dt` and `discharge_dt` are the ends of a stay."""
    record = record_from(
        {
            "patient_id": "w2",
            "tables": {
                "admissions": [
                    {
                        "encounter": "E1",
                        "admit_dt": "07-FEB-2191 06:15",
                        "discharge_dt": "12-FEB-2191",
                    }
                ]
            },
        },
        "here",
    )
    stay = record.encounters[0]
    assert (stay.admitted, stay.discharged) == ("2191-02-07T06:15:00", "2191-02-12T00:00:00")


def test_a_decimal_comma_is_no_thousand() -> None:
    """`3,4` is three and four tenths; `1,200` stays twelve hundred."""

    def value(written: str) -> float | None:
        row = TableRow(table="labs", id="1", fields={"label": "Potassium", "value": written})
        quantity = read_row(row)[0].quantity
        return quantity.value if quantity else None

    assert value("3,4") == 3.4
    assert value("1,200") == 1200
