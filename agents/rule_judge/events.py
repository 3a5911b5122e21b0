"""Rules for what no typed fact accounts for: the words of a clause, looked for in passages."""

from agents.rule_judge.decisions import Decision, Item, supported, undecided
from agents.rule_judge.record_view import RecordView, stems_of
from clinical.facts import Fact
from clinical.words import stem
from kg.evidence import Evidence

EXPLICIT_SHARE = 0.6
"""Share of a clause's content words that passages must hold to carry it by their wording."""

SOME_SHARE = 0.25
"""Below this share a clause of several content words is left undecided."""

MANY_WORDS = 3


def judge_event(claim: Fact, view: RecordView) -> Decision:
    """Look for the content words of a clause in the passages retrieved for its sentence."""
    wanted = frozenset(stem(word) for word in words_of(claim))
    if not wanted:
        return supported("no_content", [], "no content word is left to check")
    found = [(p, wanted & stems_of(p.quote)) for p in view.passages]
    best = sorted(found, key=lambda pair: (-len(pair[1]), str(pair[0].source)))[:4]
    together = frozenset().union(*(words for _, words in best)) if best else frozenset()
    proof = [Item(claim, passage) for passage, words in best if words]
    share = len(together) / len(wanted)
    note = f"{len(together)} of {len(wanted)} content words are in the passages found"
    if share >= EXPLICIT_SHARE:
        return supported("words_found", proof, note, "wording")
    if share >= SOME_SHARE or len(wanted) < MANY_WORDS:
        return supported("words_partly_found", proof, note, "wording", by="E2")
    return undecided("words_hardly_found", note, proof)


def words_of(claim: Fact) -> list[str]:
    """The content words that make up a residual claim, from its concept id."""
    return claim.concept.id.removeprefix("text:").split("+")


def passage_of(view: RecordView, evidence: Evidence) -> Evidence:
    """The passage around a fact, or the fact itself."""
    source = evidence.source
    for passage in view.passages:
        place = passage.source
        if (
            place.note
            and place.note == source.note
            and inside(source.start, source.end, place.start, place.end)
        ):
            return passage
    return evidence


def inside(start: int | None, end: int | None, low: int | None, high: int | None) -> bool:
    """Say whether one span lies in another."""
    if start is None or end is None or low is None or high is None:
        return False
    return low <= start and end <= high
