"""Rules for diagnoses, symptoms, findings, procedures, services and events."""

from agents.rule_judge.decisions import Decision, Item, silent, supported, undecided
from agents.rule_judge.findings.denial_limits import (
    denies_before,
    denies_wider,
    is_apart,
    names_service,
    of_other_study,
)
from agents.rule_judge.findings.denials import (
    denied,
    denies_all,
    denies_history,
    is_hedged,
    judge_absence,
    judge_ended,
    may_be_same,
    of_other_time,
)
from agents.rule_judge.findings.details import judge_details
from agents.rule_judge.findings.histories import (
    denies_episode,
    denies_past_only,
    judge_done_now,
    judge_new,
    judge_past,
)
from agents.rule_judge.findings.open_questions import judge_left_open, judge_made_sure
from agents.rule_judge.findings.other_words import judge_other_words
from agents.rule_judge.findings.relatives import judge_relative
from agents.rule_judge.findings.rivals import judge_alternative
from agents.rule_judge.findings.silence import judge_silence, speaks_for
from agents.rule_judge.findings.wording import head, judge_same_words
from agents.rule_judge.record_view import HISTORY_SECTIONS, RecordView, stems_of
from clinical.clauses import clause_around, small_clauses
from clinical.facts import Fact
from clinical.family import mentions_relative
from clinical.vocabulary import concept, is_general, is_process


def judge_finding(claim: Fact, view: RecordView, sentence: str) -> Decision:
    """Decide on a claim that something was there, or was not.

    A special finding that is denied (`no abscess`) does not deny the general one (`infection`).
    """
    items = comparable(claim, view)
    groups = by_assertion(items)
    if claim.assertion != "absent":
        groups["absent"] = [i for i in groups["absent"] if i.fact.concept.id == claim.concept.id]
    if claim.assertion == "absent":
        left_open = None if groups["present"] else judge_left_open(claim, items, sentence)
        if left_open is not None:
            return left_open
        never = denies_all(claim, sentence)
        return judge_absence(claim, groups, sentence, denies_history(claim, sentence), never)
    if claim.assertion == "family":
        return judge_family(claim, groups, view, sentence)
    if claim.assertion in ("possible", "hypothetical"):
        return judge_possibility(claim, items)
    return judge_presence(claim, groups, view, sentence)


def comparable(claim: Fact, view: RecordView) -> list[Item]:
    """Items of the same or a narrower concept; those of the claim's own study where it has any.

    What a relative has, or what is past, is told by no study of this stay.
    """
    items = [i for i in view.narrower(claim.concept) if i.fact.kind != "allergy"]
    if claim.study is None or claim.assertion in ("family", "historical"):
        return items
    wider = concept(claim.study).broader
    return [i for i in items if i.fact.study in (claim.study, *wider[:1])] or items


def by_assertion(items: list[Item]) -> dict[str, list[Item]]:
    """Group items by what they assert; history counts as present."""
    groups: dict[str, list[Item]] = {"present": [], "absent": [], "possible": [], "family": []}
    for item in items:
        assertion = item.fact.assertion
        if assertion in ("present", "historical"):
            groups["present"].append(item)
        elif assertion in groups:
            groups[assertion].append(item)
    return groups


