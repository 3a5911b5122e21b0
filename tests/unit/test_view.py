from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clinical.facts import Anchors
from kg.record import Encounter, Note, PatientRecord, TableRow, Target
from kg.view import anchors_of, view_of

COURSE = """She was given ceftriaxone for three days and
improved.  Oxygen was weaned off."""

INSTRUCTIONS = "Please take all of your medicines and see your doctor."

NOTE = f"""Admission Date:  2160-05-02              Discharge Date:   2160-05-07

Major Surgical or Invasive Procedure:
2160-05-03: Laparoscopic cholecystectomy

History of Present Illness:
Fever and cough.

Brief Hospital Course:
{COURSE}

Medications on Admission:
1. Metoprolol 25 mg daily

Discharge Instructions:
{INSTRUCTIONS}

Followup Instructions:
None.
"""


def note(key: str, text: str = NOTE, **changes: str | None) -> Note:
    base = Note(id=key, category="discharge", text=text, time="2160-05-07T00:00:00", encounter="B")
    return base.model_copy(update=changes)


def row(key: str, table: str, time: str | None, encounter: str | None, **fields: str) -> TableRow:
    return TableRow(table=table, id=key, fields=fields, time=time, encounter=encounter)


STAYS = (
    Encounter(id="A", admitted="2159-01-01T08:00:00", discharged="2159-01-03T08:00:00"),
    Encounter(id="B", admitted="2160-05-02T08:00:00", discharged="2160-05-07T11:00:00"),
    Encounter(id="C", admitted="2161-02-01T08:00:00", discharged="2161-02-03T08:00:00"),
)

RECORD = PatientRecord(
    patient_id="p",
    encounters=STAYS,
    rows=(
        row("1", "labevents", "2159-01-02T06:00:00", "A", label="sodium", valuenum="139"),
        row("2", "labevents", "2160-05-07T20:00:00", None, label="sodium", valuenum="140"),
        row("3", "labevents", "2160-05-08T06:00:00", None, label="sodium", valuenum="141"),
        row("4", "microbiologyevents", "2160-05-09T06:00:00", "B", test_name="BLOOD CULTURE"),
        row("5", "diagnoses_icd", None, "C", long_title="Stroke"),
        row("6", "diagnoses_icd", None, "A", long_title="Gout"),
        row("7", "diagnoses_icd", None, "lost", long_title="Lupus"),
        row("8", "patients", None, None, gender="F", dod="2161-09-01"),
    ),
    notes=(
        note("early", encounter="A", time="2159-01-03T00:00:00"),
        note("own"),
        note("filed later", category="radiology", text="Chest clear.", time="2160-05-20T00:00:00"),
        note("next", encounter="C", time="2161-02-03T00:00:00"),
    ),
)


def hidden_text(one: Note) -> str:
    return "|".join(one.text[start:end] for start, end in one.hidden)


def shown_text(one: Note) -> str:
    kept, last = "", 0
    for start, end in one.hidden:
        kept, last = kept + one.text[last:start], end
    return kept + one.text[last:]


def view(
    record: PatientRecord = RECORD,
    admission: str | None = "B",
    targets: tuple[Target, ...] = (),
    evidence: Literal["all", "structured"] = "all",
) -> PatientRecord:
    return view_of(record, admission, targets, evidence)


def test_both_target_sections_of_the_own_note_are_hidden() -> None:
    own = next(one for one in view().notes if one.id == "own")
    assert COURSE in hidden_text(own)
    assert INSTRUCTIONS in hidden_text(own)
    for kept in ("Fever and cough", "Metoprolol 25 mg", "cholecystectomy"):
        assert kept in shown_text(own)
    for gone in ("ceftriaxone", "take all of your"):
        assert gone not in shown_text(own)
    assert own.text == NOTE


def test_later_admissions_are_no_evidence_and_earlier_ones_are() -> None:
    seen = view()
    assert [one.id for one in seen.notes] == ["early", "own", "filed later"]
    assert [one.id for one in seen.rows] == ["1", "2", "4", "6", "8"]
    assert [stay.id for stay in seen.encounters] == ["A", "B"]
    assert seen.notes[0].hidden == ()


def test_later_fields_of_a_kept_row_are_taken_out() -> None:
    patient = next(one for one in view().rows if one.table == "patients")
    assert patient.fields == {"gender": "F"}
    dead = next(one for one in view(admission="C").rows if one.table == "patients")
    assert "dod" not in dead.fields


def test_structured_evidence_is_tables_and_radiology() -> None:
    seen = view(evidence="structured")
    assert [one.category for one in seen.notes] == ["radiology"]
    assert seen.rows == view().rows


def test_text_equal_to_a_target_is_hidden_wherever_it_stands() -> None:
    wrapped = "Events:\n" + "\n   ".join(COURSE.split()) + "\nSeen by dietitian."
    record = PatientRecord(
        patient_id="p", encounters=STAYS, notes=(note("log", wrapped, category="note"),)
    )
    target = Target(admission_id="B", name="brief_hospital_course", text=COURSE)
    [log] = view(record, targets=(target,)).notes
    assert hidden_text(log).split() == COURSE.split()
    assert shown_text(log).startswith("Events:\n")
    other = target.model_copy(update={"admission_id": "A"})
    assert view(record, targets=(other,)).notes[0].hidden == ()


