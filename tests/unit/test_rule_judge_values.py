"""Laboratory values and vital signs: level, time, extremes, trends, changes and words."""

from collections.abc import Callable

import pytest

from agents.rule_judge.decisions import Decision
from agents.rule_judge.record_view import RecordView
from agents.rule_judge.values.quantities import matches
from agents.rule_judge.values.results import opposite_result, same_result
from agents.rule_judge.values.value import judge_value
from clinical.better_values import told_course
from clinical.facts import Anchors, Fact, Quantity
from clinical.labels import Grade

Maker = Callable[..., Fact]
Arrange = Callable[..., RecordView]
Fields = dict[str, object]

STAY = Anchors(admitted="2191-03-01T10:00:00", discharged="2191-03-06T12:00:00")


def creatinine(make: Maker, **fields: object) -> Fact:
    common: Fields = {"kind": "lab", "concept": "lab:creatinine", "unit": "mg/dL"}
    fields.setdefault("text", f"creatinine {fields.get('value', fields.get('result', ''))}")
    return make(**(common | fields))


def series(make: Maker, *values: float) -> list[Fact]:
    """One value a day from the day of admission on."""
    return [
        creatinine(make, value=value, day=f"2191-03-0{day}") for day, value in enumerate(values, 1)
    ]


def judged(
    make: Maker,
    arrange: Arrange,
    claim: Fields,
    values: tuple[float, ...],
    sentence: str = "",
    passages: tuple[str, ...] = (),
) -> Decision:
    view = arrange(series(make, *values), passages, anchors=STAY)
    return judge_value(creatinine(make, **claim), view, sentence)


@pytest.mark.parametrize(
    ("claim", "values", "grade", "rule"),
    [
        ({"value": 1.8}, (1.2, 1.8, 1.4), "E1", "same_value"),
        ({"value": 2.8}, (1.2, 1.8, 1.4), "E4", "no_such_value"),
        ({"value": 1.8}, (), "E3", "not_measured"),
        ({"value": 180.0, "unit": "umol/L"}, (1.2,), None, "other_unit"),
        ({"value": 1.8, "day": "2191-03-02"}, (1.2, 1.8, 1.4), "E1", "same_value"),
        ({"value": 1.8, "day": "2191-03-03"}, (1.2, 1.8, 1.4), "E4", "value_of_another_time"),
        ({"value": 1.8, "day": "2191-03-09"}, (1.2, 1.8, 1.4), "E1", "same_value"),
        ({"value": 1.2, "selector": "admission"}, (1.2, 1.8, 1.4), "E1", "same_value"),
        ({"value": 1.8, "selector": "admission"}, (1.2, 1.8, 1.4), "E4", "value_of_another_time"),
        ({"value": 1.4, "selector": "discharge"}, (1.2, 1.8, 1.4), "E1", "same_value"),
        ({"value": 1.2, "selector": "discharge"}, (1.2, 1.8, 1.4), "E4", "value_of_another_time"),
        ({"value": 1.8, "selector": "peak"}, (1.2, 1.8, 1.4), "E1", "is_extreme"),
        ({"value": 1.4, "selector": "peak"}, (1.2, 1.8, 1.4), "E4", "not_the_extreme"),
        ({"value": 1.2, "selector": "nadir"}, (1.2, 1.8, 1.4), "E1", "is_extreme"),
        ({"value": 1.4, "selector": "nadir"}, (1.2, 1.8, 1.4), "E4", "not_the_extreme"),
    ],
)
def test_values(
    fact_of: Maker,
    view_with: Arrange,
    claim: Fields,
    values: tuple[float, ...],
    grade: Grade | None,
    rule: str,
) -> None:
    decision = judged(fact_of, view_with, claim, values)
    assert (decision.grade, decision.rule) == (grade, rule)


def test_a_wrong_value_is_corrected_to_the_nearest(fact_of: Maker, view_with: Arrange) -> None:
    decision = judged(fact_of, view_with, {"value": 2.8}, (1.2, 1.8, 1.4))
    assert decision.correction == ("2.8", "1.8")
    assert decision.types == ("exam_result_error",)


