"""Says the statements of a graph of knowledge in sentences."""

from kg.property_graph import GraphEdge, PropertyGraph

_SAID = {
    "RECOMMENDS_DRUG": "{target}{regimen} is recommended for {source}",
    "RECOMMENDS_TREATMENT": "{target}{regimen} is recommended for {source}",
    "NOT_RECOMMENDED": "{target} is not recommended (contraindicated) in {source}",
    "HAS_SYMPTOM": "{source} presents with {target}",
    "DIAGNOSED_BY": "{source} is diagnosed by {target}",
    "CAUSED_BY": "{source} can be caused by {target}",
    "LEADS_TO": "{source} may lead to {target}",
    "LINKED_TO_GENE": "{source} is linked to the gene {target}",
    "DEFINED_BY": "{source} is defined by {target}",
    "MONITORED_BY": "{source} is monitored with {target}{regimen}",
    "HAS_SIDE_EFFECT": "{source} may cause {target}",
}


def told(edge: GraphEdge, graph: PropertyGraph) -> str:
    """Say one relation, with its attributes."""
    held = edge.properties
    regimen = " ".join(
        str(held[name]) for name in ("dosage", "route", "frequency") if held.get(name)
    )
    said = _SAID[edge.kind].format(
        source=graph.nodes[edge.source].name,
        target=graph.nodes[edge.target].name,
        regimen=f" {regimen}" if regimen else "",
    )
    condition = held.get("condition")
    details = [
        f"{held['strength']} recommendation" if held.get("strength") else "",
        f"{held['evidence_level']}-quality evidence" if held.get("evidence_level") else "",
        str(held.get("approval", "")),
    ]
    shown = ", ".join(one for one in details if one)
    return f"{said}{f', {condition}' if condition else ''}{f' ({shown})' if shown else ''}"
