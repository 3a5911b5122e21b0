"""One FHIR bundle: its resources, whose they are and what their references mean."""

from collections.abc import Iterator
from pathlib import Path

from pydantic import BaseModel

from kg.errors import BadInputError
from kg.readers.fhir_fields import reference_id
from kg.readers.json_values import JsonObject, is_array, is_object, read_json
from kg.readers.typed_rows import content_hash

ABOUT_NO_PATIENT = frozenset(
    {
        "Claim",
        "ClaimResponse",
        "Coverage",
        "Device",
        "Endpoint",
        "ExplanationOfBenefit",
        "Group",
        "Location",
        "Medication",
        "OperationOutcome",
        "Organization",
        "Practitioner",
        "PractitionerRole",
        "Provenance",
        "SearchParameter",
    }
)
"""Resources that carry nothing clinical of their own; medications are read where they are used."""


class Resource(BaseModel, frozen=True):
    """A resource with its place."""

    kind: str
    id: str
    where: str
    body: JsonObject


class Bundle(BaseModel, frozen=True):
    """The resources of one file."""

    path: Path
    resources: tuple[Resource, ...]
    aliases: dict[str, str]
    """The id of a resource by the end of its full address, which references may use."""

    @property
    def patients(self) -> list[str]:
        """The patients that the bundle is about."""
        named = {one.id for one in self.resources if one.kind == "Patient"}
        return sorted(named | {owner for one in self.resources if (owner := self._named(one))})

    def owner(self, resource: Resource) -> str:
        """Return the patient of a resource; a resource of nobody is an error."""
        if resource.kind == "Patient":
            return resource.id
        owner = self._named(resource)
        if owner:
            return owner
        patients = self.patients
        if len(patients) == 1:
            return patients[0]
        raise BadInputError(
            f"{resource.where}: names no patient and the bundle is about {len(patients)};"
            " fill subject or patient"
        )

    def encounter(self, resource: Resource) -> str | None:
        """Return the encounter that a resource belongs to."""
        if resource.kind == "Encounter":
            return resource.id
        context = resource.body.get("context")
        inner = context.get("encounter") if is_object(context) else None
        listed = inner[0] if is_array(inner) and inner else inner
        for reference in (resource.body.get("encounter"), listed, context):
            target = self.resolved(reference)
            if target:
                return target
        return None

    def resolved(self, reference: object) -> str | None:
        """Return the id of the resource that a reference means."""
        target = reference_id(reference)
        return None if target is None else self.aliases.get(target, target)

    def find(self, kind: str, key: str | None) -> JsonObject | None:
        """Find a resource by kind and id."""
        found = (one.body for one in self.resources if one.kind == kind and one.id == key)
        return next(found, None)

    def _named(self, resource: Resource) -> str | None:
        if resource.kind in ABOUT_NO_PATIENT:
            return None
        return self.resolved(resource.body.get("subject")) or self.resolved(
            resource.body.get("patient")
        )


def is_bundle(value: object) -> bool:
    """Say whether a JSON value is a FHIR resource."""
    return is_object(value) and isinstance(value.get("resourceType"), str)


def read_bundle(path: Path) -> Bundle:
    """Read and check one bundle."""
    value = read_json(path)
    if not is_object(value) or value.get("resourceType") != "Bundle":
        raise BadInputError(f"{path}: not a FHIR bundle; its resourceType must be Bundle")
    entries = value.get("entry", [])
    if not is_array(entries):
        raise BadInputError(f"{path} entry: not a list")
    aliases: dict[str, str] = {}
    resources = []
    for number, entry in enumerate(entries):
        resource = _resource(entry, f"{path} entry[{number}]")
        if resource is not None:
            address = str(entry.get("fullUrl", "")) if is_object(entry) else ""
            aliases[reference_id({"reference": address}) or resource.id] = resource.id
            resources.append(resource)
    return Bundle(path=path, resources=tuple(_distinct(resources)), aliases=aliases)


def _resource(entry: object, where: str) -> Resource | None:
    if not is_object(entry):
        raise BadInputError(f"{where}: not an object")
    body = entry.get("resource")
    if body is None and ("request" in entry or "response" in entry):
        return None
    if not is_object(body) or not isinstance(body.get("resourceType"), str):
        raise BadInputError(f"{where}: holds no resource with a resourceType")
    address = {"reference": entry.get("fullUrl")}
    key = body.get("id") or reference_id(address) or content_hash(body)
    return Resource(kind=str(body["resourceType"]), id=str(key), where=where, body=body)


def _distinct(resources: list[Resource]) -> Iterator[Resource]:
    """Drop exact repeats; two contents under one id are an error."""
    seen: dict[tuple[str, str], Resource] = {}
    for one in resources:
        first = seen.setdefault((one.kind, one.id), one)
        if first is one:
            yield one
        elif first.body != one.body:
            raise BadInputError(
                f"{one.where}: {one.kind} {one.id} differs from {first.where}; keep one"
            )