def test_a_vital_sign_is_a_value(fact_of: Maker, view_with: Arrange) -> None:
    pulse = {"kind": "vital", "concept": "vital:heart_rate"}
    decision = judge_value(
        fact_of(**pulse, value=60.0), view_with([fact_of(**pulse, value=120.0)]), ""
    )
    assert (decision.grade, decision.types) == ("E4", ("value_error",))


def test_a_peak_that_the_record_states_stands_beside_a_higher_value(
    fact_of: Maker, view_with: Arrange
) -> None:
    told = creatinine(fact_of, value=1.6, selector="peak", day="2191-03-02")
    view = view_with([told, *series(fact_of, 1.2, 1.8)], anchors=STAY)
    decision = judge_value(creatinine(fact_of, value=1.6, selector="peak"), view, "")
    assert (decision.grade, decision.rule) == ("E1", "stated_extreme")


def test_a_peak_is_sought_in_this_stay(fact_of: Maker, view_with: Arrange) -> None:
    earlier = creatinine(fact_of, value=4.4, day="2190-11-02")
    view = view_with([earlier, *series(fact_of, 1.2, 1.8)], anchors=STAY)
    decision = judge_value(creatinine(fact_of, value=1.8, selector="peak"), view, "")
    assert (decision.grade, decision.rule) == ("E1", "is_extreme")


@pytest.mark.parametrize(
    ("passage", "grade", "rule"),
    [
        ("Creatinine was 2.8 at another hospital.", "E1", "number_in_passage"),
        ("Creatinine was 12.8 at another hospital.", "E4", "no_such_value"),
        ("Creatinine was 2.85 at another hospital.", "E4", "no_such_value"),
        ("The lesion was 2.8 wide.", "E4", "no_such_value"),
    ],
)
def test_a_number_in_a_passage(
    fact_of: Maker, view_with: Arrange, passage: str, grade: Grade, rule: str
) -> None:
    decision = judged(fact_of, view_with, {"value": 2.8}, (1.2, 1.8), passages=(passage,))
    assert (decision.grade, decision.rule) == (grade, rule)


@pytest.mark.parametrize(
    ("concept", "before", "behind", "course"),
    [
        ("lab:hemoglobin", "", " improved", "rose"),
        ("lab:hemoglobin", "", " worsened", "fell"),
        ("lab:hemoglobin", "improvement in her ", " allowed discharge", "rose"),
        ("lab:hemoglobin", "no improvement in ", "", None),
        ("lab:creatinine", "worsening ", " led to a scan", "rose"),
        ("lab:potassium", "", " improved", None),
        ("lab:potassium", "", " worsened", "rose"),
    ],
)
def test_better_and_worse_have_a_direction(
    concept: str, before: str, behind: str, course: str | None
) -> None:
    assert told_course(concept, before, behind) == course


@pytest.mark.parametrize(
    ("sentence", "values", "grade", "rule"),
    [
        ("creatinine rose", (1.2, 1.8), "E1", "same_course"),
        ("creatinine rose", (1.8, 1.5, 1.2), "E4", "other_course"),
        ("creatinine fell", (1.8, 1.2), "E1", "same_course"),
        ("creatinine fell", (1.2, 1.8), "E4", "other_course"),
        ("creatinine fell", (1.2, 1.8, 1.4), "E1", "same_course"),
        ("creatinine fell", (1.2,), "E1", "measured"),
        ("creatinine fell", (), None, "not_measured"),
        ("creatinine rose and then fell", (1.2, 1.8), "E1", "measured"),
        ("creatinine gradually improved", (1.8, 1.2), "E1", "same_course"),
        ("creatinine improved", (1.2, 1.8), "E4", "other_course"),
        ("creatinine worsened", (1.8, 1.2), "E4", "other_course"),
        ("creatinine high, pain improved", (1.2, 1.8), "E1", "measured"),
        ("creatinine did not improve", (1.2, 1.8), "E1", "measured"),
    ],
)
def test_courses(
    fact_of: Maker,
    view_with: Arrange,
    sentence: str,
    values: tuple[float, ...],
    grade: Grade | None,
    rule: str,
) -> None:
    decision = judged(fact_of, view_with, {"text": "creatinine"}, values, sentence)
    assert (decision.grade, decision.rule) == (grade, rule)


