"""FHIR as servers give it: bulk exports, loose and contained resources, files of many kinds."""

import gzip
import json
from base64 import b64encode
from collections.abc import Mapping
from pathlib import Path

import pytest

from kg.errors import BadInputError
from kg.readers import open_cases
from kg.record import Note, PatientRecord

Resource = Mapping[str, object]

PATIENT: Resource = {"resourceType": "Patient", "id": "ana", "gender": "female"}
STAY: Resource = {
    "resourceType": "Encounter",
    "id": "stay1",
    "subject": {"reference": "Patient/ana"},
    "period": {"start": "2046-05-02", "end": "2046-05-09"},
}
GOUT: Resource = {
    "resourceType": "Condition",
    "id": "gout",
    "subject": {"reference": "Patient/ana"},
    "encounter": {"reference": "Encounter/stay1"},
    "code": {"text": "Gout"},
}


def document(*attachments: Resource, **more: object) -> Resource:
    return {
        "resourceType": "DocumentReference",
        "id": "doc",
        "subject": {"reference": "Patient/ana"},
        "type": {"text": "Progress note"},
        "date": "2046-05-04T09:30:00Z",
        "content": [{"attachment": one} for one in attachments],
        **more,
    }


def file(text: str, kind: str, charset: str = "utf-8") -> Resource:
    return {"contentType": kind, "data": b64encode(text.encode(charset)).decode()}


def bundle(path: Path, *resources: Resource) -> Path:
    entries = [{"resource": one} for one in (PATIENT, *resources)]
    path.write_text(json.dumps({"resourceType": "Bundle", "type": "collection", "entry": entries}))
    return path


def read(tmp_path: Path, *resources: Resource) -> PatientRecord:
    [case] = open_cases(bundle(tmp_path / "b.json", *resources))
    return case.record


def note(tmp_path: Path, *resources: Resource) -> Note:
    [found] = read(tmp_path, *resources).notes
    return found


def lines(*resources: Resource) -> str:
    return "".join(json.dumps(one) + "\n" for one in resources)


@pytest.mark.parametrize("ending", ["ndjson", "ndjson.gz", "jsonl"])
def test_a_bulk_export_has_a_file_for_each_kind(tmp_path: Path, ending: str) -> None:
    other = {**PATIENT, "id": "ben"}
    for kind, held in {"Patient": (PATIENT, other), "Encounter": (STAY,), "x": (GOUT,)}.items():
        text = lines(*held).encode()
        zipped = gzip.compress(text) if ending.endswith("gz") else text
        (tmp_path / f"{kind}.{ending}").write_bytes(zipped)
    cases = list(open_cases(tmp_path))
    assert [case.record.patient_id for case in cases] == ["ana", "ben"]
    [ana] = open_cases(tmp_path, admission="stay1")
    assert [(row.table, row.encounter) for row in ana.record.rows] == [
        ("Condition", "stay1"),
        ("Patient", None),
        ("Encounter", "stay1"),
    ]


def test_one_file_of_an_export_is_a_record(tmp_path: Path) -> None:
    path = tmp_path / "Condition.ndjson"
    path.write_text(lines(GOUT))
    [case] = open_cases(path)
    assert case.record.patient_id == "ana"


def test_single_resources_of_a_folder_refer_to_each_other(tmp_path: Path) -> None:
    drug = {"resourceType": "Medication", "id": "m", "code": {"text": "Colchicine"}}
    order = {
        "resourceType": "MedicationRequest",
        "id": "o",
        "subject": {"reference": "Patient/ana"},
        "medicationReference": {"reference": "Medication/m"},
    }
    for name, one in {"a": order, "b": drug, "c": PATIENT}.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(one))
    [case] = open_cases(tmp_path)
    held = {row.table: row.fields for row in case.record.rows}
    assert held["MedicationRequest"]["medicationCodeableConcept"] == "Colchicine"


def test_the_newest_version_of_a_resource_counts(tmp_path: Path) -> None:
    old = {**GOUT, "meta": {"versionId": "9"}, "code": {"text": "Cellulitis"}}
    new = {**GOUT, "meta": {"versionId": "10"}}
    for order in ((old, new), (new, old)):
        row = read(tmp_path, *order).rows[0]
        assert row.fields["code"] == "Gout"


def test_results_inside_a_report_share_its_patient_stay_and_time(tmp_path: Path) -> None:
    inside = {"resourceType": "Observation", "id": "k", "code": {"text": "Potassium"}}
    report = {
        "resourceType": "DiagnosticReport",
        "id": "r",
        "subject": {"reference": "Patient/ana"},
        "encounter": {"reference": "Encounter/stay1"},
        "effectiveDateTime": "2046-05-03T06:10:00Z",
        "contained": [inside, {"resourceType": "Practitioner", "id": "dr"}],
    }
    rows = {row.table: row for row in read(tmp_path, STAY, report).rows}
    assert "Practitioner" not in rows
    assert rows["Observation"].id == "r#k"
    assert (rows["Observation"].time, rows["Observation"].encounter) == (
        "2046-05-03T06:10:00",
        "stay1",
    )