def judge_presence(
    claim: Fact, groups: dict[str, list[Item]], view: RecordView, sentence: str
) -> Decision:
    """The sentence says that it was there."""
    present = groups["present"]
    groups["absent"] = [i for i in groups["absent"] if not denies_episode(claim, i)]
    if present:
        other_time = (
            judge_new(claim, present, sentence)
            or judge_past(claim, present, groups["absent"], sentence)
            or judge_done_now(claim, present, groups["absent"], sentence)
        )
        return other_time or judge_details(claim, present, sentence)
    broader = [
        i for i in view.broader(claim.concept) if i.fact.assertion in ("present", "historical")
    ]
    denying = [
        i
        for i in groups["absent"]
        if may_be_same(claim, i.fact)
        and not of_other_time(claim, i, sentence)
        and not denies_before(claim, i)
        and not denies_past_only(claim, i)
        and not is_apart(claim, i, sentence, view.anchors)
        and not names_service(claim, sentence)
        and not of_other_study(claim, i.fact)
        and not denies_wider(claim, i, sentence)
    ]
    ended = judge_ended(claim, groups["absent"], sentence)
    if ended is not None:
        return ended
    akin = [i for i in view.kindred(claim.concept) if answers_for(claim, i)]
    looked_for = claim.study and any(i.fact.study == claim.study for i in denying)
    if denying and akin and not looked_for:
        return supported("kindred_concept", akin, f"the record states {akin[0].fact.text!r}")
    if groups["absent"] and not groups["possible"]:
        named = any(head(i.fact.text) == head(claim.text) for i in denying)
        if not denying or is_hedged(claim, sentence) or (is_process(claim.text) and not named):
            return undecided(
                "hedged", "the clause denies something itself, or is too general", groups["absent"]
            )
        return denied(claim, denying)
    wholly = denied_wholly(claim, view)
    if wholly and not groups["possible"] and not is_hedged(claim, sentence):
        return denied(claim, wholly)
    start, end = clause_around(small_clauses(sentence), claim.source.start or 0)
    if groups["family"] and mentions_relative(sentence[start:end]):
        return judge_family(claim, groups, view, sentence)
    if not groups["family"] and not judge_same_words(claim, view):
        rival = judge_alternative(claim, view)
        if rival is not None:
            return rival
    if groups["possible"]:
        sure = judge_made_sure(claim, groups["possible"], sentence)
        return sure or supported(
            "possible_only", groups["possible"], "the record calls it possible", by="E2"
        )
    if broader:
        return supported(
            "wider_concept",
            broader,
            f"the record states {broader[0].fact.text!r}, which is wider",
            by="E2",
        )
    return judge_silence(claim, groups["family"], view, sentence)


def answers_for(claim: Fact, item: Item) -> bool:
    """Say whether an item of a kindred concept can be what a claim names."""
    fact = item.fact
    stated = speaks_for(item) and fact.section not in HISTORY_SECTIONS
    stated = stated and fact.assertion == "present"
    if not is_process(claim.text) and not stems_of(claim.text) & stems_of(fact.text):
        return False
    apart = claim.study and fact.study and claim.study != fact.study
    apart = apart or (claim.site and fact.site and claim.site != fact.site)
    return stated and not apart and may_be_same(claim, fact)


def denied_wholly(claim: Fact, view: RecordView) -> list[Item]:
    """Denials of a slightly wider concept, where nothing on record affirms it.

    What denies the general denies each kind of it: without an embolism there is no small one.
    """
    wider = [
        i for i in view.broader(claim.concept) if not is_general(i.fact.concept.id, i.fact.text)
    ]
    stated = {i.fact.concept.id for i in wider if i.fact.assertion in ("present", "historical")}
    inside = {c for i in view.items if i.fact.assertion != "absent" for c in i.fact.concept.broader}
    return [
        i
        for i in wider
        if i.fact.assertion == "absent"
        and i.fact.concept.id not in stated | inside
        and may_be_same(claim, i.fact)
    ]


def judge_family(
    claim: Fact, groups: dict[str, list[Item]], view: RecordView, sentence: str
) -> Decision:
    """The sentence says that a relative has it."""
    other = judge_relative(claim, groups["family"], sentence)
    if other is not None:
        return other
    if groups["family"]:
        return supported("family_in_both", groups["family"], "the family history states it")
    akin = [
        item
        for item in (*view.broader(claim.concept), *view.kindred(claim.concept))
        if item.fact.assertion == "family"
    ] or [
        item
        for item in view.items
        if item.fact.assertion == "family" and head(item.fact.text) == head(claim.text)
    ]
    if akin:
        return supported("family_akin", akin, "the family history states something like it")
    if groups["present"]:
        return undecided("family_or_patient", "the record states it of the patient")
    if is_general(claim.concept.id, claim.text):
        return undecided("general_term", f"{claim.text!r} is too general to be looked for by name")
    meant = judge_other_words(claim, view)
    if meant is not None:
        return meant
    return silent("family_not_stated", ("invented_fact",), "no such family history is recorded")


def judge_possibility(claim: Fact, items: list[Item]) -> Decision:
    """The sentence calls it possible, or means to prevent or exclude it."""
    if items:
        return supported("considered_in_both", items, "the record speaks of it too")
    return supported("consideration", [], "a consideration that the record need not state", by="E2")
