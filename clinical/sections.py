"""Sections of clinical notes, recognized by their headers in many house styles."""

import re
from functools import lru_cache
from typing import NamedTuple

from pydantic import BaseModel

from clinical.lexicon_rows import rows_of
from clinical.unknown_headings import candidate, ends

TARGET_SECTIONS = frozenset({"brief_hospital_course", "discharge_instructions"})

PARTS: dict[str, dict[str, str]] = {
    "physical_exam": {
        "admission": "admission_exam",
        "admit": "admission_exam",
        "arrival": "admission_exam",
        "on admission": "admission_exam",
        "on arrival": "admission_exam",
        "discharge": "discharge_exam",
        "on discharge": "discharge_exam",
    },
    "results": {"admission": "admission_laboratory", "discharge": "discharge_laboratory"},
    "laboratory": {"admission": "admission_laboratory", "discharge": "discharge_laboratory"},
}
"""What a bare word names inside a section: (`DISCHARGE` under the physical examination)."""

FAMILIES = {
    "admission_exam": "physical_exam",
    "discharge_exam": "physical_exam",
    "vital_signs": "physical_exam",
    "laboratory": "results",
    "admission_laboratory": "results",
    "discharge_laboratory": "results",
    "microbiology": "results",
    "imaging": "results",
    "pathology": "results",
    "cardiac_studies": "results",
}
"""The wider section of a part."""

INSIDE_EXAM = frozenset({"vital_signs"})
"""Headers that stay part of the examination they stand in."""

UNKNOWN = ""
"""Name of a section below a heading that no table knows: it inherits nothing."""

STUDY_NAME = re.compile(r"[A-Z][A-Z0-9 /&(),.-]{3,}(?:\Z|\.|\s{2})")
"""What follows `EXAMINATION:` in a radiology report, in capitals."""

DATED = re.compile(r"\d{1,4}[-/]\d")
HEADER_LINE = re.compile(
    r"^(?P<lead>[ \t]*+(?:[*=#_-]{1,4}[ \t]*|\d{1,2}[.)][ \t]+)?)(?P<title>[A-Za-z][^\n:]{0,90}?)"
    r"(?P<close>[ \t]*+(?:\*{1,2}+[ \t]*+)?(?::\*{0,2}|[.=*_-]*+[ \t]*+$))",
    re.MULTILINE,
)
ASIDE = re.compile(r"\([^)]*\)")
PUNCTUATION = re.compile(r"[^a-z0-9]+")


class Section(BaseModel, frozen=True):
    """One section: from its header to the next one. `start` and `end` bound its body."""

    name: str
    start: int
    end: int
    header_start: int
    header_end: int
    parent: str | None = None
    """Canonical name of the wider section, for parts of an examination or of results."""


class _Header(NamedTuple):
    name: str
    scope: str
    start: int
    end: int
    capitals: bool
    inline: bool


@lru_cache(maxsize=1)
def _patterns() -> tuple[tuple[str, str, re.Pattern[str]], ...]:
    """Read the header table; the first pattern that fits names the section."""
    rows = rows_of("section_headers.tsv")
    return tuple((name, scope, re.compile(pattern)) for name, pattern, scope in rows)


@lru_cache(maxsize=4096)
def _lookup(title: str) -> tuple[str, str] | None:
    """Return the canonical name and scope of a header's words."""
    for name, scope, pattern in _patterns():
        if pattern.fullmatch(title):
            return name, scope
    return None


def is_target_section(name: str) -> bool:
    """Say whether a section holds the text to be checked (hospital course, instructions)."""
    return name in TARGET_SECTIONS


def find_sections(text: str) -> list[Section]:
    """Cut a note into its sections; text before the first header is the `preamble`."""
    return list(_sections(text))


@lru_cache(maxsize=32)
def _sections(text: str) -> tuple[Section, ...]:
    """Remember the notes at hand: masking, dating and reading each ask for their sections."""
    headers = _headers(text)
    sections: list[Section] = []
    first = headers[0].start if headers else len(text)
    if text[:first].strip():
        sections.append(Section(name="preamble", start=0, end=first, header_start=0, header_end=0))
    stops = [*(header.start for header in headers[1:]), len(text)]
    for header, stop in zip(headers, stops, strict=False):
        sections.append(
            Section(
                name=header.name,
                start=header.end,
                end=stop,
                header_start=header.start,
                header_end=header.end,
                parent=FAMILIES.get(header.name),
            )
        )
    return tuple(sections)


def _headers(text: str) -> list[_Header]:
    """Find the headers that open sections, in order."""
    accepted: list[_Header] = []
    target: _Header | None = None
    for match in HEADER_LINE.finditer(text):
        current = accepted[-1] if accepted else None
        header = _header(text, match, current.name if current else "")
        if header is None and current is not None and text[current.end : match.start()].strip():
            header = _unknown(text, match, current)
        if header is None or (target is not None and not _leaves(text, target, header)):
            continue
        accepted.append(header)
        target = header if is_target_section(header.name) else None
    return accepted


def _header(text: str, match: re.Match[str], current: str) -> _Header | None:
    """Read one candidate line; `current` is the section that it stands in."""
    title = match["title"].rstrip(" *")
    words = _normal(title)
    part = PARTS.get(FAMILIES.get(current, current), {}).get(words)
    found = (part, "strong") if part else _lookup(words)
    closed = ":" in match["close"]
    if found is None or not _styled(title, closed, found[1]):
        return None
    if found[0] in INSIDE_EXAM and FAMILIES.get(current, current) == "physical_exam":
        return None
    stop = text.find("\n", match.end())
    inline = text[match.end() : stop if stop != -1 else len(text)].strip()
    if found[0] == "physical_exam" and STUDY_NAME.match(inline):
        found = ("examination", "weak")
    start = match.start("title")
    return _Header(*found, start, match.end(), title.isupper(), bool(inline))


def _unknown(text: str, match: re.Match[str], current: _Header) -> _Header | None:
    """Read a heading that the table does not know, where it ends the section before it."""
    line = candidate(text, match)
    if not ends(current.name, line):
        return None
    capitals = line.title.isupper()
    return _Header(
        UNKNOWN, "strong", match.start("title"), match.end(), capitals, bool(line.inline)
    )


def _styled(title: str, closed: bool, scope: str) -> bool:
    """Say whether a line is written as a header: with a colon, in capitals or in title case."""
    if closed:
        return title[:1].isupper() or title.islower()
    if scope == "field" or DATED.search(title):
        return False
    if title.isupper():
        return len(title) > 2
    words = [word for word in re.findall(r"[A-Za-z]+", title) if len(word) > 3]
    return len(words) > 1 and all(word[0].isupper() for word in words)


def _leaves(text: str, target: _Header, header: _Header) -> bool:
    """Say whether a header ends a hospital course or is only a heading inside it."""
    if header.scope == "strong":
        return True
    if header.capitals != target.capitals or (header.inline and not target.inline):
        return False
    line = text.rfind("\n", 0, header.start) + 1
    return target.capitals or not text[:line].rstrip(" \t").removesuffix("\n").rstrip(
        " \t"
    ).endswith(tuple("abcdefghijklmnopqrstuvwxyz.,;)"))


def _normal(title: str) -> str:
    """Reduce a header to lower-case words."""
    lowered = ASIDE.sub(" ", title).replace("&", " and ").lower()
    return PUNCTUATION.sub(" ", lowered).strip()
