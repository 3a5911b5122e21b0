"""Where a piece of evidence stands, in words: a note's section, or the row with its neighbors."""

import re

from exports.times import written_time
from graph_state.findings import Report
from kg.evidence import Evidence

_FIELDS = 4
"""Other fields of a row that are named."""

_LONGEST = 40
_IDENTIFIER = re.compile(r"(?i)(^|_)(id|seq|num|number|pharmacy|itemid)$|_id(_|$)|^(row|seq)_")


def place_words(report: Report, evidence: Evidence) -> str:
    """Name the place of evidence so that a reader knows it without opening the source."""
    source = evidence.source
    time = (written_time(evidence.time) or "").replace("T", " ")
    if source.table:
        about = row_words(report.rows.get(source.document, {}), source.field or "")
    else:
        about = (evidence.section or "").replace("_", " ")
    return ", ".join(filter(None, (str(source), about, time)))


def row_words(row: dict[str, str], cited: str) -> str:
    """Name the telling fields of a row beside the cited one: what was measured, not its ids."""
    told = [
        f"{name}={value}"
        for name, value in row.items()
        if name != cited and value and len(value) <= _LONGEST and not _IDENTIFIER.search(name)
    ]
    return " ".join(told[:_FIELDS])
