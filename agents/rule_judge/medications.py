"""Rules for drugs: presence, dose, frequency, route and what happened to them."""

import re

from agents.rule_judge.decisions import Decision, Item, contradicted, silent, supported, undecided
from agents.rule_judge.record_view import RecordView
from agents.rule_judge.values import matches
from clinical.facts import Fact
from clinical.labels import ErrorType, MedicationStatus
from graph_state.context import Context

TYPE: tuple[ErrorType, ...] = ("medication_error",)
TAKEN = frozenset({"given", "started", "continued", "resumed", "discharge"})
TAKEN_HOME = frozenset({"discharge", "continued", "resumed", "started", "increased", "decreased"})
"""What happened so that the drug must stand on the discharge list."""

LOOSE_CLASSES = frozenset(
    {
        "drugclass:blood-product",
        "drugclass:iv-fluid",
        "drugclass:vaccine",
        "drugclass:antibiotic",
        "drugclass:analgesic",
        "drugclass:chemotherapy",
        "drugclass:supplement",
    }
)
"""Classes that records paraphrase so freely that silence proves little."""

CHANGE_BY = re.compile(r"\bby (?:about )?\d", re.IGNORECASE)
LASTING = frozenset({"discharge", "continued", "resumed"})
"""What happened so that the dose said is the dose on the discharge list."""

OFF = frozenset({"stopped", "held", "not_given"})
HOME_LIST, DISCHARGE_LIST = "admission_medications", "discharge_medications"


def judge_medication(claim: Fact, view: RecordView, context: Context) -> Decision:
    """Decide on a claim about a drug or a class of drugs."""
    items = [i for i in view.narrower(claim.concept) if i.fact.kind == "medication"]
    if not items:
        return judge_unlisted(claim, view, context)
    if claim.assertion == "absent" or claim.status == "not_given":
        return judge_not_given(claim, items)
    if claim.status in TAKEN and all(i.fact.status == "not_given" for i in items):
        return contradicted(
            "given_but_not",
            items,
            ("negation_error",),
            f"the record says that it was not given: {items[0].fact.text!r}",
            "presence",
        )
    if all(i.fact.assertion == "hypothetical" for i in items) and claim.assertion == "present":
        note = "orders or instructions imply it; the record does not say that it was given"
        return supported("implied_by_orders", items, note, "inference", by="E2")
    for rule in (judge_status, judge_dose, judge_frequency, judge_route):
        decision = rule(claim, items, view)
        if decision is not None and decision.grade == "E4":
            return decision
    status = judge_status(claim, items, view)
    if status is not None:
        return status
    note = f"the record lists {items[0].fact.text!r}"
    return supported("same_drug", closest_first(claim, items), note)


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


def same_dose(claim: Fact, fact: Fact) -> bool:
    """Say whether two doses are equal, by dose or by total per day."""
    if claim.quantity is None or fact.quantity is None:
        return claim.quantity is None
    if matches(claim.quantity, fact.quantity):
        return True
    if not fact.frequency or claim.quantity.unit != fact.quantity.unit:
        return False
    claimed = claim.quantity.value * (claim.frequency or 1.0)
    recorded = fact.quantity.value * fact.frequency
    return abs(claimed - recorded) <= 0.01 * max(claimed, recorded)


def listed(items: list[Item], section: str) -> list[Item]:
    """Items that stand in one of the two medication lists."""
    return [item for item in items if item.fact.section == section]


def active(items: list[Item]) -> list[Item]:
    """Items that are not marked as held or stopped."""
    return [item for item in items if item.fact.status not in OFF]


def judge_dose(claim: Fact, items: list[Item], view: RecordView) -> Decision | None:
    """A dose is wrong when the record has doses of this drug and none of them fits."""
    if claim.quantity is None or is_amount(claim):
        return None
    unit = claim.quantity.unit
    dosed = [i for i in items if i.fact.quantity and i.fact.quantity.unit == unit]
    if claim.status in LASTING:
        dosed = listed(dosed, DISCHARGE_LIST) or dosed
    if not dosed or any(same_dose(claim, item.fact) for item in dosed):
        return None
    shown = dosed[0]
    amount = shown.fact.quantity
    return contradicted(
        "other_dose",
        [shown],
        TYPE,
        f"the sentence says {claim.quantity.written}, the record {shown.fact.text!r}",
        "dose",
        (claim.quantity.written, amount.written) if amount else None,
    )


