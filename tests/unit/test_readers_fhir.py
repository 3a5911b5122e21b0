import json
import random
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path

import pytest

from kg.errors import BadInputError
from kg.readers import open_cases
from kg.record import TableRow
from kg.row_facts import read_row

ROOT = Path(__file__).parents[2]
SYNTHEA = ROOT.parent / "shared" / "data" / "synthea_fhir"

Resource = dict[str, object]


def concept(text: str, code: str, system: str = "http://loinc.org") -> Resource:
    return {"coding": [{"system": system, "code": code, "display": text}]}


def resources(patient: str = "p1") -> list[Resource]:
    subject = {"reference": f"urn:uuid:{patient}"}
    encounter = {"reference": "Encounter/e1"}
    return [
        {"resourceType": "Patient", "id": patient, "gender": "female", "name": [{"family": "Roe"}]},
        {
            "resourceType": "Encounter",
            "id": "e1",
            "subject": subject,
            "period": {"start": "2150-03-01T08:00:00+01:00", "end": "2150-03-04T12:00:00+01:00"},
        },
        {
            "resourceType": "Observation",
            "id": "o1",
            "status": "final",
            "subject": subject,
            "encounter": encounter,
            "code": concept("Blood pressure", "85354-9"),
            "effectiveDateTime": "2150-03-02T06:30:00Z",
            "component": [
                {
                    "code": concept("Systolic blood pressure", "8480-6"),
                    "valueQuantity": {"value": 128, "unit": "mm[Hg]", "code": "mm[Hg]"},
                },
                {
                    "code": concept("Diastolic blood pressure", "8462-4"),
                    "valueQuantity": {"value": 70.0, "unit": "mm[Hg]"},
                },
            ],
        },
        {
            "resourceType": "MedicationRequest",
            "id": "m1",
            "subject": subject,
            "medicationReference": {"reference": "Medication/drug1"},
            "authoredOn": "2150-03",
        },
        {
            "resourceType": "Medication",
            "id": "drug1",
            "code": concept("Apixaban 5 MG Oral Tablet", "1364445"),
        },
        {
            "resourceType": "DocumentReference",
            "id": "d1",
            "subject": subject,
            "date": "2150-03-04T13:00:00Z",
            "type": concept("Discharge summary", "18842-5"),
            "context": {"encounter": [encounter]},
            "content": [
                {
                    "attachment": {
                        "contentType": "text/plain; charset=utf-8",
                        "data": b64encode("Café visit.\n".encode()).decode(),
                    }
                }
            ],
        },
    ]


def bundle(content: list[Resource]) -> Resource:
    entries = [{"fullUrl": f"urn:uuid:{one['id']}", "resource": one} for one in content]
    return {"resourceType": "Bundle", "type": "collection", "entry": entries}


def write(path: Path, content: list[Resource]) -> Path:
    path.write_text(json.dumps(bundle(content)))
    return path


def row_of(path: Path, table: str) -> TableRow:
    [case] = open_cases(path)
    return next(row for row in case.record.rows if row.table == table)


def test_components_and_references_become_fields(tmp_path: Path) -> None:
    path = write(tmp_path / "b.json", resources())
    pressure = row_of(path, "Observation")
    assert pressure.fields["component.valueQuantity.value"] == "128"
    assert pressure.fields["component[1].valueQuantity.value"] == "70.0"
    assert pressure.fields["component[1].code.code"] == "LOINC:8462-4"
    assert (pressure.encounter, pressure.time) == ("e1", "2150-03-02T06:30:00")
    order = row_of(path, "MedicationRequest")
    assert order.fields["medicationCodeableConcept"] == "Apixaban 5 MG Oral Tablet"
    assert order.time == "2150-03-01T00:00:00"


SPARSE: dict[str, Resource] = {
    "text": {"text": "{}"},
    "text and extension": {"text": "{}", "extension": [{"url": "x", "valueCode": "y"}]},
    "no codings": {"text": "{}", "coding": []},
    "empty text": {"text": " ", "coding": [{"code": "1"}, {"display": "{}", "code": "2"}]},
    "text before display": {"text": "{}", "coding": [{"display": "other", "code": "2"}]},
    "code": {"coding": [{"system": "http://loinc.org", "code": "{}"}]},
    "coding without system": {"code": "{}"},
}
NAMED: dict[str, tuple[str, str, Resource, str]] = {
    "lab": (
        "Observation",
        "code",
        {"valueQuantity": {"value": 9.9, "unit": "g/dL"}},
        "Hemoglobin",
    ),
    "condition": ("Condition", "code", {}, "Asthma"),
    "allergy": ("AllergyIntolerance", "code", {}, "Penicillin"),
    "procedure": ("Procedure", "code", {}, "Appendectomy"),
    "vaccine": ("Immunization", "vaccineCode", {}, "Influenza"),
    "report": ("DiagnosticReport", "code", {}, "Chest X-ray"),
    "order": ("MedicationRequest", "medicationCodeableConcept", {}, "Warfarin"),
    "home drug": ("MedicationStatement", "medicationCodeableConcept", {}, "Warfarin"),
    "dose": ("MedicationAdministration", "medicationCodeableConcept", {}, "Warfarin"),
}


def filled(value: object, name: str) -> object:
    return json.loads(json.dumps(value).replace("{}", name))


