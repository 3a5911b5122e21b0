"""Resources inside a resource: a result in its report, an order in its prescription."""

from collections.abc import Iterator

from kg.readers.fhir_resource import Resource
from kg.readers.json_values import JsonObject, is_array, is_object

_READ_IN_PLACE = frozenset({"Binary", "Medication", "Patient"})
"""Kinds that are read where something refers to them."""

_SHARED = ("subject", "patient", "encounter", "context")
_TIMES = ("effectiveDateTime", "effectivePeriod", "effectiveInstant", "issued", "date")
_KIND_OF_STUDY = "category"


def contained_in(body: JsonObject) -> list[JsonObject]:
    """The resources that a resource holds."""
    inside = body.get("contained")
    return [one for one in inside if is_object(one)] if is_array(inside) else []


def with_contained(resource: Resource) -> Iterator[Resource]:
    """Yield a resource, then those inside it, which share its patient, stay and time."""
    yield resource
    for number, body in enumerate(contained_in(resource.body)):
        kind = body.get("resourceType")
        if not isinstance(kind, str) or kind in _READ_IN_PLACE:
            continue
        yield Resource(
            kind=kind,
            id=f"{resource.id}#{body.get('id') or number + 1}",
            where=f"{resource.where} contained[{number}]",
            body={**_handed_down(resource.body, body), **body},
        )


def _handed_down(outer: JsonObject, inner: JsonObject) -> JsonObject:
    names = [*_SHARED]
    if outer.get("resourceType") == "DiagnosticReport":
        names.append(_KIND_OF_STUDY)
    if not any(name in inner for name in _TIMES):
        names.extend(_TIMES)
    return {name: outer[name] for name in names if name in outer}
