"""From the decisions on claims to the verdict on the sentence."""

import re

from agents.judging import SentenceToJudge
from agents.rule_judge.decisions import Decided, Decision, Item
from agents.rule_judge.findings.inference import causal_cues, link_is_written
from agents.rule_judge.record_view import RecordView
from agents.severity import severity_of
from clinical.facts import Fact
from clinical.labels import ERROR_TYPES, Grade, worst
from graph_state.context import Context
from graph_state.findings import Citation, ClaimVerdict, HallucinationDetectionResult


def not_checkable(reason: str) -> HallucinationDetectionResult:
    """The verdict on a sentence that states nothing to check."""
    return HallucinationDetectionResult(
        reasoning=f"Nothing in this sentence can be proved or refuted: {reason}.",
        status="not_checkable",
        reason=reason,
    )


def abstained_or_graded(
    sentence: SentenceToJudge, decided: Decided, view: RecordView, context: Context
) -> HallucinationDetectionResult:
    """A claim graded E3 or E4 flags the sentence; else an abstention abstains; else the worst.

    An abstention on one clause must not hide what was found wrong in another.
    """
    decided = with_link(sentence.text, decided, view)
    claims = tuple(claim_verdict(sentence, claim, decision) for claim, decision in decided)
    grades: list[Grade] = [d.grade for _, d in decided if d.grade is not None]
    undecided = [(c, d) for c, d in decided if d.grade is None]
    if undecided and not {"E3", "E4"} & set(grades):
        claim, decision = undecided[0]
        return HallucinationDetectionResult(
            reasoning=reasoning_of(decided),
            status="abstained",
            reason=f"{claim.text!r}: {decision.explanation}",
            claims=claims,
        )
    return graded(sentence, decided, claims, worst(grades), view)


def graded(
    sentence: SentenceToJudge,
    decided: Decided,
    claims: tuple[ClaimVerdict, ...],
    grade: Grade,
    view: RecordView,
) -> HallucinationDetectionResult:
    """Write out a grade with its types, severity, rationale and correction."""
    wrong = [(c, d) for c, d in decided if d.grade in ("E3", "E4")]
    types = tuple(t for t in ERROR_TYPES if any(t in d.types for _, d in wrong))
    deciding = [d.confidence for _, d in decided if d.grade == grade]
    return HallucinationDetectionResult(
        reasoning=reasoning_of(decided),
        status="graded",
        hallucination_status=grade in ("E3", "E4"),
        hallucination_types=types,
        evidence_grade=grade,
        severity=severity_of(claims) if wrong else None,
        confidence=max(deciding) if wrong else min(deciding),
        absence_rationale=absence(wrong, view) if any(d.grade == "E3" for _, d in wrong) else None,
        suggestion=correction(sentence.text, wrong) if grade == "E4" else None,
        claims=claims,
    )


def with_link(text: str, decided: Decided, view: RecordView) -> Decided:
    """A cause or purpose that no cited passage states turns an explicit sentence indirect.

    The link is graded on the last claim, apart from the events that it joins.
    """
    cues = causal_cues(text)
    explicit = all(d.grade == "E1" for _, d in decided)
    if not cues or not explicit:
        return decided
    cited = {identity for _, d in decided for identity, _ in d.citations}
    items = [Item(decided[0][0], e) for e in view.evidence if e.id in cited]
    if link_is_written(text, items):
        return decided
    claim, last = decided[-1]
    note = f"{last.explanation}; the link ({cues[0]!r}) is a clinical inference"
    indirect = last.model_copy(update={"grade": "E2", "explanation": note, "attribute": "link"})
    return [*decided[:-1], (claim, indirect)]


def claim_verdict(sentence: SentenceToJudge, claim: Fact, decision: Decision) -> ClaimVerdict:
    """Write out the decision on one claim, placed in the whole summary."""
    return ClaimVerdict(
        text=claim.text,
        start=sentence.start + (claim.source.start or 0),
        end=sentence.start + (claim.source.end or 0),
        kind=claim.kind,
        status="graded" if decision.grade is not None else "abstained",
        grade=decision.grade,
        types=decision.types if decision.grade in ("E3", "E4") else (),
        attribute=decision.attribute,
        rule=decision.rule,
        confidence=decision.confidence,
        evidence=tuple(Citation(id=i, relation=r) for i, r in decision.citations),
        explanation=decision.explanation,
        slots=decision.slots,
    )


def reasoning_of(decided: Decided) -> str:
    """One line a claim: what was compared, with the evidence ids, and what followed."""
    return "\n".join(
        f"{claim.text!r}: {decision.grade or 'abstained'} by {decision.rule}: "
        f"{decision.explanation}" + cited_ids(decision)
        for claim, decision in decided
    )


def cited_ids(decision: Decision) -> str:
    """Name the evidence that a decision rests on."""
    return "".join(f" [{identity}]" for identity, _ in decision.citations)


def absence(wrong: Decided, view: RecordView) -> str:
    """Say what was searched and why silence is a problem."""
    missing = "; ".join(c.text for c, d in wrong if d.grade == "E3")
    sources = sorted({searched(str(e.section or ""), e.source.table) for e in view.evidence})
    named = ", ".join(filter(None, sources)) or "no source"
    return (
        f"Nothing supports {missing!r}. Searched: {named} ({len(view.evidence)} items of evidence)."
        " A statement of this kind would be expected in these sources; documents outside the"
        " record (scans, letters) were not searched."
    )


def searched(section: str, table: str) -> str:
    """Name a source for a reader."""
    return table or section.replace("_", " ")


def correction(text: str, wrong: Decided) -> str | None:
    """Rewrite the sentence with the smallest change that the contradictions call for."""
    corrected, changed = text, False
    for claim, decision in sorted(wrong, key=lambda pair: -(pair[0].source.start or 0)):
        if decision.correction is None:
            continue
        claimed, recorded = decision.correction
        place = place_of(claimed, corrected, claim)
        if place is not None:
            corrected = corrected[:place] + recorded + corrected[place + len(claimed) :]
            changed = True
    if changed:
        return corrected
    notes = [d.explanation for _, d in wrong if d.grade == "E4"]
    return f"Review against the record: {notes[0]}." if notes else None


def place_of(words: str, text: str, claim: Fact) -> int | None:
    """Where words stand on their own in a text, nearest to a claim: the 5 of `5 mg`, not of 15."""
    if not words:
        return None
    before = r"(?<!\d)(?<!\d[.,])" if words[0].isdigit() else r"(?<!\w)"
    after = r"(?!\d|[.,]\d)" if words[-1].isdigit() else r"(?!\w)"
    found = re.finditer(before + re.escape(words) + after, text, re.IGNORECASE)
    start, end = claim.source.start or 0, claim.source.end or 0
    places = [match.start() for match in found]
    return min(places, key=lambda at: (max(start - at, at - end, 0), at), default=None)
