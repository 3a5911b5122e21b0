"""What a table row tells beside the cited field: what was measured, not its ids."""

import re

_JOINTS = re.compile(r"(?<=[a-z])(?=[A-Z])|[._]+|\[(\d+)\]")
"""Between the words of a column: `dosageInstruction[1].text`."""

_FIELDS = 4
"""Other fields of a row that are named."""

_LONGEST = 40
_IDENTIFIER = re.compile(r"(?i)(^|_)(id|seq|num|number|pharmacy|itemid)$|_id(_|$)|^(row|seq)_")


def row_words(row: dict[str, str], cited: str) -> str:
    """Name the telling fields of a row beside the cited one: what was measured, not its ids."""
    told = [
        f"{column_words(name)} {value}"
        for name, value in row.items()
        if name != cited and value and len(value) <= _LONGEST and not _IDENTIFIER.search(name)
    ]
    return ", ".join(told[:_FIELDS])


def column_words(name: str) -> str:
    """Write the name of a table or column in words: `MedicationRequest`, `valueuom`."""
    words = _JOINTS.sub(lambda joint: f" {joint[1]} " if joint[1] else " ", name)
    return " ".join(words.split()).lower()
