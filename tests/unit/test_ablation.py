"""The search without a part: what each arm still finds, and that the judge stays the same."""

import pytest

from agents.search_plan import ALL_SEARCHES
from evaluation.baselines.ablation import (
    ABLATIONS,
    OPEN_ABLATION,
    AblationName,
    permuted,
)
from evaluation.baselines.retrieval import SearchedRecord
from evaluation.checking import OpenedRecord, open_record
from evaluation.experiment.arms import MAIN, PLAIN, arms_of
from evaluation.labeled import LabeledRecord
from evaluation.synthetic import synthetic_case
from graph_state.context import Context
from kg.store import LocalQuery, LocalResult

QUERY = LocalQuery(
    text="creatinine rose after contrast", concepts=("lab:creatinine",), sections=("allergies",)
)


def record() -> LabeledRecord:
    case = synthetic_case(0)
    return LabeledRecord(
        id="r",
        patient=case.record.patient_id,
        record=case.record,
        admission_id=case.targets[0].admission_id,
        targets=case.targets,
        documents=(),
    )


async def found(opened: OpenedRecord, name: AblationName | None) -> LocalResult:
    searched: SearchedRecord = opened.searched
    if name is None:
        return await searched.store.local_search(searched.graph.graph_id, QUERY)
    parts = OPEN_ABLATION[name](searched)
    return await parts.searcher.local_search(searched.graph.graph_id, QUERY)


def size(result: LocalResult) -> int:
    return sum(len(item.quote.encode()) for item in result.evidence)


async def test_each_arm_finds_what_its_name_says() -> None:
    async with open_record(record(), "all") as opened:
        graph = await found(opened, None)
        whole = await found(opened, "whole_record")
        assert whole.evidence == opened.searched.graph.evidence and not whole.relations
        assert whole.instances == graph.instances
        flat = await found(opened, "flat_equal")
        assert 0 < size(flat) <= size(graph) and not flat.hits
        lists = {item.id for item in graph.evidence if item.kind == "list"}
        assert lists <= {item.id for item in flat.evidence}
        bare = await found(opened, "no_entities")
        assert not bare.hits and len(bare.evidence) < len(graph.evidence)
        assert {one.kind for one in bare.instances} == {"allergy"}


async def test_exchanged_ends_keep_kinds_ids_and_sources() -> None:
    async with open_record(record(), "all") as opened:
        graph = opened.searched.graph
        changed = permuted(graph)
        assert permuted(graph) == changed
        assert changed.edges != graph.edges and changed.relations != graph.relations
        for before, after in zip(graph.edges, changed.edges, strict=True):
            assert (before.id, before.kind, before.source) == (after.id, after.kind, after.source)
        assert sorted(e.target for e in graph.edges) == sorted(e.target for e in changed.edges)


@pytest.mark.parametrize("name", ABLATIONS)
async def test_every_arm_judges_every_sentence(name: AblationName) -> None:
    labeled = record()
    async with open_record(labeled, "all") as opened:
        check = await opened.checker(Context(), ablation=name)
        report = await check(" ".join(labeled.targets[0].text.split(". ")[:3]) + ".")
        assert report.findings and all(f.status != "failed" for f in report.findings)


def test_one_search_is_off_in_each_arm_that_says_so() -> None:
    arms = {arm.name for arm in arms_of("rules", ablation=True)}
    assert arms == {MAIN, PLAIN, *ABLATIONS}
    assert {arm.judge for arm in arms_of("rules", ablation=True)} == {"rules"}
    assert ALL_SEARCHES.timeline and ALL_SEARCHES.neighbours and ALL_SEARCHES.communities
