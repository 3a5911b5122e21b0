"""Rules for words that exclude what the record says of the same thing: its side, place, state."""

from typing import NamedTuple

from agents.rule_judge.decisions import Decision, contradicted
from agents.rule_judge.findings.instances import Instance, core_of, instances_of, marks_of
from agents.rule_judge.record_view import RecordView
from clinical.exclusive_words import Mark, marks_in
from clinical.facts import Fact
from clinical.labels import ErrorType
from clinical.vocabulary import clinical_words
from clinical.words import stem, tokens

KINDS = frozenset({"diagnosis", "symptom", "exam", "procedure", "event"})
PLACES = frozenset(
    stem(word)
    for word in (
        "lobe artery vein wall side area region territory pole segment branch origin base quadrant"
        " lung kidney hemisphere leg arm foot hand hip knee ankle wrist shoulder vessel tissue site"
        " end part portion half level tip body head neck chest abdomen pelvis back heart brain skin"
        " bone joint muscle nerve duct system colon bowel ventricle atrium eye ear breast"
    ).split()
)
"""Names of parts of the body: another state of the same part is a conflict, another part is not."""

SHORTEST = 4


class Conflict(NamedTuple):
    """A mark of the sentence and the one that the record has in its place."""

    claimed: Mark
    recorded: Mark


class Match(NamedTuple):
    """How one instance of the record compares: what it excludes, and what it agrees with."""

    instance: Instance
    conflicts: tuple[Conflict, ...]
    agreements: int
    same_place: bool


def judge_exclusion(claim: Fact, view: RecordView, sentence: str) -> Decision | None:
    """Every instance of the thing on record has another side, place, state or kind.

    An instance conflicts where it bears a value of the same axis and its whole passage bears none
    that the claim allows. The nearest instance differs in one word only; else it is another thing.
    """
    if claim.kind not in KINDS or claim.assertion not in ("present", "historical"):
        return None
    start, end = claim.source.start or 0, claim.source.end or 0
    if claim.concept.id.startswith("text:"):
        return judge_words(claim, view, sentence)
    return judge_thing(claim, core_of(claim.text), (start, end), view, sentence)


def judge_words(claim: Fact, view: RecordView, sentence: str) -> Decision | None:
    """Take each clinical noun of words that no parser understood for a thing of its own."""
    start, end = claim.source.start or 0, claim.source.end or 0
    known = claim.concept.id.removeprefix("text:").split("+")
    taken = [(mark.start, mark.end) for mark in marks_in(sentence)]
    for token in tokens(sentence):
        inside = start <= token.start and token.end <= end and token.word in known
        marked = any(s < token.end and token.start < e for s, e in taken)
        if not inside or marked or len(token.word) < SHORTEST:
            continue
        if token.word not in clinical_words():
            continue
        place = (token.start, token.end)
        found = judge_thing(claim, frozenset({stem(token.word)}), place, view, sentence)
        if found is not None:
            return found
    return None


def judge_thing(
    claim: Fact, core: frozenset[str], place: tuple[int, int], view: RecordView, sentence: str
) -> Decision | None:
    """Compare the marks of a thing in the sentence with those of each instance on record."""
    claimed = marks_of(sentence, *place)
    if not claimed:
        return None
    matches = [compared(claimed, found) for found in instances_of(claim, core, view)]
    part = bool(core) and core <= PLACES
    if part:
        matches = [match for match in matches if is_same_part(match)]
    if not matches or any(not match.conflicts for match in matches if match.instance.marks):
        return None
    marked = [match for match in matches if match.conflicts]
    if not marked:
        return None
    nearest = min(marked, key=lambda m: (len(words_in(m)), -m.agreements))
    if len(words_in(nearest)) > 1:
        return None
    conflict = nearest.conflicts[0]
    if part and conflict.claimed.kind != "state":
        return None
    return decision_on(claim, conflict, nearest, sentence)


def is_same_part(match: Match) -> bool:
    """Say whether an instance is the very part of the body: a place agrees, and none differs."""
    elsewhere = any(conflict.claimed.kind == "place" for conflict in match.conflicts)
    return match.same_place and not elsewhere


def compared(claimed: tuple[Mark, ...], found: Instance) -> Match:
    """Compare by axis."""
    conflicts: list[Conflict] = []
    agreed: list[Mark] = []
    for axis in dict.fromkeys(mark.axis for mark in claimed):
        mine = [mark for mark in claimed if mark.axis == axis]
        theirs = [mark for mark in found.marks if mark.axis == axis]
        other = other_value(mine, theirs, [m for m in found.around if m.axis == axis])
        if other is not None:
            conflicts.append(other)
        elif theirs and not axis.startswith("non-:"):
            agreed += mine[:1]
    same_place = any(mark.kind == "place" for mark in agreed)
    return Match(found, tuple(conflicts), len(agreed), same_place)


def other_value(mine: list[Mark], theirs: list[Mark], near: list[Mark]) -> Conflict | None:
    """Both bear values of one axis: none is shared, or each names one that the other lacks."""
    wanted, there = all_values(mine), all_values([*theirs, *near])
    if not theirs:
        return None
    if not wanted & there:
        return Conflict(mine[0], theirs[0])
    odd = [mark for mark in mine if not mark.values & there]
    lacking = [mark for mark in theirs if not mark.values & wanted]
    return Conflict(odd[0], lacking[0]) if odd and lacking else None


def all_values(marks: list[Mark]) -> frozenset[str]:
    """The values of marks of one axis."""
    return frozenset().union(*(mark.values for mark in marks))


def words_in(match: Match) -> set[int]:
    """The places of the words of the sentence that an instance excludes."""
    return {conflict.claimed.start for conflict in match.conflicts}


def decision_on(claim: Fact, conflict: Conflict, match: Match, sentence: str) -> Decision:
    """Write out a conflict."""
    quote = match.instance.item.evidence.quote
    said = sentence[conflict.claimed.start : conflict.claimed.end]
    recorded = quote[conflict.recorded.start : conflict.recorded.end]
    return contradicted(
        f"other_{conflict.claimed.kind}",
        [match.instance.item],
        (type_of(claim, conflict, match),),
        f"the sentence says {said!r} of {claim.text!r}, the record {recorded!r}: {quote!r}",
        conflict.claimed.axis.partition(":")[0],
        (said, recorded),
        confidence=0.75,
    )


def type_of(claim: Fact, conflict: Conflict, match: Match) -> ErrorType:
    """What a study or an operation showed is an exam result; else it is part of the diagnosis."""
    fact = match.instance.item.fact
    examined = claim.kind in ("exam", "procedure", "event") or claim.study or fact.study
    if conflict.claimed.kind in ("kind", "age") and claim.kind == "diagnosis" and not claim.study:
        return "diagnosis_error"
    return "exam_result_error" if examined else "diagnosis_error"
