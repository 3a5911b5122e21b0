"""Takes the documents out of FHIR resources that carry them."""

import binascii
from base64 import b64decode
from collections.abc import Iterator

from kg.errors import BadInputError
from kg.readers.csv_files import decoded
from kg.readers.fhir_bundle import Resource
from kg.readers.fhir_narrative import composition_text
from kg.readers.json_values import JsonObject, is_array, is_object
from kg.record import Note, TableRow
from kg.timestamps import iso_time

_PLAIN = "text/plain"
_IMAGING = ("radiology", "imaging", "rad")


def notes_of(resource: Resource, row: TableRow) -> Iterator[Note]:
    """Yield the plain text documents of a resource, in their order, and a composition's words."""
    if resource.kind == "Composition" and (told := composition_text(resource.body)):
        yield Note(
            id=resource.id,
            category=_category(row),
            text=told,
            time=row.time,
            encounter=row.encounter,
        )
    for number, attachment in enumerate(_attachments(resource.body)):
        data = attachment.get("data")
        if not str(attachment.get("contentType", "")).startswith(_PLAIN):
            continue
        if not isinstance(data, str) or not data.strip():
            continue
        yield Note(
            id=resource.id if number == 0 else f"{resource.id}-{number + 1}",
            category=_category(row),
            text=_text(data, f"{resource.where} attachment {number + 1}"),
            time=iso_time(row.fields.get("context.period.start", ""), partial=True) or row.time,
            encounter=row.encounter,
        )


def _attachments(body: JsonObject) -> Iterator[JsonObject]:
    forms, contents = body.get("presentedForm"), body.get("content")
    for form in forms if is_array(forms) else []:
        if is_object(form):
            yield form
    for content in contents if is_array(contents) else []:
        attachment = content.get("attachment") if is_object(content) else None
        if is_object(attachment):
            yield attachment


def _category(row: TableRow) -> str:
    """Name the kind of a document by its type, then by the category of its report."""
    words = " ".join(
        row.fields.get(name, "")
        for name in ("type", "code", "category", "category.code", "category[1]")
    ).casefold()
    if "discharge" in words:
        return "discharge"
    if any(word in words.replace(":", " ").split() for word in _IMAGING):
        return "radiology"
    return "note"


def _text(data: str, where: str) -> str:
    try:
        raw = b64decode("".join(data.split()), validate=True)
    except binascii.Error as error:
        raise BadInputError(f"{where} data: not valid base64 ({error})") from error
    return decoded(raw, True, f"{where} data")
