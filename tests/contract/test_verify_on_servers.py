"""A check says the same, byte for byte, wherever the patient's graph is kept."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from kg.neo4j_store import Neo4jStore

COHORT = Path(__file__).parents[2] / "examples" / "cohort"
ADMISSION = "27428867"


def test_a_report_does_not_depend_on_the_store(
    neo4j_store: Neo4jStore,
    monkeypatch: pytest.MonkeyPatch,
    run: Callable[..., tuple[int, str, str]],
) -> None:
    address = neo4j_store.connection.address
    if address.login is not None:
        monkeypatch.setenv("CURAVIEW_NEO4J_USER", address.login.user)
        monkeypatch.setenv("CURAVIEW_NEO4J_PASSWORD", address.login.password.get_secret_value())
    verify = partial(run, "verify", COHORT, "--admission", ADMISSION, "--no-resume")
    status, embedded, _ = verify("--format", "json", "--store", "memory")
    assert status == 0 and '"E4"' in embedded
    database = f"{address.uri}/{address.database or ''}"
    assert verify("--format", "json", "--store", database)[:2] == (0, embedded)
