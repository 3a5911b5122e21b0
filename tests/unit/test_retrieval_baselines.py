"""Other ways of finding evidence: what they find, and that the judge stays the same."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest

from clinical.facts import Anchors, Concept, Fact
from clinical.sources import in_note
from evaluation.baselines.chunks import LONGEST_CHUNK, chunks_of
from evaluation.baselines.flat_search import by_words, flat_search
from evaluation.baselines.plain_domain import plain_claims, without_closed_lists
from evaluation.baselines.raw_graph import as_written, raw_graph_search
from evaluation.baselines.retrieval import RETRIEVALS, SEARCHES, RetrievalName
from evaluation.checking import open_record
from evaluation.labeled import LabeledRecord
from graph_state.context import Context
from graph_state.findings import Finding
from kg.build import build_graph
from kg.extraction import RuleExtractor
from kg.graph import PatientGraph
from kg.record import Encounter, Note, PatientRecord, TableRow
from kg.store import LocalQuery, Vectors
from kg.view import anchors_of

NOTE = """Allergies:
Penicillin

History of Present Illness:
Mr. Abara is a 66 year old man with congestive heart failure who came with leg swelling.
He ran out of his water pills. He denied chest pain. His weight was up by 4 kg.

Discharge Medications:
1. Furosemide 40 mg PO daily
2. Lisinopril 10 mg PO daily
"""
STAY = Encounter(id="9101", admitted="2171-05-01T08:00:00", discharged="2171-05-04T12:00:00")
ROW = TableRow(
    table="diagnosis",
    id="d1",
    fields={"icd_title": "Acute on chronic systolic heart failure", "icd_code": "I5023"},
    encounter="9101",
)
RECORD = PatientRecord(
    patient_id="91",
    encounters=(STAY,),
    rows=(ROW,),
    notes=(Note(id="91-DS-1", category="discharge", text=NOTE, encounter="9101"),),
)
NOTES = {"91-DS-1": NOTE}


class LetterCounts:
    """Embeds a text by how often each letter stands in it."""

    name = "letters"

    def embed(self, texts: Sequence[str]) -> Vectors:
        rows = [[text.casefold().count(chr(97 + n)) for n in range(26)] for text in texts]
        counts = np.array(rows, dtype=np.float32) + 0.01
        found: Vectors = counts / np.linalg.norm(counts, axis=1, keepdims=True)
        return found


@pytest.fixture(scope="module")
def graph() -> PatientGraph:
    return build_graph(RECORD, "9101", anchors_of(RECORD, "9101"), RuleExtractor())


def test_chunks_quote_the_note_exactly_and_lose_nothing(graph: PatientGraph) -> None:
    chunks = chunks_of(graph.evidence, NOTES)
    passages = [c.items[0] for c in chunks if not c.items[0].source.table]
    for item in passages:
        assert item.quote == NOTE[item.source.start : item.source.end]
        assert len(item.quote) <= LONGEST_CHUNK
    spans = [(item.source.start or 0, item.source.end or 0) for item in passages]
    assert all(end <= start for (_, end), (start, _) in pairwise(spans))
    read = {str(fact.source) for item in graph.evidence for fact in item.facts}
    assert {str(fact.source) for chunk in chunks for i in chunk.items for fact in i.facts} <= read
    assert any("Penicillin" in item.quote for item in passages)
    assert any("denied chest pain. His weight" in item.quote for item in passages)


def test_a_row_is_one_chunk_that_cites_its_cells(graph: PatientGraph) -> None:
    (row,) = [c for c in chunks_of(graph.evidence, NOTES) if c.items[0].source.table]
    assert row.text.startswith("diagnosis icd_title Acute on chronic")
    assert all(item.quote.startswith(f"{item.source.field}=") for item in row.items)


def test_chunks_do_not_join_over_hidden_text(graph: PatientGraph) -> None:
    spread = NOTE.replace("He denied chest pain.", "X" * len("He denied chest pain."))
    without = [e for e in graph.evidence if "denied" not in e.quote or e.kind == "list"]
    chunks = chunks_of(without, {"91-DS-1": spread})
    assert not any("X" in chunk.text for chunk in chunks)


async def test_flat_search_ranks_by_words_and_leaves_out_what_shares_none(
    graph: PatientGraph,
) -> None:
    search = flat_search(graph, NOTES, by_words)
    found = await search.local_search("91@9101", LocalQuery(text="furosemide daily", passages=1))
    assert found.version == graph.version
    assert [e.kind for e in found.evidence] == ["text"]
    assert "Furosemide 40 mg" in found.evidence[0].quote
    nothing = await search.local_search("91@9101", LocalQuery(text="zebra", passages=5))
    assert nothing.evidence == ()


async def test_flat_search_finds_no_list_and_no_concept(graph: PatientGraph) -> None:
    search = flat_search(graph, NOTES, by_words)
    query = LocalQuery(text="leg swelling", concepts=("drug:lisinopril",), sections=("allergies",))
    found = await search.local_search("91@9101", query.model_copy(update={"passages": 1}))
    assert "leg swelling" in found.evidence[0].quote
    assert not any("Lisinopril" in e.quote or e.kind == "list" for e in found.evidence)


def test_as_written_forgets_what_a_concept_knows() -> None:
    concept = Concept(id="drug:furosemide", name="furosemide", broader=("class:diuretic",))
    fact = Fact(kind="medication", concept=concept, text="Lasix 40 mg", source=in_note("n", 0, 11))
    written = as_written(fact).concept
    assert (written.id, written.name, written.broader) == ("written:lasix", "Lasix", ())
    measured = fact.model_copy(
        update={"kind": "lab", "concept": Concept(id="lab:wbc", name="leukocytes"), "text": "WBC 9"}
    )
    assert as_written(measured).concept.id == "written:wbc"
    bare = measured.model_copy(update={"text": "9.1"})
    assert as_written(bare).concept.id == "written:leukocytes"


async def test_the_raw_graph_links_only_the_wording(graph: PatientGraph) -> None:
    search = raw_graph_search(RECORD, graph, LetterCounts())
    query = LocalQuery(text="Lasix was given", concepts=("drug:furosemide",), top_k=1, passages=0)
    by_brand = await search.local_search("91@9101", query)
    assert not any(hit.linked for hit in by_brand.hits)
    same = query.model_copy(update={"text": "Furosemide was given"})
    by_name = await search.local_search("91@9101", same)
    linked = [hit.entity.name for hit in by_name.hits if hit.linked]
    assert linked == ["Furosemide"]
    known = {item.id: item for item in graph.evidence}
    assert by_name.version == graph.version
    assert all(item.facts == known[item.id].facts for item in by_name.evidence)


def test_without_the_domain_claims_are_as_written_and_lists_are_open() -> None:
    claim = Fact(
        kind="diagnosis",
        concept=Concept(id="MONDO:0005252", name="heart failure", broader=("MONDO:1",)),
        text="CHF",
        source=in_note("summary", 0, 3),
    )
    read = plain_claims(lambda text, heading, before, anchors: [claim])
    assert [c.concept.id for c in read("CHF", "", "", Anchors())] == ["written:chf"]
    open_ = without_closed_lists(Context())
    assert (open_.closed_allergies, open_.closed_discharge_medications) == (False, False)


async def checked(sentence: str, retrieval: RetrievalName, domain: bool = True) -> Finding:
    record = LabeledRecord(id="91", patient="91", record=RECORD, admission_id="9101", documents=())
    async with open_record(record, "all") as opened:
        check = await opened.checker(Context(), retrieval=retrieval, domain=domain)
        (finding,) = (await check(sentence)).findings
    return finding


@pytest.mark.parametrize("retrieval", RETRIEVALS)
async def test_every_retrieval_serves_the_same_judge(retrieval: RetrievalName) -> None:
    finding = await checked("He was discharged on furosemide 80 mg daily.", retrieval)
    assert finding.status == "graded", finding.reason
    assert finding.result is not None and finding.result.evidence_grade == "E4"
    assert set(SEARCHES) == set(RETRIEVALS)


async def test_the_brand_is_lost_without_the_domain() -> None:
    sentence = "He was discharged on Lasix 40 mg daily."
    known = await checked(sentence, "graph")
    plain = await checked(sentence, "raw_graph", domain=False)
    assert known.result is not None and known.result.evidence_grade == "E1"
    assert plain.result is not None and plain.result.evidence_grade in ("E3", None)
