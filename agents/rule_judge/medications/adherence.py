"""A drug said to be missed that the record says was taken as prescribed, or the reverse."""

from agents.rule_judge.decisions import Decision, Item, contradicted, supported
from agents.rule_judge.medications.told_regimens import passages_of
from agents.rule_judge.record_view import RecordView
from clinical.adherence import Adherence, adherence_of
from clinical.drug_lexicon import find_drug_names, same_drug
from clinical.facts import Concept, Fact


def judge_adherence(
    claim: Fact, items: list[Item], view: RecordView, sentence: str
) -> Decision | None:
    """Compare what is told of taking the drug before the stay; both must tell it outright."""
    said = told_of(claim.concept, sentence)
    if len(said) != 1:
        return None
    passages = passages_of(claim, items, view)
    told = [(p, told_of(claim.concept, p.quote)) for p in passages]
    recorded = {adherence for _, found in told for adherence in found}
    if not recorded:
        return None
    shown = [Item(claim, passage) for passage, found in told if found]
    if recorded & said:
        return supported("same_adherence", shown, "the record tells the same of taking it")
    return contradicted(
        "other_adherence",
        shown,
        ("negation_error",),
        f"the record says {' '.join(shown[0].evidence.quote.split())[:120]!r}",
        "presence",
        confidence=0.75,
    )


def told_of(drug: Concept, text: str) -> set[Adherence]:
    """What a text says of taking a drug."""
    found = (
        adherence_of(text, name)
        for name in find_drug_names(text)
        if same_drug(drug, name.concept) != "different"
    )
    return {adherence for adherence in found if adherence is not None}
