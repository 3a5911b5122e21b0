"""The words of a sentence that nothing on record was compared with, for every report to show."""

from typing import NamedTuple

from exports.visible_text import one_line
from graph_state.findings import Finding


class Run(NamedTuple):
    """A stretch of a sentence, and whether its words were left uncompared."""

    text: str
    uncompared: bool


def uncompared_spans(finding: Finding) -> list[tuple[int, int]]:
    """Return the marked stretches in the sentence's offsets, in order; those that touch join."""
    claims = finding.result.claims if finding.result else ()
    marked = sorted(
        (slot.start - finding.start, slot.end - finding.start)
        for claim in claims
        for slot in claim.slots
        if slot.marked
    )
    joined: list[tuple[int, int]] = []
    for start, end in marked:
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((start, end))
    return joined


def runs_of(finding: Finding) -> tuple[Run, ...]:
    """Cut a sentence into stretches that were compared and stretches that were not."""
    runs: list[Run] = []
    place = 0
    for start, end in uncompared_spans(finding):
        runs += [Run(finding.text[place:start], False), Run(finding.text[start:end], True)]
        place = end
    return tuple(run for run in (*runs, Run(finding.text[place:], False)) if run.text)


def uncompared_words(finding: Finding) -> str:
    """Name the words for a reader, each in quotation marks; empty where there are none."""
    spans = uncompared_spans(finding)
    return "; ".join(f"“{one_line(finding.text[start:end])}”" for start, end in spans)
