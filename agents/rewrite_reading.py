"""Turn a model's rewrite into an edit with exact spans and the fact that it falsifies."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from agents.chart import link_to
from agents.error_engine.material import reread
from agents.error_engine.names import named_concept
from agents.rewrite_answer import RewriteAnswer
from clinical.drug_lexicon import drug_concept
from clinical.facts import Concept, Fact
from clinical.labels import ErrorType, Kind
from clinical.times import find_times
from graph_state.generation import (
    Attribute,
    Difficulty,
    Edit,
    EditedFact,
    Proposal,
    RewriteInput,
)
from kg.evidence import Evidence

WORD = re.compile(r"\w+|[^\w\s]|\s+")
UNKNOWN_KIND: dict[ErrorType, Kind] = {
    "diagnosis_error": "diagnosis",
    "medication_error": "medication",
    "exam_result_error": "exam",
    "time_error": "event",
    "value_error": "vital",
    "negation_error": "symptom",
    "invented_fact": "event",
}


class Change(NamedTuple):
    """Where two sentences differ: a stretch of each, on the borders of words."""

    original_start: int
    original_end: int
    start: int
    end: int


def proposal_from(
    sentence: RewriteInput,
    error_type: ErrorType,
    answer: RewriteAnswer,
    items: Mapping[str, Evidence],
) -> Proposal:
    """Read an answer; what cannot be read becomes a proposal that the checks will refuse."""
    text, rewrite = sentence["text"], answer.rewrite.strip()
    if rewrite == text:
        return Proposal(text=rewrite, edits=())
    change = changed_stretch(text, rewrite)
    item = items.get(answer.evidence_id)
    if item is None and error_type != "invented_fact":
        fault = f"evidence_id {answer.evidence_id!r} is no item of the record that was shown"
        return Proposal(text=rewrite, edits=(), fault=fault)
    fact = _fact(sentence, error_type, answer, change, item)
    if fact is None:
        fault = f"no {error_type.replace('_', ' ')} can be read from the change"
        return Proposal(text=rewrite, edits=(), fault=fault)
    return Proposal(
        text=rewrite,
        edits=(_edit(sentence, error_type, sentence["difficulty"], answer, change, fact),),
    )


def changed_stretch(text: str, rewrite: str) -> Change:
    """Find the one stretch of words that differs."""
    one, other = WORD.findall(text), WORD.findall(rewrite)
    ahead = 0
    while ahead < min(len(one), len(other)) and one[ahead] == other[ahead]:
        ahead += 1
    behind = 0
    while behind < min(len(one), len(other)) - ahead and one[-1 - behind] == other[-1 - behind]:
        behind += 1
    if len(other) - behind == ahead and ahead:
        # A pure deletion: the word before it is taken along, so that something stands there.
        ahead -= 1
    start = sum(map(len, one[:ahead]))
    return Change(
        start,
        sum(map(len, one[: len(one) - behind])),
        start,
        sum(map(len, other[: len(other) - behind])),
    )


def _fact(
    sentence: RewriteInput,
    error_type: ErrorType,
    answer: RewriteAnswer,
    change: Change,
    item: Evidence | None,
) -> EditedFact | None:
    """Say which attribute of which fact has changed."""
    rewrite = answer.rewrite.strip()
    old = sentence["text"][change.original_start : change.original_end]
    new = rewrite[change.start : change.end]
    if error_type == "invented_fact":
        if not answer.entity or answer.entity not in new:
            return None
        entity = named_concept(answer.entity)
        return EditedFact(
            kind="event", attribute="existence", concept=entity, old="", new=answer.entity
        )
    before = _at(reread(sentence, sentence["text"]), change.original_start, change.original_end)
    after = _at(reread(sentence, rewrite), change.start, change.end)
    found = _attribute(sentence, error_type, before, after, change)
    if found is None:
        return None
    attribute, claim = found
    other = after.concept if after and attribute == "identity" else None
    if attribute == "identity" and other is None:
        other = _entity(answer.entity or new)
    return EditedFact(
        kind=claim.kind if claim else UNKNOWN_KIND[error_type],
        attribute=attribute,
        concept=claim.concept if claim else named_concept(answer.old or old),
        new_concept=other,
        old=_told(attribute, before, old),
        new=_told(attribute, after, answer.entity if attribute == "identity" else new) or new,
        evidence=(link_to(item),) if item else (),
    )


def _entity(name: str) -> Concept:
    return drug_concept(name) or named_concept(name)


def _told(attribute: Attribute, claim: Fact | None, words: str) -> str:
    if claim is not None and attribute == "assertion":
        return claim.assertion
    if claim is not None and attribute == "side" and claim.laterality:
        return claim.laterality
    return words


def _at(claims: list[Fact], start: int, end: int) -> Fact | None:
    """The narrowest claim that meets a stretch, typed ones first."""
    meeting = [
        claim
        for claim in claims
        if (claim.source.start or 0) < max(end, start + 1) and start < (claim.source.end or 0)
    ]
    return min(
        meeting,
        key=lambda c: (
            c.concept.id.startswith("text:"),
            (c.source.end or 0) - (c.source.start or 0),
        ),
        default=None,
    )


def _attribute(
    sentence: RewriteInput,
    error_type: ErrorType,
    before: Fact | None,
    after: Fact | None,
    change: Change,
) -> tuple[Attribute, Fact | None] | None:
    if error_type == "time_error":
        times = find_times(sentence["text"], sentence["anchors"])
        kinds = {
            t.kind for t in times if t.start < change.original_end and change.original_start < t.end
        }
        return ("duration" if kinds & {"duration", "relative"} else "date"), before
    if before is None:
        return None
    if error_type == "negation_error":
        return "assertion", before
    if before.kind == "medication" and after is not None:
        return _of_drug(before, after), before
    if after is not None and before.concept.id == after.concept.id:
        return _of_same(before, after), before
    return "identity", before


def _of_drug(before: Fact, after: Fact) -> Attribute:
    if before.concept.id != after.concept.id:
        return "identity"
    if before.quantity != after.quantity:
        return "dose"
    if before.frequency != after.frequency:
        return "frequency"
    return "route" if before.route != after.route else "status"


def _of_same(before: Fact, after: Fact) -> Attribute:
    if before.quantity and after.quantity and before.quantity.value != after.quantity.value:
        return "value"
    if before.laterality != after.laterality:
        return "side"
    return "assertion" if before.assertion != after.assertion else "descriptor"


def _edit(
    sentence: RewriteInput,
    error_type: ErrorType,
    difficulty: Difficulty,
    answer: RewriteAnswer,
    change: Change,
    fact: EditedFact,
) -> Edit:
    return Edit(
        error_type=error_type,
        grade="E3" if error_type == "invented_fact" else "E4",
        difficulty=difficulty,
        original_start=change.original_start,
        original_end=change.original_end,
        original_text=sentence["text"][change.original_start : change.original_end],
        start=change.start,
        end=change.end,
        text=answer.rewrite.strip()[change.start : change.end],
        fact=fact,
        explanation=answer.explanation.strip().rstrip(".")
        or f"{fact.old or 'nothing'} became {fact.new}",
    )
