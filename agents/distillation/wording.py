"""Cut words to the lengths that the form of an answer allows, without breaking quotes."""

import re

from agents.chart import stems_of

QUOTE = 120
COMPARISON = 120
CLAIM = 160
REASONING = 400
SUGGESTION = 400
RATIONALE = 300

_PIECE_END = re.compile(r"\n|(?<=[A-Za-z)%]{2}[.;])\s")
"""Lines, and sentences: not the point behind the number of a list or behind an initial."""


def clipped(text: str, most: int) -> str:
    """End a text at the last whole word that fits; nothing is put in its place."""
    text = text.strip()
    if len(text) <= most:
        return text
    cut = text[: most + 1]
    return (cut[: cut.rfind(" ")] if " " in cut else text[:most]).rstrip(" ,;:")


def deciding_words(quote: str, about: str) -> str:
    """Choose the piece of a quote that shares most with what is compared, as it stands there."""
    if len(quote) <= QUOTE:
        return quote.strip()
    wanted = stems_of(about)
    pieces = [piece.strip() for piece in _PIECE_END.split(quote) if piece.strip()]
    best = max(pieces, key=lambda piece: len(wanted & stems_of(piece)), default=quote)
    return clipped(best, QUOTE)


def lines_within(lines: list[str], most: int) -> str:
    """Join as many lines as fit; the first is cut rather than left out."""
    kept: list[str] = []
    for line in lines:
        if kept and len("\n".join((*kept, line))) > most:
            break
        kept.append(line)
    return clipped("\n".join(kept), most)
