"""The two checks of a rewrite: its form, and whether it is false by the facts that it edits.

Neither asks the judge or compares as the judge does, so that errors it would miss are kept.
"""

import re

from agents.chart import Chart
from agents.falsity import falsity_fault
from clinical.sentences import split_sentences
from graph_state.edits import edits_fault
from graph_state.generation import Edit, Proposal, RewriteInput

CUE = re.compile(
    r"\b(?:hallucinat\w*|fabricat\w*|incorrect\w*|erroneous\w*|falsely|fictitious|counterfactual|"
    r"altered|contrary to (?:the )?(?:record|chart)|instead of (?:the )?(?:recorded|documented)|"
    r"not in the record|as an ai)\b|\[|\]|\*\*|<|>|->|=>|�|\bTODO\b",
    re.IGNORECASE,
)
"""What would give a planted error away."""

TYPOGRAPHY = re.compile(r"[^\w\s.,;:()/%+#'\"&<>=~°-]")
DOUBLED = re.compile(
    r"[ \t]{2,}|\s[,.;:](?!\d)|,,|\.\.|\b(?P<word>\w+)\s+(?P=word)\b", re.IGNORECASE
)


def format_objection(sentence: RewriteInput, proposal: Proposal) -> str | None:
    """Object to a rewrite that is no single, clean sentence with exactly the edits it names."""
    text = sentence["text"]
    if proposal.fault:
        return proposal.fault
    if _squeezed(proposal.text) == _squeezed(text):
        return "the rewrite does not differ from the original"
    if not proposal.edits:
        return "the rewrite names no edit"
    return (
        edits_fault(text, proposal.text, proposal.edits)
        or _sentence_fault(sentence, proposal.text)
        or _cue_fault(text, proposal.text)
    )


def logic_objection(sentence: RewriteInput, proposal: Proposal, chart: Chart) -> str | None:
    """Object to an edit that is not false by the record, or whose basis is not in it."""
    for edit in proposal.edits:
        fault = _basis_fault(edit, chart) or falsity_fault(sentence, proposal, edit, chart)
        if fault:
            return f"{edit.error_type} {edit.text!r}: {fault}"
    return None


def _sentence_fault(sentence: RewriteInput, rewrite: str) -> str | None:
    """The rewrite is one sentence, and its neighbors stay what they were."""
    summary, start, end = sentence["summary"], sentence["start"], sentence["end"]
    before = [span for span in split_sentences(summary) if span.start != start]
    moved = len(rewrite) - (end - start)
    after = split_sentences(summary[:start] + rewrite + summary[end:])
    wanted = {
        (s.start, s.end) if s.end <= start else (s.start + moved, s.end + moved) for s in before
    } | {(start, start + len(rewrite))}
    if {(span.start, span.end) for span in after} != wanted:
        return "the rewrite does not segment as one sentence in its place"
    return None


def _cue_fault(text: str, rewrite: str) -> str | None:
    """Nothing in the wording or the typography may show that the sentence was changed."""
    cue = CUE.search(rewrite)
    if cue and cue.group() not in text:
        return f"{cue.group()!r} would give the error away"
    odd = set(TYPOGRAPHY.findall(rewrite)) - set(text)
    if odd:
        return f"{min(odd)!r} is not how the original is written"
    if rewrite[-1:] != text[-1:] and not (rewrite[-1:].isalnum() and text[-1:].isalnum()):
        return "the rewrite does not end as the original does"
    if rewrite[:1].isupper() != text[:1].isupper():
        return "the rewrite does not begin as the original does"
    doubled = [m.group() for m in DOUBLED.finditer(rewrite)]
    if len(doubled) > len(DOUBLED.findall(text)):
        return f"{doubled[-1]!r} is not clean wording"
    return None


def _basis_fault(edit: Edit, chart: Chart) -> str | None:
    """Every edit but an invention rests on evidence that is in the record, quoted exactly."""
    if edit.fact.old == edit.fact.new:
        return "the old and the new value are the same"
    if edit.error_type == "invented_fact":
        return None if edit.grade == "E3" else "an invented fact is graded E3"
    if edit.grade != "E4":
        return "an error that conflicts with the record is graded E4"
    if not edit.fact.evidence:
        return "no evidence is named for the true value"
    quotes = {item.id: item.quote for item in chart.graph.evidence}
    for link in edit.fact.evidence:
        if quotes.get(link.id) != link.quote:
            return f"evidence {link.id} is not in the record as quoted"
    return None


def _squeezed(text: str) -> str:
    return " ".join(text.split()).casefold()
