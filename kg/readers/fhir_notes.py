"""Takes the documents out of FHIR resources that carry them."""

from collections.abc import Iterator
from typing import NamedTuple

from kg.readers.fhir_attachments import FindFile, Words, words_of
from kg.readers.fhir_narrative import composition_text
from kg.readers.fhir_resource import Resource
from kg.readers.json_values import JsonObject, is_array, is_object
from kg.record import Note, TableRow, Unread
from kg.timestamps import iso_time

_IMAGING = ("radiology", "imaging", "rad")
_NO_LONGER = {
    "entered-in-error": "entered in error",
    "cancelled": "cancelled",
    "superseded": "replaced by another",
}
"""States in which a document tells nothing, and how a reader is told so."""


class Documents(NamedTuple):
    """What a resource holds in words, and what of it was not read."""

    notes: tuple[Note, ...] = ()
    unread: tuple[Unread, ...] = ()


def documents_of(resource: Resource, row: TableRow, find: FindFile) -> Documents:
    """Read the documents of a resource, in their order, and a composition's words.

    The attachments of one resource are one document in several forms: where one of them was
    read, a scan beside it is no loss.
    """
    attachments = list(_attachments(resource.body))
    told = composition_text(resource.body) if resource.kind == "Composition" else ""
    ended = _ended(resource.body)
    if ended and (attachments or told):
        return Documents(unread=(Unread(thing="document", reason=ended),))
    words = [words_of(one, resource.body, find) for one in attachments]
    plain = any(one.text.strip() and not one.is_markup for one in words)
    texts = [one.text if not (plain and one.is_markup) else "" for one in words]
    notes = [_note(resource, row, text, number) for number, text in enumerate(texts)]
    if told:
        notes.insert(0, _note(resource, row, told, 0))
    read = tuple(note for note in notes if note.text.strip())
    return Documents(notes=read, unread=() if read else tuple(_unread(words)))


def _unread(words: list[Words]) -> Iterator[Unread]:
    for one in words:
        if one.unread:
            yield Unread(thing="attachment", reason=one.unread)


def _note(resource: Resource, row: TableRow, text: str, number: int) -> Note:
    started = row.fields.get("context.period.start", "")
    return Note(
        id=resource.id if number == 0 else f"{resource.id}-{number + 1}",
        category=_category(row),
        text=text,
        title=_title(resource, row),
        time=iso_time(started, partial=True) or row.time,
        encounter=row.encounter,
    )


def _ended(body: JsonObject) -> str:
    """Say why a document no longer tells anything, or return nothing."""
    states = (str(body.get(name, "")) for name in ("status", "docStatus"))
    return next((_NO_LONGER[state] for state in states if state in _NO_LONGER), "")


def _attachments(body: JsonObject) -> Iterator[JsonObject]:
    for name in ("presentedForm", "content", "payload"):
        held = body.get(name)
        for one in held if is_array(held) else []:
            if not is_object(one):
                continue
            inner = one.get("attachment", one.get("contentAttachment"))
            if name == "presentedForm":
                yield one
            elif is_object(inner):
                yield inner
    # A photograph or a recording stands in one attachment of its own.
    content = body.get("content")
    if is_object(content):
        yield content


def _title(resource: Resource, row: TableRow) -> str:
    names = ("title", "type", "code", "description")
    words = (row.fields.get(name, "") for name in names)
    return next((" ".join(one.split()) for one in words if one.strip()), resource.kind)


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
