"""What identifies goes, what is medicine stays."""

import re
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from exports.deidentification import Deidentifier
from exports.deidentification_key import KEY_BYTES, machine_key
from exports.replacements import Replacement, replaced, without_overlap
from kg.errors import BadInputError
from kg.record import Encounter, Note, PatientRecord, TableRow

KEY = b"0" * KEY_BYTES
ADMITTED, DISCHARGED = date(2147, 11, 3), date(2147, 11, 8)
FIRST = ("Adaeze", "Jürgen", "Siobhán", "Mei-Ling", "Rose", "Ann", "Li", "Grace")
LAST = ("Okafor", "O'Brien", "Núñez", "White", "Long", "Nguyen", "Smith-Jones", "Bell", "Graves")

names = st.tuples(st.sampled_from(FIRST), st.sampled_from(LAST))
record_numbers = st.integers(100_000, 99_999_999).map(str)
phones = st.tuples(
    st.integers(200, 999), st.integers(200, 999), st.integers(0, 9999), st.integers(0, 4)
).map(
    lambda parts: (
        "({0}) {1}-{2:04d}",
        "{0}-{1}-{2:04d}",
        "{0}.{1}.{2:04d}",
        "+1 {0} {1} {2:04d}",
        "1-{0}-{1}-{2:04d}",
    )[parts[3]].format(*parts[:3])
)
days = st.dates(date(2140, 1, 1), date(2150, 12, 31))
FORMS = (
    "{0:%Y-%m-%d}",
    "{0:%Y-%m-%d} 14:05:00",
    "{0:%Y-%m-%d}T14:05:00",
    "{0:%m/%d/%Y}",
    "{0.month}/{0.day}/{0.year}",
    "{0:%d.%m.%Y}",
    "{0:%Y/%m/%d}",
    "{0:%m/%d/%y}",
    "{0:%B} {0.day}, {0.year}",
    "{0:%b} {0.day} {0.year}",
    "{0.day} {0:%B} {0.year}",
    "{0.day}-{0:%b}-{0.year}",
    "{0:%B} {0.day}th, {0.year}",
)
CLINICAL = (
    "BP 120/80, HR 88, RR 18, SpO2 97% on 2 L",
    "aspirin 81 mg daily and vancomycin 500 mg q12h x 7 days",
    "WBC 12.5, platelets 150-400 K/uL, Na 138, K 4.1, creatinine 1.25 mg/dL",
    "grade E1 and E4; INR 2.0-3.0; pH 7.32/45/80",
    "pain 8/10, strength 5/5, murmur 3/6, 1/2 normal saline, titer 1/1280",
    "4.5 x 3.2 cm mass, T10-T12, L4-5, lisinopril 10-20 mg, 10-12 stools",
    "white count rose; long QT; hand pain; bell-shaped curve",
    "50 mcg/hr, 1,250 mL, 0.9% saline, 22 units, HbA1c 8.4%, EF 55-60%",
    "a 45-year-old man on hospital day 3, POD 2, for 14 days, 2 weeks ago",
    "1500 mL crystalloid, glucose 1105, CK 25000 U/L, ferritin 10450 ng/mL",
)


def record(text: str, patient: str = "70113557", **fields: str) -> PatientRecord:
    stay = Encounter(
        id="27310482",
        admitted=f"{ADMITTED}T10:00:00",
        discharged=f"{DISCHARGED}T10:00:00",
    )
    rows = (TableRow(table="patients", id=patient, fields={"subject_id": patient, **fields}),)
    note = Note(id=f"{patient}-DS-1", category="discharge", text=text)
    return PatientRecord(patient_id=patient, encounters=(stay,), rows=rows, notes=(note,))


def deidentifier(text: str = "", patient: str = "70113557", **fields: str) -> Deidentifier:
    return Deidentifier.for_record(record(text, patient, **fields), KEY)


def words(text: str) -> set[str]:
    return {word.lower() for word in re.findall(r"[^\W_]+", text)}


def planted(name: tuple[str, str], number: str, phone: str, day: str) -> str:
    first, last = name
    return (
        f"Name: {last}, {first}     Unit No: {number}\nAdmission Date: {day}\n"
        f"{first} {last} was admitted. Mr. {last} said that {first} felt well on {day}.\n"
        f"{last.upper()} {number} seen; call {phone}. Family of {first.upper()}, tel. {phone}.\n"
    )