@pytest.mark.parametrize(
    "attachment",
    [
        file("Ankle swollen, afebrile.", "text/plain"),
        file("Ankle swollen, afebrile.", "text/plain; charset=UTF-8"),
        file("Ankle swollen, afebrile.", "text/plain;charset=utf-16", "utf-16"),
        file("Ankle swollen, afebrile.", "text/markdown"),
        file("<html><head><style>p{}</style><body><p>Ankle swollen,&nbsp;afebrile.", "text/html"),
        file("<p>Ankle <b>swollen</b>,\n afebrile.</p>", "application/xhtml+xml"),
        {"data": b64encode(b"Ankle swollen, afebrile.").decode()},
        {"contentType": "text/plain", "url": "data:text/plain,Ankle%20swollen,%20afebrile."},
    ],
)
def test_a_text_is_read_however_it_is_coded(tmp_path: Path, attachment: Resource) -> None:
    found = note(tmp_path, document(attachment))
    assert (found.text, found.title, found.time) == (
        "Ankle swollen, afebrile.",
        "Progress note",
        "2046-05-04T09:30:00",
    )


@pytest.mark.parametrize("kind", ["text/plain; charset=iso-8859-1", "text/plain"])
def test_letters_of_older_systems_are_read(tmp_path: Path, kind: str) -> None:
    assert note(tmp_path, document(file("Café au lait spots, 38 °C", kind, "latin-1"))).text == (
        "Café au lait spots, 38 °C"
    )


@pytest.mark.parametrize("address", ["Binary/bin", "https://x.test/fhir/Binary/bin/_history/2"])
def test_a_file_is_read_where_it_is_kept(tmp_path: Path, address: str) -> None:
    kept = {"resourceType": "Binary", "id": "bin", **file("Ankle swollen.", "text/plain")}
    link = {"contentType": "text/plain", "url": address}
    assert note(tmp_path, document(link), kept).text == "Ankle swollen."
    inside = document({"url": "#bin"}, contained=[kept])
    assert note(tmp_path, inside).text == "Ankle swollen."


def test_what_is_no_text_is_counted_and_refuses_nothing(tmp_path: Path) -> None:
    documents = [
        document(one, id=f"d{number}")
        for number, one in enumerate(
            [
                file("%PDF", "application/pdf"),
                file("%PDF", "application/pdf"),
                {"contentType": "text/plain", "data": "***"},
                {"contentType": "text/plain", "url": "https://elsewhere.test/note"},
                file("read", "text/plain"),
            ]
        )
    ]
    record = read(tmp_path, *documents)
    assert [one.text for one in record.notes] == ["read"]
    assert [str(one) for one in record.unread] == [
        "2 attachments (application/pdf)",
        "1 attachment (kept outside the record)",
        "1 attachment (not valid base64)",
    ]


def test_a_scan_beside_the_text_of_the_same_document_is_no_loss(tmp_path: Path) -> None:
    plain = file("Ankle swollen.", "text/plain")
    record = read(
        tmp_path,
        document(file("%PDF", "application/pdf"), plain, file("<p>Ankle</p>", "text/html")),
    )
    assert [one.text for one in record.notes] == ["Ankle swollen."]
    assert not record.unread


@pytest.mark.parametrize("state", [{"status": "entered-in-error"}, {"docStatus": "cancelled"}])
def test_a_document_taken_back_is_no_evidence(tmp_path: Path, state: Resource) -> None:
    record = read(tmp_path, document(file("Ankle swollen.", "text/plain"), **state))
    assert not record.notes
    assert [one.thing for one in record.unread] == ["document"]


def test_a_bare_code_is_told_by_the_narrative_beside_it(tmp_path: Path) -> None:
    coded = {"coding": [{"system": "http://snomed.info/sct", "code": "90560007"}]}
    narrative = {"status": "generated", "div": "<div>Gout of the <b>left</b> ankle</div>"}
    row = read(tmp_path, {**GOUT, "code": coded, "text": narrative}).rows[0]
    assert row.fields["code"] == "Gout of the left ankle"
    assert row.fields["code.code"] == "SNOMED:90560007"


def test_lines_that_are_no_resources_are_refused_with_their_line(tmp_path: Path) -> None:
    (tmp_path / "a.ndjson").write_text(lines(PATIENT) + '{"name": "x"}\n')
    with pytest.raises(BadInputError, match=r"a\.ndjson line 2: holds no resource"):
        list(open_cases(tmp_path / "a.ndjson"))


def test_visits_do_not_hide_the_one_stay_in_hospital(tmp_path: Path) -> None:
    kinds = (("v1", "AMB", "01-04"), ("v2", "VR", "06-01"), ("stay2", "IMP", "05-02"))
    held = [
        {**STAY, "id": key, "class": {"code": kind}, "period": {"start": f"2046-{day}"}}
        for key, kind, day in kinds
    ]
    record = read(tmp_path, *held)
    assert [one.visit for one in record.encounters] == [True, False, True]
    assert record.only_stay is not None and record.only_stay.id == "stay2"
    assert [one.id for one in read(tmp_path, *held[:2]).stays] == ["v1", "v2"]
    assert read(tmp_path, *held, STAY).only_stay is None
