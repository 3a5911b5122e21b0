from itertools import pairwise

from clinical.facts import Anchors
from kg.build import build_graph
from kg.communities import find_communities
from kg.community_reports import TemplateReporter
from kg.extraction import Extractor
from kg.graph import Entity, GraphRelation, PatientGraph
from kg.record import Note, PatientRecord

PROBLEMS = ["heart_failure", "pneumonia", "diabetes"]


def passages(problem: str) -> list[str]:
    return [
        f"kind=diagnosis; concept=dx:{problem}; study=study:{problem}",
        f"kind=exam; concept=finding:{problem}; study=study:{problem}",
        f"kind=lab; concept=lab:{problem}; value=1; time=2180-01-01T00:00:00",
    ]


def graph_of(extractor: Extractor, lines: list[str]) -> PatientGraph:
    note = Note(id="n", category="note", text="\n".join(lines))
    return build_graph(PatientRecord(patient_id="p", notes=(note,)), None, Anchors(), extractor)


def test_what_is_joined_lands_in_one_community(written_facts: Extractor) -> None:
    graph = graph_of(written_facts, [line for p in PROBLEMS for line in passages(p)])
    coarse = [set(c.entities) for c in graph.communities if c.level == 0]
    for problem in PROBLEMS:
        members = {e.id for e in graph.entities if problem in e.id and e.kind != "LAB_TEST"}
        study = {f"DIAGNOSIS:dx:{problem}", f"LAB_TEST:study:{problem}"}
        assert any(study <= community for community in coarse)
        assert members
    assert set().union(*coarse) == {entity.id for entity in graph.entities}
    assert sum(len(community) for community in coarse) == len(graph.entities)


def test_large_communities_are_split_into_finer_levels() -> None:
    entities = tuple(Entity(id=f"SYMPTOM:{n}", kind="SYMPTOM", name=f"s{n}") for n in range(40))
    relations = tuple(
        GraphRelation(id=f"{a.id}-{b.id}", source=a.id, target=b.id, kind="indicates")
        for a, b in pairwise(entities)
    )
    communities = find_communities(entities, relations, [], TemplateReporter())
    known = {community.id: community for community in communities}
    assert len(known) == len(communities)
    for community in communities:
        if community.parent is not None:
            parent = known[community.parent]
            assert parent.level == community.level - 1
            assert set(community.entities) <= set(parent.entities)


def test_clustering_is_the_same_every_time(written_facts: Extractor) -> None:
    lines = [line for problem in PROBLEMS for line in passages(problem)] * 2
    assert graph_of(written_facts, lines) == graph_of(written_facts, lines)


def test_a_report_says_what_its_members_are(written_facts: Extractor) -> None:
    lines = [
        "kind=demographic; concept=demographic:sex; name=sex; result=female",
        "kind=allergy; concept=drug:amoxicillin; name=amoxicillin",
        "kind=medication; concept=drug:amoxicillin; name=amoxicillin; status=given",
        *(
            f"kind=lab; concept=lab:sodium; value={130 + n}; time=2180-01-0{n + 1}T06:00:00"
            for n in range(8)
        ),
    ]
    reports = "\n".join(c.report for c in graph_of(written_facts, lines).communities)
    assert "Patient: p, sex female." in reports
    assert "amoxicillin contraindicated with amoxicillin." in reports
    assert "sodium: 130 (2180-01-01 06:00), 131 (2180-01-02 06:00), 132 (2180-01-03 06:00)" in (
        reports
    )
    assert "2 more, 135 (2180-01-06 06:00)" in reports
