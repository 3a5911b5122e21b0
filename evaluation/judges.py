"""Baseline judges: what a verdict is worth only shows beside the simplest one."""

from collections.abc import Mapping

from agents.judging import Judge, SentenceToJudge
from agents.rule_judge.decisions import is_residual
from clinical.checkability import why_not_checkable
from clinical.facts import Fact
from graph_state.context import Context
from graph_state.findings import Citation, ClaimVerdict, HallucinationDetectionResult
from kg.evidence import Evidence

FLAG_EVERYTHING = "flag_everything"
SEARCHED_NOTHING = "The retrieved evidence is empty and was not searched any further."


class FlagEverything:
    """Flags every sentence that claims something: as E4 where there is anything to cite.

    It is right about nothing and finds everything, so a judge has to beat its F1.
    """

    deterministic = True

    async def __call__(
        self,
        sentence: SentenceToJudge,
        claims: list[Fact],
        evidence: list[Evidence],
        context: Context,
    ) -> HallucinationDetectionResult:
        """Contradict the sentence with the best evidence at hand, whatever it says."""
        reason = _why_not(sentence.text, claims)
        if reason is not None:
            return HallucinationDetectionResult(
                reasoning=f"Nothing to check: {reason}.", status="not_checkable", reason=reason
            )
        return _flag(sentence, claims[0], evidence[0] if evidence else None)


def with_baselines(judges: Mapping[str, Judge]) -> dict[str, Judge]:
    """Add the baselines to the judges that a graph builder takes."""
    return {**judges, FLAG_EVERYTHING: FlagEverything()}


def _why_not(text: str, claims: list[Fact]) -> str | None:
    typed = sum(not is_residual(claim) for claim in claims)
    return why_not_checkable(text, typed) or (None if claims else "no clinical content")


def _flag(
    sentence: SentenceToJudge, claim: Fact, item: Evidence | None
) -> HallucinationDetectionResult:
    """Flag a sentence: as contradicted by an item, or as unsupported where there is none."""
    verdict = ClaimVerdict(
        text=sentence.text,
        start=sentence.start,
        end=sentence.end,
        kind=claim.kind,
        status="graded",
        grade="E4" if item else "E3",
        types=("diagnosis_error",) if item else ("invented_fact",),
        rule=FLAG_EVERYTHING,
        evidence=(Citation(id=item.id, relation="contradicts"),) if item else (),
    )
    found = f"the first evidence is {item.id}" if item else "no evidence was retrieved"
    return HallucinationDetectionResult(
        reasoning=f"Every claim is flagged; {found}.",
        status="graded",
        hallucination_status=True,
        hallucination_types=verdict.types,
        evidence_grade=verdict.grade,
        severity="high" if item else "low",
        absence_rationale=None if item else SEARCHED_NOTHING,
        claims=(verdict,),
    )
