"""Offsets as browsers count them."""

from bisect import bisect_left


class Utf16Offsets:
    """Turns code point offsets of one text into UTF-16 offsets, which JavaScript counts in."""

    def __init__(self, text: str) -> None:
        self._doubled = [place for place, char in enumerate(text) if char > "\uffff"]

    def of(self, offset: int) -> int:
        """Return where a code point offset stands in UTF-16 code units."""
        return offset + bisect_left(self._doubled, offset)
