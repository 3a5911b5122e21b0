"""Rules for sentences that give the one answer to a question: `diagnosed with ...`."""

import re
from typing import NamedTuple

from agents.rule_judge.decisions import Decision, Item, contradicted
from agents.rule_judge.record_view import RecordView, all_stems, stems_of
from agents.rule_judge.repetitions.substitutions import concepts_in, same_concept, whole_sentence
from clinical.facts import Fact
from clinical.labels import ErrorType
from clinical.sources import in_note
from clinical.vocabulary import find_terms
from clinical.words import stem
from kg.evidence import Evidence

FRAME = re.compile(
    r"(?:^|[.;]\s*|,\s*|\band\s+)\W*(?:(?:the\s+)?(?:patient(?:'s)?|(?:s?he)|his|her)\s+)?(?:the\s+)?"
    r"(?:is\s+|was\s+|has been\s+)?"
    r"(?P<frame>(?:final |most likely |working |principal |primary )?diagnosis(?: is| was| of|:)"
    r"|diagnosed (?:with|as)|suspected (?:of|to have)|suspected(?= \w+ \w)|found to have"
    r"|consistent with|causal organism (?:is|was)|cultures? (?:tests? )?"
    r"(?:grew|indicates?|showed|shows))\s+(?P<filler>[^.;]+)",
    re.IGNORECASE,
)
"""Ways to state the one answer to a question: the diagnosis, the organism of a culture."""

END = re.compile(
    r"\s+(?:when|after|because|since|based on|given|due to|who|which|that|with the|and (?:was|is"
    r"|has|will|should|then|the))\b.*",
    re.IGNORECASE | re.DOTALL,
)
GENERIC = frozenset(
    stem(word)
    for word in "disorder syndrome disease condition infection injury problem illness change"
    " acute chronic severe mild moderate likely possible probable primary secondary bilateral"
    " left right type new onset patient".split()
)
"""Words that many answers share."""


class Answer(NamedTuple):
    """The words that fill a frame, with their place."""

    frame: str
    words: str
    start: int


def answers_in(text: str) -> list[Answer]:
    """Find the answers that a text gives."""
    found = []
    for match in FRAME.finditer(text):
        filler = END.sub("", match["filler"]).rstrip(" ,")
        if filler:
            frame = match["frame"].lower().split()[0].rstrip(":")
            found.append(Answer(frame, filler, match.start("filler")))
    return found


def judge_frame(text: str, view: RecordView) -> tuple[Fact, Decision] | None:
    """A sentence that answers a question otherwise than the passages do, and they agree."""
    for answer in answers_in(text):
        recorded = [
            (passage, other)
            for passage in view.passages
            for other in answers_in(passage.quote)
            if other.frame == answer.frame
        ]
        if not recorded or any(may_agree(answer.words, o.words) for _, o in recorded):
            continue
        if is_told(answer, recorded[0][1].words, view):
            continue
        return contradiction(text, answer, *recorded[0])
    return None


def may_agree(claimed: str, recorded: str) -> bool:
    """Say whether two answers can be one.

    Two known names agree where one includes the other, by concept or by all of its words; other
    words where neither answer has a word of its own.
    """
    mine, theirs = concepts_in(claimed), concepts_in(recorded)
    if mine and theirs and covers(claimed) and covers(recorded):
        says, heard = all_stems(claimed), all_stems(recorded)
        included = says <= heard or heard <= says
        return included or any(same_concept(one, other) for one in mine for other in theirs)
    left, right = stems_of(claimed) - GENERIC, stems_of(recorded) - GENERIC
    return not (left - all_stems(recorded)) or not (right - all_stems(claimed))


def covers(words: str) -> bool:
    """Say whether known terms hold every word of its own of an answer."""
    named = frozenset().union(*(all_stems(term.text) for term in find_terms(words)))
    return not stems_of(words) - GENERIC - named


def is_told(answer: Answer, recorded: str, view: RecordView) -> bool:
    """Say whether the record speaks of the answer itself, by its concept or its words."""
    own = stems_of(answer.words) - all_stems(recorded) - GENERIC
    known = concepts_in(answer.words)
    if any(view.by_concept.get(identity) for identity in known):
        return True
    return bool(own) and any(own <= all_stems(passage.quote) for passage in view.passages)


def contradiction(
    text: str, answer: Answer, passage: Evidence, other: Answer
) -> tuple[Fact, Decision]:
    """The record gives another answer."""
    end = answer.start + len(answer.words)
    part = whole_sentence(text).model_copy(
        update={"text": answer.words, "source": in_note("summary", answer.start, end)}
    )
    organism = any(i.startswith("organism:") for i in concepts_in(f"{answer.words}; {other.words}"))
    kind: ErrorType = "exam_result_error" if organism else "diagnosis_error"
    note = f"the sentence says {answer.words!r} where the record says {other.words!r}"
    decision = contradicted(
        "other_filler",
        [Item(part, passage)],
        (kind,),
        note,
        "wording",
        (answer.words, other.words),
        confidence=0.75,
    )
    return part, decision
