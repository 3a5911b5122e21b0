"""False descriptions: severe for mild, upper for lower, worsened for improved."""

import re
from collections.abc import Iterator

from agents.chart import Passage, stems_of
from agents.error_engine.candidate import Candidate
from agents.error_engine.material import Material
from agents.error_engine.wording import in_case_of
from clinical.clauses import clause_around, small_clauses
from clinical.descriptors import descriptor, excluded_by
from clinical.facts import Fact
from clinical.labels import ErrorType, Kind
from clinical.vocabulary import find_terms
from graph_state.generation import Difficulty, EditedFact

TYPES: dict[Kind, ErrorType] = {
    "diagnosis": "diagnosis_error",
    "exam": "exam_result_error",
    "lab": "exam_result_error",
    "procedure": "exam_result_error",
    "symptom": "diagnosis_error",
    "vital": "value_error",
}
NEAREST = 25
"""How many characters a described thing may stand from the word that describes it."""

DISTANCES: dict[int, Difficulty] = {1: "hard", 2: "medium"}


def false_descriptions(material: Material) -> Iterator[Candidate]:
    """Describe a finding or a disease by a word that the record's own word excludes."""
    for found in descriptor().finditer(material.text):
        claim = _described(material, found)
        if claim is None:
            continue
        proof = _charted_words(material, claim, found.group())
        if proof is None:
            continue
        for other in excluded_by(found.group()):
            if not _is_a_term(material.text, claim, found, other.words):
                continue
            if _is_said(material, claim, other.words):
                continue
            yield Candidate(
                error_type=TYPES[claim.kind],
                difficulty=DISTANCES.get(other.steps, "easy"),
                start=found.start(),
                end=found.end(),
                words=in_case_of(found.group(), other.words),
                fact=EditedFact(
                    kind=claim.kind,
                    attribute="descriptor",
                    concept=claim.concept,
                    old=found.group(),
                    new=other.words,
                    evidence=(proof.link,),
                ),
                explanation=(
                    f"the record calls {claim.concept.name} {found.group()}, not {other.words}"
                ),
            )


def _described(material: Material, found: re.Match[str]) -> Fact | None:
    """The nearest typed claim that follows the word in its clause, else the one before it."""
    clause = clause_around(small_clauses(material.text), found.start())
    near = [
        claim
        for claim in material.claims
        if claim.kind in TYPES
        and claim.assertion == "present"
        and clause[0] <= (claim.source.start or 0) < max(clause[1], found.end() + 1)
        and _distance(claim, found) <= NEAREST
    ]
    return min(near, key=lambda c: (_distance(c, found), c.source.start or 0), default=None)


def _is_a_term(text: str, claim: Fact, found: re.Match[str], words: str) -> bool:
    """A word inside the name of a thing may only become one that makes another known name."""
    start, end = claim.source.start or 0, claim.source.end or 0
    if not (start <= found.start() and found.end() <= end) or claim.kind == "vital":
        return True
    name = text[start : found.start()] + words + text[found.end() : end]
    return any(m.end - m.start == len(name) for m in find_terms(name))


def _distance(claim: Fact, found: re.Match[str]) -> int:
    start, end = claim.source.start or 0, claim.source.end or 0
    if start <= found.start() and found.end() <= end:
        return 0
    return start - found.end() if start >= found.end() else found.start() - end + 5


def _charted_words(material: Material, claim: Fact, words: str) -> Passage | None:
    """Find a passage where the record uses this word about this thing."""
    name = stems_of(claim.text) - stems_of(words)
    wanted = {*stems_of(words), *name}
    passages = material.chart.passages_with(wanted) if name else []
    pattern = _beside(words)
    return next((p for p in passages if pattern.search(p.text)), None)


def _beside(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-]){re.escape(words)}(?![\w-])", re.IGNORECASE)


def _is_said(material: Material, claim: Fact, words: str) -> bool:
    """Say whether the record or the summary uses the other word about the same thing."""
    name = stems_of(claim.text) - stems_of(words)
    pattern = _beside(words)
    in_record = any(pattern.search(passage.text) for passage in material.chart.passages_with(name))
    return in_record or bool(pattern.search(material.text))
