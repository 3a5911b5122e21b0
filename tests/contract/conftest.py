"""The stores under contract, and small graphs to put into them."""

from collections.abc import AsyncIterator, Callable
from itertools import pairwise
from pathlib import Path

import pytest
import pytest_asyncio

from clinical.facts import Anchors, Concept, Fact
from clinical.sources import in_note
from kg.evidence import Evidence, evidence_id
from kg.graph import BuildReport, Community, Entity, GraphRelation, PatientGraph
from kg.sqlite_store import SqliteStore
from kg.store import GraphStore

Opener = Callable[[Path], GraphStore]

STORES: dict[str, Opener] = {
    "sqlite-file": lambda folder: SqliteStore(folder / "graphs.sqlite"),
    "sqlite-memory": lambda folder: SqliteStore(),
}
"""Every implementation of the protocol passes the same suite; a new one is one more line."""


@pytest_asyncio.fixture(params=sorted(STORES))
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[GraphStore]:
    """One empty store of each kind."""
    opened = STORES[request.param](tmp_path)
    yield opened
    await opened.close()


@pytest.fixture
def small_graph() -> Callable[..., PatientGraph]:
    """A maker of graphs: the patient, one drug of a given name, and a chain of diagnoses."""
    return _graph


def _graph(
    graph_id: str, drug: str = "metformin", chain: int = 3, version: str = "1"
) -> PatientGraph:
    lines = [f"Takes {drug} twice a day.", *(f"Problem number {n}." for n in range(chain))]
    evidence = _evidence(graph_id, drug, lines)
    ids = [item.id for item in evidence]
    problems = [
        Entity(
            id=f"DIAGNOSIS:p{n}",
            kind="DIAGNOSIS",
            name=f"problem {n}",
            concepts=(f"problem:{n}",),
            attributes={"assertion": "present"},
            evidence=(ids[n + 1],),
        )
        for n in range(chain)
    ]
    medication = Entity(
        id=f"MEDICATION:{drug}",
        kind="MEDICATION",
        name=drug,
        concepts=(f"drug:{drug}", "drugclass:tested"),
        evidence=(ids[0],),
    )
    patient = Entity(id="PATIENT", kind="PATIENT", name=graph_id)
    entities = (patient, medication, *problems)
    return PatientGraph(
        graph_id=graph_id,
        patient_id=graph_id,
        admission_id=None,
        version=version,
        anchors=Anchors(admitted="2180-03-01", discharged="2180-03-09"),
        entities=entities,
        relations=_relations(entities),
        communities=(
            Community(
                id="0.0",
                level=0,
                parent=None,
                title=drug,
                entities=(patient.id, medication.id),
                report=f"The patient takes {drug}.",
            ),
        ),
        evidence=evidence,
        report=BuildReport(merged=("a <- b",), conflicts=("c",), dropped=("d",)),
    )


def _evidence(graph_id: str, drug: str, lines: list[str]) -> tuple[Evidence, ...]:
    found, start = [], 0
    for line in lines:
        source = in_note(f"note of {graph_id}", start, start + len(line))
        start += len(line) + 1
        concept = Concept(id=f"drug:{drug}", name=drug)
        fact = Fact(kind="medication", concept=concept, text=drug, source=source)
        facts = (fact,) if drug in line else ()
        found.append(
            Evidence(id=evidence_id(source), kind="text", source=source, quote=line, facts=facts)
        )
    return tuple(found)


def _relations(entities: tuple[Entity, ...]) -> tuple[GraphRelation, ...]:
    """The patient takes the drug, which indicates the first problem, that the next, and so on."""
    pairs = list(pairwise(entities))
    return tuple(
        GraphRelation(
            id=f"rel_{n}",
            source=a.id,
            target=b.id,
            kind="prescribed" if n == 0 else "indicates",
            evidence=b.evidence,
        )
        for n, (a, b) in enumerate(pairs)
    )
