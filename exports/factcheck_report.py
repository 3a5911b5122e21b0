"""The check against a reference graph for readers: lines of text, or JSON."""

import json

from graph_state.factcheck import CheckedClaim, FactcheckReport, PathStep

SCHEMA = "curaview.factcheck/1"
PLACES = 4
MARKS = {"supported": "+", "contradicted": "x", "weak": "?", "unverifiable": "-"}
DENIED = {True: "not ", False: ""}


def factcheck_json(report: FactcheckReport) -> str:
    """Write one document; scores are rounded to four places."""
    document = {"schema": SCHEMA, **report.model_dump(mode="json", exclude={"text"})}
    return json.dumps(_rounded(document), ensure_ascii=False, indent=2) + "\n"


def _rounded(value: object) -> object:
    if isinstance(value, float):
        return round(value, PLACES)
    if isinstance(value, dict):
        return {key: _rounded(one) for key, one in value.items()}
    return [_rounded(one) for one in value] if isinstance(value, list) else value


def factcheck_text(report: FactcheckReport) -> str:
    """Write each claim with its path, then the score with coverage beside it."""
    lines: list[str] = []
    sentence = None
    for one in report.claims:
        if (one.claim.start, one.claim.end) != sentence:
            sentence = one.claim.start, one.claim.end
            lines.append(" ".join(one.claim.text.split()))
        lines += [f"  {MARKS[one.status]} {_told(one)}", *_proof(one)]
    return "\n".join([*lines, summary(report)]) + "\n"


def _told(one: CheckedClaim) -> str:
    claim = one.claim
    shown = "" if one.score is None else f"  {one.score:+.2f}"
    relation = f"{DENIED[claim.denied]}{claim.relation.replace('_', ' ')}"
    return f"{one.status}{shown}  {claim.subject} | {relation} | {claim.object}"


def _proof(one: CheckedClaim) -> list[str]:
    if not one.path:
        return [f"      {one.reason}"]
    return [f"      {step_words(step)}" for step in one.path]


def step_words(step: PathStep) -> str:
    """Write one edge with what it says of its gravity and the graph that holds it."""
    why = f": {step.why}" if step.why else ""
    severity = f" ({step.severity}{why})" if step.severity or why else ""
    relation = step.relation.replace("_", " ")
    return f"{step.subject} -[{relation}]-> {step.object}{severity}  [{step.origin}]"


def summary(report: FactcheckReport) -> str:
    """Say the score of the text, and of how many claims it is the mean."""
    if not report.claims:
        return "No claim that a reference graph could hold was found."
    verified = sum(one.score is not None for one in report.claims)
    score = "none" if report.score is None else f"{report.score:+.2f}"
    return (
        f"score {score}, coverage {report.coverage:.2f}"
        f" ({verified} of {len(report.claims)} claims verified)"
    )
