"""Turn the findings of all sentences into one report."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version

from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from agents.reviewer import in_order
from agents.safety.answer import FindSafety, no_safety
from agents.safety.verdicts import with_contradictions
from agents.source_texts import SourcesOf
from graph_state.context import Context, context_of
from graph_state.findings import Omission, Report
from graph_state.state import CheckState
from kg.evidence import Evidence
from kg.graph import graph_id

FEW_GRADED = 5
"""Fewer graded sentences say nothing of a record."""

Omissions = tuple[tuple[Omission, ...], tuple[Evidence, ...]]
"""What a summary leaves out, and the evidence that it is in the record."""

FindOmissions = Callable[[str, str, str], Awaitable[Omissions]]
"""Find omissions, given the graph id, the summary and the name of the target."""


class Reported(TypedDict):
    """What the reporter adds."""

    report: Report


@dataclass(frozen=True)
class Reporter:
    """Writes the report with the settings and versions that it was made with."""

    sources: SourcesOf
    find_omissions: FindOmissions
    find_safety: FindSafety = no_safety

    async def __call__(self, state: CheckState, runtime: Runtime[Context]) -> Reported:
        """Put the findings in order and the cited sources beside them."""
        context = context_of(runtime, Context)
        name = graph_id(state["patient_id"], state.get("admission_id"), context.evidence)
        target = state.get("target", "summary")
        omissions, evidence = await self.find_omissions(name, state["summary"], target)
        safety, safety_evidence = await self.find_safety(name, state["summary"], target)
        report = Report(
            patient_id=state["patient_id"],
            admission_id=state.get("admission_id"),
            target=target,
            judge=context.judge,
            summary=state["summary"],
            settings=context.model_dump(),
            versions=versions(state),
            findings=with_contradictions(in_order(state["findings"]), safety, safety_evidence),
            omissions=omissions,
            omission_evidence=evidence,
            safety=safety,
            safety_evidence=safety_evidence,
            review=state.get("review"),
        )
        return {"report": self._with_sources(report, name)}

    def _with_sources(self, report: Report, name: str) -> Report:
        texts, documents = self.sources(name), cited_documents(report)
        notes = {key: texts.notes[key] for key in documents if key in texts.notes}
        rows = {key: dict(texts.rows[key]) for key in documents if key in texts.rows}
        names = {key: texts.names[key] for key in documents if key in texts.names}
        notices = (*texts.notices, *silences(report))
        return report.model_copy(
            update={"sources": notes, "rows": rows, "names": names, "notices": notices}
        )


def silences(report: Report) -> tuple[str, ...]:
    """Say so where the record is silent on most of what was compared with it."""
    graded = [one.result for one in report.findings if one.status == "graded" and one.result]
    silent = sum(one.evidence_grade == "E3" for one in graded)
    if len(graded) < FEW_GRADED or silent * 2 <= len(graded):
        return ()
    return (
        f"the record tells nothing of {silent} of {len(graded)} graded sentences; see whether it is"
        " the whole record of this patient",
    )


async def no_omissions(graph_id: str, summary: str, target: str) -> Omissions:
    """Look for no omissions."""
    return (), ()


def cited_documents(report: Report) -> list[str]:
    """List the notes and rows that findings, omissions and dangers cite, sorted."""
    uses = [use.evidence for finding in report.findings for use in finding.evidence]
    return sorted(
        {
            item.source.document
            for item in (*uses, *report.omission_evidence, *report.safety_evidence)
        }
    )


def versions(state: CheckState) -> dict[str, str]:
    """Name what the report depends on: the program and the graph."""
    graph = state["sentences"][0]["graph_version"] if state["sentences"] else ""
    return {"curaview": program_version(), "graph": graph}


@cache
def program_version() -> str:
    """Return the installed version of CuraView."""
    return version("curaview")
