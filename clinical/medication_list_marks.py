"""Marks inside a medication list: headings that hold for the lines below, and what is left open."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from clinical.labels import MedicationStatus

ENDED = r"stop(?:ped|ping)?|discontinued?|d/c'?d?|do not (?:take|use)|no longer take"
WITHHELD = r"held|hold(?:ing)?|on hold|paused?|pausing|withheld|temporarily (?:stop(?:ped)?|held)"
KEPT = (
    r"start(?:ed|ing)?|new(?:ly)?|begin|begun|added?|changed?|adjusted|modified|increased?"
    r"|decreased?"
    r"|continued?|continuing|unchanged|no change|same|resumed?|restart(?:ed)?|keep"
)
REST = (
    r"(?:\s+(?:taking|using|to|how|you|take|use|these|the|following|your|all|other|home|new"
    r"|until|for"
    r"|now|started|prescribed|prescriptions?|drugs?|medications?|medicines?|meds|dos(?:es?"
    r"|ing)|ones"
    r"|without|changes?|with|at|on|discharge|temporarily|further|notice|and|today|by|mouth))*"
)
HEADING = re.compile(
    rf"^[ \t>*#=\-\u2022]*(?:\d{{1,2}}[.)]\s*)?(?:medications?\s+(?:to\s+|you\s+should\s+)?)?"
    rf"(?:(?P<ended>{ENDED})|(?P<withheld>{WITHHELD})|(?P<kept>{KEPT})){REST}"
    r"[ \t]*(?:\([^)\n]*\))?[ \t*]*(?::[ \t*]*|=*)$",
    re.IGNORECASE | re.MULTILINE,
)
"""A line of its own that says what becomes of the drugs on the lines below it."""

PLACE = (
    r"(?:\s+(?:until|seen|by|pcp|primary|care|cardiology|clinic|follow-?up|visit|your|his|her|the"
    r"|this|during|in|at|on|admission|stay|hospitali[sz]ation|hospital|home|drugs?|medications?"
    r"|meds|medicines|taking|for|now|and|do|not|take|temporarily|discharge))*"
)
LABEL = re.compile(
    rf"(?:^[ \t>*#=\-\u2022]*(?:\d{{1,2}}[.)][ \t]*)?|(?<=[.;)\]])[ \t]+)\(?"
    rf"(?:medications?[ \t]+)?(?:(?P<ended>{ENDED})|(?P<withheld>{WITHHELD})|(?P<kept>{KEPT}))"
    rf"{PLACE}[ \t]*(?:\([^)\n]*\))?[ \t*]*(?::|[-\u2013\u2014](?=\s))[ \t*]*"
    r"(?:\n[ \t]*)?(?=[^\s*])",
    re.IGNORECASE | re.MULTILINE,
)
"""Words before a colon or dash, on one line with the drugs that they say something of."""

TITLE = re.compile(
    r"\b(?:(?P<ended>stop(?:ped)?|discontinued)|(?P<withheld>held|(?:on )?hold))\b", re.IGNORECASE
)
"""In the title of a list: what became of all drugs on it."""

REASON = re.compile(
    r"\([^()]*$|\b(?:until|while|when|once|unless|because|since|after|due to|replaced|instead"
    r"|interact\w*)\b[^.;\n]*$",
    re.IGNORECASE,
)
"""Before a drug in a line of ended drugs: it is named in a reason or an aside."""

GAP = re.compile(r"\n[ \t]*\n")
STRETCH_END = re.compile(r"\n[ \t]*(?:\n|(?:\d{1,2}[.)]|[-*\u2022])[ \t])")
"""Where what a label says ends: at a blank line or at the next item."""

OPEN = re.compile(
    r"\b(?:same|identical|as)\s+(?:as\s+|to\s+)?(?:on\s+|at\s+|the\s+)*(?:admission|before"
    r"|above|prior"
    r"|home|pre-?admission)|\bno\s+(?:other\s+|further\s+)?changes?\b"
    r"|\b(?:resume|continue|restart|take"
    r"|keep)\s+(?:taking\s+)?(?:all\s+(?:of\s+)?)?(?:the\s+|your\s+"
    r"|his\s+|her\s+|other\s+|remaining\s+|previous\s+|prior\s+|usual\s+)*"
    r"(?:home|outpatient|pre-?admission|other|usual|regular|previous|prior)\s+"
    r"(?:medication|med|drug|medicine|regimen)"
    r"|\b(?:home|outpatient|pre-?admission|other|remaining)\s+(?:medications?|meds|medicines"
    r"|regimen)\s+"
    r"(?:are\s+|were\s+|is\s+)?(?:unchanged|continued|resumed|the\s+same|as\s+before)"
    r"|\b(?:see|refer\s+to|per|according\s+to)\s+(?:the\s+)?(?:attached|separate|above|below"
    r"|med(?:ication)?\s+rec\w*|reconciliation|list|page|omr|chart|mar|facility)"
    r"|\b(?:list|medications?)\s+(?:is\s+|are\s+)?(?:incomplete|unavailable|unknown|not\s+available"
    r"|to\s+be\s+(?:confirmed|reconciled|verified))",
    re.IGNORECASE,
)
"""Words by which a list sends its reader elsewhere, so that it does not hold all drugs itself."""

PARTIAL_TITLE = re.compile(
    r"\b(?:new|changed?|changes|stopped|discontinued|held|added)\b", re.IGNORECASE
)
ITEM = re.compile(r"^[ \t]*(?:\d{1,2}[.)]|[-*\u2022])[ \t]*(?P<words>\S.*)$", re.MULTILINE)
UNREAD_SHARE = 0.4
"""Share of the items of a list without a known drug, above which the list was not understood."""


class Headed(NamedTuple):
    """A stretch of a list below a heading or behind a label."""

    start: int
    end: int
    status: MedicationStatus | None


def headed_stretches(body: str, title: str = "") -> list[Headed]:
    """The stretches of a list that a heading or a label says something of, in order.

    What stands under a heading of its own ends at the next one, or at a blank line after its
    first drug; what follows a label on its line ends at the next label, item or blank line.
    The `title` of a whole list may say it too (`STOPPED MEDICATIONS`).
    """
    headings = list(HEADING.finditer(body))
    labels = [m for m in LABEL.finditer(body) if not HEADING.match(body, m.start())]
    starts = sorted(mark.start() for mark in (*headings, *labels))
    named = TITLE.search(title)
    found = [Headed(0, len(body), status_of(named))] if named else []
    for place, match in enumerate(headings):
        end = headings[place + 1].start() if place + 1 < len(headings) else len(body)
        first = re.compile(r"\S").search(body, match.end(), end)
        gap = GAP.search(body, first.start(), end) if first else None
        found.append(Headed(match.end(), gap.start() if gap else end, status_of(match)))
    for match in labels:
        following = next((at for at in starts if at > match.start()), len(body))
        stop = STRETCH_END.search(body, match.end(), following)
        found.append(Headed(match.start(), stop.start() if stop else following, status_of(match)))
    return sorted(found)


def status_of(mark: re.Match[str]) -> MedicationStatus | None:
    """What a heading or label says of its drugs, where that is not that they are taken."""
    if mark["ended"]:
        return "stopped"
    return "held" if mark["withheld"] else None


def status_at(headed: Sequence[Headed], offset: int) -> MedicationStatus | None:
    """What the innermost heading or label above a place of a list says of the drugs there."""
    return next((h.status for h in reversed(headed) if h.start <= offset < h.end), None)


def marked_status(
    text: str, place: int, marks: Sequence[Headed], offset: int
) -> MedicationStatus | None:
    """What the marks of a list say of the drug at a place of one of its sentences.

    A mark is not that of a drug in a reason or an aside (`STOPPED: A, replaced by B`).

    Args:
        text: The sentence.
        place: Where the drug stands in it.
        marks: Stretches of the list, counted like the offset.
        offset: Where the sentence begins.
    """
    marked = status_at(marks, offset + place)
    return None if marked is None or REASON.search(text, 0, place) else marked


def is_complete(title: str, body: str, drugs: list[int]) -> bool:
    """Say whether a list holds all drugs itself: silence of it then proves something.

    Args:
        title: Words of its header.
        body: Its text.
        drugs: Where the drugs that were recognized stand in the text.
    """
    if PARTIAL_TITLE.search(title) or OPEN.search(body):
        return False
    items = list(ITEM.finditer(body))
    unread = [i for i in items if not any(i.start() <= at < i.end() for at in drugs)]
    return len(unread) <= UNREAD_SHARE * len(items)
