from collections.abc import Iterable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clinical.facts import Anchors
from clinical.sources import in_note
from clinical.vocabulary import condition_concept
from kg.build import build_graph
from kg.evidence import Evidence, evidence_id
from kg.extraction import Extractor
from kg.graph import Entity, PatientGraph
from kg.quality import count_components, count_duplicates
from kg.record import Note, PatientRecord, TableRow
from kg.relations import ENDPOINTS

DIABETES = "kind=diagnosis; concept=MONDO:0005148; name=type 2 diabetes mellitus"
METFORMIN = "kind=medication; concept=drug:metformin; name=metformin"


def record(*lines: str, rows: Iterable[dict[str, str]] = ()) -> PatientRecord:
    return PatientRecord(
        patient_id="p1",
        notes=(Note(id="n1", category="discharge", text="\n".join(lines)),),
        rows=tuple(TableRow(table="t", id=str(n), fields=row) for n, row in enumerate(rows)),
    )


def build(extractor: Extractor, *lines: str, normalize: bool = True) -> PatientGraph:
    return build_graph(record(*lines), None, Anchors(), extractor, normalize)


def kinds(graph: PatientGraph, kind: str) -> list[Entity]:
    return [entity for entity in graph.entities if entity.kind == kind]


def edges(graph: PatientGraph, kind: str) -> set[tuple[str, str]]:
    names = {entity.id: entity.name for entity in graph.entities}
    return {(names[r.source], names[r.target]) for r in graph.relations if r.kind == kind}


def test_wordings_of_one_concept_become_one_entity(written_facts: Extractor) -> None:
    graph = build(
        written_facts,
        f"{DIABETES}; text=T2DM",
        f"{DIABETES}; text=type 2 diabetes",
        "kind=diagnosis; concept=text:t2dm; name=T2DM",
    )
    (diabetes,) = kinds(graph, "DIAGNOSIS")
    assert diabetes.name == "type 2 diabetes mellitus"
    assert diabetes.attributes["synonyms"] == "T2DM; type 2 diabetes"
    assert len(diabetes.evidence) == 3
    assert graph.report.merged == ("DIAGNOSIS type 2 diabetes mellitus <- T2DM, type 2 diabetes",)


def test_tests_become_panels_and_every_value_stays(written_facts: Extractor) -> None:
    renal = "kind=lab; broader=panel:renal; unit=mg/dL"
    values = [("creatinine", 1.9), ("creatinine", 2.1), ("urea_nitrogen", 38), ("sodium", 131)]
    graph = build(
        written_facts,
        *(
            f"{renal}; concept=lab:{name}; value={value}; time=2180-01-0{n + 1}T06:00:00"
            for n, (name, value) in enumerate(values)
        ),
        "kind=lab; concept=lab:ferritin; value=22",
    )
    assert {test.id for test in kinds(graph, "LAB_TEST")} == {
        "LAB_TEST:panel:renal",
        "LAB_TEST:lab:ferritin",
    }
    results = kinds(graph, "LAB_RESULT")
    assert {result.attributes["value"] for result in results} == {
        "1.9 mg/dL",
        "2.1 mg/dL",
        "38 mg/dL",
        "131 mg/dL",
        "22",
    }
    assert len([r for r in graph.relations if r.kind == "result_of"]) == 5
    assert ("creatinine", "renal panel") in edges(graph, "result_of")


def test_a_repeated_result_is_one_and_another_time_is_another(written_facts: Extractor) -> None:
    sodium = "kind=lab; concept=lab:sodium; value=131"
    graph = build(
        written_facts,
        f"{sodium}; time=2180-01-01T06:00:00",
        f"{sodium}; time=2180-01-01T06:00:00; text=Na",
        f"{sodium}; time=2180-01-02T06:00:00",
    )
    assert sorted(len(result.evidence) for result in kinds(graph, "LAB_RESULT")) == [1, 2]


def test_two_courses_of_one_drug_stay_two(written_facts: Extractor) -> None:
    first = "time=2180-01-01T00:00:00; until=2180-01-05T00:00:00"
    second = "time=2180-02-01T00:00:00; until=2180-02-07T00:00:00"
    given_twice = [f"{METFORMIN}; status=given; {course}" for course in (first, first, second)]
    graph = build(written_facts, *given_twice, f"{METFORMIN}; status=stopped; {second}")
    assert len(kinds(graph, "MEDICATION")) == 1
    courses = [r for r in graph.relations if r.kind == "prescribed"]
    assert len(courses) == 3
    assert len({relation.id for relation in courses}) == 3
    told = {(r.time.earliest, r.description, r.weight) for r in courses if r.time}
    assert told == {
        ("2180-01-01T00:00:00", "given", 2.0),
        ("2180-02-01T00:00:00", "given", 1.0),
        ("2180-02-01T00:00:00", "stopped", 1.0),
    }


