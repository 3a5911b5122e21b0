"""What a text advises about drugs: to take them, in which dose, or to leave them."""

import re
from typing import Literal, NamedTuple

from clinical.facts import Concept
from clinical.medications import find_medications
from clinical.mentions import MedicationMention
from clinical.sentences import split_sentences

Way = Literal["take", "leave"]

LEAVE = re.compile(
    r"\b(?:do(?:es)? not|don['’]?t|never|should not|must not|cannot|no longer)\b[^.;]{0,30}?"
    r"\b(?:tak(?:e|en|ing)|us(?:e|ed|ing)|restart(?:ed)?|resumed?|start(?:ed)?|continued?|drink|need)\b"
    r"|\bnot (?:be )?(?:resumed|restarted|taken|continued|started)\b|\bstay(?:ed)? off\b"
    r"|\b(?:stop(?:ped)?|avoid(?:ing)?|discontinued?|hold(?:ing)?|held|quit|skip)\b"
    r"(?:[^.;,]{0,15}?\b(?:taking|using|take|use)\b)?"
    r"|\b(?:finished|completed|without|instead of|in place of|rather than|allerg\w*|replac\w+"
    r"|were on|used to)\b",
    re.IGNORECASE,
)
TAKE = re.compile(
    r"\b(?:take|taken|taking|start(?:ed|ing)?|begin|continue|resum\w+|restart\w*|use|using|keep|inject"
    r"|inhale|apply|swallow|increas\w+|decreas\w+|add(?:ed)?|prescri\w+|new medic\w+|switch\w*)\b",
    re.IGNORECASE,
)
TAKEN = re.compile(
    r"\b(?:is|are|(?:should|must|can|will|may|to) be) (?:\w+ )?"
    r"(?:taken|used|continued|started|resumed)\b|[:,–-] ?(?:take|continue|use|start)\b",
    re.IGNORECASE,
)
"""Advice behind the name of the drug."""

PAST = re.compile(
    r"\b(?:were|was|had been|have been|has been) (?:given|treated|on|receiving|taking|using)\b"
    r"|\breceived\b|\bin the hospital\b|\bbefore (?:you came|admission)\b"
    r"|\b(?:of|by|after|while|from|despite) (?:taking|using)\b|\bhad (?:been )?(?:taken|started)\b",
    re.IGNORECASE,
)
ADDRESSED = re.compile(
    r"\byou(?:rs?)?\b|(?:^|[.;:,]\s*|\band )\W*(?:please\b|take\b|continue\b|start\b|stop\b|use\b"
    r"|resume\b|do not\b|don['’]t\b|keep\b|apply\b|inject\b|inhale\b|avoid\b|hold\b|begin\b)",
    re.IGNORECASE,
)
"""Words to the patient; a text about a patient advises nobody."""

LIST_LINE = re.compile(r"^[\s\-*•\d.)]*$")
CLAUSE = re.compile(r"[;.\n]|,? but |, (?=(?:and )?(?:stop|take|do not|don['’]t|avoid|hold)\b)")


class Advice(NamedTuple):
    """What is said about one drug, with the sentence that says it."""

    way: Way
    mention: MedicationMention
    text: str
    start: int
    end: int
    """The span of the sentence in the whole text."""

    @property
    def drug(self) -> Concept:
        """The drug or class."""
        return self.mention.concept


def read_advice(text: str, is_sheet: bool) -> list[Advice]:
    """Read what a text tells the patient to take or to leave.

    Args:
        text: The whole text.
        is_sheet: The text is written for the patient: a line that begins with a drug is advice to
            take it. Elsewhere only sentences count that speak to somebody.
    """
    found = []
    for span in split_sentences(text):
        sentence = text[span.start : span.end]
        if not (is_sheet or ADDRESSED.search(sentence)):
            continue
        mentions = find_medications(sentence, [])
        for mention in mentions:
            way = _way(sentence, mention, is_sheet)
            if way is not None and not _explained(mention, mentions):
                found.append(Advice(way, mention, sentence, span.start, span.end))
    return found


def _explained(mention: MedicationMention, mentions: list[MedicationMention]) -> bool:
    """Say whether a class is named beside a drug of it: `your blood thinner, apixaban`."""
    return any(mention.concept.id in other.concept.broader for other in mentions)


def _way(sentence: str, mention: MedicationMention, is_sheet: bool) -> Way | None:
    """Let the nearest word before the drug decide, else one after it in the clause."""
    breaks = [0, *(m.end() for m in CLAUSE.finditer(sentence)), len(sentence)]
    first = max(b for b in breaks if b <= mention.start)
    last = min((b for b in breaks if b > mention.start), default=len(sentence))
    before, after = sentence[first : mention.start], sentence[mention.end : last]
    leave = max((m.end() for m in LEAVE.finditer(before)), default=-1)
    take = max((m.end() for m in TAKE.finditer(before)), default=-1)
    if leave > -1 and leave >= take:
        return "leave"
    if take > -1:
        return None if PAST.search(before) else "take"
    if LEAVE.search(after):
        return "leave"
    if PAST.search(sentence[first:last]):
        return None
    listed = is_sheet and LIST_LINE.fullmatch(before)
    dosed = mention.dose is not None or mention.frequency is not None
    return "take" if (listed and dosed) or TAKEN.search(after) else None
