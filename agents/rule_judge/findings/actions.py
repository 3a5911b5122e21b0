"""Rules for what a sentence says was done, ordered or advised and the record never names.

A record that tells what was done is expected to name it. The object of the action is looked for by
its concepts and by its own words; an object made of general words (`therapy`, `observation`) is
left to other rules.
"""

import re
from typing import NamedTuple

from agents.rule_judge.decisions import Decision, Item, silent
from agents.rule_judge.record_view import RecordView, all_stems
from agents.rule_judge.repetitions.substitutions import whole_sentence
from clinical.content_words import content_words
from clinical.drug_lexicon import find_drug_names
from clinical.facts import Fact
from clinical.kindred import kindred
from clinical.named_quantities import find_named_quantities
from clinical.sources import in_note
from clinical.vocabulary import find_terms
from clinical.words import stem
from kg.evidence import Evidence

DONE = (
    r"performed|ordered|recommended|required|administered|prescribed|obtained|started|initiated"
    r"|begun|scheduled|given|done|measured|checked|tested|drawn|indicated|suggested|conducted"
    r"|carried out|advised|placed"
)
PASSIVE = re.compile(
    r"(?:^|[.;]\s*|,\s*|\band\s+)(?:an?\s+|the\s+)?(?P<object>[^.;,]{3,90}?)\s+"
    r"(?:is|are|was|were|will be|has been|have been|should be|is being|are being)\s+"
    r"(?:then\s+|also\s+|immediately\s+|subsequently\s+)?"
    rf"(?:{DONE})\b(?!\s+(?:to be|as|that|for (?:the|his|her) discharge))",
    re.IGNORECASE,
)
ACTIVE = re.compile(
    r"\b(?:treated with|(?:is|was|were) (?:started on|recommended|prescribed|given)|underwent"
    r"|scheduled for|advised to (?:take|use|start)|instructed to (?:take|use)"
    r"|recommended to (?:take|use|start))\s+"
    r"(?:an?\s+|the\s+)?(?P<object>[^.;,]{3,90}?)(?=\s+(?:after|based|because|given|to|in|for|at|and"
    r"|on|while|with|as|by)\b|[.;,]|$)",
    re.IGNORECASE,
)
DENIED = re.compile(
    r"\b(?:no|not|never|without|refused|declined|deferred|if|unless|unable)\b", re.I
)
GENERAL = frozenset(
    stem(word)
    for word in "treatment therapy test testing level lab laboratory care supportive observation"
    " procedure dose management patient screening study exam examination evaluation follow up serum"
    " plasma blood oral intravenous topical repeat further additional appropriate surgery surgical"
    " intervention conservative medical medication drug antibiotic fluid program use imaging scan"
    " monitoring continued regular daily single detection course review workup agent visit"
    " reassurance education first second little over hour minute day week effective definitive"
    " empiric empirical targeted full partial initial early late".split()
)
FEWEST = 4
"""Letters. Shorter words are mostly acronyms, whose long form the record may have."""


class Action(NamedTuple):
    """What was done, with its place."""

    words: str
    start: int


def judge_actions(text: str, view: RecordView) -> list[tuple[Fact, Decision]]:
    """Flag the first action of a sentence whose object the record never names."""
    told = [p for p in view.passages if actions_in(p.quote)]
    if not told or DENIED.search(text):
        return []
    for action in actions_in(text):
        if is_unknown(action.words, view):
            return [verdict(text, action, told[:2])]
    return []


def actions_in(text: str) -> list[Action]:
    """Find what a text says was done, ordered or advised."""
    found = [m for pattern in (PASSIVE, ACTIVE) for m in pattern.finditer(text)]
    return [Action(m["object"], m.start("object")) for m in sorted(found, key=lambda m: m.start())]


def is_unknown(words: str, view: RecordView) -> bool:
    """Say whether no concept and no word of its own of an object is in the record."""
    own = [
        stem(word.word)
        for word in content_words(words)
        if len(word.word) >= FEWEST and stem(word.word) not in GENERAL
    ]
    named = concept_ids(words)
    if not own and not named:
        return False
    if any(is_on_record(identity, view) for identity in named):
        return False
    held = frozenset().union(*(all_stems(passage.quote) for passage in view.passages))
    return not any(word in held for word in own)


def is_on_record(identity: str, view: RecordView) -> bool:
    """Say whether the record has a concept, or one that answers for it."""
    return any(view.by_concept.get(one) for one in (identity, *kindred().get(identity, ())))


def concept_ids(words: str) -> list[str]:
    """Every concept that the words name."""
    return [
        *(term.concept_id for term in find_terms(words)),
        *(drug.concept.id for drug in find_drug_names(words)),
        *(named.concept.id for named in find_named_quantities(words)),
    ]


def verdict(text: str, action: Action, told: list[Evidence]) -> tuple[Fact, Decision]:
    """Silence, beside what the record does tell."""
    end = action.start + len(action.words)
    part = whole_sentence(text).model_copy(
        update={"text": action.words, "source": in_note("summary", action.start, end)}
    )
    note = f"the record tells what was done, and {action.words!r} is nowhere in it"
    items = [Item(part, passage) for passage in told]
    return part, silent("action_not_on_record", ("invented_fact",), note, items)
