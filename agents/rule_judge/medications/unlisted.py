"""Rules for drugs that no item of the record names."""

from agents.rule_judge.decisions import Decision, Item, contradicted, silent, supported, undecided
from agents.rule_judge.findings.susceptibilities import PREFIX
from agents.rule_judge.medications.lists import DISCHARGE_LIST, TYPE
from agents.rule_judge.medications.vaccinations import judge_vaccination
from agents.rule_judge.record_view import RecordView
from agents.rule_judge.values.quantities import matches
from clinical.facts import Fact
from clinical.named_quantities import find_named_quantities
from graph_state.context import Context
from kg.evidence import Evidence

TAKEN_HOME = frozenset({"discharge", "continued", "resumed", "started", "increased", "decreased"})
"""What happened so that the drug must stand on the discharge list."""
GIVEN = TAKEN_HOME | {"given", "changed"}
LOOSE_CLASSES = frozenset(
    {
        "drugclass:blood-product",
        "drugclass:iv-fluid",
        "drugclass:vaccine",
        "drugclass:antibiotic",
        "drugclass:analgesic",
        "drugclass:chemotherapy",
        "drugclass:supplement",
        "drugclass:contrast",
        "drugclass:gadolinium",
        "drugclass:pjp-prophylaxis",
        "drugclass:stress-ulcer-prophylaxis",
        "drugclass:dvt-prophylaxis",
    }
)
"""Classes that records paraphrase so freely that silence proves little."""


FLUIDS = frozenset({"drugclass:iv-fluid", "drugclass:contrast", "drugclass:supplement"})
"""Classes of which one member is no rival of another."""


def judge_unlisted(claim: Fact, view: RecordView, context: Context) -> Decision:
    """No item of this drug or class was found."""
    vaccinated = judge_vaccination(claim, view)
    if vaccinated is not None:
        return vaccinated
    worded = [p for p in view.sharing_words(claim.concept.name) if not only_tested(claim, p)]
    if worded:
        items = [Item(claim, passage) for passage in worded]
        return supported("same_words", items, "a passage holds the same words", "wording")
    if claim.assertion == "absent" or claim.status == "not_given":
        return supported("drug_not_on_record", [], "the record knows of no such drug", by="E2")
    if claim.assertion in ("hypothetical", "possible"):
        return supported("consideration", [], "a plan that the record need not state", by="E2")
    allergen = [i for i in view.of_kind("allergy") if related_drugs(claim, i.fact)]
    taken = claim.quantity or claim.duration_days or claim.frequency
    if allergen and claim.status is None and not taken:
        return supported("listed_allergen", allergen, "the allergy list names it")
    loose = {claim.concept.id, *claim.concept.broader} & LOOSE_CLASSES
    if loose and claim.concept.id.startswith("drugclass:") and not is_dosed(claim):
        return undecided("class_not_found", f"no drug of the class {claim.text!r} was recognized")
    if claim.status is None and not taken and find_named_quantities(claim.text):
        return undecided("may_be_measured", f"{claim.text!r} may be a test, not a drug")
    return judge_absent_drug(claim, view, context)


def is_dosed(claim: Fact) -> bool:
    """Say whether a class is given in the dose of one drug: `iron 200 mg` is no paraphrase."""
    return claim.quantity is not None and claim.quantity.unit in ("mg", "g", "mcg")


def only_tested(claim: Fact, passage: Evidence) -> bool:
    """Say whether a passage names a drug only as one that a germ was tested against."""
    treated = claim.status in GIVEN or claim.duration_days is not None
    return treated and any(
        fact.concept.id.startswith(PREFIX) and claim.concept.name in fact.concept.id
        for fact in passage.facts
    )


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
    loose = {claim.concept.id, *claim.concept.broader} & FLUIDS
    own_class = [
        i
        for i in view.of_kind("medication")
        if i.fact.concept.id in claim.concept.broader[:1] and i.fact.assertion == "present"
    ]
    doses = [i.fact.quantity for i in own_class if i.fact.quantity]
    if claim.quantity and any(matches(claim.quantity, dose) for dose in doses):
        return supported("class_on_record", own_class, "the record gives this dose of its class")
    rivals = [
        i
        for i in view.of_kind("medication")
        if same_role(claim, i.fact) and i.fact.concept.id not in claim.concept.broader
    ]
    vague = claim.quantity is None and claim.status is None
    if own_class and (vague or not rivals):
        return undecided("class_on_record", "the record names the class alone", own_class)
    if rivals and loose:
        return undecided("loose_class", "drugs of this kind are told in many words", rivals)
    if rivals:
        return other_drug(claim, rivals)
    return silent(
        "drug_not_on_record",
        ("invented_fact",),
        f"{claim.text!r} is nowhere on record",
        confidence=0.7,
    )


def other_drug(claim: Fact, rivals: list[Item]) -> Decision:
    """Name the drugs of the role; only a role that one drug fills shows which drug was meant."""
    names = sorted({item.fact.concept.name for item in rivals})
    return contradicted(
        "other_drug",
        rivals,
        TYPE,
        f"the record has {' and '.join(names)} in this role",
        "drug",
        (claim.concept.name, names[0]) if len(names) == 1 else None,
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
