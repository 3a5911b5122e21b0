"""Rules for what is given as the cause of a finding, where the record gives another one."""

from typing import NamedTuple

from agents.rule_judge.decisions import Decided, Decision, Item, contradicted
from agents.rule_judge.record_view import RecordView, stems_of
from clinical.causal_links import CausalLink, causal_links
from clinical.facts import Concept, Fact
from clinical.kindred import kindred
from clinical.reading import ReadingContext, read_facts
from clinical.sources import in_note
from clinical.vocabulary import is_process

STATED = frozenset({"present", "historical", "possible"})
UNSAID = frozenset({"family_history", "indication"})


class Cause(NamedTuple):
    """What is given as a cause: its words, and the concepts named in them."""

    text: str
    concepts: tuple[Concept, ...]


def judge_causes(sentence: str, claims: list[Fact], view: RecordView) -> Decided:
    """Another cause of the same finding stands on record, and none of it speaks for the claim's.

    Both name a concept as the cause. No passage that holds a word for the claimed cause may tell of
    the finding too: the record would then speak of both together.
    """
    found: Decided = []
    for link in causal_links(sentence, [c for c in claims if c.assertion in STATED]):
        claimed = cause_of(sentence, link)
        recorded = recorded_causes(link.effect, view)
        if claimed.concepts and recorded and not spoken_of(claimed, link, recorded, view):
            found.append(decision_on(link, claimed, recorded))
    return found[:1]


def recorded_causes(effect: Fact, view: RecordView) -> list[tuple[Item, Cause]]:
    """Every cause that a passage of the record gives for a finding."""
    found: list[tuple[Item, Cause]] = []
    items = [*view.narrower(effect.concept), *view.kindred(effect.concept)]
    for item in items:
        source = item.evidence.source
        if source.start is None or item.fact.section in UNSAID or item.fact.assertion not in STATED:
            continue
        for link in causal_links(item.evidence.quote, [item.fact], source.start):
            cause = cause_of(item.evidence.quote, link)
            if cause.concepts:
                found.append((item, cause))
    return found


def cause_of(text: str, link: CausalLink) -> Cause:
    """Read the words of a cause."""
    words = text[link.start : link.end].strip(" ,.;:")
    facts = read_facts(words, ReadingContext(document="cause"))
    named = [f.concept for f in facts if not f.concept.id.startswith(("study:", "service:"))]
    return Cause(words, tuple(named))


def spoken_of(
    claimed: Cause, link: CausalLink, recorded: list[tuple[Item, Cause]], view: RecordView
) -> bool:
    """Say whether the record may mean the claimed cause: a shared word, concept or passage."""
    words = stems_of(claimed.text)
    if any(words & stems_of(cause.text) for _, cause in recorded):
        return True
    theirs = [concept for _, cause in recorded for concept in cause.concepts]
    if any(are_related(one, other) for one in claimed.concepts for other in theirs):
        return True
    if any(is_process(concept.name) for concept in claimed.concepts):
        return True
    effect = stems_of(link.effect.text)
    names = {w for concept in claimed.concepts for w in stems_of(concept.name)} | words
    return any(
        names & stems_of(passage.quote) and effect & stems_of(passage.quote)
        for passage in view.passages
    )


def are_related(one: Concept, other: Concept) -> bool:
    """Say whether two concepts answer for each other, include each other, or are close kin."""
    if one.id in (other.id, *other.broader) or other.id in one.broader:
        return True
    near = set(one.broader[:2]) & set(other.broader[:2])
    return bool(near) or other.id in kindred().get(one.id, ())


def decision_on(
    link: CausalLink, claimed: Cause, recorded: list[tuple[Item, Cause]]
) -> tuple[Fact, Decision]:
    """Write out a cause that the record does not give."""
    place = in_note("summary", link.start, link.end)
    claim = link.effect.model_copy(update={"text": claimed.text, "source": place})
    other = recorded[0][1].text
    decision = contradicted(
        "other_cause",
        [item for item, _ in recorded],
        ("diagnosis_error",),
        f"the sentence puts {link.effect.text!r} down to {claimed.text!r}, the record to {other!r}",
        "cause",
        (claimed.text, other),
        confidence=0.7,
    )
    return claim, decision
