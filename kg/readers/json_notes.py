"""Reads the notes of a JSON record: texts, or objects that also say what a note is and of when."""

from kg.errors import BadInputError
from kg.readers.assembly import category_of_words, note_order
from kg.readers.json_values import JsonObject, is_array, is_object
from kg.readers.patient_index import plain_id
from kg.readers.text import category_of, title_of
from kg.readers.typed_rows import content_hash
from kg.record import Note
from kg.timestamps import is_unknown, iso_time

_TITLES = ("title", "name", "type")
_TIMES = ("date", "time", "datetime", "charttime")
_IDS = ("id", "note_id")
_STAYS = ("hadm_id", "encounter_id", "encounter", "admission_id")
_TEXTS = ("text", "content", "body")
_FORM = 'a note is a string or {"title": "...", "date": "YYYY-MM-DD", "text": "..."}'


def notes_from(texts: object, where: str) -> tuple[Note, ...]:
    """Read the notes of a record, or its only one; where they name no id, their content does."""
    if isinstance(texts, str):
        texts = [texts]
    if not is_array(texts):
        raise BadInputError(f'{where} "text": not a list of notes; {_FORM}')
    seen: dict[str, int] = {}
    notes: dict[str, Note] = {}
    for number, value in enumerate(texts, 1):
        place = f'{where} "text" note {number}'
        note = _note(value, place)
        if note is None:
            continue
        if not note.id:
            digest = "note-" + content_hash(value)
            seen[digest] = seen.get(digest, 0) + 1
            name = digest if seen[digest] == 1 else f"{digest}-{seen[digest]}"
            note = note.model_copy(update={"id": name})
        if note.id in notes:
            raise BadInputError(f"{place}: another note is named {note.id} too; rename one of them")
        notes[note.id] = note
    return tuple(sorted(notes.values(), key=note_order))


def _note(value: object, where: str) -> Note | None:
    """Read one note, without an id where it names none; one without words is left out."""
    if isinstance(value, str):
        return _made({"text": value}, where) if value.strip() else None
    if not is_object(value):
        raise BadInputError(f"{where}: neither a string nor an object; {_FORM}")
    if not any(isinstance(value.get(name), str) for name in _TEXTS):
        raise BadInputError(f"{where}: no {_TEXTS[0]}; {_FORM}")
    return _made(value, where) if _said(value, _TEXTS) else None


def _made(value: JsonObject, where: str) -> Note:
    text = next(held for name in _TEXTS if isinstance(held := value.get(name), str))
    title, written = _said(value, _TITLES), _said(value, _TIMES)
    time = iso_time(written)
    if written and time is None and not is_unknown(written):
        raise BadInputError(
            f"{where}: {written[:40]!r} is no date; write it as YYYY-MM-DD or YYYY-MM-DD HH:MM"
        )
    stay = _said(value, _STAYS)
    kind = _said(value, ("category",)) or title
    return Note(
        id=_said(value, _IDS),
        category=category_of_words(kind) if kind else category_of(text),
        text=text,
        title=title or title_of(text),
        time=time,
        encounter=plain_id(stay) if stay else None,
    )


def _said(value: JsonObject, names: tuple[str, ...]) -> str:
    """The first of these that is filled, without blanks around it."""
    held = (value.get(name) for name in names)
    return next((one.strip() for one in held if isinstance(one, str) and one.strip()), "")
