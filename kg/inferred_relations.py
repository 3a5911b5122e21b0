"""Relations that medicine adds to the record: what indicates a disease, what an allergy bars."""

from collections.abc import Iterator
from typing import Literal

from clinical.drug_lexicon import same_drug
from clinical.facts import Concept
from kg.drafting import GraphDraft
from kg.nodes import NodeDraft
from kg.relations import EdgeDraft


def infer_relations(draft: GraphDraft) -> None:
    """Add `indicates` and `contraindicated_with` between the entities of a draft."""
    kinds: dict[str, list[NodeDraft]] = {}
    for node_id in sorted(draft.nodes):
        node = draft.nodes[node_id]
        kinds.setdefault(node.kind, []).append(node)
    medications = [node for node in kinds.get("MEDICATION", []) if _own(node)]
    allergies = [node for node in kinds.get("ALLERGY", []) if _own(node)]
    for edge in contraindications(medications, allergies):
        draft.infer(edge)


def _own(node: NodeDraft) -> bool:
    """Say whether the patient has what the entity names, or had it."""
    return any(fact.assertion in {"present", "historical"} for fact in node.facts)


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
    drug, allergen = _concept(medication), _concept(allergy)
    kinship = same_drug(drug, allergen)
    if kinship in {"same", "component"}:
        return "allergy to this drug"
    if kinship == "class":
        return f"allergy to its class {allergy.name}"
    if drug.broader and drug.broader[:1] == allergen.broader[:1]:
        return f"allergy to {allergy.name} of the same class"
    return ""


def _concept(node: NodeDraft) -> Concept:
    own, *broader = node.concepts
    return Concept(id=own, name=node.name, broader=tuple(broader))


def _edge(
    source: NodeDraft,
    target: NodeDraft,
    kind: Literal["indicates", "contraindicated_with"],
    why: str,
) -> EdgeDraft:
    edge = EdgeDraft(source.id, target.id, kind, None, "", description=why)
    for node in (source, target):
        edge.evidence[next(iter(node.evidence))] = None
    return edge
