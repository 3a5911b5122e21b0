"""Rules for drugs: whether they were given, and all that is said of them."""

import re

from agents.rule_judge.decisions import Decision, Item, contradicted, supported, undecided
from agents.rule_judge.medications.adherence import judge_adherence
from agents.rule_judge.medications.events import AVOIDED, judge_event
from agents.rule_judge.medications.lists import DISCHARGE_LIST, OFF, TYPE, listed
from agents.rule_judge.medications.passing import is_earlier
from agents.rule_judge.medications.regimens import judge_regimen, same_dose
from agents.rule_judge.medications.status import judge_status
from agents.rule_judge.medications.status_words import judge_wording
from agents.rule_judge.medications.unlisted import LOOSE_CLASSES, judge_unlisted
from agents.rule_judge.medications.withheld import judge_withheld
from agents.rule_judge.record_view import RecordView
from agents.rule_judge.values.blood_units import judge_units
from clinical.drug_lexicon import members_of
from clinical.facts import Fact
from graph_state.context import Context

ORDERED = re.compile(
    r"\b(?:ordered|considered|requested|discussed|proposed|planned|prescribed)\b", re.IGNORECASE
)
CALLED_OFF = re.compile(
    r"\b(?:cancel+ed|not (?:given|pursued|dispensed|needed|started|done)|none was|never given"
    r"|withdrawn|no dose|but not|called off|declined|deferred)\b",
    re.IGNORECASE,
)
TAKEN = frozenset({"given", "started", "continued", "resumed", "discharge"})


def judge_medication(
    claim: Fact, view: RecordView, context: Context, sentence: str = ""
) -> Decision:
    """Decide on a claim about a drug or a class of drugs."""
    counted = judge_units(claim, view, sentence)
    if counted is not None:
        return counted
    items = [i for i in view.narrower(claim.concept) if i.fact.kind == "medication"]
    if not items:
        return judge_unlisted(claim, view, context)
    adherence = judge_adherence(claim, items, view, sentence)
    if adherence is not None:
        return adherence
    if claim.assertion == "absent" or claim.status == "not_given":
        return judge_not_given(claim, items, is_earlier(claim, sentence, view))
    ordered = judge_ordered_only(items, sentence)
    done = ordered or judge_event(claim, items, view, sentence)
    done = done or judge_withheld(claim, items, view, sentence)
    if done is not None:
        return done
    if all(i.fact.assertion == "hypothetical" for i in items) and claim.assertion == "present":
        note = "orders or instructions imply it; the record does not say that it was given"
        return supported("implied_by_orders", items, note, "inference", by="E2")
    status = judge_wording(claim, items, view, sentence)
    if status is None and not is_earlier(claim, sentence, view):
        status = judge_status(claim, items, view, sentence)
    if status is None or status.grade != "E4":
        status = judge_taken_home(claim, items, view, context) or status
    if status is not None and status.grade == "E4":
        return status
    conflict = judge_regimen(claim, items, view, sentence)
    if conflict is not None:
        return conflict
    if status is not None:
        return status
    note = f"the record lists {items[0].fact.text!r}"
    return supported("same_drug", closest_first(claim, items), note)


def judge_ordered_only(items: list[Item], sentence: str) -> Decision | None:
    """A drug that is only said to be ordered or considered, and that was not given."""
    avoided = all(i.fact.status in AVOIDED for i in items)
    if not avoided or not ORDERED.search(sentence) or not CALLED_OFF.search(sentence):
        return None
    return supported("not_given_in_both", items, "the record says so too", "status")


def judge_taken_home(
    claim: Fact, items: list[Item], view: RecordView, context: Context
) -> Decision | None:
    """A drug said to go on after discharge that the complete list at discharge does not hold."""
    leaving = claim.time is not None and claim.time.anchor == "discharge"
    taken = claim.status == "discharge" or (leaving and claim.status in TAKEN)
    closed = DISCHARGE_LIST in view.lists and context.closed_discharge_medications
    if not taken or not closed or listed(items, DISCHARGE_LIST):
        return None
    if claim.status == "given" or not is_named(claim):
        return None
    return contradicted(
        "closed_discharge_medications",
        [Item(claim, view.lists[DISCHARGE_LIST])],
        TYPE,
        f"the discharge medication list is complete and does not hold {claim.concept.name}",
        "existence",
        confidence=0.75,
    )


def is_named(claim: Fact) -> bool:
    """Say whether a list that holds a drug must name it: a drug, or a class of known drugs."""
    loose = {claim.concept.id, *claim.concept.broader} & LOOSE_CLASSES
    if claim.concept.id.startswith("drug:"):
        return True
    return claim.status == "discharge" and not loose and bool(members_of(claim.concept.id))


def closest_first(claim: Fact, items: list[Item]) -> list[Item]:
    """Put items with the same dose and status first; ties by place."""
    return sorted(
        items,
        key=lambda i: (
            not same_dose(claim, i.fact),
            i.fact.status != claim.status,
            str(i.fact.source),
        ),
    )


def judge_not_given(claim: Fact, items: list[Item], earlier: bool = False) -> Decision:
    """The sentence says that a drug was not given; of a time before the stay it is no denial."""
    agreed = [i for i in items if i.fact.status in OFF or i.fact.assertion == "absent"]
    if agreed:
        return supported("not_given_in_both", agreed, "the record says so too", "status")
    given = [i for i in items if i.fact.status in ("given", "started")]
    if (
        given
        and not earlier
        and claim.status == "not_given"
        and claim.concept.id.startswith("drug:")
    ):
        return contradicted(
            "denied_but_given",
            given,
            ("negation_error",),
            f"the record says {given[0].fact.text!r}",
            "presence",
            confidence=0.7,
        )
    return undecided("listed_but_denied", "the record lists the drug", items)
