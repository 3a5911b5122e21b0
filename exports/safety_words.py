"""Findings of safety in words, for every report that is read by people."""

from exports.factcheck_report import step_words
from graph_state.findings import Report
from graph_state.safety import SafetyFinding

TITLE = "Unsafe advice, apart from what the record supports"


def told(finding: SafetyFinding) -> str:
    """Say what is unsafe, how grave it is and in which sentence."""
    sentence = " ".join(finding.text.split())
    return f"{finding.severity} {finding.kind.replace('_', ' ')}: {finding.message}: {sentence}"


def proofs(finding: SafetyFinding, report: Report) -> list[str]:
    """Say what proves it: the passages of the record, and the path in the reference graph."""
    cited = [e for e in report.safety_evidence if e.id in finding.evidence]
    record = [f"{' '.join(e.quote.split())} ({e.source})" for e in cited]
    return [*record, *(step_words(step) for step in finding.path)]
