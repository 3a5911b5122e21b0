"""A check says the same, byte for byte, wherever the patient's graph is kept."""

import sys
from pathlib import Path

import pytest

from cli.main import app
from kg.neo4j_store import Neo4jStore

COHORT = Path(__file__).parents[2] / "examples" / "cohort"
ADMISSION = "27428867"


def verified(
    store: str, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> bytes:
    command = ["verify", str(COHORT), "--admission", ADMISSION, "--no-resume", "--store", store]
    monkeypatch.setattr(sys, "argv", ["curaview", *command, "--format", "json"])
    monkeypatch.setattr(sys, "excepthook", sys.__excepthook__)
    with pytest.raises(SystemExit) as left:
        app()
    assert left.value.code == 0
    return capfdbinary.readouterr().out


def test_a_report_does_not_depend_on_the_store(
    neo4j_store: Neo4jStore,
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    address = neo4j_store.connection.address
    if address.login is not None:
        monkeypatch.setenv("CURAVIEW_NEO4J_USER", address.login.user)
        monkeypatch.setenv("CURAVIEW_NEO4J_PASSWORD", address.login.password.get_secret_value())
    embedded = verified("memory", monkeypatch, capfdbinary)
    assert b'"E4"' in embedded
    database = f"{address.uri}/{address.database or ''}"
    assert verified(database, monkeypatch, capfdbinary) == embedded
