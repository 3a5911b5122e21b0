"""Flattens a FHIR resource to named fields: a path in the resource and the value as written."""

import re
from collections.abc import Iterator

from kg.readers.fhir_narrative import narrative_text
from kg.readers.json_values import JsonObject, is_array, is_object

_SYSTEMS = {
    "http://snomed.info/sct": "SNOMED",
    "http://loinc.org": "LOINC",
    "http://www.nlm.nih.gov/research/umls/rxnorm": "RXNORM",
    "http://hl7.org/fhir/sid/cvx": "CVX",
    "http://hl7.org/fhir/sid/icd-10-cm": "ICD10CM",
    "http://hl7.org/fhir/sid/icd-10": "ICD10",
    "http://hl7.org/fhir/sid/icd-9-cm": "ICD9CM",
    "http://hl7.org/fhir/sid/ndc": "NDC",
}

_LEFT_OUT = frozenset(
    {
        "address",
        "contact",
        "contained",
        "extension",
        "id",
        "identifier",
        "implicitRules",
        "meta",
        "modifierExtension",
        "name",
        "photo",
        "resourceType",
        "telecom",
        "text",
    }
)
"""Top-level elements without clinical content: identifiers, ways to reach a person, markup."""

_CODING = frozenset({"system", "version", "code", "display", "userSelected"})
"""Parts of a Coding."""

_ABOUT_ITSELF = frozenset({"id", "extension"})
_PROSE = frozenset({"note", "progress", "dosage", "dosageInstruction", "referenceRange", "item"})
"""Elements whose `text` is prose or one part of several, not the words of a concept."""

_SUBJECT_MATTER = ("code", "medicationCodeableConcept", "vaccineCode")
"""What a resource is about."""

_LONGEST_NAME = 12
"""Words. A longer narrative tells more than the name of a thing."""

_INDEX = re.compile(r"\[\d+\]$")

_RACE_EXTENSIONS = {"us-core-race": "race", "us-core-ethnicity": "ethnicity"}


def fields_of(resource: JsonObject) -> dict[str, str]:
    """Return the fields of a resource by path; the first item of a list has no index."""
    fields: dict[str, str] = {}
    for name, value in resource.items():
        if name not in _LEFT_OUT:
            fields.update(_flattened(name, value))
    for name in _SUBJECT_MATTER:
        told = _told_in_words(resource, name)
        if told:
            fields[name] = told
    fields.update(_race(resource.get("extension")))
    return {name: text for name, text in fields.items() if text.strip()}


def _told_in_words(resource: JsonObject, name: str) -> str:
    """What the narrative says of a thing for which the resource itself has a bare code."""
    value = resource.get(name)
    if not is_object(value) or concept_text(value) not in _bare_codes(value):
        return ""
    told = " ".join(narrative_text(resource.get("text")).split())
    return told if 0 < len(told.split()) <= _LONGEST_NAME else ""


def _bare_codes(value: JsonObject) -> list[object]:
    codings = value.get("coding", [value])
    return [one.get("code") for one in codings if is_object(one)] if is_array(codings) else []


def concept_text(value: object) -> str:
    """Return what a CodeableConcept or Coding says: its text, else a display, else a code."""
    if not is_object(value):
        return ""
    codings = value.get("coding", [value])
    found = [one for one in codings if is_object(one)] if is_array(codings) else []
    said = [value.get("text"), *(one.get(name) for name in ("display", "code") for one in found)]
    return next((one for one in said if isinstance(one, str) and one.strip()), "")


def reference_id(value: object) -> str | None:
    """Return the id that a Reference points to."""
    reference = value.get("reference") if is_object(value) else None
    if not isinstance(reference, str) or "?" in reference:
        return None
    return reference.replace("urn:uuid:", "").rsplit("/", 1)[-1].lstrip("#") or None


def _flattened(path: str, value: object) -> Iterator[tuple[str, str]]:
    if is_array(value):
        for number, item in enumerate(value):
            yield from _flattened(path if number == 0 else f"{path}[{number}]", item)
    elif is_object(value):
        yield from _flattened_object(path, value)
    elif isinstance(value, bool):
        yield path, str(value).lower()
    elif isinstance(value, str):
        yield path, value


def _flattened_object(path: str, value: JsonObject) -> Iterator[tuple[str, str]]:
    if "div" in value:
        # A narrative repeats the fields in markup; that of a composition is a note.
        return
    if is_object(value.get("concept")):
        # R5 joins concept and reference in one element.
        yield from _flattened(path, value["concept"])
    elif is_object(value.get("reference")):
        yield from _flattened(path, value["reference"])
    elif _is_concept(path, value):
        yield path, concept_text(value)
        yield f"{path}.code", "; ".join(_codes(value))
    elif "reference" in value:
        display = value.get("display")
        yield path, display if isinstance(display, str) else ""
    elif "value" in value and ("unit" in value or "code" in value):
        yield from _quantity(path, value)
    else:
        for name, part in value.items():
            if name not in ("extension", "data"):
                yield from _flattened(f"{path}.{name}", part)


def _is_concept(path: str, value: JsonObject) -> bool:
    """Tell a CodeableConcept or Coding by its parts; a lone display is a reference's."""
    if "coding" in value or ("system" in value and "code" in value and "value" not in value):
        return True
    parts = {name for name in value if name not in _ABOUT_ITSELF and not name.startswith("_")}
    if not all(isinstance(value[name], str | bool) for name in parts):
        return False
    if parts == {"text"}:
        return _INDEX.sub("", path).rpartition(".")[2] not in _PROSE
    return parts <= _CODING and "code" in parts


def _quantity(path: str, value: JsonObject) -> Iterator[tuple[str, str]]:
    parts = {
        "value": value.get("value"),
        "comparator": value.get("comparator"),
        "unit": value.get("unit", value.get("code")),
    }
    for name, part in parts.items():
        if isinstance(part, str):
            yield f"{path}.{name}", part


def _codes(value: JsonObject) -> list[str]:
    codings = value.get("coding", [value])
    found = []
    for one in codings if is_array(codings) else []:
        if is_object(one) and isinstance(one.get("code"), str):
            system = str(one.get("system", ""))
            name = _SYSTEMS.get(system, system.rstrip("/").rsplit("/", 1)[-1])
            found.append(f"{name}:{one['code']}" if name else str(one["code"]))
    return found


def _race(extensions: object) -> Iterator[tuple[str, str]]:
    """Read race and ethnicity, which the United States profile keeps in extensions."""
    for one in extensions if is_array(extensions) else []:
        if not is_object(one):
            continue
        name = _RACE_EXTENSIONS.get(str(one.get("url", "")).rsplit("/", 1)[-1])
        parts = one.get("extension")
        for part in parts if name and is_array(parts) else []:
            if is_object(part) and part.get("url") == "text":
                yield str(name), str(part.get("valueString", ""))
