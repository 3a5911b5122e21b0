"""Rules for sentences that say which report, or which group of it, tells of something."""

import re

from agents.rule_judge.decisions import Decision, Item, contradicted
from agents.rule_judge.findings.error_types import error_type_of
from agents.rule_judge.record_view import RecordView
from clinical.count_claims import pieces
from clinical.criteria import read_criteria
from clinical.facts import Fact
from clinical.group_reports import is_group_report
from clinical.labels import Kind
from clinical.report_regions import is_titled_report, region_of, told_in
from clinical.report_scopes import Cell, find_scopes
from clinical.vocabulary import is_general
from kg.evidence import Evidence

NAMED_KINDS: tuple[Kind, ...] = ("medication", "procedure", "diagnosis", "symptom")
RELATED = re.compile(
    r"\b(?:no|not|none|neither|nor|never|without|cannot|vis-[aà]-vis|than|unlike|like|same"
    r"|compar\w+|differ\w*|except|excluding|only|other|apart|either|or"
    r"|most|least|more|less|fewer|difference|similar\w*|identical\w*|whether|if)\b",
    re.IGNORECASE,
)
"""Words of clauses that deny, compare or choose, and do not simply say what is where."""


def judge_named_reports(
    text: str, claims: list[Fact], view: RecordView
) -> list[tuple[Fact, Decision]]:
    """What a sentence tells of one report stands in another only.

    Criteria and counts speak of much that is not there, so their reports are left out.
    """
    reports = [e for e in view.reports() if tells_plainly(e.quote)]
    if not reports:
        return []
    found = []
    for start, end in pieces(text):
        piece = text[start:end]
        cells = [cell for scope in find_scopes(piece) for cell in scope.cells if cell.report]
        if not cells or RELATED.search(piece):
            continue
        for claim in claims:
            at = claim.source.start or 0
            if start <= at < end and is_named(claim):
                decision = judge_in(claim, cells, reports)
                found += [(claim, decision)] if decision else []
    return found


def is_named(claim: Fact) -> bool:
    """Say whether a claim is of something that a report would call by its name."""
    affirmed = claim.kind in NAMED_KINDS and claim.assertion == "present"
    return affirmed and not is_general(claim.concept.id, claim.text)


def tells_plainly(text: str) -> bool:
    """Say whether a text is one of several reports, and neither criteria nor counts."""
    return is_titled_report(text) and not read_criteria(text) and not is_group_report(text)


def judge_in(claim: Fact, cells: list[Cell], reports: list[Evidence]) -> Decision | None:
    """Look for a claim in each place that it is said of, and in all others."""
    for cell in cells:
        own = [e for e in reports if cell.report in title_of(e)]
        region = region_of(own[0].quote, cell) if len(own) == 1 else None
        if region is None or told_in(region).tells_of(claim):
            continue
        others = [e for e in reports if told_in(e.quote).tells_of(claim)]
        if others:
            note = f"{claim.text!r} is told in another place only"
            items = [Item(claim, e) for e in others]
            kind = "medication_error" if claim.kind == "medication" else error_type_of(claim)
            return contradicted("told_of_another_place", items, (kind,), note, "place")
    return None


def title_of(report: Evidence) -> list[str]:
    """The words of the first line of a report."""
    return report.quote.strip().partition("\n")[0].lower().split()
