"""What was dropped or pasted into the upload page: limits and types are checked before anything."""

import re
from pathlib import Path, PurePath
from typing import Self

from pydantic import BaseModel, Field, field_validator, model_validator

from clinical.sentences import has_words

MOST_FILES = 40
MOST_BYTES = 20_000_000
LONGEST_SUMMARY = 200_000

SUFFIXES = (".txt", ".json", ".jsonl", ".ndjson", ".csv")
PASTED = "pasted-notes.txt"

_NAME = re.compile(r"\w[\w .()+-]{0,119}")


class UploadedFile(BaseModel, frozen=True, extra="forbid"):
    """One file of the record, as text."""

    name: str
    text: str

    @field_validator("name")
    @classmethod
    def _is_plain(cls, name: str) -> str:
        """Refuse whatever is more than the name of a file in a form that can be read."""
        if _NAME.fullmatch(name) is None or PurePath(name).name != name or name.endswith("."):
            raise ValueError(f"{name[:60]!r} is no plain file name")
        if PurePath(name).suffix.lower() not in SUFFIXES:
            raise ValueError(f"{name[:60]!r} is none of {', '.join(SUFFIXES)}")
        return name


class Upload(BaseModel, frozen=True, extra="forbid"):
    """A record with the summary to check."""

    form_token: str
    summary: str = Field(max_length=LONGEST_SUMMARY)
    notes: str = ""
    """Notes that were pasted."""

    files: tuple[UploadedFile, ...] = Field(default=(), max_length=MOST_FILES)
    admission: str = Field(default="", max_length=100)

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if not has_words(self.summary):
            raise ValueError("the summary has no sentence; give a text to check")
        names = [file.name.lower() for file in self.files]
        if len({*names}) < len(names):
            raise ValueError("two files have the same name; rename one")
        if not names and not has_words(self.notes):
            raise ValueError("there is no record; drop files or paste notes")
        return self

    def write(self, folder: Path) -> Path:
        """Write the record into an empty folder; return the file or folder to read."""
        files = [*self.files]
        if has_words(self.notes):
            files.append(UploadedFile(name=PASTED, text=self.notes))
        for file in files:
            path = folder / file.name
            with path.open("x", encoding="utf-8", errors="backslashreplace", newline="") as stream:
                stream.write(file.text)
        alone = len(files) == 1 and not files[0].name.lower().endswith(".csv")
        return folder / files[0].name if alone else folder
