"""The dangers of advice, one kind a function: each yields what it can prove."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from agents.omissions.stay import cited
from agents.safety.advice import Advice
from agents.safety.known import KnownDangers
from agents.safety.patient import SafetyRecord, same_or_narrower
from clinical.drug_lexicon import concept_of, drug_concept, parts_of
from clinical.facts import Concept
from clinical.labels import Severity
from clinical.usual_doses import usual_doses
from clinical.value_limits import daily_maximum, value_limits
from graph_state.factcheck import PathStep
from graph_state.safety import SafetyKind
from kg.evidence import Evidence

TRANSIENT = frozenset(
    "hyperkalemia hypokalemia hyponatremia hypernatremia hypoglycemia hyperglycemia hypotension"
    " bradycardia tachycardia hypercalcemia hypocalcemia dehydration delirium diarrhea constipation"
    " infection sepsis thrombocytopenia neutropenia leukopenia".split()
)
"""States that pass: the values of the patient decide about them, not that they once were."""

ONE_OF_A_KIND = (
    "statin ace-inhibitor arb ppi ssri doac p2y12-inhibitor sulfonylurea beta-blocker"
    " dihydropyridine loop-diuretic nsaid thiazide benzodiazepine anticoagulant h2-blocker"
    " mra"
).split()
"""Classes of which a patient takes one drug at a time."""

FAR_ABOVE = 2.5
"""Times the largest usual single dose, where no daily maximum is known."""


class Danger(NamedTuple):
    """One danger with its proof."""

    kind: SafetyKind
    severity: Severity
    message: str
    advice: Advice
    proof: tuple[Evidence, ...] = ()
    path: tuple[PathStep, ...] = ()


RESCUE = frozenset({"naloxone", "glucagon", "nitroglycerin"})
"""Drugs kept at home for an emergency: holding them twice is no danger."""


class Advised(NamedTuple):
    """All that the functions ask: the advice, the patient and what is known."""

    taken: Sequence[Advice]
    left: Sequence[Advice]
    record: SafetyRecord
    known: KnownDangers
    text: str

    def gravity(self, *drugs: Concept) -> Severity:
        """Return how grave a danger of drugs is: what the record itself prescribes was weighed."""
        listed = {told.fact.concept.id for told in self.record.leaving}
        return "medium" if all(drug.id in listed for drug in drugs) else "high"


def stopped_drugs(advised: Advised) -> Iterator[Danger]:
    """Drugs to be taken that the record stops, and drugs to be left that it continues."""
    for advice in advised.taken:
        for told in advised.record.ended:
            if same_or_narrower(advice.drug, told.fact.concept):
                words = f"{advice.drug.name} is advised, but the record stops or holds it"
                yield Danger("stopped_drug", "high", words, advice, (cited(told),))
                break


def allergies(advised: Advised) -> Iterator[Danger]:
    """Drugs to which the patient is allergic, by themselves or by their class."""
    for advice in advised.taken:
        for told in advised.record.allergies:
            if same_or_narrower(advice.drug, told.fact.concept):
                allergen = told.fact.concept.name
                words = f"{advice.drug.name} is advised; allergy on record: {allergen}"
                yield Danger("allergy", "high", words, advice, (cited(told),))
                break


def contraindications(advised: Advised) -> Iterator[Danger]:
    """Drugs that a condition of the patient forbids."""
    for advice in advised.taken:
        forbidden = {
            node: edge
            for edge, node in advised.known.contraindications(advice.drug)
            if edge.severity == "high" and advised.known.name(node) not in TRANSIENT
        }
        yield from _pregnancy(advice, advised)
        for told in advised.record.conditions:
            hit = sorted(advised.known.node_of(told.fact.concept) & forbidden.keys())
            if hit and advised.known.name(hit[0]) != "pregnancy":
                name = advised.known.name(hit[0])
                words = f"{advice.drug.name} must not be given in {name}, which the patient has"
                steps = (advised.known.step(forbidden[hit[0]]),)
                grave = advised.gravity(advice.drug)
                yield Danger("contraindication", grave, words, advice, (cited(told),), steps)
                break


def _pregnancy(advice: Advice, advised: Advised) -> Iterator[Danger]:
    proof = advised.record.pregnancy
    if proof is None:
        return
    for edge, node in advised.known.contraindications(advice.drug):
        if advised.known.name(node) == "pregnancy":
            words = f"{advice.drug.name} harms an unborn child, and the patient is pregnant"
            severity: Severity = "high" if edge.severity == "high" else "medium"
            yield Danger(
                "pregnancy", severity, words, advice, (proof,), (advised.known.step(edge),)
            )
            return


def interactions(advised: Advised) -> Iterator[Danger]:
    """Drugs that must not be taken together, both advised or one on the discharge list."""
    left = [advice.drug for advice in advised.left]
    for one, other in combinations(_each_drug(advised.taken), 2):
        edge = advised.known.between(one.drug, other.drug, "interacts")
        if edge and edge.severity == "high":
            words = f"{one.drug.name} and {other.drug.name} are advised together"
            place = _newer(one, other, advised.record)
            grave = advised.gravity(one.drug, other.drug)
            yield Danger("interaction", grave, words, place, (), (advised.known.step(edge),))
    taken = [advice.drug for advice in advised.taken]
    for advice in _each_drug(advised.taken):
        for told in advised.record.leaving:
            drug = told.fact.concept
            known = [*left, *taken]
            if any(same_or_narrower(drug, o) or same_or_narrower(o, drug) for o in known):
                continue
            edge = advised.known.between(advice.drug, drug, "interacts")
            if edge and edge.severity == "high":
                words = f"{advice.drug.name} is advised; the patient leaves with {drug.name}"
                yield Danger(
                    "interaction",
                    "high",
                    words,
                    advice,
                    (cited(told),),
                    (advised.known.step(edge),),
                )
                break


def _newer(one: Advice, other: Advice, record: SafetyRecord) -> Advice:
    """Point at the advice that the discharge list does not hold, else at the later."""
    listed = {told.fact.concept.id for told in record.leaving}
    return one if one.drug.id not in listed and other.drug.id in listed else other


def _each_drug(taken: Sequence[Advice]) -> list[Advice]:
    """Keep the first advice on each drug."""
    return list({advice.drug.id: advice for advice in reversed(taken)}.values())[::-1]


def values(advised: Advised) -> Iterator[Danger]:
    """Drugs that the last values of the patient make dangerous."""
    for advice in _each_drug(advised.taken):
        for limit in value_limits():
            wider = _drug_or_class(limit.drug)
            if not same_or_narrower(advice.drug, wider):
                continue
            if limit.drug == "nsaid" and advice.drug.id == "drug:aspirin":
                continue
            told = advised.record.last_value(limit.analyte)
            quantity = told.fact.quantity if told else None
            if told and quantity and limit.is_crossed(quantity.value):
                measured = f"{told.fact.concept.name} of {quantity.value:g} {quantity.unit}".strip()
                words = f"{advice.drug.name} at a last {measured}: {limit.why}"
                severity = advised.gravity(advice.drug) if limit.severity == "high" else "medium"
                yield Danger("value", severity, words, advice, (cited(told),))
                break


def _drug_or_class(name: str) -> Concept:
    drug = drug_concept(name)
    return drug if drug and "-" not in name else concept_of(f"drugclass:{name}")


def doses(advised: Advised) -> Iterator[Danger]:
    """Doses above what is taken in a day, or far above any usual single dose."""
    for advice in advised.taken:
        dose, often = advice.mention.dose, advice.mention.frequency
        if dose is None or dose.unit != "mg" or "/" in advice.drug.id:
            continue
        most = daily_maximum(advice.drug.id)
        daily = (dose.high or dose.value) * max(often or 1.0, 1.0)
        usual = usual_doses(advice.drug)
        if most is not None and daily > most * 1.001:
            words = f"{advice.drug.name} {daily:g} mg a day; the usual most is {most:g} mg"
            yield Danger("dose", "high", words, advice)
        elif most is None and usual and usual.unit == "mg":
            largest = usual.doses[-1]
            if dose.value > FAR_ABOVE * largest:
                words = f"{advice.drug.name} {dose.value:g} mg; the usual most is {largest:g} mg"
                yield Danger("dose", "medium", words, advice)


def duplicates(advised: Advised) -> Iterator[Danger]:
    """Two drugs of a kind of which one is taken, or one ingredient in two drugs."""
    for one, other in combinations(_each_drug(advised.taken), 2):
        shared = set(parts_of(one.drug.id)) & set(parts_of(other.drug.id)) - RESCUE
        kinds = [
            kind
            for kind in ONE_OF_A_KIND
            if all(f"drugclass:{kind}" in a.drug.broader for a in (one, other))
            and "drug:aspirin" not in (one.drug.id, other.drug.id)
        ]
        if shared:
            words = f"{one.drug.name} and {other.drug.name} both hold {', '.join(sorted(shared))}"
            yield Danger("duplicate", "medium", words, _newer(one, other, advised.record))
        elif kinds:
            kind = kinds[0].replace("-", " ")
            words = f"{one.drug.name} and {other.drug.name} are both of the kind {kind}"
            grave = advised.gravity(one.drug, other.drug)
            yield Danger("duplicate", grave, words, _newer(one, other, advised.record))
