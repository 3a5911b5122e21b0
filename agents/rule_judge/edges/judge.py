"""All rules that an edge or an instance decides, in the order in which they are asked."""

from agents.judging import SentenceToJudge
from agents.rule_judge.decisions import Decided
from agents.rule_judge.edges.allergies import judge_barred
from agents.rule_judge.edges.causes import judge_directions, judge_purposes
from agents.rule_judge.edges.joined import Joined
from agents.rule_judge.edges.reactions import judge_reactions
from agents.rule_judge.record_view import RecordView
from clinical.facts import Fact


def judge_edges(sentence: SentenceToJudge, claims: list[Fact], view: RecordView) -> Decided:
    """Compare what the sentence joins with what the record joins."""
    joined = Joined(sentence.surroundings, view)
    return [
        *judge_barred(sentence.text, claims, joined),
        *judge_reactions(sentence.text, claims, joined),
        *judge_directions(sentence.text, claims, joined),
        *judge_purposes(sentence.text, claims, joined),
    ]
