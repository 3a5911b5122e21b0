"""What the status of a row says: whether what it tells was done, is planned, or never was."""

import re
from typing import Literal

from kg.row_facts.cells import Cells

RowStatus = Literal["done", "open", "held", "stopped", "not_done", "error"]
"""`open` is ordered or under way; `error` was entered by mistake."""

_COLUMNS = (
    "verificationstatus",
    "status",
    "event_txt",
    "action",
    "action_taken",
    "statusdescription",
    "result_status",
    "resultstatus",
    "severity",
)
"""Columns that may hold a status; some lists write it where they have no column for it."""

_ERROR = re.compile(
    r"\bentered[- ]in[- ]error\b|\bwrong (?:patient|chart)\b|\berroneous\b|\bin error\b"
    r"|\brefuted\b|\bruled out\b|\bdifferential\b|\bvoid(?:ed)?\b|\bdisproved\b|\bnullified\b",
    re.IGNORECASE,
)
_NOT_DONE = re.compile(
    r"\bcancel+ed\b|\bnot[- ](?:given|done|administered|performed|dispensed|applied|taken|started"
    r"|collected)\b|\bnever (?:given|started|dispensed|administered|performed|collected)\b"
    r"|\bno (?:\w+ )?doses?\b|\brefused\b|\bdeclined\b|\brevoked\b|\brejected\b|\baborted\b"
    r"|\bgiven x ?0\b|\b0 doses\b|\bdraft\b|\bproposed\b|\bnot[- ]done\b|\babandoned\b"
    r"|\bdiscontinued before\b|\brewritten\b",
    re.IGNORECASE,
)
_HELD = re.compile(r"\bwithheld\b|\bheld\b|\bhold\b|\bon[- ]hold\b|\bsuspended\b", re.IGNORECASE)
_DONE = re.compile(
    r"\bgiven\b|\bcompleted?\b|\badministered\b|\bapplied\b|\bperformed\b|\binfused\b|\bdone\b"
    r"|\bresulted\b|\bfinal\b|\bamended\b|\bdispensed\b|\bfinished\w*|\bstarted\b|\bfilled\b",
    re.IGNORECASE,
)
_STOPPED = re.compile(r"\bstopped\b|\bdiscontinued\b|\bended\b|\bd/c'?d\b", re.IGNORECASE)
_OPEN = re.compile(
    r"\bactive\b|\bordered\b|\bpending\b|\bscheduled\b|\bin[- ]progress\b|\bplanned\b"
    r"|\brequested\b|\bopen\b|\bintended\b",
    re.IGNORECASE,
)
_PATTERNS: tuple[tuple[RowStatus, re.Pattern[str]], ...] = (
    ("error", _ERROR),
    ("not_done", _NOT_DONE),
    ("done", _DONE),
    ("held", _HELD),
    ("stopped", _STOPPED),
    ("open", _OPEN),
)
_FLAGS = ("drugordercancelled", "cancelled", "entered_in_error", "voided", "is_cancelled")
_TRUE = frozenset({"yes", "true", "1", "y"})
NEVER_WAS: frozenset[RowStatus] = frozenset({"error", "not_done"})
AT_DISCHARGE = re.compile(
    r"\bon (?:the )?discharge(?: medication)?(?: list| prescription| meds?)?\b", re.IGNORECASE
)
"""A status that puts a drug on the list at discharge."""


def status_of(cells: Cells) -> RowStatus | None:
    """Read the status of a row; None where it has none. A mistake counts before all else."""
    said = [cells.text(name) for name in _COLUMNS if cells.field(name)]
    if any(cells.text(flag).casefold() in _TRUE for flag in _FLAGS):
        said.append("cancelled")
    for status, pattern in _PATTERNS:
        if any(pattern.search(text) for text in said):
            return status
    return None


def never_was(cells: Cells) -> bool:
    """Say whether what a row tells was entered by mistake, cancelled or not given."""
    return status_of(cells) in NEVER_WAS


def is_at_discharge(cells: Cells) -> bool:
    """Say whether the status of an order puts it on the list at discharge."""
    return AT_DISCHARGE.search(cells.text("status")) is not None