def test_similar_text_is_never_hidden() -> None:
    changed = COURSE.replace("three", "four")
    record = PatientRecord(
        patient_id="p", encounters=STAYS, notes=(note("log", changed, category="note"),)
    )
    target = Target(admission_id="B", name="brief_hospital_course", text=COURSE)
    assert view(record, targets=(target,)).notes[0].hidden == ()


def test_short_summary_does_not_hide_the_sentence_that_proves_it() -> None:
    record = PatientRecord(patient_id="p", notes=(note("n", "She has gout.", encounter=None),))
    target = Target(admission_id="", name="summary", text="She has gout.")
    assert view(record, None, (target,)).notes[0].hidden == ()


def test_anchors_come_from_the_stay() -> None:
    assert anchors_of(RECORD, "B") == Anchors(
        admitted="2160-05-02T08:00:00",
        discharged="2160-05-07T11:00:00",
        surgeries=("2160-05-03",),
        written="2160-05-07T00:00:00",
    )


@pytest.mark.parametrize(
    "header",
    [
        "Admission Date:  2160-05-02     Discharge Date:   2160-05-07",
        "ADMITTED: 05/02/2160          DISCHARGED: 05/07/2160",
        "Date of Admission: May 2, 2160\nDate of Discharge: May 7, 2160",
    ],
)
def test_anchors_come_from_the_header_where_no_table_has_them(header: str) -> None:
    record = PatientRecord(
        patient_id="p",
        encounters=(Encounter(id="B", admitted="2160-05-01T23:10:00"),),
        notes=(note("n", f"{header}\n\nHistory of Present Illness:\nCough.\n"),),
    )
    found = anchors_of(record, "B")
    assert (found.admitted, found.discharged) == ("2160-05-02", "2160-05-07")


def test_redacted_header_falls_back_to_arrival_and_filing() -> None:
    header = "Admission Date:  ___    Discharge Date:   ___\n"
    record = PatientRecord(
        patient_id="p",
        encounters=(Encounter(id="B", admitted="2160-05-01T23:10:00"),),
        notes=(note("n", header),),
    )
    found = anchors_of(record, "B")
    assert (found.admitted, found.discharged) == ("2160-05-01T23:10:00", "2160-05-07T00:00:00")


def test_operations_come_from_rows_and_from_dated_lines() -> None:
    body = (
        "Admission Date: 2160-05-02  Discharge Date: 2160-05-07\n\nPROCEDURES: "
        "Right hip replacement 05/03. PICC line 05/04.\n\nHISTORY: Fall.\n"
    )
    record = PatientRecord(
        patient_id="p",
        encounters=(Encounter(id="B", admitted="2160-05-02T08:00:00"),),
        rows=(
            row("1", "procedures_icd", "2160-05-05T00:00:00", "B", long_title="Wound debridement"),
            row("2", "procedures_icd", "2160-05-06T00:00:00", "B", long_title="Arterial line"),
        ),
        notes=(note("n", body),),
    )
    assert anchors_of(record, "B").surgeries == ("2160-05-03", "2160-05-05")


WORDS = st.lists(st.sampled_from("alpha beta gamma delta fever cough".split()), min_size=3)


@given(WORDS, WORDS, WORDS, st.sampled_from([" ", "\n", "  \n "]))
def test_hidden_spans_hold_exactly_the_target_words(
    before: list[str], words: list[str], after: list[str], space: str
) -> None:
    text = space.join([*before, *words, *after])
    record = PatientRecord(
        patient_id="p", encounters=STAYS, notes=(note("n", text, category="note"),)
    )
    target = Target(admission_id="B", name="brief_hospital_course", text=" ".join(words))
    [seen] = view(record, targets=(target,)).notes
    assert seen.hidden
    assert "".join(words) in "".join(hidden_text(seen).split())
    bounds = [bound for span in seen.hidden for bound in span]
    assert bounds == sorted(bounds)


def test_record_of_one_stay_needs_no_admission() -> None:
    record = PatientRecord(patient_id="p", encounters=STAYS[1:2], notes=(note("own"),))
    assert view(record, None) == view(record, "B")
    assert COURSE in hidden_text(view(record, None).notes[0])


def test_without_an_admission_targets_are_hidden_in_every_note() -> None:
    texts = (note("a", COURSE, category="note"), note("c", COURSE, category="note", encounter="C"))
    record = PatientRecord(patient_id="p", encounters=STAYS, notes=texts)
    target = Target(admission_id="B", name="brief_hospital_course", text=COURSE)
    assert all(one.hidden == ((0, len(COURSE)),) for one in view(record, None, (target,)).notes)


def test_discharge_note_of_no_stay_is_masked_and_a_plain_note_is_not() -> None:
    texts = (note("d", encounter=None), note("n", encounter=None, category="note"))
    record = PatientRecord(patient_id="p", notes=texts)
    discharge, plain = view(record, None).notes
    assert COURSE in hidden_text(discharge)
    assert plain.hidden == ()
