"""Findings with signs before them: `+ dysuria, - hematuria`."""

import re
from collections.abc import Iterator
from typing import NamedTuple

SIGNED = re.compile(
    r"(?:^|[,;:(.\n])[ \t]*(?P<sign>[+\-–−])[ \t]?(?P<item>[A-Za-z][^,;.()\n]*?)"
    r"[ \t]*(?=[,;.()\n]|$)"
)


class SignedItem(NamedTuple):
    """A finding that a sign denies, with the place of the sign."""

    start: int
    end: int
    sign_start: int
    sign_end: int


def denied_by_sign(text: str) -> Iterator[SignedItem]:
    """Find the items behind a minus; a dash counts as one only beside items behind a plus."""
    if "+" not in text:
        return
    found = list(SIGNED.finditer(text))
    if not any(match["sign"] == "+" for match in found):
        return
    for match in found:
        if match["sign"] != "+":
            yield SignedItem(*match.span("item"), *match.span("sign"))