@pytest.mark.parametrize("form", SPARSE)
@pytest.mark.parametrize("kind", NAMED)
def test_a_concept_is_read_by_whichever_part_names_it(tmp_path: Path, kind: str, form: str) -> None:
    table, element, rest, name = NAMED[kind]
    content: list[Resource] = [
        {"resourceType": "Patient", "id": "p1"},
        {"resourceType": table, "id": "r1", **rest, element: filled(SPARSE[form], name)},
    ]
    row = row_of(write(tmp_path / "b.json", content), table)
    assert row.fields[element] == name
    [fact] = read_row(row)
    assert name.split()[0] in fact.text
    assert not fact.concept.id.startswith(("text:", "allergen:"))


def test_text_of_notes_and_doses_is_no_concept_and_parts_that_are_concepts_are_read(
    tmp_path: Path,
) -> None:
    content: list[Resource] = [
        {"resourceType": "Patient", "id": "p1"},
        {
            "resourceType": "MedicationRequest",
            "id": "m1",
            "medicationReference": {"display": "Warfarin 5 mg tablet"},
            "dosageInstruction": [{"text": "twice daily"}, {"route": {"text": "oral"}}],
            "note": [{"text": "with food"}, {"text": "checked"}],
        },
        {
            "resourceType": "Observation",
            "id": "o1",
            "code": {"text": "Blood pressure"},
            "component": [{"code": {"text": "Systolic blood pressure"}}],
        },
    ]
    path = write(tmp_path / "b.json", content)
    order = row_of(path, "MedicationRequest")
    assert order.fields == {
        "medicationReference.display": "Warfarin 5 mg tablet",
        "dosageInstruction.text": "twice daily",
        "dosageInstruction[1].route": "oral",
        "note.text": "with food",
        "note[1].text": "checked",
    }
    [drug] = read_row(order)
    assert (drug.concept.id, drug.frequency) == ("drug:warfarin", 2.0)
    pressure = row_of(path, "Observation")
    assert pressure.fields["component.code"] == "Systolic blood pressure"


def test_encounters_documents_and_names(tmp_path: Path) -> None:
    [case] = open_cases(write(tmp_path / "b.json", resources()), admission="e1")
    [stay] = case.record.encounters
    assert (stay.admitted, stay.discharged) == ("2150-03-01T08:00:00", "2150-03-04T12:00:00")
    [note] = case.record.notes
    assert (note.id, note.category, note.text) == ("d1", "discharge", "Café visit.\n")
    assert note.encounter == "e1"
    assert "Roe" not in case.model_dump_json()


def test_order_of_entries_and_files_never_matters(tmp_path: Path) -> None:
    content = resources()
    expected = list(open_cases(write(tmp_path / "one.json", content)))
    random.Random(3).shuffle(content)
    folder = tmp_path / "parts"
    folder.mkdir()
    for number, one in enumerate(content):
        if one["resourceType"] != "Medication":
            kept = [one, next(r for r in content if r["resourceType"] == "Medication")]
            write(folder / f"{number}.json", kept)
    assert list(open_cases(folder)) == expected


def test_patients_of_one_bundle_stay_apart(tmp_path: Path) -> None:
    second: list[Resource] = [
        {"resourceType": "Patient", "id": "p2"},
        {
            "resourceType": "Condition",
            "id": "c2",
            "subject": {"reference": "Patient/p2"},
            "code": {"text": "Gout"},
        },
    ]
    cases = list(open_cases(write(tmp_path / "b.json", [*second, *resources()])))
    assert [case.record.patient_id for case in cases] == ["p1", "p2"]
    assert {row.id for row in cases[1].record.rows} == {"p2", "c2"}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda r: r[2].update(effectiveDateTime="soon"),
            "effectiveDateTime: 'soon' is no FHIR date",
        ),
        (lambda r: r.append({"resourceType": "Patient", "id": "p1"}), "Patient p1 differs from"),
        (lambda r: r.append({"id": "q"}), "entry[6]: holds no resource with a resourceType"),
        (
            lambda r: r.extend(
                [
                    {"resourceType": "Patient", "id": "p2"},
                    {"resourceType": "Condition", "id": "c"},
                ]
            ),
            "entry[7]: names no patient and the bundle is about 2",
        ),
    ],
)
def test_bad_bundles_are_refused_with_their_place(
    tmp_path: Path, change: Callable[[list[Resource]], object], message: str
) -> None:
    content = resources()
    change(content)
    with pytest.raises(BadInputError) as caught:
        list(open_cases(write(tmp_path / "b.json", content)))
    assert message in str(caught.value)
    assert "b.json entry" in str(caught.value)


def test_bundle_without_a_patient_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "b.json", [{"resourceType": "Organization", "id": "o"}])
    with pytest.raises(BadInputError, match="no patient in it"):
        list(open_cases(path))


def test_a_single_resource_is_a_record(tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_text('{"resourceType": "Patient", "id": "p"}')
    [case] = open_cases(path)
    assert (case.record.patient_id, len(case.record.rows)) == ("p", 1)


@pytest.mark.skipif(not SYNTHEA.is_dir(), reason="the shared bundles are not here")
def test_shared_bundles_are_read() -> None:
    cases = list(open_cases(SYNTHEA))
    assert len(cases) == 8
    assert all(case.record.encounters and len(case.record.rows) > 100 for case in cases)
