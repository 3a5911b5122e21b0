"""Boxes of forms: what is ticked is affirmed, what is left empty is not."""

import pytest

from clinical.assertion import assert_span


@pytest.mark.parametrize(
    ("line", "finding", "assertion"),
    [
        ("[x] Asthma   [ ] Epilepsy", "Epilepsy", "absent"),
        ("[x] Asthma   [ ] Epilepsy", "Asthma", "present"),
        ("[ ] Gout  [X] Psoriasis", "Psoriasis", "present"),
        ("Wounds: ( ) burn (x) laceration", "burn", "absent"),
        ("Resuscitation: ☐ DNR ☒ Full code", "DNR", "absent"),
        ("Urinary catheter: [ ] yes [x] no", "Urinary catheter", "absent"),
        ("Urinary catheter: [x] yes [ ] no", "Urinary catheter", "present"),
        ("Drain [ ] yes [x] no   Ostomy [x] yes [ ] no", "Ostomy", "present"),
        ("□ headache relieved by rest", "headache", "present"),
        ("□ headache ■ nausea", "headache", "absent"),
    ],
)
def test_a_box_says_whether_a_finding_is_there(line: str, finding: str, assertion: str) -> None:
    """An empty box, or a ticked no, denies; a lone square is a bullet."""
    start = line.index(finding)
    assert assert_span(line, start, start + len(finding)).assertion == assertion
