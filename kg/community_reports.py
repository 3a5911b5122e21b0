"""Reports on communities: what global search reads."""

from collections import Counter
from typing import Protocol

from kg.graph import Entity, EntityKind, GraphRelation

_HEADINGS: dict[EntityKind, str] = {
    "PATIENT": "Patient",
    "DIAGNOSIS": "Diagnoses",
    "MEDICATION": "Medications",
    "ALLERGY": "Allergies",
    "LAB_TEST": "Tests and studies",
    "LAB_RESULT": "Results",
    "VITAL_SIGN": "Vital signs and measurements",
    "SYMPTOM": "Symptoms and findings",
    "PROCEDURE": "Procedures and events",
    "DEPARTMENT": "Departments",
}
_NAMED = 3


class Reporter(Protocol):
    """Writes the title and the report of a community."""

    def title(self, members: list[Entity], relations: list[GraphRelation]) -> str:
        """Return a short title."""
        ...

    def report(self, title: str, members: list[Entity], relations: list[GraphRelation]) -> str:
        """Return the report's full text."""
        ...


class TemplateReporter:
    """Writes reports by template: the same community always gives the same words."""

    def title(self, members: list[Entity], relations: list[GraphRelation]) -> str:
        """Name the members with the most relations, diagnoses before all else."""
        degrees = Counter(end for edge in relations for end in (edge.source, edge.target))
        named = [member for member in members if member.kind not in {"PATIENT", "LAB_RESULT"}]
        ranked = sorted(
            named or members,
            key=lambda m: (m.kind != "DIAGNOSIS", -degrees[m.id], m.name, m.id),
        )
        return ", ".join(dict.fromkeys(member.name for member in ranked[:_NAMED]))

    def report(self, title: str, members: list[Entity], relations: list[GraphRelation]) -> str:
        """List the members by kind with what is said of them, then how they hang together."""
        lines = [title]
        for kind, heading in _HEADINGS.items():
            said = [_entity_line(member) for member in members if member.kind == kind]
            if said:
                lines.append(f"{heading}: {'; '.join(dict.fromkeys(said))}.")
        lines.extend(_relation_lines(members, relations))
        return "\n".join(lines)


def _entity_line(entity: Entity) -> str:
    if entity.kind == "PATIENT":
        attributes = (f"{name} {text}" for name, text in entity.attributes.items())
        return ", ".join([entity.name, *attributes])
    return f"{entity.name}: {entity.description}" if entity.description else entity.name


def _relation_lines(members: list[Entity], relations: list[GraphRelation]) -> list[str]:
    names = {member.id: member.name for member in members}
    return [
        f"{names[edge.source]} {edge.kind.replace('_', ' ')} {names[edge.target]}."
        for edge in relations
        if edge.kind in {"indicates", "contraindicated_with"}
    ]