def test_a_relatives_disease_is_not_the_patients(written_facts: Extractor) -> None:
    family = "kind=diagnosis; concept=dx:infarction; name=myocardial infarction; assertion=family"
    graph = build(written_facts, family)
    (infarction,) = kinds(graph, "DIAGNOSIS")
    assert infarction.attributes["experiencer"] == "family"
    assert edges(graph, "has_diagnosis") == set()
    assert edges(graph, "shows") == {("p1", "myocardial infarction")}
    assert infarction.concepts == ("dx:infarction",)


def test_a_disease_of_patient_and_relative_is_two_entities(written_facts: Extractor) -> None:
    graph = build(written_facts, DIABETES, f"{DIABETES}; assertion=family")
    assert len(kinds(graph, "DIAGNOSIS")) == 2
    own = next(e for e in kinds(graph, "DIAGNOSIS") if "experiencer" not in e.attributes)
    assert own.attributes["assertion"] == "present"
    assert len([r for r in graph.relations if r.kind == "has_diagnosis"]) == 1
    assert count_duplicates(graph) == 0


@pytest.mark.parametrize("assertion", ["absent", "possible", "hypothetical", "family"])
@pytest.mark.parametrize(
    ("kind", "concept", "relation"),
    [
        ("diagnosis", "dx:embolism", "has_diagnosis"),
        ("medication", "drug:heparin", "prescribed"),
        ("procedure", "proc:intubation", "underwent"),
        ("allergy", "allergy:any", "has_allergy"),
    ],
)
def test_what_is_not_affirmed_keeps_its_assertion_and_no_relation_of_its_own(
    written_facts: Extractor, kind: str, concept: str, relation: str, assertion: str
) -> None:
    graph = build(written_facts, f"kind={kind}; concept={concept}; assertion={assertion}")
    (entity,) = (e for e in graph.entities if e.kind != "PATIENT")
    assert entity.attributes["assertion"] == assertion
    assert edges(graph, relation) == set()
    (shown,) = graph.relations
    assert (shown.kind, shown.description) == ("shows", assertion)


def test_a_drug_that_was_not_given_is_not_prescribed(written_facts: Extractor) -> None:
    graph = build(written_facts, f"{METFORMIN}; status=not_given")
    assert edges(graph, "prescribed") == set()
    assert graph.relations[0].description == "not given"


def test_findings_of_a_study_are_its_results(written_facts: Extractor) -> None:
    graph = build(
        written_facts,
        "kind=procedure; concept=study:chest_ct; name=CT of the chest",
        "kind=exam; concept=finding:nodule; study=study:chest_ct; laterality=left",
        "kind=diagnosis; concept=dx:pneumonia; name=pneumonia; study=study:chest_ct",
        "kind=diagnosis; concept=dx:embolism; study=study:chest_ct; assertion=absent",
        "kind=exam; concept=finding:edema; section=physical_exam",
    )
    assert [test.name for test in kinds(graph, "LAB_TEST")] == ["CT of the chest"]
    assert edges(graph, "result_of") == {
        ("nodule", "CT of the chest"),
        ("pneumonia", "CT of the chest"),
        ("embolism", "CT of the chest"),
    }
    assert edges(graph, "has_diagnosis") == {("p1", "pneumonia")}
    assert edges(graph, "indicates") == {("pneumonia", "pneumonia")}
    assert [symptom.name for symptom in kinds(graph, "SYMPTOM")] == ["edema"]


def test_demographics_describe_the_one_patient(written_facts: Extractor) -> None:
    graph = build(
        written_facts,
        "kind=demographic; concept=demographic:sex; name=sex; result=female",
        "kind=demographic; concept=demographic:age; name=age; value=71; unit=years",
    )
    (patient,) = graph.entities
    assert patient.attributes == {"sex": "female", "age": "71 years"}
    assert patient.concepts == ("demographic:sex", "demographic:age")
    assert len(patient.evidence) == 2


