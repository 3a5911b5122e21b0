"""What a hospital course should carry and does not: one fictional stay, one loss at a time."""

import pytest

from agents.omissions import OmissionFinder
from agents.omissions.finder import MOST_SHOWN, as_omissions, expected_of, missing_from
from agents.omissions.medication_changes import daily, differ
from agents.omissions.stay import Stay
from clinical.critical_results import critical_limits
from evaluation.checking import shared_embedder
from kg.build import build_graph
from kg.extraction import RuleExtractor
from kg.graph import PatientGraph
from kg.open_store import open_store
from kg.record import Encounter, Note, PatientRecord
from kg.view import anchors_of

TARGET = "brief_hospital_course"
NOTE = """\
Admission Date:  2161-05-02              Discharge Date:   2161-05-09

Allergies:
Penicillins - hives

Major Surgical or Invasive Procedure:
Laparoscopic appendectomy

Past Medical History:
- Hypertension
- Gout

Pertinent Results:
2161-05-02 08:10AM BLOOD Na-138 K-6.7* Creat-1.1
2161-05-03 06:00AM BLOOD K-4.4
2161-05-04 BLOOD CULTURE: ESCHERICHIA COLI.

Medications on Admission:
1. Lisinopril 20 mg PO DAILY
2. Allopurinol 300 mg PO DAILY
3. Metoprolol Tartrate 25 mg PO BID

Discharge Medications:
1. Metoprolol Tartrate 50 mg PO BID
2. Allopurinol 300 mg PO DAILY
3. Apixaban 5 mg PO BID
4. Senna 8.6 mg PO BID:PRN constipation

Discharge Disposition:
Home With Service

Discharge Diagnosis:
Acute appendicitis
Hypertension

Transitional Issues:
- Surgical pathology pending at discharge
- Pending placement in a day program
"""
TOLD = {
    "stopped": "Lisinopril was stopped.",
    "new": "She was started on apixaban.",
    "dose": "Metoprolol was increased to 50 mg twice daily.",
    "critical": "She was hyperkalemic on arrival.",
    "pending": "The pathology is still pending.",
    "procedure": "She underwent laparoscopic appendectomy.",
    "culture": "Blood cultures grew E. coli.",
    "disposition": "She was discharged home with services.",
}
"""One sentence for each thing that this stay should tell; the appendix is told by its removal."""

LOST = {
    "stopped": "stopped or held: Lisinopril 20 mg PO DAILY",
    "new": "new at discharge: Apixaban 5 mg PO BID",
    "dose": "dose changed: Metoprolol Tartrate 25 mg PO BID before, Metoprolol Tartrate 50 mg",
    "critical": "critical result: potassium 6.7 mEq/L on 2161-05-02",
    "pending": "pending result: - Surgical pathology pending at discharge",
    "procedure": "procedure: appendectomy",
    "culture": "positive culture: Escherichia coli",
    "disposition": "disposition: Home With Service",
}
DIAGNOSIS = "She had acute appendicitis."


def graph_of(text: str, *more: Note) -> PatientGraph:
    stay = Encounter(id="h1", admitted="2161-05-02T07:00:00", discharged="2161-05-09T12:00:00")
    note = Note(
        id="n1", category="discharge", text=text, time="2161-05-09T12:00:00", encounter="h1"
    )
    record = PatientRecord(patient_id="p1", encounters=(stay,), notes=(note, *more))
    return build_graph(record, "h1", anchors_of(record, "h1"), RuleExtractor())


@pytest.fixture(scope="module")
def graph() -> PatientGraph:
    return graph_of(NOTE)


def missing(graph: PatientGraph, *sentences: str, target: str = TARGET) -> list[str]:
    return [item.text for item in missing_from(graph, " ".join(sentences), target)]


def test_a_summary_that_tells_everything_omits_nothing(graph: PatientGraph) -> None:
    assert missing(graph, DIAGNOSIS, *TOLD.values()) == []


