"""Things that may happen in any hospital stay, and how they are said in passing."""

import re
from functools import lru_cache
from typing import NamedTuple

from clinical.lexicon_rows import rows_of
from clinical.vocabulary import find_terms

SHORT = 3
"""Letters up to which a word is matched as a whole."""


class PlausibleEvent(NamedTuple):
    """Something that a record would mention, had it happened."""

    group: str
    """`service`, `procedure`, `device`, `teaching`, `vaccine`, `event`, `symptom` or `finding`."""

    name: str
    suits: re.Pattern[str]
    """Words of the sentences that it suits."""


class EventFrame(NamedTuple):
    """Words that add a thing of one group to a sentence."""

    group: str
    place: str
    """`tail`, `subject` (a tail that continues what the patient did), `shown` (one that continues
    what was seen), `lead`, or `item` of a list."""

    words: str


@lru_cache(maxsize=1)
def plausible_events() -> tuple[PlausibleEvent, ...]:
    """Read the events in the order of the table."""
    return tuple(
        PlausibleEvent(group, name, _beginnings(words))
        for group, name, words in rows_of("plausible_events.tsv")
    )


def _beginnings(words: str) -> re.Pattern[str]:
    """Match words that begin so; short ones must be whole, or `ear` would be in `early`."""
    parts = [rf"{part}s?\b" if len(part) <= SHORT else part for part in words.split("|")]
    return re.compile(rf"\b(?:{'|'.join(parts)})", re.IGNORECASE)


@lru_cache(maxsize=1)
def event_frames() -> tuple[EventFrame, ...]:
    """Read the frames in the order of the table."""
    return tuple(EventFrame(*row) for row in rows_of("event_frames.tsv"))


def concept_ids_in(name: str) -> tuple[str, ...]:
    """The concepts that a name holds, which must all be absent where it is invented."""
    return tuple(mention.concept_id for mention in find_terms(name))