def is_amount(claim: Fact) -> bool:
    """Say whether a number is a change (`raised by 25 mcg`) or a total that events add up to."""
    summed = {"drugclass:blood-product", "drugclass:iv-fluid"}
    classes = {claim.concept.id, *claim.concept.broader}
    return bool(classes & summed) or CHANGE_BY.search(claim.text) is not None


def judge_frequency(claim: Fact, items: list[Item], view: RecordView) -> Decision | None:
    """A frequency is wrong when the same dose is on record with other frequencies only."""
    if claim.frequency is None or claim.quantity is None:
        return None
    timed = [
        i
        for i in items
        if i.fact.frequency and i.fact.quantity and matches(claim.quantity, i.fact.quantity)
    ]
    if not timed or any(
        abs(i.fact.frequency - claim.frequency) < 0.01 for i in timed if i.fact.frequency
    ):
        return None
    return contradicted(
        "other_frequency",
        timed,
        TYPE,
        f"the sentence gives {claim.frequency:g} doses a day, the record {timed[0].fact.text!r}",
        "frequency",
    )


def judge_route(claim: Fact, items: list[Item], view: RecordView) -> Decision | None:
    """A route is wrong when every item on record goes another way."""
    if claim.route is None:
        return None
    routed = [i for i in items if i.fact.route]
    if not routed or any(i.fact.route == claim.route for i in routed):
        return None
    return contradicted(
        "other_route",
        routed,
        TYPE,
        f"the sentence says {claim.route}, the record {routed[0].fact.route}",
        "route",
        (claim.route, str(routed[0].fact.route)),
    )


def judge_status(claim: Fact, items: list[Item], view: RecordView) -> Decision | None:
    """Compare what happened to the drug with the two lists and with what notes say."""
    status = claim.status
    if status is None or not view.lists:
        return None
    stated = [i for i in items if i.fact.status == status]
    home, leaving = listed(items, HOME_LIST), active(listed(items, DISCHARGE_LIST))
    off = [i for i in items if i.fact.status in OFF]
    if status in ("stopped", "held"):
        return judge_ended(claim, stated, home, leaving, off, view)
    if status in ("continued", "resumed", "discharge"):
        return judge_kept(claim, stated, home, leaving, off, view)
    if status in ("increased", "decreased"):
        return judge_changed(claim, status, stated, home, leaving)
    if stated:
        return supported(
            "same_status", stated, f"the record says {stated[0].fact.text!r}", "status"
        )
    return None


def judge_ended(
    claim: Fact,
    stated: list[Item],
    home: list[Item],
    leaving: list[Item],
    off: list[Item],
    view: RecordView,
) -> Decision | None:
    """`stopped` or `held`: refuted by an active line of the discharge list."""
    if stated or off:
        return supported("ended_in_both", stated or off, "the record says it was ended", "status")
    if leaving and home and same_sig(home, leaving):
        return contradicted(
            "ended_but_listed",
            leaving,
            TYPE,
            f"the discharge list still holds {leaving[0].fact.text!r}",
            "status",
            confidence=0.75,
        )
    if home and not leaving and DISCHARGE_LIST in view.lists:
        return supported(
            "off_the_list", home, "on the list at admission, not on the list at discharge", "status"
        )
    return None


def same_sig(home: list[Item], leaving: list[Item]) -> bool:
    """Say whether a drug is on both lists with one dose."""
    return any(same_dose(one.fact, other.fact) for one in home for other in leaving)


def judge_kept(
    claim: Fact,
    stated: list[Item],
    home: list[Item],
    leaving: list[Item],
    off: list[Item],
    view: RecordView,
) -> Decision | None:
    """`continued`, `resumed` or `at discharge`: refuted where the discharge list lacks it."""
    if leaving:
        return supported(
            "on_discharge_list", leaving + home, "it is on the discharge list", "status"
        )
    if DISCHARGE_LIST not in view.lists:
        return None
    ended = [i for i in off if i.fact.section == DISCHARGE_LIST]
    searched = [Item(claim, view.lists[DISCHARGE_LIST])]
    if ended or (home and not stated):
        return contradicted(
            "not_on_discharge_list",
            [*ended, *searched, *home],
            TYPE,
            "the discharge list does not hold it as active",
            "status",
            confidence=0.75,
        )
    return None


