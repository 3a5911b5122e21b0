"""What FHIR resources may say in more than one way: ended conditions, R5, values, narratives."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from clinical.facts import Fact
from kg.readers import open_cases
from kg.record import PatientRecord
from kg.row_facts import read_row

Resource = Mapping[str, object]


def read(tmp_path: Path, *resources: Resource) -> PatientRecord:
    content: list[Resource] = [{"resourceType": "Patient", "id": "p1"}, *resources]
    entries = [{"resource": {"id": f"r{n}", **one}} for n, one in enumerate(content)]
    path = tmp_path / "b.json"
    path.write_text(json.dumps({"resourceType": "Bundle", "entry": entries}))
    [case] = open_cases(path)
    return case.record


def facts(tmp_path: Path, *resources: Resource) -> list[Fact]:
    return [fact for row in read(tmp_path, *resources).rows for fact in read_row(row)]


def status(code: str) -> Resource:
    system = "http://terminology.hl7.org/CodeSystem/condition-clinical"
    return {"coding": [{"system": system, "code": code}]}


@pytest.mark.parametrize(
    ("said", "assertion"),
    [
        (status("active"), "present"),
        (status("recurrence"), "present"),
        (status("resolved"), "historical"),
        (status("inactive"), "historical"),
        (status("remission"), "historical"),
        ({**status("remission"), "text": "In remission since spring"}, "historical"),
        ({"coding": [{"display": "Resolved", "code": "resolved"}]}, "historical"),
    ],
)
def test_a_condition_that_is_over_is_history_without_a_date(
    tmp_path: Path, said: Resource, assertion: str
) -> None:
    gout = {"resourceType": "Condition", "code": {"text": "Gout"}, "clinicalStatus": said}
    [fact] = facts(tmp_path, gout)
    assert fact.assertion == assertion


def test_elements_of_r5_are_read(tmp_path: Path) -> None:
    found = facts(
        tmp_path,
        {"resourceType": "Medication", "id": "m", "code": {"text": "Warfarin"}},
        {"resourceType": "MedicationRequest", "medication": {"concept": {"text": "Digoxin"}}},
        {
            "resourceType": "MedicationRequest",
            "id": "pointing",
            "medication": {"reference": {"reference": "Medication/m"}},
        },
        {
            "resourceType": "AllergyIntolerance",
            "code": {"text": "Penicillin"},
            "reaction": [{"manifestation": [{"concept": {"text": "Hives"}}]}],
        },
        {
            "resourceType": "Encounter",
            "actualPeriod": {"start": "2150-03-01", "end": "2150-03-04"},
            "reason": [{"value": [{"concept": {"text": "Pneumonia"}}]}],
        },
    )
    told = {fact.concept.id: fact for fact in found}
    assert {"drug:digoxin", "drug:warfarin", "MONDO:0005249"} <= told.keys()
    assert told["drug:penicillin"].result == "hives"
    time = told["MONDO:0005249"].time
    assert time and (time.earliest, time.latest) == ("2150-03-01T00:00:00", "2150-03-04T23:59:59")


def test_an_encounter_of_r5_has_its_days(tmp_path: Path) -> None:
    period = {"start": "2150-03-01", "end": "2150-03-04"}
    [stay] = read(tmp_path, {"resourceType": "Encounter", "actualPeriod": period}).encounters
    assert (stay.admitted, stay.discharged) == ("2150-03-01T00:00:00", "2150-03-04T00:00:00")


@pytest.mark.parametrize(
    ("value", "number", "result"),
    [
        ({"valueInteger": 3}, 3, None),
        ({"valueBoolean": True}, None, "positive"),
        ({"valueTime": "08:30:00"}, None, "08:30:00"),
        ({"valueDateTime": "2150-02-03"}, None, "2150-02-03"),
        ({"valueRange": {"low": {"value": 2}, "high": {"value": 4}}}, 2, None),
        ({"valueRange": {"low": {"value": 2, "unit": "cm"}}}, 2, None),
        ({"valueRatio": {"numerator": {"value": 1}, "denominator": {"value": 40}}}, None, "1:40"),
        (
            {
                "valueRatio": {
                    "numerator": {"value": 5, "unit": "mg"},
                    "denominator": {"value": 1, "unit": "mL"},
                }
            },
            5,
            None,
        ),
    ],
)
def test_values_of_every_type_are_read(
    tmp_path: Path, value: Resource, number: float | None, result: str | None
) -> None:
    observed = {"resourceType": "Observation", "code": {"text": "Quality of gait"}, **value}
    record = read(tmp_path, observed)
    [row] = [row for row in record.rows if row.table == "Observation"]
    [fact] = read_row(row)
    assert (fact.quantity and fact.quantity.value, fact.result) == (number, result)
    assert fact.source.field in row.fields


COMPOSITION: Resource = {
    "resourceType": "Composition",
    "type": {"text": "Discharge summary"},
    "date": "2150-03-04",
    "title": "Discharge summary",
    "text": {"status": "generated", "div": "<div>Everything again</div>"},
    "section": [
        {
            "title": "Allergies:",
            "text": {
                "status": "additional",
                "div": '<div xmlns="http://www.w3.org/1999/xhtml"><p>Penicillin &amp;\n latex</p>'
                "<ul><li>hives</li><li>rash</li></ul><script>x()</script></div>",
            },
            "section": [{"text": {"div": "<div><table><tr><td>A<td>1</table></div>"}}],
        },
        {"title": "Empty", "entry": []},
    ],
}


def test_a_composition_is_a_note_of_its_sections(tmp_path: Path) -> None:
    record = read(tmp_path, COMPOSITION)
    [note] = record.notes
    assert note.text == "Allergies:\nPenicillin & latex\n- hives\n- rash\n\nA 1"
    assert (note.category, note.time) == ("discharge", "2150-03-04T00:00:00")
    assert "div" not in json.dumps([row.fields for row in record.rows])


def test_a_composition_without_told_sections_is_its_own_narrative(tmp_path: Path) -> None:
    [note] = read(tmp_path, {**COMPOSITION, "section": []}).notes
    assert note.text == "Everything again"


def test_activities_of_a_care_plan_that_were_begun_are_events(tmp_path: Path) -> None:
    activities: list[Resource] = [
        {"detail": {"code": {"text": "Wound care"}, "status": "in-progress"}},
        {"detail": {"code": {"text": "Smoking cessation"}, "status": "not-started"}},
    ]
    found = facts(tmp_path, {"resourceType": "CarePlan", "activity": activities})
    assert [(fact.kind, fact.text) for fact in found] == [("event", "Wound care")]