def test_vital_signs_keep_all_values_with_their_times(written_facts: Extractor) -> None:
    pulse = "kind=vital; concept=vital:heart_rate; name=heart rate; unit=/min"
    readings = [(n, 70 + n) for n in range(9)]
    graph = build(
        written_facts,
        *(f"{pulse}; value={rate}; time=2180-01-01T0{hour}:00:00" for hour, rate in readings),
    )
    (heart_rate,) = kinds(graph, "VITAL_SIGN")
    assert heart_rate.attributes["values"].split("; ") == [
        f"{rate} /min (2180-01-01 0{hour}:00)" for hour, rate in readings
    ]
    assert len([r for r in graph.relations if r.kind == "has_vital_sign"]) == 9


def test_an_allergy_bars_the_drug_and_its_class_only(written_facts: Extractor) -> None:
    graph = build(
        written_facts,
        "kind=allergy; concept=drug:penicillin_v; broader=drugclass:penicillins",
        "kind=medication; concept=drug:amoxicillin; broader=drugclass:penicillins,drugclass:b",
        "kind=medication; concept=drug:metformin; broader=drugclass:biguanides",
        "kind=allergy; concept=drugclass:biguanides; name=biguanides",
        "kind=medication; concept=drug:penicillin_v; assertion=absent",
    )
    assert edges(graph, "contraindicated_with") == {
        ("amoxicillin", "penicillin_v"),
        ("metformin", "biguanides"),
    }


def test_a_drug_indicates_what_it_is_given_for(written_facts: Extractor) -> None:
    diabetes = condition_concept("type 2 diabetes")
    graph = build(
        written_facts,
        METFORMIN,
        f"kind=diagnosis; concept={diabetes.id}; name={diabetes.name}",
        "kind=diagnosis; concept=dx:fracture; name=hip fracture",
    )
    assert edges(graph, "indicates") == {("metformin", diabetes.name)}


@pytest.mark.parametrize(("value", "expected"), [(121, True), (139, False)])
def test_a_value_indicates_the_disease_that_its_threshold_defines(
    written_facts: Extractor, value: int, expected: bool
) -> None:
    hyponatremia = condition_concept("hyponatremia")
    graph = build(
        written_facts,
        f"kind=diagnosis; concept={hyponatremia.id}; name=hyponatremia",
        f"kind=lab; concept=lab:sodium; value={value}; unit=mmol/L; time=2180-01-01T06:00:00",
    )
    found = [relation for relation in graph.relations if relation.kind == "indicates"]
    assert len(found) == int(expected)
    for edge in found:
        assert edge.description == "sodium 121 mmol/L"
        assert edge.time is not None
        assert len(edge.evidence) == 2


def test_a_disease_the_patient_does_not_have_is_not_indicated(written_facts: Extractor) -> None:
    diabetes = condition_concept("type 2 diabetes")
    line = f"kind=diagnosis; concept={diabetes.id}; name={diabetes.name}; assertion=family"
    assert edges(build(written_facts, METFORMIN, line), "indicates") == set()


def test_conflicts_are_listed_and_both_sides_kept(written_facts: Extractor) -> None:
    at = "time=2180-01-01T06:00:00"
    graph = build(
        written_facts,
        f"kind=lab; concept=lab:sodium; value=131; unit=mmol/L; {at}",
        f"kind=lab; concept=lab:sodium; value=141; unit=mmol/L; {at}",
        f"{METFORMIN}; value=500; unit=mg; status=discharge; {at}",
        f"{METFORMIN}; value=1000; unit=mg; status=discharge; {at}",
        f"kind=symptom; concept=symptom:fever; name=fever; {at}",
        f"kind=symptom; concept=symptom:fever; name=fever; assertion=absent; {at}",
        "kind=allergy; concept=allergy:any; name=any known allergy; assertion=absent",
        "kind=allergy; concept=drug:penicillin; name=penicillin",
    )
    assert graph.report.conflicts == (
        "ALLERGY: any known allergy is denied beside penicillin",
        "LAB_RESULT sodium: value is 131 mmol/L and 141 mmol/L (2180-01-01 06:00)",
        "MEDICATION metformin: dose is 1000 mg and 500 mg (2180-01-01 06:00)",
        "SYMPTOM fever: assertion is absent and present (2180-01-01 06:00)",
    )
    assert len(kinds(graph, "LAB_RESULT")) == 2


