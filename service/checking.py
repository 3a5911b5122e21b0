"""Checks of uploaded summaries: verdicts are told as they come, and the report is kept a while."""

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from agents.check_graph import CheckParts, check_graph
from agents.judging import Judge
from agents.omissions import OmissionFinder
from agents.patient_graph import stored_graph
from agents.runs import run_check
from clinical.claims import read_claims
from exports.counts import grade_of
from exports.deciding import deciding_passages
from exports.findings_report import totals
from exports.wording import type_words, verdict_words
from graph_state.context import Context
from graph_state.findings import Finding, Report
from graph_state.state import CheckInput
from kg.errors import BadInputError, CuraViewError
from kg.open_store import open_store
from kg.readers import open_cases
from kg.record import Case
from service.upload import Upload

KEPT = 8
"""Reports that stay in memory; the oldest goes when another one comes."""

AT_ONCE = 2
"""Checks that run at the same time; others wait."""

Told = tuple[str, Mapping[str, object]]
"""The name of an event, and what it says."""


@dataclass
class Check:
    """One upload under way or done."""

    id: str = field(default_factory=lambda: secrets.token_urlsafe(12))
    told: list[Told] = field(default_factory=list)
    over: bool = False
    report: Report | None = None
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def tell(self, name: str, **said: object) -> None:
        """Say something to whoever watches."""
        self.told.append((name, said))
        self.over = name in ("done", "failed")
        self.news.set()

    async def events(self, seen: int) -> AsyncIterator[tuple[int, Told]]:
        """Yield what was told and what is being told, each with its number."""
        while True:
            while seen < len(self.told):
                yield seen, self.told[seen]
                seen += 1
            if self.over:
                return
            self.news.clear()
            await self.news.wait()


class Checker:
    """Runs checks in the background; nothing of an upload stays on disk."""

    def __init__(self, judges: Mapping[str, Judge]) -> None:
        self._judges = judges
        self._checks: OrderedDict[str, Check] = OrderedDict()
        self._gate = asyncio.Semaphore(AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, upload: Upload) -> Check:
        """Begin to check an upload."""
        check = Check()
        self._checks[check.id] = check
        while len(self._checks) > KEPT:
            self._checks.popitem(last=False)
        task = asyncio.create_task(self._run(check, upload))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return check

    def find(self, name: str) -> Check:
        """Return a check that is still kept."""
        if name not in self._checks:
            raise BadInputError("this check is no longer kept; upload it again")
        return self._checks[name]

    async def _run(self, check: Check, upload: Upload) -> None:
        try:
            async with self._gate:
                with TemporaryDirectory(prefix="curaview-") as name:
                    await self._check(check, upload, Path(name))
        finally:
            if not check.over:
                check.tell("failed", message="the check broke off; the terminal says why")

    async def _check(self, check: Check, upload: Upload, folder: Path) -> None:
        try:
            path = await asyncio.to_thread(upload.write, folder)
            case, admission = await asyncio.to_thread(_case_of, path, upload.admission or None)
            check.report = await self._report(check, upload, case, admission)
        except CuraViewError as error:
            said = str(error).replace(f"{folder}/", "").replace(str(folder), "the record")
            check.tell("failed", message=said)
            return
        check.tell("done", totals=totals((check.report,)))

    async def _report(
        self, check: Check, upload: Upload, case: Case, admission: str | None
    ) -> Report:
        store = open_store("memory")
        try:
            stored = await stored_graph(store, case, admission, (), "all")
            parts = CheckParts(
                store=store,
                judges=self._judges,
                read_claims=read_claims,
                sources=lambda _: stored.sources,
                find_omissions=OmissionFinder(store),
                at_once=4,
            )
            request = CheckInput(
                patient_id=case.record.patient_id,
                admission_id=admission,
                target="summary",
                summary=upload.summary,
            )
            return await run_check(
                check_graph(parts).compile(),
                request,
                Context(),
                progress=lambda done, total: check.tell("progress", done=done, total=total),
                found=lambda findings: _tell(check, findings),
            )
        finally:
            await store.close()


def _case_of(path: Path, admission: str | None) -> tuple[Case, str | None]:
    """Read the one patient of an upload, and the admission that the summary is about."""
    cases = list(islice(open_cases(path, admission), 2))
    if len(cases) != 1:
        held = "holds several patients; give the admission" if cases else "holds no patient"
        raise BadInputError(f"{path}: {held}")
    only = cases[0].record.only_stay
    return cases[0], admission or (only.id if only else None)


def _tell(check: Check, findings: Sequence[Finding]) -> None:
    for said in map(dict, _said(findings)):
        check.tell("sentence", **said)


def _said(findings: Sequence[Finding]) -> Iterator[dict[str, object]]:
    for finding in findings:
        passages = deciding_passages(finding)
        result, grade = finding.result, grade_of(finding)
        types = result.hallucination_types if result and grade else ()
        yield {
            "index": finding.index,
            "text": finding.text,
            "verdict": verdict_words(finding),
            "mark": grade or finding.status,
            "types": [type_words(one) for one in types],
            "quote": passages[0].evidence.quote if passages else "",
        }
