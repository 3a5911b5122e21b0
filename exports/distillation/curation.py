"""Which planted errors are fit for training (CuraView paper, section 5.2.2)."""

from typing import Literal

from clinical.labels import worst
from exports.distillation.distinguishing import is_distinguishable
from graph_state.edits import edits_fault
from graph_state.generation import PlantedError

Objection = Literal["structurally invalid", "inconsistent grade", "indistinguishable"]


def objection_to(error: PlantedError) -> Objection | None:
    """Say why a planted error teaches nothing, or nothing right; None where it is fit."""
    if _is_invalid(error):
        return "structurally invalid"
    if not _is_consistent(error):
        return "inconsistent grade"
    if not is_distinguishable(error.original_text, error.text):
        return "indistinguishable"
    return None


def _is_invalid(error: PlantedError) -> bool:
    """A sample without an edit, without a reason, or whose edits are not what was changed."""
    named = {edit.error_type for edit in error.edits}
    if not error.edits or not error.explanation.strip() or named != {*error.types}:
        return True
    return edits_fault(error.original_text, error.text, error.edits) is not None


def _is_consistent(error: PlantedError) -> bool:
    """Six types conflict with a cited item and are E4; an invention is E3 (section 4.2.4)."""
    if error.grade != worst([edit.grade for edit in error.edits]):
        return False
    return all(
        edit.grade == "E3"
        if edit.error_type == "invented_fact"
        else edit.grade == "E4" and bool(edit.fact.evidence)
        for edit in error.edits
    )
