"""How long something lasted, where the length stands beside it: `three days of cough`."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from clinical.content_words import content_words
from clinical.facts import Quantity
from clinical.mentions import TimeMention
from clinical.words import stem

OF = re.compile(
    r"(?:'|’)?\s*(?:history |course |burst |episode |period |duration )?of\s+"
    r"(?P<thing>[^.,;:()]{3,60})",
    re.IGNORECASE,
)
FOR = re.compile(
    r"(?P<thing>[^.,;:()]{3,60}?)\s+(?:for|over|x|lasting|lasted)\s+"
    r"(?:about\s+|the\s+(?:past|last|previous)\s+|approximately\s+|around\s+|some\s+)?$",
    re.IGNORECASE,
)
END_OF_THING = re.compile(
    r"\b(?:and|but|with|which|that|who|before|after|until|when|prior|from|due|for|on|in|at|then"
    r"|was|were|is|are|had|has)\b",
    re.IGNORECASE,
)
START_OF_THING = re.compile(
    r"\b(?:and|but|with|which|that|who|before|after|when|then|had|has|have|been|was|were|developed"
    r"|presented|reports?|reported|noted|of)\b",
    re.IGNORECASE,
)


VERB = re.compile(
    r"\s*(?:(?:then|also|only|be|being|been|initially)\s+)*(?:given|continued|treated|required|needed|used|maintained"
    r"|kept|persisted|lasted|administered|received|run|ran|infused|planned|completed)?\s*",
    re.IGNORECASE,
)
"""A verb that stands between a thing and its length: `fluids were given for three days`."""


class LengthOf(NamedTuple):
    """A length in days with the stems of what lasted so long, the last one its head."""

    days: Quantity
    stems: tuple[str, ...]
    time: TimeMention


def lengths_of(text: str, times: Sequence[TimeMention]) -> list[LengthOf]:
    """Find the durations of a text that stand right beside what they are the length of."""
    found = []
    for time in times:
        if time.kind != "duration" or time.days is None:
            continue
        thing = thing_beside(text, time)
        stems = tuple(stem(word.word) for word in content_words(thing))
        if stems:
            found.append(LengthOf(time.days, stems, time))
    return found


def thing_beside(text: str, time: TimeMention) -> str:
    """The words that a duration belongs to: behind `of`, or in front of `for`."""
    after = OF.match(text, time.end)
    if after is not None:
        return END_OF_THING.split(after["thing"])[0]
    before = FOR.search(text[max(0, time.start - 90) : time.start])
    if before is None:
        return ""
    parts = [part for part in START_OF_THING.split(before["thing"]) if not VERB.fullmatch(part)]
    return parts[-1] if parts else ""
