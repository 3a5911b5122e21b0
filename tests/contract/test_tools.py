"""Every tool answers the same on every store, and about one patient only."""

import json
from collections.abc import Callable

import pytest
from langchain_core.messages import ToolMessage
from langchain_core.tools import BaseTool
from pydantic import BaseModel

from clinical.facts import TimeSpan
from kg.errors import BadInputError
from kg.graph import PatientGraph
from kg.instance import Instance
from kg.store import GraphStore
from tools.patient_tools import patient_tools

Maker = Callable[..., PatientGraph]

SECRET = "warfarin"
"""Only the other patient takes it."""

HOSTILE = [
    "P1",
    "P1/MEDICATION:warfarin",
    "MEDICATION:warfarin",
    "warfarin",
    "drug:warfarin",
    "*",
    "%",
    "' OR 1=1 //",
    "}) RETURN n UNION MATCH (n) RETURN n //",
    "p1' }) MATCH (n {graph_id: 'P1",
    "$graph_id",
    "",
]


async def asked(tools: list[BaseTool], name: str, **arguments: object) -> ToolMessage:
    tool = next(one for one in tools if one.name == name)
    call = {"type": "tool_call", "id": "1", "name": name, "args": arguments}
    answer = await tool.ainvoke(call)
    assert isinstance(answer, ToolMessage)
    return answer


def artifact(answer: ToolMessage) -> str:
    """Everything that was found, without the words of the call."""
    parts = answer.artifact if isinstance(answer.artifact, tuple) else (answer.artifact,)
    return json.dumps([part.model_dump_json() for part in parts if isinstance(part, BaseModel)])


def everything(answer: ToolMessage) -> str:
    return str(answer.content) + artifact(answer)


@pytest.fixture
async def twins(store: GraphStore, small_graph: Maker) -> GraphStore:
    """Two patients who differ in the case of one letter and in one drug."""
    await store.upsert(small_graph("p1", drug="metformin"))
    await store.upsert(small_graph("P1", drug=SECRET))
    return store


@pytest.mark.parametrize("hostile", HOSTILE)
async def test_no_argument_reaches_another_patient(twins: GraphStore, hostile: str) -> None:
    tools = patient_tools(twins, "p1")
    other = await twins.load("P1")
    assert other is not None
    stolen = [item.id for item in other.evidence]
    answers = [
        await asked(tools, "local_search", text=hostile, concepts=[hostile], top_k=100),
        await asked(tools, "community_search", text=hostile, top_k=100),
        await asked(tools, "timeline", concept=hostile),
        await asked(tools, "neighbours", entity=hostile),
        await asked(tools, "shortest_path", start="PATIENT", end=hostile),
        await asked(tools, "evidence_text", ids=[hostile, *stolen]),
    ]
    for answer in answers:
        said = everything(answer)
        assert f"akes {SECRET}" not in said
        assert "note of P1" not in said
    for answer in answers[:-1]:
        assert SECRET not in artifact(answer)
    assert answers[-1].artifact.items == ()


async def test_the_other_patient_does_see_the_drug(twins: GraphStore) -> None:
    answer = await asked(patient_tools(twins, "P1"), "local_search", text=SECRET)
    assert SECRET in everything(answer)


async def test_local_search_numbers_what_it_found(twins: GraphStore) -> None:
    tools = patient_tools(twins, "p1")
    answer = await asked(tools, "local_search", text="takes metformin", concepts=["drug:metformin"])
    assert "1. MEDICATION metformin [MEDICATION:metformin]" in answer.content
    assert '"Takes metformin twice a day." (note of p1:0:28)' in answer.content
    assert [hit.linked for hit in answer.artifact.hits][:2] == [True, False]


async def test_neighbours_are_found_by_name(twins: GraphStore) -> None:
    answer = await asked(patient_tools(twins, "p1"), "neighbours", entity="Metformin")
    kinds = [(one.relation.kind, one.entity.id) for one in answer.artifact.neighbours]
    assert kinds == [("prescribed", "PATIENT"), ("indicates", "DIAGNOSIS:p0")]
    assert "1. p1 prescribed metformin -> PATIENT p1 [PATIENT]" in answer.content