@given(names, record_numbers, phones, days, st.sampled_from(FORMS))
def test_nothing_planted_in_a_note_comes_through(
    name: tuple[str, str], number: str, phone: str, day: date, form: str
) -> None:
    written = form.format(day)
    text = planted(name, number, phone, written)
    masked = deidentifier(text).mask(text)
    assert number not in masked and phone not in masked and written not in masked
    assert not words(masked) & {part for whole in name for part in words(whole)}


@given(names, record_numbers, st.sampled_from(CLINICAL))
def test_what_the_tables_name_is_masked_elsewhere(
    name: tuple[str, str], number: str, clinical: str
) -> None:
    first, last = name
    known = deidentifier(first_name=first, last_name=last, mrn=number)
    text = f"{first} {last} is here. {last}, {first} ({number}). {clinical}. {first}'s x-ray."
    masked = known.mask(text)
    assert number not in masked and clinical in masked
    assert first not in masked and last not in masked


@pytest.mark.parametrize("text", CLINICAL)
def test_medicine_is_left_as_it_stands(text: str) -> None:
    note = "Name: White, Long\nAttending: Grace Bell, MD\n"
    assert deidentifier(note).mask(text) == text


@given(st.sampled_from(CLINICAL), st.integers(1, 400), st.integers(1, 250))
def test_readings_stay_with_any_numbers(text: str, upper: int, lower: int) -> None:
    reading = f"{text}; BP {upper + 40}/{lower + 30}; {lower} mg; K {lower / 10}; {upper} mL"
    assert deidentifier().mask(reading) == reading


@given(days, days, st.sampled_from((*FORMS[:4], *FORMS[5:7])))
def test_intervals_stay(one: date, other: date, form: str) -> None:
    known = deidentifier()
    moved = [known.mask(f"{day:%Y-%m-%d}") for day in (one, other)]
    assert date.fromisoformat(moved[1]) - date.fromisoformat(moved[0]) == other - one
    assert known.mask(form.format(one)) == form.format(date.fromisoformat(moved[0]))


def test_dates_move_by_a_distance_of_the_patient_and_keep_their_weekday() -> None:
    def moved(patient: str, key: bytes = KEY) -> timedelta:
        known = Deidentifier.for_record(record("", patient), key)
        return date.fromisoformat(known.mask("2147-11-03")) - ADMITTED

    distances = {moved(str(patient)) for patient in range(10_000, 10_200)}
    assert len(distances) > 50 and timedelta() not in distances
    assert all(one.days % 7 == 0 and abs(one.days) <= 364 for one in distances)
    assert moved("70113") != moved("70113", b"1" * KEY_BYTES)


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("seen on 11/5 in clinic", "on 11/5"),
        ("last dose on 11-10", "11-10"),
        ("CT 11/06 was clean", "11/06"),
        ("until the 7th of November", "7th of November"),
        ("on November 5th", "November 5th"),
        ("in March 2147", "March 2147"),
        ("since 3/2147", "3/2147"),
        ("until the 9th", "9th"),
        ("before the 12th", "12th"),
        ("the morning of the 9th", "9th"),
        ("UNTIL THE 9TH", "9TH"),
        ("started 20471105", "20471105"),
        ("X-RAY 05 NOV 2147", "05 NOV 2147"),
    ],
)
def test_dates_in_other_forms_move_too(written: str, kept: str) -> None:
    masked = deidentifier().mask(written)
    assert kept not in masked and masked.split()[0] == written.split()[0]


def test_a_year_alone_stays() -> None:
    assert deidentifier().mask("appendectomy in 2121") == "appendectomy in 2121"


