"""Rules for sentences on who may take part, against a list of criteria."""

import re
from collections.abc import Callable
from math import log
from typing import NamedTuple

from agents.rule_judge.decisions import Decision, Item, contradicted, supported, undecided
from agents.rule_judge.record_view import RecordView
from agents.rule_judge.substitutions import whole_sentence
from clinical.content_words import is_content
from clinical.criteria import ASIDE, Criterion, Standing, read_criteria
from clinical.facts import Fact
from clinical.group_reports import REPORT
from clinical.standing_claims import Stance, StandingClaim, read_standing_claims
from clinical.vocabulary import find_terms
from clinical.words import stem, tokens
from kg.evidence import Evidence

TOPIC = 0.4
"""Share of the weight of a description that its criterion names at least."""

MET = 0.6
"""Share of the weight of a criterion that whoever meets it names."""

SAME = 0.75
"""Share of the weight of a description that a criterion of the same names."""

POSITIVE = re.compile(r"positive|\+ve|\w\+(?!\w)|overexpress", re.IGNORECASE)
NEGATIVE = re.compile(r"negative|-ve\b|[A-Z0-9]-(?=\s|$|\))|non-?overexpress", re.IGNORECASE)
PLAIN = 0.25
"""Weight of a word that says how something is had, and not what."""

FRAMING = frozenset(
    stem(word)
    for word in """ongoing current currently prior previous previously treat treated treatment
    therapy receive received receiving history diagnosis diagnosed known confirmed condition
    disease year years month months week weeks day days within last past study entry undergo
    undergoing undergone agent use used taking present serious significant active evidence
    medical investigational administered level test status recent recently any women men woman man
    female male adult age aged""".split()
)

OPPOSED: dict[Stance, tuple[Standing, ...]] = {
    "admitted": ("barred",),
    "required": ("barred",),
    "barred": ("required", "allowed"),
    "optional": ("required",),
}
AGREED: dict[Stance, tuple[Standing, ...]] = {
    "admitted": ("required", "allowed"),
    "required": ("required",),
    "barred": ("barred",),
    "optional": ("allowed",),
}


OF_FINDINGS = frozenset(
    {
        "denied_but_present",
        "denied_but_given",
        "affirmed_but_denied",
        "not_measured",
        "drug_not_on_record",
        "other_person",
    }
)
"""Rules that take what a record names for what was found."""


class Source(NamedTuple):
    """A list of criteria with the evidence that holds it."""

    heading: str
    criteria: tuple[Criterion, ...]
    evidence: Evidence


def judge_criteria(text: str, view: RecordView) -> tuple[Fact, Decision] | None:
    """Decide on a sentence by lists of criteria, or return None where they cannot."""
    sources = criteria_in(view)
    if not sources:
        return None
    agreed: list[Item] = []
    claims = read_standing_claims(text)
    whole = whole_sentence(text)
    asked = 0
    for claim in claims:
        for source in sources_of(claim, sources):
            asked += 1
            found = best(claim, source.criteria)
            if found is None:
                continue
            if found.standing in OPPOSED[claim.stance] and not found.is_open:
                note = f"the criteria say {found.text!r}"
                items = [Item(whole, source.evidence)]
                return whole, contradicted(
                    "other_standing", items, ("negation_error",), note, "standing"
                )
            if found.standing in AGREED[claim.stance]:
                agreed.append(Item(whole, source.evidence))
    if agreed and len(agreed) == asked:
        return whole, supported("same_standing", agreed, "the criteria say the same")
    return None


def criteria_in(view: RecordView) -> list[Source]:
    """The lists of criteria among the evidence."""
    return [
        Source(e.quote.strip().partition("\n")[0].lower(), read_criteria(e.quote), e)
        for e in view.evidence
        if e.kind == "list" and e.section == REPORT and read_criteria(e.quote)
    ]


def as_criterion(decision: Decision, view: RecordView) -> Decision:
    """Leave open what a list of criteria seems to find or deny: it sets conditions only."""
    if decision.grade not in ("E3", "E4") or decision.rule not in OF_FINDINGS:
        return decision
    if not criteria_in(view) or view.anchors.admitted:
        return decision
    note = f"{decision.explanation}; the record lists conditions, not findings"
    return undecided("condition", note).model_copy(update={"citations": decision.citations})


def sources_of(claim: StandingClaim, sources: list[Source]) -> list[Source]:
    """The lists that a clause speaks of."""
    named = {cell.report for scope in claim.scopes for cell in scope.cells if cell.report}
    if not named:
        return sources if len(sources) == 1 else []
    return [source for source in sources if named & set(source.heading.split())]


def best(claim: StandingClaim, criteria: tuple[Criterion, ...]) -> Criterion | None:
    """The criterion that a description is about, where only one kind of standing is.

    Whoever is barred has to meet the criterion; what is required has to be described by it.
    """
    wanted = features(claim.described)
    listed = [features(main_part(criterion.text)) for criterion in criteria]
    weigh = weights_of(listed)
    if weigh(wanted) < 1:
        return None
    fitting = []
    for criterion, mine in zip(criteria, listed, strict=True):
        shared = weigh(wanted & mine)
        topic, met = shared / weigh(wanted), shared / (weigh(mine) or 1)
        meets = topic >= TOPIC and met >= MET
        fits = meets if criterion.standing == "barred" else topic >= SAME
        if fits and opposite_signs(claim.described, criterion.text):
            return None
        if fits:
            fitting.append((topic + met, criterion))
    if not fitting or len({criterion.standing for _, criterion in fitting}) > 1:
        return None
    return max(fitting, key=lambda pair: (pair[0], -pair[1].start))[1]


def main_part(text: str) -> str:
    """A criterion without what is in brackets."""
    return ASIDE.sub(" ", text)


def weights_of(listed: list[frozenset[str]]) -> Callable[[frozenset[str]], float]:
    """Weigh features by how few criteria have them."""

    def weigh(chosen: frozenset[str]) -> float:
        return sum(
            (
                PLAIN
                if f in FRAMING
                else 1 + log((1 + len(listed)) / (1 + sum(f in one for one in listed)))
            )
            for f in chosen
        )

    return weigh


def opposite_signs(one: str, other: str) -> bool:
    """Say whether one text has positive, and the other negative, of a receptor or test."""
    signs = [(bool(POSITIVE.search(text)), bool(NEGATIVE.search(text))) for text in (one, other)]
    return signs[0] != signs[1]


def features(text: str) -> frozenset[str]:
    """The stems and concepts that a description is made of, numbers included."""
    words = frozenset(
        stem(token.word)
        for token in tokens(text)
        if is_content(token.word) or token.word[0].isdigit()
    )
    return words | {mention.concept_id for mention in find_terms(text)}
