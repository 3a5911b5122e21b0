"""Problem headings of a summary, and which one governs each sentence."""

import re

from pydantic import BaseModel

from clinical.sentence_lines import line_kind
from clinical.sentences import Span

MARKER = re.compile(r"\s*(?:[-*•+>·]+\s+|\*\*|#+\s*|\(?\d{1,2}[.)]\s+)+")
INLINE = re.compile(r"(?P<title>[^\s:.!?;][^:.!?;\n]{0,70}?)\s*:\s+(?=\S)")
VERBAL = re.compile(
    r"\b(?:was|were|is|are|had|has|have|showed?|revealed|presented|include[sd]?|following|notable|"
    r"significant|please|as follows|because|therefore|however)\b",
    re.IGNORECASE,
)
LONGEST_TITLE_WORDS = 9
LONGEST_UNMARKED_TITLE_WORDS = 4


class Heading(BaseModel, frozen=True):
    """A heading: its words without marker and colon, and where they stand."""

    text: str
    start: int
    end: int
    inline: bool
    """True where the sentence goes on behind the heading's colon."""


def find_heading(text: str, sentence: Span) -> Heading | None:
    """Return the heading that a sentence is, or begins with."""
    written = text[sentence.start : sentence.end]
    marker = MARKER.match(written)
    skipped = marker.end() if marker else 0
    inline = INLINE.match(written, skipped)
    if inline and _is_title(inline["title"], marked=_is_problem_marker(marker)):
        return _heading(sentence.start + inline.start("title"), inline["title"], inline=True)
    if not _stands_alone(text, sentence) or not is_heading(written):
        return None
    title = written[skipped:].rstrip("*").rstrip(" :.*")
    return _heading(sentence.start + skipped, title, inline=False) if title else None


def is_heading(written: str) -> bool:
    """Say whether a whole line is a heading: marked with `#`, in capitals, or closed by a colon."""
    stripped = written.strip()
    if "\n" in stripped:
        return False
    if stripped.startswith("#"):
        return len(stripped.split()) <= LONGEST_TITLE_WORDS + 4 and not VERBAL.search(stripped)
    if line_kind(stripped) == "heading":
        return True
    marker = MARKER.match(stripped)
    return bool(marker) and line_kind(stripped[marker.end() if marker else 0 :]) == "heading"


def headings_of(text: str, sentences: list[Span]) -> list[Heading | None]:
    """Give each sentence the heading that governs it; a bare heading is governed by none."""
    governing: list[Heading | None] = []
    current: Heading | None = None
    for sentence in sentences:
        own = find_heading(text, sentence)
        if own is not None and not own.inline:
            governing.append(None)
            current = own
            continue
        current = own or current
        governing.append(current)
    return governing


def _heading(start: int, title: str, inline: bool) -> Heading:
    return Heading(text=title, start=start, end=start + len(title), inline=inline)


def _is_problem_marker(marker: re.Match[str] | None) -> bool:
    return marker is not None and not marker[0].strip().startswith(("-", "*", "+", "•", ">", "·"))


def _is_title(title: str, marked: bool) -> bool:
    """Say whether words before a colon name a problem, system or section."""
    longest = LONGEST_TITLE_WORDS if marked or title.isupper() else LONGEST_UNMARKED_TITLE_WORDS
    if len(title.split()) > longest or VERBAL.search(title):
        return False
    return marked or title[:1].isupper()


def _stands_alone(text: str, sentence: Span) -> bool:
    """Say whether nothing else stands on the sentence's line."""
    before = text[text.rfind("\n", 0, sentence.start) + 1 : sentence.start]
    stop = text.find("\n", sentence.end)
    after = text[sentence.end : stop if stop != -1 else len(text)]
    return not before.strip() and not after.strip()
