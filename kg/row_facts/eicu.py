"""Rows of eICU whose columns have names of their own, read by the readers of their families."""

from clinical.facts import Fact
from kg.row_facts.cells import Cells
from kg.row_facts.diagnoses import read_diagnosis
from kg.row_facts.microbiology import read_microbiology

_CULTURES = {
    "spec_type_desc": ("culturesite",),
    "org_name": ("organism",),
    "ab_name": ("antibiotic",),
    "interpretation": ("sensitivitylevel",),
}
_PAST = {"title": ("pasthistoryvaluetext", "pasthistoryvalue")}
_NOTHING = frozenset({"nohealthproblems", "not obtainable", "performed", "notperformed"})
"""Answers of the form on past history that name no disease."""


def read_culture(cells: Cells) -> list[Fact]:
    """Read a row of `microLab`: an organism of a culture and what it is sensitive to."""
    return read_microbiology(Cells(cells.row, _CULTURES))


def read_past_history(cells: Cells) -> list[Fact]:
    """Read a row of `pastHistory`: a disease of before the stay."""
    named = Cells(cells.row, _PAST)
    if named.text("title").casefold() in _NOTHING:
        return []
    return [
        fact.model_copy(update={"assertion": "historical"}) if fact.assertion == "present" else fact
        for fact in read_diagnosis(named)
    ]