def test_a_day_that_no_calendar_has_is_blanked() -> None:
    assert deidentifier().mask("seen 2147-02-30.") == "seen ___."


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("Dr. Ibrahim spoke with her", "Dr. ___ spoke with her"),
        ("her daughter Ngozi called", "her daughter ___ called"),
        ("mother with lupus, father had COPD", "mother with lupus, father had COPD"),
        ("sister Alzheimer's disease", "sister Alzheimer's disease"),
        ("write to a.b@mail.example.org", "write to ___"),
        ("see https://example.org/p?id=7 now", "see ___ now"),
        ("from 10.20.30.40 at night", "from ___ at night"),
        ("lives at 12 Elm Street, Springfield, MA 02139", "lives at ___"),
        ("lives in MA 02139-1234.", "lives in ___."),
        ("came from St. Mary Hospital", "came from ___ Hospital"),
        ("came from an outside hospital", "came from an outside hospital"),
        ("Transferred from Outside Hospital", "Transferred from Outside Hospital"),
        ("a 94-year-old woman", "a 90+-year-old woman"),
        ("94 y/o F", "90+ y/o F"),
        ("Age: 91", "Age: 90+"),
        ("93F.", "90+F."),
        ("the 93M; a 91 F (of note)", "the 90+M; a 90+ F (of note)"),
        ("Temp 98.6F, she is 93.", "Temp 98.6F, she is 90+."),
        ("The patient is 93, pulse is 93.", "The patient is 90+, pulse is 93."),
        ("a 89 year old man, SpO2 94", "a 89 year old man, SpO2 94"),
        ("pager 38841", "pager ___"),
        ("signed by Maria Gonzalez, MD", "signed by ___, MD"),
    ],
)
def test_general_patterns(text: str, masked: str) -> None:
    assert deidentifier().mask(text) == masked


def test_ids_become_stable_pseudonyms() -> None:
    known = deidentifier()
    patient = known.pseudonym("70113557")
    assert known.mask("70113557-DS-1:10:20") == f"{patient}-DS-1:10:20"
    assert known.mask("70113557 again") == f"{patient} again"
    other = Deidentifier.for_record(record(""), b"1" * KEY_BYTES)
    assert other.pseudonym("70113557") != patient
    assert re.fullmatch("id_[0-9a-f]{12}", patient)


def test_evidence_ids_cannot_be_traced_back_to_the_place() -> None:
    known = deidentifier()
    masked = known.mask("see ev_0123456789abcdef")
    assert re.fullmatch("see ev_[0-9a-f]{16}", masked) and "0123456789abcdef" not in masked


def test_values_keep_their_shape() -> None:
    known = deidentifier("Name: Okafor, Adaeze\n")
    value: JsonValue = {
        "patient_id": "7",
        "70113557-DS-1": ["Adaeze 81 mg", 70113557, 1.5, None, True],
        "time": {"earliest": "2147-11-03T00:00:00"},
        "score": 0.5,
    }
    masked = known.mask_value(value)
    patient = known.pseudonym("70113557")
    assert masked == {
        "patient_id": known.pseudonym("7"),
        f"{patient}-DS-1": ["___ 81 mg", patient, 1.5, None, True],
        "time": {"earliest": f"{known.mask('2147-11-03')}T00:00:00"},
        "score": 0.5,
    }


def test_the_age_of_a_fact_is_told_as_a_class() -> None:
    fact: JsonValue = {
        "kind": "demographic",
        "quantity": {"value": 94.0, "unit": "year", "written": "94"},
    }
    masked = deidentifier().mask_value(fact)
    assert masked == {
        "kind": "demographic",
        "quantity": {"value": 90, "unit": "year", "written": "90+"},
    }


@pytest.mark.parametrize("age", [91, "91", 91.0])
def test_an_age_in_a_table_is_told_as_a_class_however_it_is_kept(age: JsonValue) -> None:
    assert deidentifier().mask_value({"anchor_age": age}) == {"anchor_age": "90+"}


def test_overlapping_spans_are_covered_whole() -> None:
    found = [Replacement(0, 4, "a"), Replacement(2, 9, "b"), Replacement(12, 13, "c")]
    kept = without_overlap(found)
    assert kept == [Replacement(0, 9, "b"), Replacement(12, 13, "c")]
    assert replaced("0123456789abxd", kept) == "b9abcd"


def test_the_key_is_made_once_and_only_its_owner_reads_it(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    path = tmp_path_factory.mktemp("key") / "state" / "deidentification.key"
    key = machine_key(path)
    assert len(key) == KEY_BYTES and machine_key(path) == key
    assert path.stat().st_mode & 0o077 == 0 and [*path.parent.iterdir()] == [path]
    path.write_bytes(b"short")
    with pytest.raises(BadInputError, match="holds 5 bytes"):
        machine_key(path)
