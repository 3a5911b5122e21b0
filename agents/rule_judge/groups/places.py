"""The places that a sentence on counted groups speaks of, with the counts that they hold."""

from typing import NamedTuple

from agents.rule_judge.record_view import RecordView
from clinical.count_claims import SIZE
from clinical.counted_names import Named
from clinical.group_reports import (
    Counted,
    Group,
    GroupReport,
    is_group_report,
    read_group_report,
)
from clinical.report_scopes import BOTH, EVERY, Cell, Scope
from kg.evidence import Evidence


class Place(NamedTuple):
    """Some groups of one report."""

    groups: tuple[Group, ...]

    def lines(self) -> dict[str, float]:
        """The counts of all things, over the groups."""
        counts: dict[str, float] = {}
        for group in self.groups:
            for line in group.lines:
                counts[line.name] = counts.get(line.name, 0) + line.number
        return counts

    def people(self) -> int:
        """How many people the groups hold."""
        first: list[Counted] = [g.total or g.lines[0] for g in self.groups if g.total or g.lines]
        return sum(line.whole or 0 for line in first)

    def having(self, named: Named | None) -> float:
        """How many had a thing; without a thing, how many had any; or how many there are."""
        if named == SIZE:
            return float(self.people())
        if named is None:
            return sum(group.total.number for group in self.groups if group.total)
        return sum(count for name, count in self.lines().items() if name in named.names)


class Reports(NamedTuple):
    """The reports of a record with the evidence that holds each."""

    read: tuple[tuple[GroupReport, Evidence], ...]

    def places(self, cell: Cell) -> list[Place]:
        """The groups that words mean, none where the report has no such; empty without a report."""
        named = [r for r, _ in self.read if cell.report in r.heading.lower().split()]
        if cell.report in ("", EVERY):
            named = [r for r, _ in self.read]
        if len(named) != 1 and cell.report != EVERY:
            return []
        if cell.group in (EVERY, BOTH):
            return [Place((group,)) for report in named for group in report.groups]
        return [
            Place(tuple(group for group in report.groups if cell.group in ("", group.number)))
            for report in named
        ]


def reports_of(view: RecordView) -> Reports:
    """Read the reports among the evidence."""
    counted = [e for e in view.reports() if is_group_report(e.quote)]
    return Reports(tuple((read_group_report(e.quote), e) for e in counted))


def places_of(scopes: tuple[Scope, ...], reports: Reports) -> list[Place] | None:
    """The places that scopes mean, one by one; without any, the whole of the only report."""
    cells = [cell for scope in scopes for cell in scope.cells] or [Cell()]
    places = [reports.places(cell) for cell in cells]
    return [place for found in places for place in found] if all(places) else None
