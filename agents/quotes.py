"""Is the quote of a piece of evidence really what stands at its place?"""

from collections.abc import Mapping

from kg.evidence import Evidence, evidence_id


def quote_fault(item: Evidence, evidence: list[Evidence], notes: Mapping[str, str]) -> str | None:
    """Say what is wrong with a quote, or return None.

    The note itself decides where it is at hand; else every retrieved passage that covers the
    same place must agree.
    """
    if item.id != evidence_id(item.source):
        return f"{item.id} is not the id of {item.source}"
    if item.source.table:
        prefix = f"{item.source.field}="
        return None if item.quote.startswith(prefix) else f"{item.id} does not quote {prefix}"
    start, end = item.source.start, item.source.end
    if start is None or end is None or end - start != len(item.quote) or not item.quote:
        return f"the quote of {item.id} is not as long as its span"
    if any(text != item.quote for text in _same_place(item, start, end, evidence, notes)):
        return f"the quote of {item.id} is not what stands at {item.source}"
    return None


def _same_place(
    item: Evidence, start: int, end: int, evidence: list[Evidence], notes: Mapping[str, str]
) -> list[str]:
    if item.source.note in notes:
        return [notes[item.source.note][start:end]]
    return [
        other.quote[start - first : end - first]
        for other in evidence
        if other.source.note == item.source.note
        and (first := other.source.start) is not None
        and (last := other.source.end) is not None
        and first <= start
        and end <= last
    ]
