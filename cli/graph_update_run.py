"""Update the stored graphs of every patient of a record, each as a whole or not at all."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from pydantic import BaseModel

from kg.errors import BadInputError
from kg.extraction import RuleExtractor
from kg.graph import EvidenceSetting
from kg.neo4j_address import Login
from kg.open_store import open_store
from kg.readers import open_cases
from kg.side_by_side import side_by_side
from kg.store import GraphStore
from kg.stored_update import admissions_to_refresh, refresh_graph
from kg.update_report import UpdateReport

AT_ONCE = 2
"""Graphs under way: while the store writes one, the next is built."""


class UpdateOptions(BaseModel, frozen=True):
    """What `curaview graph update` was asked for."""

    record: Path
    store: str
    login: Login | None = None
    admission: str | None = None
    evidence: EvidenceSetting = "all"


async def update_record(options: UpdateOptions) -> list[UpdateReport]:
    """Update the graphs of a record and return what changed in each.

    The whole record is read once before the first graph is touched, so that a record with a
    mistake in it changes nothing.
    """
    if options.store == "memory":
        raise BadInputError(
            "store memory: is gone when the command ends; give --store sqlite:PATH or a database"
        )
    async with _opened(options) as store:
        stored, evidence = await store.graphs(), options.evidence
        for case in open_cases(options.record, options.admission):
            admissions_to_refresh(case, stored, options.admission, evidence)
        jobs = (
            partial(refresh_graph, store, case, admission, evidence, RuleExtractor())
            for case in open_cases(options.record, options.admission)
            for admission in admissions_to_refresh(case, stored, options.admission, evidence)
        )
        return [report async for report in side_by_side(jobs, AT_ONCE)]


@asynccontextmanager
async def _opened(options: UpdateOptions) -> AsyncIterator[GraphStore]:
    store = open_store(options.store, login=options.login)
    try:
        yield store
    finally:
        await store.close()