async def test_a_path_comes_with_its_relations(twins: GraphStore) -> None:
    tools = patient_tools(twins, "p1")
    answer = await asked(tools, "shortest_path", start="PATIENT", end="problem 1")
    path = [entity.id for entity in answer.artifact.entities]
    assert path == ["PATIENT", "MEDICATION:metformin", "DIAGNOSIS:p0", "DIAGNOSIS:p1"]
    assert [one.kind for step in answer.artifact.steps for one in step] == [
        "prescribed",
        "indicates",
        "indicates",
    ]


async def test_far_ends_have_no_path(store: GraphStore, small_graph: Maker) -> None:
    await store.upsert(small_graph("p1", chain=9))
    tools = patient_tools(store, "p1")
    answer = await asked(tools, "shortest_path", start="PATIENT", end="problem 8")
    assert answer.artifact is None
    assert "no path" in answer.content


async def test_unknown_names_are_answered_with_near_ones(twins: GraphStore) -> None:
    answer = await asked(patient_tools(twins, "p1"), "neighbours", entity="metformine")
    assert answer.status == "error"
    assert "metformin (MEDICATION:metformin)" in answer.content


async def test_evidence_is_quoted_in_full(twins: GraphStore) -> None:
    graph = await twins.load("p1")
    assert graph is not None
    item = graph.evidence[0]
    tools = patient_tools(twins, "p1")
    answer = await asked(tools, "evidence_text", ids=[item.id, "ev_none", item.id])
    assert answer.artifact.items == (item,)
    assert answer.artifact.unknown == ("ev_none",)
    assert f"{item.quote}\n\nnot in this patient's graph: ev_none" in answer.content


async def test_reports_are_mapped_over_the_question(twins: GraphStore) -> None:
    answer = await asked(patient_tools(twins, "p1"), "community_search", text="metformin?")
    assert answer.content == "Reports:\n1. [0.0] metformin: The patient takes metformin."


async def test_a_timeline_keeps_to_its_days(store: GraphStore, small_graph: Maker) -> None:
    graph = small_graph("p1")
    first = graph.evidence[0]
    days = [
        first.model_copy(
            update={
                "id": f"ev_{day}",
                "quote": f"metformin on day {day}",
                "facts": (
                    first.facts[0].model_copy(
                        update={
                            "source": first.source.model_copy(update={"start": day}),
                            "time": TimeSpan(
                                earliest=f"2180-03-0{day}T00:00:00",
                                latest=f"2180-03-0{day}T23:59:59",
                                precision="day",
                            ),
                        }
                    ),
                ),
            }
        )
        for day in (5, 3, 8)
    ]
    instances = tuple(
        Instance(
            id=f"in_{item.id}",
            kind="dose_period",
            entity="MEDICATION:metformin",
            concept="drug:metformin",
            name="metformin",
            time=item.facts[0].time,
            evidence=(item.id,),
        )
        for item in (first, *days)
    )
    changed = {"evidence": (*graph.evidence, *days), "instances": instances}
    await store.upsert(graph.model_copy(update=changed))
    tools = patient_tools(store, "p1")
    arguments = {"first_day": "2180-03-02", "last_day": "2180-03-05"}
    for named in ("drug:metformin", "metformin", "MEDICATION:metformin"):
        answer = await asked(tools, "timeline", concept=named, **arguments)
        assert [one.evidence for one in answer.artifact.dated] == [("ev_3",), ("ev_5",)]
        assert [one.evidence for one in answer.artifact.undated] == [(first.id,)]
    assert "1. 2180-03-03: dose period metformin (ev_3)" in answer.content
    refused = await asked(tools, "timeline", concept="drug:metformin", first_day="3 March")
    assert "YYYY-MM-DD" in refused.content


async def test_tools_of_an_unknown_graph_do_not_look_empty(store: GraphStore) -> None:
    for name, arguments in {
        "local_search": {"text": "x"},
        "neighbours": {"entity": "x"},
        "timeline": {"concept": "x"},
    }.items():
        with pytest.raises(BadInputError, match="no graph 'nobody'"):
            await asked(patient_tools(store, "nobody"), name, **arguments)
