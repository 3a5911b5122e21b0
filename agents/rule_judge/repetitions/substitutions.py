"""Rules for words of a sentence that stand where a passage has others."""

import re
from typing import NamedTuple

from agents.rule_judge.decisions import Decision, Item, contradicted, supported
from agents.rule_judge.record_view import RecordView
from clinical.content_words import content_words
from clinical.facts import Concept, Fact
from clinical.labels import ErrorType
from clinical.reading import ReadingContext, read_facts
from clinical.sources import in_note
from clinical.spoken_numbers import spoken_values
from clinical.time_spans import clock_of
from clinical.times import find_times
from clinical.vocabulary import concept as concept_of
from clinical.vocabulary import find_terms
from clinical.words import NUMBER_WORDS, tokens
from kg.evidence import Evidence

TIME_UNIT = re.compile(
    r"[\s-]*(?:minutes?|hours?|nights?|days?|weeks?|months?|years?(?![\s-]*old))\b", re.IGNORECASE
)


class Substitution(NamedTuple):
    """Words of the sentence that stand where the passage has others."""

    claimed: str
    recorded: str
    start: int
    end: int


def judge_substitutions(
    claim: Fact, passage: Evidence, found: list[Substitution], view: RecordView
) -> tuple[Fact, Decision] | None:
    """A sentence that differs from its passage in a few words says something else.

    What it says instead may stand elsewhere in the record; then this passage refutes nothing.
    """
    wrong = [s for s in found if not (same_meaning(s) or same_time(s, view))]
    if any(view.by_concept.get(name) for s in wrong for name in concepts_in(s.claimed)):
        return None
    if any(not (is_definite(s.claimed) and is_definite(s.recorded)) for s in wrong):
        return None
    if not wrong:
        items = [Item(claim, passage)]
        return claim, supported("verbatim", items, "a passage says the same in other words")
    first = wrong[0]
    part = claim.model_copy(
        update={
            "text": first.claimed,
            "source": in_note("summary", first.start, first.end),
        }
    )
    decision = contradicted(
        "substituted_words",
        [Item(part, passage)],
        tuple(dict.fromkeys(type_of(s, claim.text) for s in wrong)),
        f"the sentence says {first.claimed!r} where the record says {first.recorded!r}",
        "wording",
        (first.claimed, first.recorded),
    )
    return part, decision


def whole_sentence(text: str) -> Fact:
    """The sentence as one claim."""
    return Fact(
        kind="event",
        concept=Concept(id="sentence", name=text),
        text=text,
        source=in_note("summary", 0, len(text)),
    )


def stretch(text: str, start: int, end: int) -> Fact:
    """A stretch of a sentence as a claim."""
    return whole_sentence(text).model_copy(
        update={"text": text[start:end], "source": in_note("summary", start, end)}
    )


def matters(words: str) -> bool:
    """Say whether words carry content, a number or a negation."""
    plain = {token.word for token in tokens(words)}
    numbers = any(is_number(word) for word in plain)
    denied = bool(plain & {"no", "not", "without", "never"})
    return bool(content_words(words)) or numbers or denied or bool(concepts_in(words))


def whole_terms(text: str, start: int, end: int) -> tuple[int, int]:
    """Widen a stretch to the terms that it cuts: `vein` to `central retinal vein occlusion`."""
    cut = [term for term in find_terms(text) if term.start < end and start < term.end]
    return (
        min([start, *(term.start for term in cut)]),
        max([end, *(term.end for term in cut)]),
    )


def is_number(word: str) -> bool:
    """Say whether a word begins with a digit or spells a number out."""
    return word[0].isdigit() or word in NUMBER_WORDS


def same_meaning(substitution: Substitution) -> bool:
    """Say whether two stretches name one concept, or one that includes the other."""
    if not matters(substitution.recorded) or starts_denied(substitution.claimed):
        return starts_denied(substitution.claimed)
    number = number_of(substitution.claimed)
    if number is not None and number in spoken_values(substitution.recorded):
        return True
    claimed, recorded = (concepts_in(s) for s in (substitution.claimed, substitution.recorded))
    return any(same_concept(one, other) for one in claimed for other in recorded)


def same_time(substitution: Substitution, view: RecordView) -> bool:
    """Say whether two stretches name one day, or one time of a day, in two ways of writing."""
    clocks = [clock_of(w.strip(" ,;()")) for w in (substitution.claimed, substitution.recorded)]
    if clocks[0] is not None:
        return clocks[0] == clocks[1]
    mine, theirs = (
        find_times(words.strip(" ,;:()"), view.anchors)
        for words in (substitution.claimed, substitution.recorded)
    )
    if len(mine) != 1 or len(theirs) != 1:
        return False
    one, other = mine[0].span, theirs[0].span
    return one is not None and other is not None and one.overlaps(other)


def same_concept(one: str, other: str) -> bool:
    """Say whether two concepts are one, or one includes the other."""
    return one == other or other in concept_of(one).broader or one in concept_of(other).broader


def number_of(words: str) -> float | None:
    """The number that a stretch of words is, written in digits or spelled out."""
    plain = words.strip().lower().replace(",", "")
    if plain in NUMBER_WORDS:
        return float(NUMBER_WORDS[plain])
    return float(plain) if re.fullmatch(r"\d+(?:\.\d+)?", plain) else None


def is_definite(words: str) -> bool:
    """Say whether words name something that could be compared: a concept, a drug or a number."""
    named = read_facts(words, ReadingContext(document="summary"))
    return bool(named) or any(is_number(token.word) for token in tokens(words))


def starts_denied(words: str) -> bool:
    """Say whether words deny something: a denial in place of a finding contradicts nothing."""
    first = tokens(words)[:1]
    return bool(first) and first[0].word in ("no", "not", "without", "never")


def concepts_in(words: str) -> list[str]:
    """Concept ids named in a stretch of words."""
    return [mention.concept_id for mention in find_terms(words)]


def type_of(substitution: Substitution, sentence: str) -> ErrorType:
    """The kind of error, from what the substituted words name."""
    if number_of(substitution.claimed) is not None:
        return type_of_number(substitution, sentence)
    facts = read_facts(substitution.claimed, ReadingContext(document="summary"))
    facts += read_facts(substitution.recorded, ReadingContext(document="summary"))
    kinds = {fact.kind for fact in facts}
    if any(fact.concept.id.startswith("organism:") for fact in facts):
        return "exam_result_error"
    if kinds & {"medication", "allergy"}:
        return "medication_error"
    if kinds & {"vital"}:
        return "value_error"
    if kinds & {"lab", "exam"}:
        return "exam_result_error"
    if {"no", "not", "without", "never"} & {t.word for t in tokens(substitution.claimed)}:
        return "negation_error"
    return "diagnosis_error"


def type_of_number(substitution: Substitution, sentence: str) -> ErrorType:
    """The kind of error of a number: that of the time it counts, or of what it is the value of."""
    if TIME_UNIT.match(sentence, substitution.end):
        return "time_error"
    facts = read_facts(sentence, ReadingContext(document="summary"))
    kinds = {fact.kind for fact in facts if covers(fact, substitution.start)}
    if "medication" in kinds:
        return "medication_error"
    return "exam_result_error" if kinds & {"lab", "exam"} else "value_error"


def covers(fact: Fact, offset: int) -> bool:
    """Say whether a fact of a sentence stands at an offset."""
    return (fact.source.start or 0) <= offset < (fact.source.end or 0)