@pytest.mark.parametrize(
    ("value", "grade", "rule"),
    [
        (9.0, "E1", "difference"),
        (80.0, "E1", "stated_change"),
        (30.0, None, "change_not_found"),
    ],
)
def test_changes(
    fact_of: Maker, view_with: Arrange, value: float, grade: Grade | None, rule: str
) -> None:
    sentence = f"He lost {value:g} kg"
    weight: Fields = {"kind": "vital", "concept": "vital:weight", "unit": "kg"}
    claim = fact_of(**weight, value=value, text=f"{value:g} kg", start=sentence.index(f"{value:g}"))
    record = [fact_of(**weight, value=v, day=day) for v, day in ((89.0, "2191-03-01"), (80.0, ""))]
    decision = judge_value(claim, view_with(record), sentence)
    assert (decision.grade, decision.rule) == (grade, rule)


@pytest.mark.parametrize(
    ("claimed", "recorded", "grade", "rule"),
    [
        ("positive", {"result": "positive"}, "E1", "same_result"),
        ("absent", {"result": "negative"}, "E1", "same_result"),
        ("negative", {"result": "positive"}, "E4", "other_result"),
        ("normal", {"value": 0.9}, "E1", "level_of_value"),
        ("high", {"value": 3.4}, "E1", "level_of_value"),
        ("elevated", {"value": 3.4}, "E1", "level_of_value"),
        ("high", {"value": 0.9}, "E4", "level_excluded"),
        ("high", {"value": 1.2}, None, "result_not_comparable"),
        ("cloudy", {"result": "clear"}, None, "result_not_comparable"),
    ],
)
def test_results_in_words(
    fact_of: Maker,
    view_with: Arrange,
    claimed: str,
    recorded: Fields,
    grade: Grade | None,
    rule: str,
) -> None:
    claim = creatinine(fact_of, result=claimed)
    decision = judge_value(claim, view_with([creatinine(fact_of, **recorded)]), "")
    assert (decision.grade, decision.rule) == (grade, rule)


def test_a_quantity_named_without_a_number_leaves_the_number_open(
    fact_of: Maker, view_with: Arrange
) -> None:
    view = view_with([creatinine(fact_of, result="abnormal")])
    decision = judge_value(creatinine(fact_of, value=1.8), view, "")
    assert (decision.grade, decision.rule) == (None, "no_number")


def test_a_measure_of_something_unnamed_proves_nothing_by_its_absence(
    fact_of: Maker, view_with: Arrange
) -> None:
    claim = fact_of("vital", "measure:length", text="3 cm nodule", value=3.0, unit="cm")
    other = fact_of("vital", "measure:length", text="5 cm incision", value=5.0, unit="cm")
    decision = judge_value(claim, view_with([other]), "")
    assert (decision.grade, decision.rule) == (None, "measure_not_found")


def test_the_other_side_is_another_measurement(fact_of: Maker, view_with: Arrange) -> None:
    drain: Fields = {"kind": "vital", "concept": "vital:drain_output", "unit": "mL"}
    left = fact_of(**drain, value=40.0, laterality="left")
    right = fact_of(**drain, value=90.0, laterality="right")
    assert judge_value(left, view_with([right]), "").grade == "E3"
    assert judge_value(left, view_with([right, left]), "").grade == "E1"


