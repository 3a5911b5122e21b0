"""What `curaview graph update` shows: what changed in each graph, and why."""

import json
from collections.abc import Sequence
from typing import Literal

from rich.table import Table
from rich.text import Text

from cli.delivery import print_text
from cli.tables import print_all
from kg.update_report import PARTS, Part, UpdateReport

SCHEMA = "curaview.graph-update/1"

_COUNTED: tuple[Part, ...] = ("entity", "relation", "community")
"""Parts that follow from facts: the table counts them, JSON lists them."""


def show_updates(reports: Sequence[UpdateReport], format_: Literal["table", "json"]) -> None:
    """Print what every update changed."""
    if format_ == "json":
        print_text(updates_json(reports))
        return
    print_all(_graphs(reports))
    changed = [report for report in reports if report.before and report.changes]
    if changed:
        print_all(_changes(changed))


def updates_json(reports: Sequence[UpdateReport]) -> str:
    """Write every change as one JSON document."""
    graphs = [
        report.model_dump(exclude={"changes"})
        | {"counts": {part: _actions(report, part) for part in PARTS}}
        | {"changes": [change.model_dump() for change in report.changes]}
        for report in reports
    ]
    return json.dumps({"schema": SCHEMA, "graphs": graphs}, ensure_ascii=False, indent=1) + "\n"


def _actions(report: UpdateReport, part: Part) -> dict[str, int]:
    return {
        action: report.count(part, action)
        for action in ("added", "changed", "removed", "invalidated")
    }


def _graphs(reports: Sequence[UpdateReport]) -> Table:
    table = Table("graph", "", title="Graphs", caption="+ added  ~ changed  - removed")
    for name in ("read", "kept", "facts", "entities", "relations", "communities"):
        table.add_column(name, justify="right")
    for report in reports:
        state = "unchanged" if report.is_empty else "updated" if report.before else "new"
        sizes = (str(report.read), str(report.unread))
        counts = [_count(report, part) for part in ("fact", *_COUNTED)]
        table.add_row(Text(report.graph_id), state, *sizes, *counts)
    return table


def _count(report: UpdateReport, part: Part) -> str:
    counts = {
        "+": report.count(part, "added"),
        "~": report.count(part, "changed"),
        "-": report.count(part, "removed", "invalidated"),
    }
    return " ".join(f"{sign}{number}" for sign, number in counts.items() if number)


def _changes(reports: Sequence[UpdateReport]) -> Table:
    table = Table("graph", "", "what", "why", title="What changed")
    for report in reports:
        for change in report.changes:
            if change.part not in _COUNTED:
                action = f"{change.part.replace('_', ' ')} {change.action}"
                words = (report.graph_id, action, change.text, change.reason)
                table.add_row(*map(Text, words))
    return table