@pytest.mark.parametrize("lost", sorted(LOST))
def test_each_sentence_left_out_is_missed(graph: PatientGraph, lost: str) -> None:
    kept = [text for name, text in TOLD.items() if name != lost]
    found = missing(graph, DIAGNOSIS, *kept)
    assert len(found) == 1
    assert found[0].startswith(LOST[lost])


def test_a_diagnosis_left_out_is_missed_and_a_known_disease_is_not(graph: PatientGraph) -> None:
    assert missing(graph, *TOLD.values()) == ["diagnosis of this stay: Acute appendicitis"]


@pytest.mark.parametrize(
    ("name", "other_words"),
    [
        ("stopped", "Her ACE inhibitor is on hold."),
        ("stopped", "Lisinopril was switched to nothing for now."),
        ("new", "She was placed on Eliquis."),
        ("new", "She will stay on an anticoagulant."),
        ("dose", "The metoprolol dose was doubled."),
        ("critical", "Potassium was 6.7 on arrival."),
        ("critical", "Her hyperkalemia resolved."),
        ("pending", "Results of the specimen are outstanding."),
        ("culture", "Gram negative bacteremia with Escherichia coli was treated."),
        ("disposition", "She went home on 05/09."),
    ],
)
def test_other_words_tell_it_as_well(graph: PatientGraph, name: str, other_words: str) -> None:
    kept = [text for other, text in TOLD.items() if other != name]
    assert missing(graph, DIAGNOSIS, *kept, other_words) == []


@pytest.mark.parametrize(
    ("name", "not_enough"),
    [
        ("stopped", "She takes lisinopril for hypertension."),
        ("dose", "Metoprolol was continued."),
        ("critical", "Potassium was 4.4 on 05/03."),
    ],
)
def test_naming_a_thing_does_not_tell_what_became_of_it(
    graph: PatientGraph, name: str, not_enough: str
) -> None:
    kept = [text for other, text in TOLD.items() if other != name]
    assert len(missing(graph, DIAGNOSIS, *kept, not_enough)) == 1


def test_every_citation_is_an_exact_quote_of_the_note(graph: PatientGraph) -> None:
    found = expected_of(graph, "Nothing.", TARGET)
    assert len(found) >= len(LOST)
    for evidence in (e for item in found for e in item.evidence):
        assert NOTE[evidence.source.start : evidence.source.end] == evidence.quote


def test_a_stopped_drug_cites_its_entry_and_the_list_that_lacks_it(graph: PatientGraph) -> None:
    stopped = expected_of(graph, "", TARGET)[0]
    entry, searched = stopped.evidence
    assert (entry.section, searched.section) == ("admission_medications", "discharge_medications")
    assert "Lisinopril" in entry.quote
    assert "Lisinopril" not in searched.quote


def test_comfort_drugs_as_needed_and_waits_for_a_place_are_not_expected(
    graph: PatientGraph,
) -> None:
    texts = " ".join(item.text for item in expected_of(graph, "", TARGET))
    assert "Senna" not in texts
    assert "placement" not in texts


def test_an_allergy_is_expected_when_a_related_drug_was_given_or_in_a_whole_document(
    graph: PatientGraph,
) -> None:
    whole = "Allergies: none listed\nChief Complaint: pain\nDischarge Condition: good\n"
    course = [item.category for item in expected_of(graph, "She did well.", TARGET)]
    document = [item.category for item in expected_of(graph, whole, "summary")]
    treated = graph_of(NOTE.replace("3. Apixaban 5 mg PO BID", "3. Amoxicillin 500 mg PO TID"))
    given = [item.text for item in expected_of(treated, "She did well.", TARGET)]
    assert "allergy" not in course
    assert "allergy" in document
    assert "allergy: Penicillins (a related drug was given)" in given


