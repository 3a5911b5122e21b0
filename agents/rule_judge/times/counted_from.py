"""Rules for a length counted from something: `about four days after his last drink`."""

import re

from agents.rule_judge.decisions import Decision
from agents.rule_judge.record_view import RecordView, all_stems
from agents.rule_judge.times.apart import DISTANCE
from agents.rule_judge.times.durations import near, other_length
from agents.rule_judge.times.told_days import times_in
from agents.rule_judge.times.told_lengths import lengths_told, slack_of, too_far
from clinical.content_words import content_words
from clinical.facts import Quantity
from clinical.lengths_of import END_OF_THING
from clinical.mentions import TimeMention
from clinical.words import stem, tokens
from kg.evidence import Evidence

SINCE = re.compile(r"(?:'s|’s)?\s*(?P<rest>[^.,;:()]{0,40})")
FIRST_OR_LAST = frozenset({"last", "first", "final"})
FEWEST = 2
"""Words of the thing that a passage must share."""

REACH = 40


def judge_counted_from(text: str, mention: TimeMention, view: RecordView) -> Decision | None:
    """Wrong when passages tell other distances from that very thing, and only others."""
    found = DISTANCE.search(mention.text)
    if mention.days is None or found is None:
        return None
    thing = words_of_object(text, mention, found)
    if len(thing) < FEWEST:
        return None
    about = [p for p in view.passages if thing <= all_stems(p.quote)]
    told = [(p, n) for p in about for n in distances_in(p, thing, view)]
    if not told or any(near(mention.days, n) for _, n in told):
        return None
    if any(too_far(mention.days.value, n.value) for _, n in told):
        return None
    slack = slack_of(mention.days)
    if any(abs(n - mention.days.value) <= slack for p in about for n in lengths_told(p, view)):
        return None
    return other_length(mention, [p for p, _ in told], told[0][1].written)


def words_of_object(text: str, mention: TimeMention, found: re.Match[str]) -> frozenset[str]:
    """Stems of the thing that a distance counts from, with what makes it the first or the last."""
    rest = SINCE.match(text, mention.end)
    words = found["object"] + " " + (END_OF_THING.split(rest["rest"])[0] if rest else "")
    marked = {t.word for t in tokens(words)} & FIRST_OR_LAST
    return frozenset({*(stem(w.word) for w in content_words(words)), *map(stem, marked)})


def distances_in(passage: Evidence, thing: frozenset[str], view: RecordView) -> list[Quantity]:
    """The lengths of a passage that stand right behind the words of the thing."""
    places = [t.end for t in tokens(passage.quote) if stem(t.word) in thing]
    return [
        time.days
        for time in times_in(passage.quote, view.anchors)
        if time.days is not None
        and time.kind != "age"
        and any(0 <= time.start - end <= REACH for end in places)
    ]
