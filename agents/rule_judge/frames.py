"""Rules for short sentences that answer one question in a set form: `diagnosed with ...`."""

import re

from agents.rule_judge.decisions import Decision
from agents.rule_judge.record_view import RecordView, stems_of
from agents.rule_judge.substitutions import Substitution, judge_substitutions, whole_sentence
from clinical.facts import Fact

FRAME = re.compile(
    r"^\W*(?:(?:the )?(?:patient|(?:s?he))\s+)?(?:is |was |has been )?"
    r"(?P<frame>(?:final |most likely |working |principal |primary )?diagnosis(?: is| was| of|:)"
    r"|diagnosed (?:with|as)|suspected (?:of|to have)|found to have|cultures? (?:tests? )?"
    r"(?:grew|indicates?|showed|shows))\s+(?P<filler>[^.;]+)",
    re.IGNORECASE,
)
"""Ways to state the one answer to a question: the diagnosis, the organism of a culture."""


def judge_frame(text: str, view: RecordView) -> tuple[Fact, Decision] | None:
    """A short sentence that fills a single-answer slot otherwise than a passage does."""
    frame = FRAME.match(text)
    if frame is None:
        return None
    claimed = frame["filler"].strip(" .")
    filled = [(p, other) for p in view.passages if (other := FRAME.search(p.quote)) is not None]
    same_frame = [(p, o) for p, o in filled if o["frame"].lower() == frame["frame"].lower()]
    start = frame.start("filler")
    pairs = [
        (p, Substitution(claimed, o["filler"].strip(" ."), start, start + len(claimed)))
        for p, o in same_frame
    ]
    if not pairs or any(stems_of(s.claimed) & stems_of(s.recorded) for _, s in pairs):
        return None
    passage, substitution = pairs[0]
    return judge_substitutions(whole_sentence(text), passage, [substitution])
