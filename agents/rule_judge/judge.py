"""The rule judge: compare each claim, then status, types and grade of the sentence."""

from agents.calibrated import with_calibrated_confidence
from agents.judging import SentenceToJudge
from agents.rule_judge.charts.claims import judge_chart_claim
from agents.rule_judge.conversations.heard import judge_nothing
from agents.rule_judge.conversations.speech import as_spoken, judge_speech
from agents.rule_judge.decisions import Decision, is_residual, undecided
from agents.rule_judge.edges.judge import judge_edges
from agents.rule_judge.findings.actions import judge_actions
from agents.rule_judge.findings.causes import judge_causes
from agents.rule_judge.findings.cultures import judge_cultures
from agents.rule_judge.findings.demographics import judge_demographic
from agents.rule_judge.findings.events import judge_event
from agents.rule_judge.findings.exclusions import judge_exclusion
from agents.rule_judge.findings.finding import judge_finding
from agents.rule_judge.findings.habits import judge_habits
from agents.rule_judge.findings.inference import (
    causal_cues,
    judge_by_culture,
    judge_by_treatment,
)
from agents.rule_judge.findings.organisms import judge_organism
from agents.rule_judge.findings.slots import judge_slot
from agents.rule_judge.findings.susceptibilities import PREFIX, judge_susceptibility
from agents.rule_judge.findings.worded_denials import judge_worded_denials
from agents.rule_judge.groups.counts import judge_group_counts
from agents.rule_judge.groups.criteria import as_criterion, judge_criteria
from agents.rule_judge.groups.excerpts import judge_excerpt
from agents.rule_judge.groups.named_reports import judge_named_reports
from agents.rule_judge.ledger.fold import folded
from agents.rule_judge.ledger.leftovers import with_leftovers
from agents.rule_judge.ledger.slots import with_slots
from agents.rule_judge.medications.allergies import judge_allergy
from agents.rule_judge.medications.medication import judge_medication
from agents.rule_judge.medications.switches import judge_switches
from agents.rule_judge.record_view import RecordView, view_of_evidence
from agents.rule_judge.repetitions.alignment import judge_repetition
from agents.rule_judge.times.stay import STAY, judge_stay_date
from agents.rule_judge.times.timing import judge_times
from agents.rule_judge.values.changes import judge_changes
from agents.rule_judge.values.states import is_gray, judge_state
from agents.rule_judge.values.value import judge_value
from agents.rule_judge.verdict import abstained_or_graded, not_checkable
from clinical.checkability import why_not_checkable
from clinical.facts import Fact
from graph_state.context import Context
from graph_state.findings import HallucinationDetectionResult
from kg.evidence import Evidence

PARAPHRASED = frozenset(
    {"too_few_words", "words_hardly_found", "not_named", "general_term", "not_measured"}
)
"""Rules that end undecided because the record may say it in other words."""

IN_OTHER_WORDS = frozenset({"words_beside_facts", "related_words", "wider_concept", "common_study"})
"""Rules that carry a claim without its very words."""

FACTS_FOR_A_NAME = 2
"""Carried facts that a named but unfound finding needs beside it."""

LEANING = 0.3
"""Confidence in words that only stand beside carried facts."""


class RuleJudge:
    """Deterministic: the same sentence, claims, evidence and context give the same verdict."""

    deterministic = True

    async def __call__(
        self,
        sentence: SentenceToJudge,
        claims: list[Fact],
        evidence: list[Evidence],
        context: Context,
    ) -> HallucinationDetectionResult:
        """Judge one sentence from the evidence retrieved for it."""
        return with_calibrated_confidence(judge_sentence(sentence, claims, evidence, context))


def judge_sentence(
    sentence: SentenceToJudge, claims: list[Fact], evidence: list[Evidence], context: Context
) -> HallucinationDetectionResult:
    """Judge one sentence; claims of kind `event` are what no typed fact accounts for."""
    view = view_of_evidence(evidence, sentence.anchors)
    asked = judge_whole_sentence(sentence.text, view)
    if asked is not None:
        return abstained_or_graded(sentence, [asked], view, context)
    typed = [claim for claim in claims if claim.kind != "event" or not is_residual(claim)]
    reason = why_not_checkable(sentence.text, len(typed))
    if reason is not None:
        return not_checkable(reason)
    if not claims:
        return not_checkable("no clinical content")
    repeated = judge_repetition(sentence.text, view)
    if repeated is not None:
        spoken = judge_speech(sentence.text, view)
        decided = with_slots(sentence, [repeated, *spoken], view)
        return abstained_or_graded(sentence, decided, view, context)
    decided = [(claim, judge_claim(claim, view, sentence.text, context)) for claim in claims]
    decided = [(c, judge_marks(c, d, view, sentence.text)) for c, d in decided]
    spoken = [(c, as_spoken(c, d, view, sentence.text)) for c, d in decided]
    decided = [(c, as_criterion(d, view)) for c, d in spoken]
    decided = [(c, settle_status(c, d, decided)) for c, d in decided]
    decided = [(c, settle_times(c, d, decided)) for c, d in decided]
    decided = [(c, beside_facts(c, d, decided)) for c, d in decided]
    decided = [(c, as_worded(d, sentence.text)) for c, d in decided]
    decided += judge_times(sentence.text, claims, view)
    decided += judge_changes(sentence.text, claims, view)
    decided += judge_switches(claims, view)
    decided += judge_edges(sentence, claims, view)
    decided += judge_causes(sentence.text, claims, view)
    decided += judge_worded_denials(sentence.text, claims, view)
    decided += judge_habits(sentence.text, claims, view)
    if not any(decision.grade in ("E3", "E4") for _, decision in decided):
        decided += judge_actions(sentence.text, view)
    decided += judge_cultures(sentence.text, view)
    decided += judge_named_reports(sentence.text, claims, view)
    decided += judge_speech(sentence.text, view)
    decided = judge_excerpt(sentence.text, decided, view)
    decided = with_slots(sentence, with_leftovers(sentence, decided, view), view)
    decided = folded(decided)
    return abstained_or_graded(sentence, decided, view, context)