@pytest.mark.parametrize(
    ("claimed", "recorded", "expected"),
    [
        ({"value": 38.3, "tolerance": 0.05}, {"value": 38.28, "tolerance": 0.03}, True),
        ({"value": 38.3, "tolerance": 0.05}, {"value": 38.5, "tolerance": 0.05}, False),
        ({"value": 2.0, "high": 4.0}, {"value": 3.0}, True),
        ({"value": 2.0, "high": 4.0}, {"value": 5.0}, False),
        ({"value": 3.0}, {"value": 2.0, "high": 4.0}, True),
        ({"value": 50.0, "comparator": ">"}, {"value": 60.0}, True),
        ({"value": 50.0, "comparator": ">"}, {"value": 40.0}, False),
        ({"value": 50.0, "comparator": "<"}, {"value": 40.0}, True),
        ({"value": 50.0, "comparator": "<"}, {"value": 60.0}, False),
        ({"value": 100.0, "comparator": "~"}, {"value": 105.0}, True),
        ({"value": 100.0, "comparator": "~"}, {"value": 110.0}, False),
        ({"value": 5.0, "unit": "mg"}, {"value": 5.0, "unit": "mL"}, False),
        ({"value": 5.0, "unit": "mg"}, {"value": 5.0}, True),
    ],
)
def test_quantities(claimed: Fields, recorded: Fields, expected: bool) -> None:
    one, other = Quantity.model_validate(claimed), Quantity.model_validate(recorded)
    assert matches(one, other) is expected


def test_results_of_one_polarity_agree() -> None:
    assert same_result("none", "normal")
    assert not same_result("negative", "positive")
    assert opposite_result("negative", {"positive"})
    assert not opposite_result("negative", {"positive", "negative"})
    assert not opposite_result("negative", {"borderline"})


@pytest.mark.parametrize(
    ("passage", "rule"),
    [
        ("It was 2.8 mg/dL elsewhere.", "number_in_passage"),
        ("It was 2.8 elsewhere.", "no_such_value"),
    ],
)
def test_a_number_with_its_unit_needs_no_name(
    fact_of: Maker, view_with: Arrange, passage: str, rule: str
) -> None:
    claim: Fields = {"value": 2.8, "text": "creatinine 2.8 mg/dL"}
    assert judged(fact_of, view_with, claim, (1.2, 1.8), passages=(passage,)).rule == rule


def fraction(make: Maker, **fields: object) -> Fact:
    common: Fields = {"kind": "vital", "concept": "vital:ejection_fraction", "unit": "%"}
    fields.setdefault("text", f"LVEF {fields['value']}%")
    return make(**(common | fields))


@pytest.mark.parametrize(
    ("recorded", "proposed"),
    [
        (({"value": 30, "day": "2189-05-10"}, {"value": 25, "day": "2191-03-02"}), "25"),
        (({"value": 33, "day": "2191-03-01"}, {"value": 25, "day": "2191-03-04"}), "25"),
        (({"value": 33, "assertion": "historical"}, {"value": 25, "day": "2191-03-04"}), "25"),
        (({"value": 33, "day": "2189-05-10"},), None),
        (({"value": 33, "assertion": "historical"},), None),
        (
            (
                {"value": 25, "day": "2191-03-02", "study": "study:echocardiogram"},
                {"value": 31, "day": "2191-03-05", "study": "study:mri"},
            ),
            "25",
        ),
    ],
)
def test_a_value_of_a_study_is_corrected_to_the_newest_of_this_stay_or_not_at_all(
    fact_of: Maker, view_with: Arrange, recorded: tuple[Fields, ...], proposed: str | None
) -> None:
    view = view_with([fraction(fact_of, **one) for one in recorded], (), anchors=STAY)
    claim = fraction(fact_of, value=38, study="study:echocardiogram")
    decision = judge_value(claim, view, "Echocardiogram showed an LVEF of 38%.")
    assert decision.grade == "E4"
    assert (decision.correction or (None, None))[1] == proposed


def test_a_series_is_corrected_to_the_nearest_value_of_this_stay(
    fact_of: Maker, view_with: Arrange
) -> None:
    before = creatinine(fact_of, value=2.7, day="2190-06-01")
    view = view_with([before, *series(fact_of, 1.2, 1.8, 1.4)], (), anchors=STAY)
    decision = judge_value(creatinine(fact_of, value=2.8), view, "Creatinine was 2.8.")
    assert decision.correction is not None and decision.correction[1] == "1.8"
