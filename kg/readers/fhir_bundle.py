"""FHIR resources that were read together: whose they are and what their references mean."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

from pydantic import BaseModel

from kg.errors import BadInputError
from kg.readers.fhir_contained import with_contained
from kg.readers.fhir_fields import reference_id
from kg.readers.fhir_files import Entry, entries_of
from kg.readers.fhir_resource import Resource
from kg.readers.json_values import JsonObject, is_array, is_object
from kg.readers.typed_rows import content_hash

ABOUT_NO_PATIENT = frozenset(
    {
        "Binary",
        "Claim",
        "ClaimResponse",
        "Coverage",
        "Device",
        "Endpoint",
        "ExplanationOfBenefit",
        "Group",
        "Location",
        "Medication",
        "MessageHeader",
        "OperationOutcome",
        "Organization",
        "Practitioner",
        "PractitionerRole",
        "Provenance",
        "SearchParameter",
    }
)
"""Resources that carry nothing clinical of their own; drugs and files are read where they are used.

A list of persons (Group) and a header of a message name nobody's finding.
"""


class Bundle(BaseModel, frozen=True):
    """The resources of one bundle, or of all files of a folder that hold single resources."""

    paths: tuple[Path, ...]
    resources: tuple[Resource, ...]
    aliases: dict[str, str]
    """The id of a resource by the end of its full address, which references may use."""

    loose: bool = False
    """Whether these are single resources, which may refer to others of their folder."""

    @cached_property
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

    def of_patient(self, patient: str) -> tuple[Resource, ...]:
        """Return what a patient's record is made of, in its order."""
        return self._by_owner.get(patient, ())

    def encounter(self, resource: Resource) -> str | None:
        """Return the encounter that a resource belongs to."""
        if resource.kind == "Encounter":
            return resource.id
        context = resource.body.get("context")
        inner = context.get("encounter") if is_object(context) else None
        listed = inner[0] if is_array(inner) and inner else inner
        first = context[0] if is_array(context) and context else context
        for reference in (resource.body.get("encounter"), listed, first):
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
        return None if key is None else self._by_place.get((kind, key))

    def file(self, key: str) -> JsonObject | None:
        """Find the Binary that holds a file."""
        return self.find("Binary", self.aliases.get(key, key))

    @cached_property
    def _by_place(self) -> dict[tuple[str, str], JsonObject]:
        return {(one.kind, one.id): one.body for one in self.resources}

    @cached_property
    def _by_owner(self) -> dict[str, tuple[Resource, ...]]:
        found: dict[str, list[Resource]] = {}
        for one in self.resources:
            if one.kind not in ABOUT_NO_PATIENT:
                found.setdefault(self.owner(one), []).append(one)
        return {patient: tuple(held) for patient, held in found.items()}

    def _named(self, resource: Resource) -> str | None:
        if resource.kind in ABOUT_NO_PATIENT:
            return None
        return self.resolved(resource.body.get("subject")) or self.resolved(
            resource.body.get("patient")
        )


def read_bundle(paths: tuple[Path, ...]) -> Bundle:
    """Read and check the resources of a bundle, or of several files of single resources."""
    aliases: dict[str, str] = {}
    resources: list[Resource] = []
    entries = [entry for path in paths for entry in entries_of(path)]
    for entry in entries:
        resource = _resource(entry)
        aliases[reference_id({"reference": entry.address}) or resource.id] = resource.id
        resources.extend(with_contained(resource))
    return Bundle(
        paths=paths,
        resources=tuple(_distinct(resources)),
        aliases=aliases,
        loose=not any(entry.bundled for entry in entries),
    )


def _resource(entry: Entry) -> Resource:
    body = entry.body
    key = body.get("id") or reference_id({"reference": entry.address}) or content_hash(body)
    return Resource(kind=str(body["resourceType"]), id=str(key), where=entry.where, body=body)


def _distinct(resources: Iterable[Resource]) -> Iterator[Resource]:
    """Drop exact repeats and older versions; two contents under one id are an error."""
    seen: dict[tuple[str, str], Resource] = {}
    for one in resources:
        first = seen.setdefault((one.kind, one.id), one)
        if first is one or first.body == one.body:
            continue
        if first.version == one.version:
            raise BadInputError(
                f"{one.where}: {one.kind} {one.id} differs from {first.where}; keep one"
            )
        seen[one.kind, one.id] = max(first, one, key=lambda held: held.version)
    yield from seen.values()
