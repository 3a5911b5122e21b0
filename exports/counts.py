"""How many sentences ended how: the figures at the head of every report."""

from clinical.labels import GRADES, Grade, Status
from graph_state.findings import Finding, Report


def grade_of(finding: Finding) -> Grade | None:
    """Return the accepted grade of a sentence, which only a graded one has."""
    if finding.status != "graded" or finding.result is None:
        return None
    return finding.result.evidence_grade


def needs_attention(finding: Finding) -> bool:
    """Say whether a reader must look: unsupported, contradicted, or not decided."""
    return finding.status in ("abstained", "failed") or grade_of(finding) in ("E3", "E4")


def in_order(report: Report) -> tuple[Finding, ...]:
    """Return the findings in the order of the summary."""
    return tuple(sorted(report.findings, key=lambda f: (f.index, f.start, f.end)))


def report_counts(report: Report) -> dict[str, int]:
    """Count the sentences by status and by grade."""
    statuses: tuple[Status, ...] = ("graded", "not_checkable", "abstained", "failed")
    counts = {"sentences": len(report.findings)}
    counts |= {s: sum(f.status == s for f in report.findings) for s in statuses}
    counts |= {g: sum(grade_of(f) == g for f in report.findings) for g in GRADES}
    return counts
