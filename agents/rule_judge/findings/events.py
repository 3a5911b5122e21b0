"""Rules for what no typed fact accounts for: the words of a clause, looked for in passages."""

from agents.rule_judge.decisions import Decision, Item, contradicted, supported, undecided
from agents.rule_judge.record_view import RecordView, all_stems, stems_of
from clinical.facts import Fact
from clinical.opposites import opposed
from clinical.vocabulary import clinical_words
from clinical.words import stem
from kg.evidence import Evidence

EXPLICIT_SHARE = 0.6
"""Share of a clause's content words that passages must hold to carry it by their wording."""

SOME_SHARE = 0.25
"""Below this share a clause of several content words is left undecided."""

MANY_CLINICAL = 2
"""A clause with fewer clinical words than this is too little to miss."""

ALIGNED_WORDS = 2
ALIGNED_SHARE = 0.5
"""A passage is about the clause when it holds this many, and this share, of its words."""


def judge_event(claim: Fact, view: RecordView) -> Decision:
    """Look for the content words of a clause in the passages retrieved for its sentence."""
    wanted = frozenset(stem(word) for word in words_of(claim))
    if not wanted:
        return supported("no_content", [], "no content word is left to check")
    found = [(p, wanted & stems_of(p.quote)) for p in view.passages]
    best = sorted(found, key=lambda pair: (-len(pair[1]), str(pair[0].source)))[:4]
    together = frozenset().union(*(words for _, words in best)) if best else frozenset()
    proof = [Item(claim, passage) for passage, words in best if words]
    reverse = judge_opposites(claim, view)
    if reverse is not None:
        return reverse
    share = len(together) / len(wanted)
    note = f"{len(together)} of {len(wanted)} content words are in the passages found"
    if share >= EXPLICIT_SHARE:
        return supported("words_found", proof, note, "wording")
    if share >= SOME_SHARE:
        return supported("words_partly_found", proof, note, "wording")
    if sum(word in clinical_words() for word in words_of(claim)) < MANY_CLINICAL:
        return undecided("too_few_words", note, proof)
    return undecided("words_hardly_found", note, proof)


def words_of(claim: Fact) -> list[str]:
    """The content words that make up a residual claim, from its concept id."""
    return claim.concept.id.removeprefix("text:").split("+")


def judge_opposites(claim: Fact, view: RecordView) -> Decision | None:
    """The passages about this clause say the opposite word, and none says the same."""
    mine, content = all_stems(claim.text), stems_of(claim.text)
    aligned = [p for p in view.passages if is_about(p, content)]
    if not aligned:
        return None
    closest = max(len(content & stems_of(p.quote)) for p in aligned)
    nearest = [p for p in aligned if len(content & stems_of(p.quote)) == closest]
    pairs = [opposed(mine, all_stems(p.quote)) for p in nearest]
    pair = pairs[0]
    if pair is None or any(other is None for other in pairs):
        return None
    if any(pair[0] in all_stems(p.quote) for p in aligned):
        return None
    items = [Item(claim, passage) for passage in nearest]
    note = f"the sentence says {pair[0]!r} where the record says {pair[1]!r}"
    return contradicted("opposite_word", items, ("exam_result_error",), note, "wording")


def is_about(passage: Evidence, content: frozenset[str]) -> bool:
    """Say whether a passage holds enough of a clause's content words."""
    shared = len(content & stems_of(passage.quote))
    return shared >= ALIGNED_WORDS and shared >= ALIGNED_SHARE * len(content)
