"""Relations that medicine adds to the record: what indicates a disease, what an allergy bars."""

from collections.abc import Iterator
from functools import cache
from typing import Literal

from clinical.derived_states import STATES, state_of
from clinical.drug_lexicon import same_drug
from clinical.facts import Concept, Fact, TimeSpan
from clinical.indications import indications_of
from clinical.vocabulary import lexicon
from clinical.words import phrase
from kg.descriptions import amount
from kg.drafting import GraphDraft
from kg.nodes import NodeDraft
from kg.relations import EdgeDraft

_SEXES = {"female": "F", "f": "F", "male": "M", "m": "M"}


def infer_relations(draft: GraphDraft) -> None:
    """Add `indicates` and `contraindicated_with` between what the patient has or had."""
    kinds: dict[str, list[NodeDraft]] = {}
    for node_id in sorted(draft.nodes):
        node = draft.nodes[node_id]
        if node.kind in {"PATIENT", "LAB_RESULT"} or _is_affirmed(node):
            kinds.setdefault(node.kind, []).append(node)
    medications = kinds.get("MEDICATION", [])
    diagnoses = kinds.get("DIAGNOSIS", [])
    measured = [*kinds.get("LAB_RESULT", []), *kinds.get("VITAL_SIGN", [])]
    for edge in (
        *contraindications(medications, kinds.get("ALLERGY", [])),
        *drug_indications(medications, diagnoses),
        *abnormal_values(measured, diagnoses, _sex(kinds["PATIENT"])),
    ):
        draft.infer(edge)


def _is_affirmed(node: NodeDraft) -> bool:
    return any(
        fact.assertion in {"present", "historical"} and fact.status != "not_given"
        for fact in node.facts
    )


def _sex(patients: list[NodeDraft]) -> str | None:
    told = {_SEXES.get(p.attributes.get("sex", "").casefold()) for p in patients}
    return told.pop() if len(told) == 1 else None


def contraindications(
    medications: list[NodeDraft], allergies: list[NodeDraft]
) -> Iterator[EdgeDraft]:
    """Join a medication to an allergy against the same drug or its class."""
    for allergy in allergies:
        for medication in medications:
            shared = _shared(medication, allergy)
            if shared:
                yield _edge(medication, allergy, "contraindicated_with", shared)


def _shared(medication: NodeDraft, allergy: NodeDraft) -> str:
    return barred_by(_concept(medication), _concept(allergy))


def barred_by(drug: Concept, allergen: Concept) -> str:
    """Say why an allergy bars a drug (itself or its class); empty where it does not."""
    kinship = same_drug(drug, allergen)
    if kinship in {"same", "component"}:
        return "allergy to this drug"
    if kinship == "class":
        return f"allergy to its class {allergen.name}"
    if drug.broader and drug.broader[:1] == allergen.broader[:1]:
        return f"allergy to {allergen.name} of the same class"
    return ""


def _concept(node: NodeDraft) -> Concept:
    own, *broader = node.concepts
    return Concept(id=own, name=node.name, broader=tuple(broader))


def drug_indications(
    medications: list[NodeDraft], diagnoses: list[NodeDraft]
) -> Iterator[EdgeDraft]:
    """Join a medication to the diseases of the patient that it is given for."""
    for medication in medications:
        treated = _treated(next(iter(medication.concepts)))
        for diagnosis in diagnoses:
            why = sorted(treated[concept] for concept in diagnosis.concepts if concept in treated)
            if why:
                yield _edge(medication, diagnosis, "indicates", f"given for {why[0]}")


@cache
def _treated(drug: str) -> dict[str, str]:
    """Return the diseases a drug is given for by concept id; only names known as a whole count."""
    return {
        concept_id: name
        for name in sorted(indications_of(drug), reverse=True)
        if (concept_id := _condition(name)) is not None
    }


def _condition(name: str) -> str | None:
    known = lexicon().terms.get(phrase(name))
    return known[1] if known else None


def abnormal_values(
    measured: list[NodeDraft], diagnoses: list[NodeDraft], sex: str | None
) -> Iterator[EdgeDraft]:
    """Join a value to the diagnosis that its threshold defines, such as a sodium of 121."""
    named = {next(iter(diagnosis.concepts)): diagnosis for diagnosis in diagnoses}
    for node in measured:
        for state, conditions in _states().get(next(iter(node.concepts)), ()):
            for diagnosis in (named[c] for c in conditions if c in named):
                for fact in node.facts:
                    if fact.quantity and state_of(state, fact.quantity.value, sex, fact.concept.id):
                        yield _edge(node, diagnosis, "indicates", _reading(fact), fact.time)


@cache
def _states() -> dict[str, list[tuple[str, list[str]]]]:
    """Return the states that each quantity can prove, with the diseases of the same name."""
    states: dict[str, list[tuple[str, list[str]]]] = {}
    for known in STATES:
        conditions = {c for word in known.words if (c := _condition(word)) is not None}
        if conditions:
            states.setdefault(known.analyte, []).append((known.state, sorted(conditions)))
    return states


def _reading(fact: Fact) -> str:
    return f"{fact.concept.name} {amount(fact.quantity)}" if fact.quantity else ""


def _edge(
    source: NodeDraft,
    target: NodeDraft,
    kind: Literal["indicates", "contraindicated_with"],
    why: str,
    time: TimeSpan | None = None,
) -> EdgeDraft:
    edge = EdgeDraft(source.id, target.id, kind, time, "", [why])
    for node in (source, target):
        edge.evidence[next(iter(node.evidence))] = None
    return edge