def judge_changed(
    claim: Fact,
    status: MedicationStatus,
    stated: list[Item],
    home: list[Item],
    leaving: list[Item],
) -> Decision | None:
    """`increased` or `decreased`: compare the doses of the two lists."""
    if stated:
        return supported(
            "same_status", stated, f"the record says {stated[0].fact.text!r}", "status"
        )
    if len(home) > 1 or len(leaving) > 1:
        return None
    before, after = daily(home), daily(leaving)
    if before is None or after is None:
        return None
    went_up = after > before * 1.01
    went_down = after < before * 0.99
    if (status == "increased" and went_up) or (status == "decreased" and went_down):
        note = f"{home[0].fact.text!r} became {leaving[0].fact.text!r}"
        return supported("dose_changed", [*home, *leaving], note, "status")
    actual = "increased" if went_up else "decreased" if went_down else "unchanged"
    return contradicted(
        "other_direction",
        [*home, *leaving],
        TYPE,
        f"the sentence says {status}; from list to list the dose is {actual}",
        "status",
    )


def daily(items: list[Item]) -> float | None:
    """Total dose a day of the first item that has one."""
    for item in items:
        if item.fact.quantity is not None:
            return item.fact.quantity.value * (item.fact.frequency or 1.0)
    return None


def judge_not_given(claim: Fact, items: list[Item]) -> Decision:
    """The sentence says that a drug was not given."""
    agreed = [i for i in items if i.fact.status in OFF or i.fact.assertion == "absent"]
    if agreed:
        return supported("not_given_in_both", agreed, "the record says so too", "status")
    given = [i for i in items if i.fact.status in ("given", "started")]
    if given and claim.status == "not_given" and claim.concept.id.startswith("drug:"):
        return contradicted(
            "denied_but_given",
            given,
            ("negation_error",),
            f"the record says {given[0].fact.text!r}",
            "presence",
            confidence=0.7,
        )
    return undecided("listed_but_denied", "the record lists the drug", items)


def judge_unlisted(claim: Fact, view: RecordView, context: Context) -> Decision:
    """No item of this drug or class was found."""
    worded = view.sharing_words(claim.concept.name)
    if worded:
        items = [Item(claim, passage) for passage in worded]
        return supported("same_words", items, "a passage holds the same words")
    if claim.assertion == "absent" or claim.status == "not_given":
        return supported("drug_not_on_record", [], "the record knows of no such drug", by="E2")
    if claim.assertion in ("hypothetical", "possible"):
        return supported("consideration", [], "a plan that the record need not state", by="E2")
    allergen = [i for i in view.of_kind("allergy") if related_drugs(claim, i.fact)]
    if allergen and claim.status is None:
        return supported("listed_allergen", allergen, "the allergy list names it")
    loose = {claim.concept.id, *claim.concept.broader} & LOOSE_CLASSES
    if loose and claim.concept.id.startswith("drugclass:"):
        return undecided("class_not_found", f"no drug of the class {claim.text!r} was recognised")
    return judge_absent_drug(claim, view, context)


def judge_absent_drug(claim: Fact, view: RecordView, context: Context) -> Decision:
    """A drug that the record never names: closed list, another drug in its role, or silence."""
    closed = DISCHARGE_LIST in view.lists and context.closed_discharge_medications
    if closed and claim.status in TAKEN_HOME:
        return contradicted(
            "closed_discharge_medications",
            [Item(claim, view.lists[DISCHARGE_LIST])],
            TYPE,
            f"the discharge medication list is complete and does not hold {claim.concept.name}",
            "existence",
        )
    rivals = [i for i in view.of_kind("medication") if same_role(claim, i.fact)]
    if rivals:
        return contradicted(
            "other_drug",
            rivals,
            TYPE,
            f"the record has {rivals[0].fact.concept.name} in this role",
            "drug",
            (claim.concept.name, rivals[0].fact.concept.name),
            confidence=0.7,
        )
    return silent(
        "drug_not_on_record",
        ("invented_fact",),
        f"{claim.text!r} is nowhere on record",
        confidence=0.7,
    )


def related_drugs(claim: Fact, fact: Fact) -> bool:
    """Say whether two drugs are one, or one is the class of the other."""
    mine = {claim.concept.id, *claim.concept.broader}
    return fact.concept.id in mine or claim.concept.id in fact.concept.broader


def same_role(claim: Fact, fact: Fact) -> bool:
    """Say whether a drug on record is of the claim's class: another answer to one question."""
    own = set(claim.concept.broader[:2])
    return fact.assertion == "present" and bool(own & set(fact.concept.broader))
