"""Orders, requests and referrals: studies, consults, blood, whatever was asked for."""

import re

from clinical.coded_titles import facts_in_words
from clinical.facts import Fact
from clinical.labels import Assertion, MedicationStatus
from kg.row_facts.cells import Cells, in_own_words
from kg.row_facts.statuses import status_of

_TITLES = (
    "order_name",
    "order_description",
    "order",
    "order_text",
    "orderable",
    "request",
    "service",
    "code",
    "description",
    "name",
    "order_subtype",
    "order_type",
)
COMMENTS = ("comment", "comments", "order_comment", "result", "note", "conclusion")
_ONLY_SERVICES = re.compile(
    r"\b(?:referral|clinic|evaluation|follow[- ]?up|appointment|education|teaching|notif\w+)\b",
    re.IGNORECASE,
)
"""Words of an order that make what it names the reason for a visit."""

_UNSAID: frozenset[Assertion] = frozenset({"hypothetical", "possible", "family"})


def read_order(cells: Cells) -> list[Fact]:
    """Read what was ordered; what was cancelled or entered by mistake was not done.

    An order that names nothing known is kept in its own words only where it was not done, so that
    its words cannot be taken for something that happened.
    """
    field = cells.worded(*_TITLES)
    if field is None:
        return []
    title = cells.text(field.casefold())
    status = status_of(cells)
    undone = status in ("error", "not_done")
    named = [fact for fact in facts_in_words(title) if fact.assertion not in _UNSAID]
    if _ONLY_SERVICES.search(title):
        named = [fact for fact in named if fact.kind == "encounter"]
    found = [_ordered(cells, fact, field, title, undone, status == "done") for fact in named]
    if undone and not found:
        found = [_in_own_words(cells, field, title)]
    return [*found, *([] if undone else _told(cells, found))]


def _ordered(cells: Cells, fact: Fact, field: str, title: str, undone: bool, done: bool) -> Fact:
    given: MedicationStatus | None = "given" if done else None
    status = "not_given" if undone else given
    return fact.model_copy(
        update={
            "text": title,
            "source": cells.source(field.casefold()),
            "assertion": "absent" if undone else fact.assertion,
            "status": status if fact.kind == "medication" else None,
            "time": cells.when(),
            "encounter": cells.row.encounter,
        }
    )


def _in_own_words(cells: Cells, field: str, title: str) -> Fact:
    return Fact(
        kind="event",
        concept=in_own_words(title),
        text=title,
        source=cells.source(field.casefold()),
        assertion="absent",
        time=cells.when(),
        encounter=cells.row.encounter,
    )


def _told(cells: Cells, ordered: list[Fact]) -> list[Fact]:
    """What the comment on a study tells of its findings."""
    study = next((f.concept.id for f in ordered if f.kind == "procedure"), None)
    field = cells.field(*COMMENTS)
    if field is None or study is None:
        return []
    return [
        fact.model_copy(
            update={
                "source": cells.source(field.casefold()),
                "study": study,
                "time": cells.when(),
                "encounter": cells.row.encounter,
            }
        )
        for fact in facts_in_words(cells.text(field.casefold()))
        if fact.assertion not in _UNSAID
    ]
