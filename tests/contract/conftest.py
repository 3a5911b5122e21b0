"""The stores under contract, and small graphs to put into them."""

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest
import pytest_asyncio
from neo4j import GraphDatabase
from pydantic import BaseModel, SecretStr

from clinical.facts import Anchors, Concept, Fact
from clinical.sources import in_note
from kg.evidence import Evidence, evidence_id
from kg.graph import BuildReport, Community, Entity, GraphRelation, PatientGraph
from kg.neo4j_address import Login, Neo4jAddress, neo4j_address
from kg.neo4j_store import Neo4jStore
from kg.sqlite_store import SqliteStore
from kg.store import GraphStore

ROOT = Path(__file__).parents[2]


class Server(BaseModel, frozen=True):
    """A database that tests may fill and empty."""

    uri: str
    user: str | None = None
    password: str = ""
    database: str | None = None

    @property
    def address(self) -> Neo4jAddress:
        login = Login(user=self.user, password=SecretStr(self.password)) if self.user else None
        return Neo4jAddress(uri=self.uri, database=self.database, login=login)


@pytest.fixture(scope="session")
def arcadedb() -> Iterator[Server]:
    """Speaks Bolt, and needs nothing but a Python package."""
    if importlib.util.find_spec("arcadedb_embedded") is None:
        pytest.skip("the package arcadedb-embedded is not installed")
    with _running("arcadedb") as server:
        yield server


@pytest.fixture(scope="session")
def neo4j(request: pytest.FixtureRequest) -> Iterator[Server]:
    """A real Neo4j: the one that is named, else one of our own."""
    uri = os.environ.get("CURAVIEW_NEO4J_URI")
    if uri:
        address = neo4j_address(uri)
        server = Server(
            uri=address.uri,
            user=os.environ.get("CURAVIEW_NEO4J_USER"),
            password=os.environ.get("CURAVIEW_NEO4J_PASSWORD", ""),
            database=address.database,
        )
        if not request.config.getoption("--allow-existing"):
            _refuse_unless_empty(server)
        yield server
        return
    if shutil.which("javac") is None or not (ROOT / "build" / "neo4j" / "fetched").is_file():
        pytest.skip("no Neo4j here; `make neo4j-jars` fetches it where Java and Maven are")
    with _running("neo4j") as server:
        yield server


@contextmanager
def _running(kind: str) -> Iterator[Server]:
    """Start a server in a process of its own; it ends when its standard input is closed."""
    script = ROOT / "tests" / "servers" / "run_server.py"
    command = [sys.executable, str(script), kind]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        told = process.stdout.readline()
        if not told:
            pytest.fail(f"{kind} did not start, exit status {process.wait()}")
        yield Server.model_validate_json(told)
        process.stdin.close()


def _refuse_unless_empty(server: Server) -> None:
    auth = (server.user, server.password) if server.user else None
    with GraphDatabase.driver(server.uri, auth=auth) as driver:
        found = driver.execute_query("MATCH (n) RETURN count(n) AS n", database_=server.database)
    if found.records[0]["n"]:
        pytest.fail(f"{server.uri} is not empty; give another database or --allow-existing")


SERVERS = [
    pytest.param(kind, marks=[pytest.mark.server, pytest.mark.enable_socket])
    for kind in ("arcadedb", "neo4j")
]
STORES = ["sqlite-file", "sqlite-memory", *SERVERS]
"""Every implementation of the protocol passes the same suite, on every server it knows."""


@pytest_asyncio.fixture(params=STORES)
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[GraphStore]:
    """One empty store of each kind."""
    opened = _opened(request.param, request, tmp_path)
    await _empty(opened)
    yield opened
    await _empty(opened)
    await opened.close()


@pytest_asyncio.fixture(params=SERVERS)
async def neo4j_store(request: pytest.FixtureRequest) -> AsyncIterator[Neo4jStore]:
    """One empty store on each server."""
    opened = Neo4jStore(request.getfixturevalue(request.param).address)
    await _empty(opened)
    yield opened
    await _empty(opened)
    await opened.close()


def _opened(kind: str, request: pytest.FixtureRequest, folder: Path) -> GraphStore:
    if kind == "sqlite-file":
        return SqliteStore(folder / "graphs.sqlite")
    if kind == "sqlite-memory":
        return SqliteStore()
    return Neo4jStore(request.getfixturevalue(kind).address)


async def _empty(store: GraphStore) -> None:
    for graph in await store.graphs():
        await store.delete(graph.graph_id)


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
