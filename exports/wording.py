"""The words that reports use for verdicts; nothing unchecked is ever worded as clean."""

import re

from clinical.labels import ErrorType, Grade, Status
from exports.counts import grade_of, report_counts
from graph_state.findings import Finding, HallucinationDetectionResult, Report

GRADE_WORDS: dict[Grade, str] = {
    "E1": "explicit support",
    "E2": "indirect support",
    "E3": "no support",
    "E4": "contradicted",
}

STATUS_WORDS: dict[Status, str] = {
    "graded": "graded",
    "not_checkable": "not checkable",
    "abstained": "undecided",
    "failed": "check failed",
}

STATUS_DEFINITIONS: dict[Status, str] = {
    "graded": "compared with the record; carries a grade",
    "not_checkable": "says nothing that a record could confirm or refute; not checked, not clean",
    "abstained": "could be checked, but no decision was safe; a reader must decide",
    "failed": "every verdict broke a consistency rule and was refused; a reader must decide",
}


_ENDINGS = {str(grade): words for grade, words in GRADE_WORDS.items()} | {
    "abstained": STATUS_WORDS["abstained"]
}
_DECIDED = re.compile(
    r"(?P<claim>'.*?'|\".*?\"): (?P<grade>E[1-4]|abstained) by [\w ]+: (?P<explanation>.*?)"
    r"(?: \[ev_\w+\])*"
)
"""A line in which the rule judge says what it decided on a claim, by which rule, from what."""


def type_words(error_type: ErrorType) -> str:
    """Write a type of error in words."""
    return error_type.replace("_", " ")


def verdict_words(finding: Finding) -> str:
    """Write how the check of a sentence ended: its grade, or why it has none."""
    grade = grade_of(finding)
    return STATUS_WORDS[finding.status] if grade is None else f"{grade} {GRADE_WORDS[grade]}"


def plain_reasoning(reasoning: str) -> str:
    """Put the lines of the rule judge into words for a reader: no names of rules, no ids.

    What was compared stays, and so does every line that is no line of the rule judge.
    """
    return "\n".join(_plain_line(line) for line in reasoning.split("\n"))


def told_reasoning(result: HallucinationDetectionResult) -> str:
    """Return the reasoning in words; what the claims beside it explain is not told twice."""
    if not any(claim.explanation for claim in result.claims):
        return plain_reasoning(result.reasoning)
    lines = result.reasoning.split("\n")
    return "\n".join(line for line in lines if _DECIDED.fullmatch(line) is None).strip()


def _plain_line(line: str) -> str:
    found = _DECIDED.fullmatch(line)
    if found is None:
        return line
    said = _ENDINGS[found["grade"]]
    parts = (found["claim"][1:-1], found["explanation"])
    claim, explanation = (part.replace("\\n", " ").strip() for part in parts)
    return f"“{claim}”: {said}. {explanation[:1].upper()}{explanation[1:]}."


def headline(report: Report) -> str:
    """Sum a report up in one line, with everything that was not checked named as such."""
    counts = report_counts(report)
    graded = ", ".join(f"{counts[g]} {g} {GRADE_WORDS[g]}" for g in reversed(GRADE_WORDS))
    rest = ", ".join(f"{counts[s]} {w}" for s, w in STATUS_WORDS.items() if s != "graded")
    return (
        f"{counts['sentences']} sentences. Graded {counts['graded']}: {graded}. No grade: {rest}."
    )
