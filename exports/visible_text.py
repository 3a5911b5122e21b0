"""Text of a record made safe to write on a terminal, in a table cell or in a file."""

import re

# Controls can move a terminal's cursor, bidirectional overrides can show words in another
# order, lone surrogates cannot be encoded.
_UNSAFE = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def visible(text: str) -> str:
    """Replace each character that would act instead of being seen."""
    return _UNSAFE.sub("\ufffd", text)


def one_line(text: str) -> str:
    """Return visible text with every run of white space as one space."""
    return " ".join(visible(text).split())


def shortened(text: str, length: int) -> str:
    """Return one line of at most so many characters, cut at the end with an ellipsis."""
    line = one_line(text)
    return line if len(line) <= length else line[: length - 1].rstrip() + "…"
