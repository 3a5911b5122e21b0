"""What was or happened, one by one, with what joins it."""

from clinical.facts import Anchors, Fact
from clinical.purposes import purposes
from clinical.reading import ReadingContext, read_facts
from kg.build import build_graph
from kg.extraction import Extractor, RuleExtractor
from kg.graph import PatientGraph
from kg.record import Note, PatientRecord

NOTE = """Allergies: Penicillins (hives)

Hospital notes:
04-02: She was given ceftriaxone 2 g daily for pneumonia.
04-03: Acute kidney injury due to vancomycin. Amoxicillin 500 mg was given once.
Family history: Mother had breast cancer.

Microbiology:
BLOOD CULTURE 2181-04-02: Escherichia coli, sensitive to ceftriaxone.
URINE CULTURE 2181-04-02: no growth.
"""


def built(text: str = NOTE) -> PatientGraph:
    view = PatientRecord(
        patient_id="p1", notes=(Note(id="n1", category="discharge", text=text, time="2181-04-08"),)
    )
    anchors = Anchors(admitted="2181-04-01", discharged="2181-04-08")
    return build_graph(view, None, anchors, RuleExtractor())


def joined(graph: PatientGraph, kind: str) -> set[tuple[str, str]]:
    names = {one.id: one.name for one in graph.instances}
    names |= {entity.id: entity.name for entity in graph.entities}
    return {(names[e.source], names[e.target]) for e in graph.edges if e.kind == kind}


def test_a_drug_is_joined_to_what_the_text_gives_it_for() -> None:
    assert joined(built(), "given_for") == {("ceftriaxone", "pneumonia")}


def test_a_cause_is_joined_to_its_effect() -> None:
    assert {cause for cause, _ in joined(built(), "causes")} == {"vancomycin"}


def test_a_drug_is_joined_to_the_allergy_that_bars_it() -> None:
    barred = joined(built(), "contraindicated_with")
    assert {drug for drug, _ in barred} == {"amoxicillin"}
    assert {drug for _, drug in joined(built(), "allergic_to")} == {"amoxicillin"}


def test_an_isolate_belongs_to_its_culture_and_a_susceptibility_to_its_isolate() -> None:
    graph = built()
    assert ("Escherichia coli", "blood culture") in joined(graph, "found_by")
    assert ("Escherichia coli", "urine culture") not in joined(graph, "found_by")
    ((tested, germ),) = joined(graph, "part_of")
    assert (tested.partition(" to ")[2], germ) == ("ceftriaxone", "Escherichia coli")


def test_an_instance_knows_its_owner_and_its_exact_places() -> None:
    graph = built()
    relatives = [one for one in graph.instances if one.owner == "relative"]
    assert [one.kind for one in relatives] == ["episode"]
    for one in graph.instances:
        for span in one.spans:
            assert NOTE[span.start : span.end].strip()
        assert set(one.evidence) <= {item.id for item in graph.evidence}


def test_what_stands_behind_an_allergen_is_its_reaction() -> None:
    causes = joined(built("Allergies: Azathioprine (pancreatitis), Codeine (nausea)"), "causes")
    assert ("azathioprine", "pancreatitis") in {(a, b.lower()) for a, b in causes}


def test_one_result_told_twice_is_one_instance(written_facts: Extractor) -> None:
    told = "kind=lab; concept=lab:sodium; value=131; time=2181-04-02T06:00:00"
    later = told.replace("131", "140").replace("-02T", "-03T")
    record = PatientRecord(
        patient_id="p1",
        notes=(Note(id="n1", category="other", text="\n".join((told, told, later))),),
    )
    graph = build_graph(record, None, Anchors(), written_facts)
    days = [(one.day, len(one.spans)) for one in graph.instances]
    assert sorted(days, key=str) == [("2181-04-02", 2), ("2181-04-03", 1)]
    by_id = {one.id: one.day for one in graph.instances}
    (before,) = [edge for edge in graph.edges if edge.kind == "before"]
    assert (by_id[before.source], by_id[before.target]) == ("2181-04-02", "2181-04-03")


def read(text: str) -> list[Fact]:
    return read_facts(text, ReadingContext(document="n"))


def told(text: str) -> list[tuple[str, str]]:
    return [(p.drug.concept.name, p.reason.concept.name) for p in purposes(text, read(text))]


def test_purposes_are_read_in_both_directions() -> None:
    assert told("Levofloxacin 750 mg daily for pneumonia.") == [("levofloxacin", "pneumonia")]
    assert told("Her pneumonia was treated with levofloxacin.") == [("levofloxacin", "pneumonia")]


def test_what_is_only_looked_for_is_no_purpose() -> None:
    assert told("On levofloxacin, evaluate for pneumonia.") == []
    assert told("Levofloxacin was stopped. Observed for pneumonia.") == []
