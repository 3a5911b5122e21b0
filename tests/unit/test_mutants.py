"""Changes of one token say something else; what the record may carry is no change."""

import pytest

from evaluation.mutants.edits import Edit, edits_of
from evaluation.mutants.run import is_valid
from graph_state.scoring import GoldRow


def changed(text: str, kind: str) -> list[str]:
    return [edit.of(text) for edit in edits_of(text) if edit.kind == kind]


@pytest.mark.parametrize(
    ("kind", "text", "mutant"),
    [
        ("number", "Sodium was 130.", "Sodium was 182."),
        ("number_word", "Two units were given.", "Four units were given."),
        ("unit", "Given 40 mg of it.", "Given 40 mcg of it."),
        ("time_unit", "It lasted three days.", "It lasted three weeks."),
        ("date", "It was removed on 05-07.", "It was removed on 05-10."),
        ("side", "The left arm was weak.", "The right arm was weak."),
        ("negation", "There was no leak.", "There was leak."),
        ("verb", "Apixaban was stopped.", "Apixaban was started."),
    ],
)
def test_each_kind_of_change_is_made(kind: str, text: str, mutant: str) -> None:
    assert mutant in changed(text, kind)


def test_a_day_is_moved_inside_its_month() -> None:
    assert changed("Seen on 04/29.", "date") == ["Seen on 04/25."]


def test_a_heading_is_not_changed() -> None:
    assert not edits_of("# Heart failure, left, 2 episodes")


def test_an_edit_that_a_line_of_the_record_may_carry_is_refused() -> None:
    row = GoldRow(start=0, end=30, text="The left arm was swollen and red.", label="E1")
    edit = Edit("side", 4, 8, "right")
    about = frozenset({"right", "arm", "swollen"})
    assert not is_valid(edit, row, [about])
    assert is_valid(edit, row, [frozenset({"right", "leg"})])
