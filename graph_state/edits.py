"""Do the edits of a rewritten sentence account for exactly what was changed?"""

from collections.abc import Sequence

from graph_state.generation import Edit


def edits_fault(original: str, rewrite: str, edits: Sequence[Edit]) -> str | None:
    """The edits, applied to the original, must give the rewrite and stand where they say."""
    rebuilt: list[str] = []
    position = 0
    for edit in edits:
        if edit.original_start < position or edit.original_end < edit.original_start:
            return "the edits overlap or are out of order"
        if original[edit.original_start : edit.original_end] != edit.original_text:
            return f"{edit.original_text!r} is not what stands at its place in the original"
        if rewrite[edit.start : edit.end] != edit.text or not edit.text:
            return f"{edit.text!r} is not what stands at its place in the rewrite"
        rebuilt += [original[position : edit.original_start], edit.text]
        position = edit.original_end
    if "".join((*rebuilt, original[position:])) != rewrite:
        return "the edits do not account for every change"
    return None
