"""The side, place, state and kind of a thing against every instance of it on record."""

from collections.abc import Callable

import pytest

from agents.rule_judge.findings.exclusions import judge_exclusion
from agents.rule_judge.record_view import RecordView
from clinical.claims import read_claims
from clinical.facts import Anchors

Arrange = Callable[..., RecordView]


def contradicting_rules(sentence: str, passages: list[str], arrange: Arrange) -> set[str]:
    """The rules by which some claim of a sentence is contradicted."""
    view = arrange([], passages)
    claims = read_claims(sentence, "", "", Anchors())
    found = [judge_exclusion(claim, view, sentence) for claim in claims]
    return {decision.rule for decision in found if decision is not None}


@pytest.mark.parametrize(
    ("sentence", "passages", "rules"),
    [
        ("A nodule in the left lower lobe.", ["Nodule in the left upper lobe."], {"other_place"}),
        ("A nodule in the left upper lobe.", ["Nodule in the left upper lobe."], set()),
        ("A nodule was seen.", ["Nodule in the left upper lobe."], set()),
        ("A nodule in the left lower lobe.", ["Nodule."], set()),
        (
            "A nodule in the left lower lobe.",
            ["Nodule in the left upper lobe.", "Nodule in the left lower lobe."],
            set(),
        ),
        ("A nodule in the right lower lobe.", ["Nodule in the left upper lobe."], set()),
        ("A nodule in the left lower lobe.", ["No nodule in the left upper lobe."], set()),
        ("Diverticulosis of the cecum.", ["Diverticulosis of the sigmoid."], {"other_place"}),
        (
            "The left vertebral artery was occluded.",
            ["Left vertebral artery patent.", "Right vertebral artery occluded."],
            {"other_state"},
        ),
        ("Hypocellular marrow.", ["Bone marrow: hypercellular."], {"other_state"}),
        ("An acute infarct.", ["Old infarct."], {"other_age"}),
    ],
)
def test_what_excludes_what_is_recorded(
    view_with: Arrange, sentence: str, passages: list[str], rules: set[str]
) -> None:
    assert contradicting_rules(sentence, passages, view_with) == rules