def test_values_at_two_times_or_in_two_units_are_no_conflict(written_facts: Extractor) -> None:
    graph = build(
        written_facts,
        "kind=lab; concept=lab:sodium; value=131; time=2180-01-01T06:00:00",
        "kind=lab; concept=lab:sodium; value=141; time=2180-01-02T06:00:00",
        "kind=lab; concept=lab:sodium; value=135",
        f"{METFORMIN}; value=500; unit=mg; status=given; time=2180-01-01T06:00:00",
        f"{METFORMIN}; value=850; unit=mg; status=given; time=2180-01-01T06:00:00",
        f"{METFORMIN}; value=500; unit=mg; status=home; time=2180-01-01T06:00:00",
        f"{METFORMIN}; status=home; value=2; unit=tablet; time=2180-01-01T06:00:00",
        "kind=vital; concept=vital:pulse; value=80; time=2180-01-01T00:00; until=2180-01-01T23:59",
        "kind=vital; concept=vital:pulse; value=90; time=2180-01-01T00:00; until=2180-01-01T23:59",
        "kind=diagnosis; concept=dx:clot; laterality=left; time=2180-01-01T06:00:00",
        "kind=diagnosis; concept=dx:clot; assertion=absent; laterality=right; "
        "time=2180-01-01T06:00:00",
        "kind=symptom; concept=symptom:fever; time=2180-01-01T06:00:00",
        "kind=symptom; concept=symptom:fever; assertion=absent; time=2180-01-05T06:00:00",
    )
    assert graph.report.conflicts == ()


class Careless:
    """Reads hidden text and quotes what does not stand there."""

    name = "careless"

    def note(self, note: Note, anchors: Anchors) -> list[Evidence]:
        whole = quoted(note, 0, len(note.text), note.text)
        wrong = quoted(note, 0, 5, "never")
        return [whole, wrong]

    def row(self, row: TableRow) -> list[Evidence]:
        return []


def quoted(note: Note, start: int, end: int, quote: str) -> Evidence:
    source = in_note(note.id, start, end)
    return Evidence(id=evidence_id(source), kind="text", source=source, quote=quote)


def test_hidden_text_and_false_quotes_never_become_evidence() -> None:
    note = Note(id="n1", category="discharge", text="open then hidden", hidden=((5, 16),))
    row = TableRow(table="unknown", id="1", fields={"a": "b"})
    view = PatientRecord(patient_id="p1", notes=(note,), rows=(row,))
    graph = build_graph(view, None, Anchors(), Careless())
    assert graph.evidence == ()
    assert graph.report.dropped == (
        "note n1: 1 items inside hidden text",
        "note n1: 1 items whose quote is not at their offsets",
        "table unknown: 1 rows were not read",
    )


def test_an_empty_record_is_one_patient(written_facts: Extractor) -> None:
    graph = build_graph(PatientRecord(patient_id="p1"), None, Anchors(), written_facts)
    assert [(entity.id, entity.name) for entity in graph.entities] == [("PATIENT", "p1")]
    assert graph.communities == ()


KINDS = ["diagnosis", "medication", "lab", "vital", "exam", "procedure", "symptom", "allergy"]
facts = st.builds(
    lambda kind, concept, assertion, extra, hour: (
        f"kind={kind}; concept=x:{concept}; assertion={assertion}; {extra}"
        f"time=2180-01-01T0{hour}:00:00"
    ),
    st.sampled_from([*KINDS, "encounter", "event", "demographic"]),
    st.sampled_from("abcd"),
    st.sampled_from(["present", "absent", "possible", "historical", "family", "hypothetical"]),
    st.sampled_from(["", "study=study:ct; ", "value=3; ", "broader=panel:p; ", "status=home; "]),
    st.integers(0, 3),
)


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(facts, max_size=25))
def test_invariants_hold_for_any_facts(written_facts: Extractor, lines: list[str]) -> None:
    graph = build_graph(record(*lines), None, Anchors(), written_facts)
    by_id = {entity.id: entity for entity in graph.entities}
    evidence = {item.id for item in graph.evidence}
    assert len(kinds(graph, "PATIENT")) == 1
    assert count_components(graph) == 1
    assert count_duplicates(graph) == 0
    assert len({r.id for r in graph.relations}) == len(graph.relations)
    for entity in graph.entities:
        assert set(entity.evidence) <= evidence
        assert entity.evidence or entity.kind == "PATIENT"
    for relation in graph.relations:
        sources, targets = ENDPOINTS[relation.kind]
        assert by_id[relation.source].kind in sources
        assert by_id[relation.target].kind in targets
        assert relation.evidence
        assert set(relation.evidence) <= evidence
    for community in graph.communities:
        assert set(community.entities) <= set(by_id)
