"""Rules for sentences that repeat a passage word by word, or all but a few words of it."""

import re
from difflib import SequenceMatcher
from typing import NamedTuple

from agents.rule_judge.decisions import Decision, Item, contradicted, supported
from agents.rule_judge.record_view import RecordView, stems_of
from clinical.content_words import content_words
from clinical.facts import Concept, Fact
from clinical.labels import ErrorType
from clinical.reading import ReadingContext, read_facts
from clinical.sources import in_note
from clinical.vocabulary import concept as concept_of
from clinical.vocabulary import find_terms
from clinical.words import NUMBER_WORDS, Token, stem, tokens
from kg.evidence import Evidence

REPEATED_SHARE = 0.75
"""A sentence repeats a passage when the passage holds this share of its words in order."""

SLOT = re.compile(
    r"^\W*(?:(?:the )?(?:patient|(?:s?he))\s+)?(?:is |was |has been )?"
    r"(?P<frame>(?:final |most likely |working |principal |primary )?diagnosis(?: is| was| of|:)"
    r"|diagnosed (?:with|as)|suspected (?:of|to have)|found to have|cultures? (?:tests? )?"
    r"(?:grew|indicates?|showed|shows))\s+(?P<filler>[^.;]+)",
    re.IGNORECASE,
)
"""Ways to state the one answer to a question: the diagnosis, the organism of a culture."""

LONGEST_SUBSTITUTION = 5
FEWEST_WORDS = 5


class Substitution(NamedTuple):
    """Words of the sentence that stand where the passage has others."""

    claimed: str
    recorded: str
    start: int
    end: int


def judge_repetition(text: str, view: RecordView) -> tuple[Fact, Decision] | None:
    """Decide on a whole sentence that a passage repeats; None where none does."""
    words = tokens(text)
    if len(words) < FEWEST_WORDS:
        return judge_slot(text, view)
    aligned = best_passage(words, text, view)
    if aligned is None:
        return judge_slot(text, view)
    passage, matcher = aligned
    found = substitutions(text, words, passage, matcher)
    if found is None:
        return None
    claim = whole_sentence(text)
    if not found:
        return claim, supported("verbatim", [Item(claim, passage)], "a passage says the same words")
    return judge_substitutions(claim, passage, found)


def best_passage(
    words: list[Token], text: str, view: RecordView
) -> tuple[Evidence, "SequenceMatcher[str]"] | None:
    """The passage that repeats most of a sentence, in order; ties by place."""
    mine = [stem(word.word) for word in words]
    content = stems_of(text)
    best: tuple[float, Evidence, SequenceMatcher[str]] | None = None
    for passage in view.passages:
        if len(content & stems_of(passage.quote)) < 0.5 * len(content):
            continue
        theirs = [stem(token.word) for token in tokens(passage.quote)]
        matcher = SequenceMatcher(None, mine, theirs, autojunk=False)
        shared = sum(block.size for block in matcher.get_matching_blocks()) / len(mine)
        if shared >= REPEATED_SHARE and (best is None or shared > best[0]):
            best = (shared, passage, matcher)
    return None if best is None else (best[1], best[2])


def substitutions(
    text: str, words: list[Token], passage: Evidence, matcher: "SequenceMatcher[str]"
) -> list[Substitution] | None:
    """List what was put in place of what; None where the sentence adds words of its own."""
    theirs = tokens(passage.quote)
    found: list[Substitution] = []
    for kind, first, last, low, high in matcher.get_opcodes():
        if kind not in ("replace", "delete"):
            continue
        start, end = words[first].start, words[last - 1].end
        if not matters(text[start:end]):
            continue
        if kind == "delete" or max(last - first, high - low) > LONGEST_SUBSTITUTION:
            return None
        recorded = passage.quote[theirs[low].start : theirs[high - 1].end]
        found.append(Substitution(text[start:end], recorded, start, end))
    return found


def matters(words: str) -> bool:
    """Say whether words carry content, a number or a negation."""
    plain = {token.word for token in tokens(words)}
    numbers = any(word[0].isdigit() for word in plain)
    return bool(content_words(words)) or numbers or bool(plain & {"no", "not", "without", "never"})


def judge_slot(text: str, view: RecordView) -> tuple[Fact, Decision] | None:
    """A short sentence that fills a single-answer slot otherwise than a passage does."""
    frame = SLOT.match(text)
    if frame is None:
        return None
    claimed = frame["filler"].strip(" .")
    filled = [(p, other) for p in view.passages if (other := SLOT.search(p.quote)) is not None]
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


def whole_sentence(text: str) -> Fact:
    """The sentence as one claim."""
    return Fact(
        kind="event",
        concept=Concept(id="sentence", name=text),
        text=text,
        source=in_note("summary", 0, len(text)),
    )


def judge_substitutions(
    claim: Fact, passage: Evidence, found: list[Substitution]
) -> tuple[Fact, Decision] | None:
    """A sentence that differs from its passage in a few words says something else."""
    wrong = [s for s in found if not same_meaning(s)]
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
        tuple(dict.fromkeys(type_of(s) for s in wrong)),
        f"the sentence says {first.claimed!r} where the record says {first.recorded!r}",
        "wording",
        (first.claimed, first.recorded),
    )
    return part, decision


def same_meaning(substitution: Substitution) -> bool:
    """Say whether two stretches name one concept, or one that includes the other."""
    if not matters(substitution.recorded) or starts_denied(substitution.claimed):
        return starts_denied(substitution.claimed)
    if number_of(substitution.claimed) == number_of(substitution.recorded) is not None:
        return True
    claimed, recorded = (concepts_in(s) for s in (substitution.claimed, substitution.recorded))
    return any(
        one == other or other in concept_of(one).broader or one in concept_of(other).broader
        for one in claimed
        for other in recorded
    )


def number_of(words: str) -> float | None:
    """The number that a stretch of words is, written in digits or spelled out."""
    plain = words.strip().lower().replace(",", "")
    if plain in NUMBER_WORDS:
        return float(NUMBER_WORDS[plain])
    return float(plain) if re.fullmatch(r"\d+(?:\.\d+)?", plain) else None


def is_definite(words: str) -> bool:
    """Say whether words name something that could be compared: a concept, a drug or a number."""
    named = read_facts(words, ReadingContext(document="summary"))
    return bool(named) or any(token.word[0].isdigit() for token in tokens(words))


def starts_denied(words: str) -> bool:
    """Say whether words deny something: a denial in place of a finding contradicts nothing."""
    first = tokens(words)[:1]
    return bool(first) and first[0].word in ("no", "not", "without", "never")


def concepts_in(words: str) -> list[str]:
    """Concept ids named in a stretch of words."""
    return [mention.concept_id for mention in find_terms(words)]


def type_of(substitution: Substitution) -> ErrorType:
    """The kind of error, from what the substituted words name."""
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
