"""Turns the narrative of a FHIR composition, which is markup, into the text of a note."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

from kg.readers.json_values import JsonObject, is_array, is_object

_LINES = frozenset(
    "address blockquote body br caption div dl dd dt h1 h2 h3 h4 h5 h6 hr li ol p pre section "
    "table tbody tfoot thead title tr ul".split()
)
"""What begins and ends a line."""

_CELLS = frozenset({"td", "th"})
_UNSEEN = frozenset({"script", "style"})


def composition_text(body: JsonObject) -> str:
    """Write the sections of a composition one below the other, each under its title.

    A composition without a word in its sections tells everything in its own narrative.
    """
    told = "\n\n".join(_sections(body.get("section")))
    return told or narrative_text(body.get("text"))


def _sections(sections: object) -> Iterator[str]:
    for section in sections if is_array(sections) else []:
        if not is_object(section):
            continue
        title, words = section.get("title"), narrative_text(section.get("text"))
        heading = title.strip().rstrip(":") if isinstance(title, str) else ""
        if words:
            yield f"{heading}:\n{words}" if heading else words
        yield from _sections(section.get("section"))


def narrative_text(narrative: object) -> str:
    """Return the words of a Narrative."""
    div = narrative.get("div") if is_object(narrative) else None
    return markup_text(div) if isinstance(div, str) else ""


def markup_text(markup: str) -> str:
    """Return the words of markup, line by line; a page is told by its body."""
    reader = _Words()
    reader.feed(markup)
    reader.close()
    return reader.text


class _Words(HTMLParser):
    """Keeps the words of markup; what the markup sets on lines of its own stays so."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._parts: list[str] = []
        self._unseen = 0

    @property
    def text(self) -> str:
        """The words read so far, without empty lines."""
        lines = (" ".join(line.split()) for line in "".join(self._parts).split("\n"))
        return "\n".join(filter(None, lines))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a line or a cell."""
        if tag == "body":
            self._unseen = 0
        self._unseen += tag in _UNSEEN
        self._break(tag)
        if tag == "li":
            self._parts.append("- ")

    def handle_endtag(self, tag: str) -> None:
        """End a line or a cell."""
        self._unseen -= tag in _UNSEEN
        self._break(tag)

    def handle_data(self, data: str) -> None:
        """Keep words; a line break inside markup is only a space."""
        if self._unseen <= 0:
            self._parts.append(re.sub(r"\s+", " ", data))

    def _break(self, tag: str) -> None:
        if tag in _LINES:
            self._parts.append("\n")
        elif tag in _CELLS:
            self._parts.append(" ")