def test_instructions_for_patients_carry_drugs_and_pending_results(graph: PatientGraph) -> None:
    found = expected_of(graph, "", "discharge_instructions")
    assert {item.category for item in found} == {
        "stopped_medication",
        "new_medication",
        "changed_dose",
        "pending_result",
    }


@pytest.mark.parametrize(
    "title", ["Hospital medication events", "Course of medications in hospital", "On the ward"]
)
def test_drugs_of_the_ward_below_the_list_on_admission_are_not_on_it(title: str) -> None:
    events = f"{title}:\nPrednisone 40 mg daily 2161-05-03 to 2161-05-07.\n\n"
    at = NOTE.index("Discharge Medications")
    texts = [
        item.text for item in expected_of(graph_of(NOTE[:at] + events + NOTE[at:]), "", TARGET)
    ]
    assert not [text for text in texts if "Prednisone" in text]
    assert any(text.startswith(LOST["stopped"]) for text in texts)


def test_without_a_list_on_admission_nothing_is_new_or_stopped() -> None:
    start, end = NOTE.index("Medications on Admission"), NOTE.index("Discharge Medications")
    found = expected_of(graph_of(NOTE[:start] + NOTE[end:]), "", TARGET)
    assert not any(
        "medication" in item.category or item.category == "changed_dose" for item in found
    )


def test_another_stay_adds_nothing(graph: PatientGraph) -> None:
    earlier = Note(
        id="n0",
        category="discharge",
        text=NOTE.replace("2161-05", "2160-03").replace("Apixaban", "Warfarin"),
        time="2160-03-09T12:00:00",
        encounter="h0",
    )
    both = expected_of(graph_of(NOTE, earlier), "", TARGET)
    assert [item.text for item in both] == [i.text for i in expected_of(graph, "", TARGET)]


def test_what_is_over_the_limit_is_named_in_one_line_with_its_evidence(
    graph: PatientGraph,
) -> None:
    found = expected_of(graph, "", TARGET)
    assert len(found) > MOST_SHOWN
    omissions, evidence = as_omissions(found)
    rest = omissions[-1]
    assert len(omissions) == MOST_SHOWN + 1
    assert rest.text.startswith(f"{len(found) - MOST_SHOWN} more of lower rank")
    assert {i for o in omissions for i in o.evidence} == {e.id for e in evidence}


async def test_the_finder_reads_the_graph_from_its_store(graph: PatientGraph) -> None:
    store = open_store("memory", shared_embedder())
    await store.upsert(graph)
    finder = OmissionFinder(store)
    omissions, evidence = await finder(graph.graph_id, "She did well.", TARGET)
    again = await finder(graph.graph_id, "She did well.", TARGET)
    unknown = await finder("nobody", "She did well.", TARGET)
    await store.close()
    assert omissions[0].text.startswith(LOST["stopped"])
    assert (omissions, evidence) == again
    assert unknown == ((), ())


def test_amounts_a_day_are_compared_not_the_way_they_are_split() -> None:
    split = graph_of(
        NOTE.replace("1. Metoprolol Tartrate 50 mg PO BID", "1. Metoprolol Tartrate 25 mg PO BID")
    )
    assert not any(i.category == "changed_dose" for i in expected_of(split, "", TARGET))
    twice = [t for t in Stay(split).told if t.fact.concept.id == "drug:metoprolol"][:1]
    assert daily(twice) == (50.0, "mg")
    assert not differ((40.0, "mg"), (40.0, "mg"))
    assert differ((40.0, "mg"), (20.0, "mg"))
    assert not differ((40.0, "mg"), (2.0, "tablets"))


def test_limits_of_danger_are_inclusive_on_both_sides() -> None:
    potassium = critical_limits()["lab:potassium"]
    sides = [potassium.side(value) for value in (2.8, 2.9, 6.1, 6.2)]
    assert sides == ["low", None, None, "high"]
    for limits in critical_limits().values():
        assert limits.low is not None or limits.high is not None
        assert limits.low is None or limits.high is None or limits.low < limits.high
