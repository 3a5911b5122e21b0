"""Which claim decided on a sentence, and which passage decided on the claim."""

from clinical.labels import Relation
from exports.counts import grade_of
from graph_state.findings import CitedEvidence, ClaimVerdict, Finding
from kg.evidence import EvidenceKind

_BY_WIDTH: dict[EvidenceKind, int] = {"fact": 0, "text": 1, "list": 2}
_BY_RELATION: dict[Relation, int] = {"contradicts": 0, "supports": 1, "context": 2}


def deciding_claims(finding: Finding) -> list[ClaimVerdict]:
    """Return the claims that gave the sentence its grade, the surest first."""
    grade = grade_of(finding)
    if finding.result is None or grade is None:
        return []
    deciding = [claim for claim in finding.result.claims if claim.grade == grade]
    return sorted(deciding, key=lambda claim: -claim.confidence)


def deciding_passages(finding: Finding) -> tuple[CitedEvidence, ...]:
    """Return what the surest deciding claim cites, the narrowest contradicting place first."""
    for claim in deciding_claims(finding):
        uses = {(citation.id, citation.relation) for citation in claim.evidence}
        found = tuple(c for c in finding.evidence if (c.evidence.id, c.relation) in uses)
        if found:
            return tuple(sorted(found, key=_rank))
    return tuple(sorted(finding.evidence, key=_rank))


def _rank(cited: CitedEvidence) -> tuple[int, int, float, str]:
    """Put what contradicts before what supports, and the narrowest place before wider ones."""
    evidence = cited.evidence
    width = _BY_WIDTH[evidence.kind]
    return _BY_RELATION[cited.relation], width, -evidence.score, evidence.id
