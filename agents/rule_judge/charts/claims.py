"""Rules for sentences that ask the tables of a chart to be sorted, counted or compared."""

from agents.rule_judge.charts.rows import LABORATORY, Row, readings_of, rows_of
from agents.rule_judge.charts.rules import RULES, Outcome
from agents.rule_judge.decisions import Decision, Item, contradicted, silent, supported
from agents.rule_judge.record_view import RecordView
from agents.rule_judge.repetitions.substitutions import whole_sentence
from clinical import sig
from clinical.chart_claims import ChartClaim, Predicate, read_chart_claim
from clinical.chart_phrases import Subject, name_key
from clinical.facts import Fact
from clinical.labels import ErrorType
from clinical.named_quantities import find_named_quantities

PROVES_ALONE: frozenset[Predicate] = frozenset({"compared", "count", "length"})
"""What only the tables can settle; all else may stand in a note in other words."""

LISTED_IN_PART: frozenset[Subject] = frozenset({"diagnosis", "procedure", "medication"})
"""What tables code for other ends: a note may name more of it, so their number proves nothing."""

TYPES: dict[Predicate, ErrorType] = {
    "moment": "time_error",
    "length": "time_error",
    "count": "value_error",
    "dose": "medication_error",
}


def judge_chart_claim(text: str, view: RecordView) -> tuple[Fact, Decision] | None:
    """Decide on a sentence by the tables of the chart, or return None where they cannot."""
    claim = read_chart_claim(text, view.anchors)
    if claim is None:
        return None
    rows = rows_of(claim.subject, view)
    named = [row for row in rows if is_named(row, claim)]
    if not named and claim.names and not is_about_nothing(claim, rows, view):
        return None
    if claim.pick is not None and claim.pick.order and any(not row.start for row in named):
        return None
    outcomes = [
        outcome
        for reading in readings_of(claim.scope, named, view)
        if (outcome := RULES[claim.predicate](claim, reading, view)) is not None
    ]
    if not outcomes:
        return None
    decision = decided(claim, outcomes, named)
    told_in_notes = any(item.source.note for item in view.evidence)
    if decision.grade in ("E3", "E4") and told_in_notes and not proves_alone(claim):
        return None
    return whole_sentence(text), decision


def proves_alone(claim: ChartClaim) -> bool:
    """Say whether tables refute a claim of this kind even where there are notes beside them."""
    if claim.predicate == "count" and claim.subject in LISTED_IN_PART:
        return False
    return claim.predicate in PROVES_ALONE


def decided(claim: ChartClaim, outcomes: list[Outcome], named: list[Row]) -> Decision:
    """One reading that holds is enough; where none does, the first shows what is wrong."""
    for outcome in outcomes:
        if outcome.holds:
            note = f"the tables say the same: {outcome.instead}"
            return supported(f"chart_{claim.predicate}", items(outcome.proof), note, "table")
    wrong = outcomes[0]
    kind = error_type(claim, named)
    if not wrong.proof:
        near = items(named[:2])
        if claim.predicate == "count" and near:
            return contradicted(
                "chart_count", near, (kind,), f"the tables: {wrong.instead}", "table"
            )
        if is_dated_otherwise(claim, named):
            note = f"the tables date it otherwise: {named[0].item.fact.text!r} at {named[0].start}"
            return contradicted("chart_other_day", near, ("time_error",), note, "table")
        return silent("chart_silent", ("invented_fact",), f"the tables: {wrong.instead}", near)
    note = f"the tables say otherwise: {wrong.instead}"
    return contradicted(f"chart_{claim.predicate}", items(wrong.proof), (kind,), note, "table")


def is_dated_otherwise(claim: ChartClaim, named: list[Row]) -> bool:
    """Say whether a diagnosis is told of another year than that of its onset on record."""
    began = bool(claim.scope.spans) and not claim.scope.stays and claim.subject == "diagnosis"
    return began and bool(named) and all(row.start for row in named)


def error_type(claim: ChartClaim, named: list[Row]) -> ErrorType:
    """The type of an error of a claim of this kind."""
    if claim.predicate in TYPES:
        return TYPES[claim.predicate]
    if claim.predicate == "name":
        if claim.subject == "medication":
            return "medication_error"
        return "exam_result_error" if claim.subject == "microbiology" else "value_error"
    tables = {row.item.fact.source.table.casefold() for row in named}
    measured_in_blood = bool(tables) and tables <= set(LABORATORY)
    return "exam_result_error" if measured_in_blood else "value_error"


def items(rows: list[Row]) -> list[Item]:
    """The items of rows."""
    return [row.item for row in rows]


def is_named(row: Row, claim: ChartClaim) -> bool:
    """Say whether an entry is one of those that the claim names."""
    if claim.route and not same_route(row, claim.route):
        return False
    if not claim.names:
        return True
    fact = row.item.fact
    labels = [row.label, *([fact.site or ""] if claim.subject == "microbiology" else [])]
    keys = [key for label in labels for key in (name_key(label), name_key(without_unit(label)))]
    for name in claim.names:
        wanted = name_key(name)
        if wanted in keys or any(wanted == key - {"daily", "admission"} for key in keys):
            return True
    return False


def without_unit(label: str) -> str:
    """`height (cm)` is a height."""
    return label.partition("(")[0]


def same_route(row: Row, route: str) -> bool:
    """Compare routes as directions are read."""
    found = sig.route(route, 0, len(route))
    return (row.item.fact.route or "") in ((found.value if found else ""), route.casefold())


def is_about_nothing(claim: ChartClaim, rows: list[Row], view: RecordView) -> bool:
    """Say whether the tables are there, and none of them knows the thing at all."""
    if not rows or claim.predicate != "exists":
        return False
    known = any(find_named_quantities(name) for name in claim.names)
    return known and not any(item.source.note for item in view.evidence)