def judge_whole_sentence(text: str, view: RecordView) -> tuple[Fact, Decision] | None:
    """Decide on what only tables, counted groups, criteria or a whole conversation can settle."""
    for judge in (judge_chart_claim, judge_group_counts, judge_criteria, judge_nothing):
        decided = judge(text, view)
        if decided is not None:
            return decided
    return None


def judge_marks(claim: Fact, decision: Decision, view: RecordView, sentence: str) -> Decision:
    """What was found to be there may have another side, place or state."""
    if decision.grade in ("E3", "E4"):
        return decision
    return judge_exclusion(claim, view, sentence) or decision


def settle_status(
    claim: Fact, decision: Decision, decided: list[tuple[Fact, Decision]]
) -> Decision:
    """A status that ended within the sentence (`held ... and resumed`) contradicts no list.

    Where the sentence stops is what the lists must show: its last status is not excused.
    """
    others = [
        other
        for fact, other in decided
        if fact is not claim
        and fact.kind == "medication"
        and fact.concept.id == claim.concept.id
        and not ends_before(fact, claim)
    ]
    settled = any(other.grade in ("E1", "E2") for other in others)
    if decision.grade == "E4" and decision.attribute == "status" and settled:
        return undecided("passing_status", "the sentence goes on to another status")
    return decision


def settle_times(claim: Fact, decision: Decision, decided: list[tuple[Fact, Decision]]) -> Decision:
    """One number with two times (`from 162 to 264 on 10-04 and 10-05`) is right at either."""
    if decision.rule != "value_of_another_time":
        return decision
    twins = [
        other
        for fact, other in decided
        if fact is not claim
        and fact.concept.id == claim.concept.id
        and (fact.source, fact.text) == (claim.source, claim.text)
    ]
    return next((twin for twin in twins if twin.grade == "E1"), decision)


def ends_before(fact: Fact, other: Fact) -> bool:
    """Say whether the words of one claim end before those of another."""
    return (fact.source.end or 0) < (other.source.end or 0)


def beside_facts(claim: Fact, decision: Decision, decided: list[tuple[Fact, Decision]]) -> Decision:
    """Words that were hardly found lean on the facts beside them that the record carries.

    A few plain words change nothing; more of them, or a finding that notes tend to paraphrase,
    make the sentence indirect, with a low confidence. Where too few facts of the sentence are
    carried, they stay undecided.
    """
    carried = sum(d.grade in ("E1", "E2") and not is_residual(c) for c, d in decided)
    enough = 1 if is_residual(claim) else FACTS_FOR_A_NAME
    if decision.grade is not None or decision.rule not in PARAPHRASED or carried < enough:
        return decision
    few = decision.rule == "too_few_words"
    return decision.model_copy(
        update={
            "grade": "E1" if few else "E2",
            "rule": "words_beside_facts",
            "confidence": LEANING,
        }
    )


def as_worded(decision: Decision, sentence: str) -> Decision:
    """What was only found in part or in wider words is explicit where no inference is worded.

    Then the rest is paraphrase; a cause or a purpose is what makes a sentence indirect.
    """
    if decision.grade != "E2" or decision.rule not in IN_OTHER_WORDS or causal_cues(sentence):
        return decision
    return decision.model_copy(update={"grade": "E1", "attribute": "wording"})


def judge_claim(claim: Fact, view: RecordView, sentence: str, context: Context) -> Decision:
    """Apply the rules of the kind of a claim."""
    if is_residual(claim):
        return judge_event(claim, view)
    if claim.concept.id in STAY:
        return judge_stay_date(claim, view)
    slot = judge_slot(claim, view, sentence)
    if slot is not None:
        return slot
    if claim.kind == "demographic":
        return judge_demographic(claim, view)
    if claim.kind == "medication":
        return judge_medication(claim, view, context, sentence)
    if claim.kind == "allergy":
        return judge_allergy(claim, view, context)
    if claim.concept.id.startswith(PREFIX):
        return judge_susceptibility(claim, view)
    if claim.concept.id.startswith("organism:"):
        return judge_organism(claim, view, sentence)
    if claim.kind in ("lab", "vital") and not claim.concept.id.startswith("state:"):
        return judge_value(claim, view, sentence)
    return judge_condition(claim, view, sentence)


def judge_condition(claim: Fact, view: RecordView, sentence: str) -> Decision:
    """Stated, derived from values, or inferred from treatment: in this order."""
    derived = judge_state(claim, view, sentence)
    decision = judge_finding(claim, view, sentence)
    if decision.grade == "E1" or (derived is None and decision.grade == "E4"):
        return decision
    if derived is not None:
        return derived
    told_of_another = decision.rule in ("only_in_a_relative", "only_supposed")
    if decision.grade == "E3" and is_gray(claim, view):
        return undecided("gray_zone", "the values on record lie where opinions differ")
    open_ = decision.grade == "E3" or decision.rule == "general_term"
    if open_ and not told_of_another:
        return judge_by_treatment(claim, view) or judge_by_culture(claim, view) or decision
    return decision
