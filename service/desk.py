"""The desk behind the pages: the queue over all reports, and the decisions on it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from exports.counts import needs_attention
from exports.priority import review_priority
from graph_state.findings import Finding, Report
from graph_state.review import Decision
from kg.errors import BadInputError
from service.decision_store import DecisionStore
from service.decisions import Entry, Event, Line, Place, lines_of
from service.reviewed import ReviewedReport, report_digest, review_of


@dataclass(frozen=True)
class QueueItem:
    """One sentence in the queue; its number never changes while the desk is open."""

    number: int
    report: Report
    digest: str
    finding: Finding

    @property
    def due(self) -> bool:
        """Say whether the sentence needs a reader."""
        return needs_attention(self.finding)

    def place(self, seat: str) -> Place:
        """Return where decisions on the sentence are kept."""
        return Place(report=self.digest, sentence=self.finding.index, seat=seat)


def queue_of(reports: Iterable[Report]) -> tuple[QueueItem, ...]:
    """Put the sentences of all reports in the order of review, each report once."""
    named = {report_digest(report): report for report in reports}
    sentences = [
        (review_priority(finding)[:-1], report.patient_id, report.admission_id or "",
         report.target, finding.index, digest, finding)
        for digest, report in named.items()
        for finding in report.findings
    ]  # fmt: skip
    ordered = sorted(sentences, key=lambda one: one[:6])
    return tuple(
        QueueItem(number=number, report=named[digest], digest=digest, finding=finding)
        for number, (*_, digest, finding) in enumerate(ordered)
    )


@dataclass(frozen=True)
class Desk:
    """Reports under review with their store of decisions.

    On a blind desk every reviewer has a line of decisions of their own and sees no other.
    """

    reports: Sequence[Report]
    store: DecisionStore
    blind: bool = False
    queue: tuple[QueueItem, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "queue", queue_of(self.reports))

    def item(self, number: int) -> QueueItem:
        """Return an item of the queue."""
        if not 0 <= number < len(self.queue):
            raise BadInputError(f"there is no sentence {number}; the queue has {len(self.queue)}")
        return self.queue[number]

    def seat(self, reviewer: str) -> str:
        """Return whose line a reviewer writes to."""
        return reviewer if self.blind else ""

    def line(self, item: QueueItem, reviewer: str) -> Line:
        """Return the line of decisions that a reviewer sees on a sentence."""
        return self.lines(reviewer).get(item.place(self.seat(reviewer)), Line())

    def lines(self, reviewer: str) -> dict[Place, Line]:
        """Return all lines that a reviewer may see."""
        seat = self.seat(reviewer)
        return lines_of(e for e in self.store.events() if e.entry.place.seat == seat)

    def decide(
        self,
        item: QueueItem,
        reviewer: str,
        decision: Decision | None,
        expected: int,
        seconds: float | None = None,
        clicks: int | None = None,
    ) -> Event:
        """Keep a decision, or take the last one back where it is None."""
        report = item.report
        entry = Entry(
            place=item.place(self.seat(reviewer)),
            reviewer=reviewer,
            decision=decision,
            seconds=seconds,
            clicks=clicks,
            versions={**report.versions, "judge": report.judge},
        )
        return self.store.add(entry, expected)

    def next_open(self, after: int, reviewer: str) -> QueueItem | None:
        """Return the next sentence that needs a reader and has no decision, from a place on."""
        lines, seat = self.lines(reviewer), self.seat(reviewer)
        for item in (*self.queue[after + 1 :], *self.queue[: after + 1]):
            if item.due and lines.get(item.place(seat), Line()).valid is None:
                return item
        return None

    def events(self, reviewer: str) -> list[Event]:
        """Return what happened, as far as a reviewer may know it."""
        events, seat = self.store.events(), self.seat(reviewer)
        return [e for e in events if not self.blind or e.entry.place.seat == seat]

    def reviewed(self, reviewer: str) -> list[ReviewedReport]:
        """Lay the decisions that a reviewer may know beside the reports."""
        return review_of(self.reports, self.events(reviewer))
