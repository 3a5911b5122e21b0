"""A few sentences on many people, weighed as what they are."""

import pytest

from agents.rule_judge.decisions import silent, supported
from agents.rule_judge.groups.excerpts import is_excerpt, judge_excerpt
from agents.rule_judge.record_view import RecordView, view_of_evidence
from agents.rule_judge.repetitions.substitutions import whole_sentence
from clinical.facts import Anchors
from clinical.sources import in_note
from kg.evidence import Evidence

ADMITTED = Anchors(admitted="2187-05-04T00:00:00")
UNKNOWN = silent("not_on_record", ("invented_fact",), "nowhere")


def view_of(text: str, anchors: Anchors | None = None) -> RecordView:
    passage = Evidence(id="1", kind="text", source=in_note("1", 0, len(text)), quote=text)
    return view_of_evidence([passage], anchors or Anchors())


@pytest.mark.parametrize(
    ("text", "anchors", "expected"),
    [
        ("Our study found fewer falls with padded floors.", Anchors(), True),
        ("The patient fell; risks were discussed.", Anchors(), False),
        ("Our study found fewer falls with padded floors.", ADMITTED, False),
        ("Fell twice.", Anchors(), False),
        ("CT: no infection. Symptoms better with treatment.", Anchors(), False),
    ],
)
def test_an_excerpt_is_short_and_of_many(text: str, anchors: Anchors, expected: bool) -> None:
    assert is_excerpt(view_of(text, anchors)) is expected


@pytest.mark.parametrize(("rule", "grade"), [("same_concept", None), ("consideration", "E3")])
def test_silence_beside_what_is_carried_is_left_open(rule: str, grade: str | None) -> None:
    view = view_of("Our study found fewer falls with padded floors.")
    claims = [whole_sentence("falls"), whole_sentence("gout")]
    decided = [(claims[0], supported(rule, [], "carried")), (claims[1], UNKNOWN)]
    found = judge_excerpt("Falls and gout are common.", decided, view)
    assert found[1][1].grade == grade


@pytest.mark.parametrize(
    ("sentence", "grades"),
    [
        ("Padded floors prevent falls.", ["E4"]),
        ("Padded floors do not prevent falls.", []),
        ("Exercise prevents fractures.", ["E3"]),
    ],
)
def test_a_negative_finding_speaks_against_what_is_affirmed(
    sentence: str, grades: list[str]
) -> None:
    view = view_of("In our trial padded floors did not reduce injuries.")
    assert [decision.grade for _, decision in judge_excerpt(sentence, [], view)] == grades
