"""What a reader calls a note: `Progress note 2187-03-08`."""

import re
from collections.abc import Iterable

from kg.record import Note

_KINDS = {
    "discharge": "Discharge note",
    "radiology": "Radiology report",
    "transcript": "Conversation",
}
_MADE_UP = re.compile(r"(?:note-)?h[0-9a-f]{15}(?:-\d+)?")
"""Ids made out of the content of a note that had none."""


def note_names(notes: Iterable[Note]) -> dict[str, str]:
    """Name each note by what it is called and its day; those of one name are counted."""
    names: dict[str, str] = {}
    counts: dict[str, int] = {}
    for note in sorted(notes, key=lambda one: (one.time or "", one.id)):
        plain = _name(note)
        counts[plain] = counts.get(plain, 0) + 1
        names[note.id] = plain if counts[plain] == 1 else f"{plain} ({counts[plain]})"
    return names


def name_of_id(note_id: str) -> str:
    """Name a note of which only the id is at hand."""
    return "Note" if _MADE_UP.fullmatch(note_id) else note_id


def _name(note: Note) -> str:
    kind = _KINDS.get(note.category) or note.category.capitalize() or "Note"
    title = note.title or kind
    name = title[:1].upper() + title[1:]
    day = (note.time or "")[:10]
    return name if not day or day in name else f"{name} {day}"
