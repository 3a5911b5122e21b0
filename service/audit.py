"""Seals of the log: each covers the event and the seal before, so no change goes unseen.

A log that is cut short at its end stays consistent in itself; the last seal and the number of
events, which every command prints, show that when they are kept elsewhere.
"""

import json
from collections.abc import Iterable
from hashlib import sha256

from service.decisions import Entry, Event

BEGINNING = "0" * 64


def seal_of(number: int, at: str, version: int, entry: Entry, before: str) -> str:
    """Hash everything that an event says, and the seal of the event before it."""
    said = [number, at, version, entry.model_dump(mode="json"), before]
    written = json.dumps(said, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return sha256(written.encode()).hexdigest()


def first_fault(events: Iterable[Event]) -> str | None:
    """Return what is wrong with a log, by the number of its first bad event; None where nothing."""
    before, expected = BEGINNING, 1
    for event in events:
        if event.number != expected:
            return f"event {expected} is missing"
        if event.seal != seal_of(event.number, event.at, event.version, event.entry, before):
            return f"event {event.number} is not what was written"
        before, expected = event.seal, expected + 1
    return None
