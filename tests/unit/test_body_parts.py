"""Parts of the body in plain and technical words."""

import pytest

from clinical.body_parts import is_near, parts_in


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("pain in my tummy", {"abdomen"}),
        ("abdominal tenderness", {"abdomen"}),
        ("the pain came back", set()),
        ("swelling of both ankles and the left wrist", {"foot", "hand"}),
    ],
)
def test_parts_are_named_in_any_words(text: str, parts: set[str]) -> None:
    assert parts_in(text) == parts


@pytest.mark.parametrize(
    ("part", "others", "near"),
    [("foot", {"leg"}, True), ("abdomen", {"trunk"}, True), ("back", {"arm", "neck"}, False)],
)
def test_a_part_may_be_meant_by_a_wider_one(part: str, others: set[str], near: bool) -> None:
    assert is_near(part, frozenset(others)) is near
