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
_ENDS = 3
"""Values told from each end of a long series; the rest are counted."""


class Reporter(Protocol):
    """Writes the title and the report of a community."""

    name: str
    """Name and version; with another reporter every report is written again."""

    def title(self, members: list[Entity], relations: list[GraphRelation]) -> str:
        """Return a short title."""
        ...

    def report(self, title: str, members: list[Entity], relations: list[GraphRelation]) -> str:
        """Return the report's full text."""
        ...


class TemplateReporter:
    """Writes reports by template: the same community always gives the same words."""

    name = "template/1"

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
            of_kind = [member for member in members if member.kind == kind]
            said = _series(of_kind) if kind == "LAB_RESULT" else list(map(_entity_line, of_kind))
            if said:
                lines.append(f"{heading}: {'; '.join(dict.fromkeys(said))}.")
        lines.extend(_relation_lines(members, relations))
        return "\n".join(lines)


def _entity_line(entity: Entity) -> str:
    if entity.kind == "PATIENT":
        attributes = (f"{name} {text}" for name, text in entity.attributes.items())
        return ", ".join([entity.name, *attributes])
    return f"{entity.name}: {entity.description}" if entity.description else entity.name


def _series(results: list[Entity]) -> list[str]:
    """Tell the results of each test in order of time; of a long series the first and the last."""
    series: dict[str, list[Entity]] = {}
    for result in results:
        series.setdefault(result.name, []).append(result)
    lines = []
    for name, values in sorted(series.items()):
        values.sort(key=lambda result: (result.attributes.get("time", ""), result.id))
        told = [value.description for value in values if value.description]
        if len(told) > 2 * _ENDS:
            left_out = f"{len(told) - 2 * _ENDS} more"
            told = [*told[:_ENDS], left_out, *told[-_ENDS:]]
        lines.append(f"{name}: {', '.join(told)}" if told else name)
    return lines


def _relation_lines(members: list[Entity], relations: list[GraphRelation]) -> list[str]:
    names = {member.id: member.name for member in members}
    return [
        f"{names[edge.source]} {edge.kind.replace('_', ' ')} {names[edge.target]}."
        for edge in relations
        if edge.kind in {"indicates", "contraindicated_with"}
    ]
