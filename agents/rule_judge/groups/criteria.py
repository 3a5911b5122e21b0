"""Rules for sentences on who may take part, against a list of criteria."""

import re
from collections.abc import Callable
from math import log
from typing import NamedTuple

from agents.rule_judge.decisions import Decision, Item, contradicted, silent, supported, undecided
from agents.rule_judge.record_view import RecordView
from agents.rule_judge.repetitions.substitutions import whole_sentence
from clinical.admission_limits import ANY_AGE, limits_of, people_in
from clinical.content_words import is_content
from clinical.criteria import ASIDE, Criterion, Standing, read_criteria
from clinical.facts import Fact
from clinical.standing_claims import Stance, StandingClaim, read_standing_claims
from clinical.vocabulary import find_terms
from clinical.words import stem, tokens
from kg.evidence import Evidence

TOPIC = 0.4
"""Share of the weight of a description that its criterion names at least."""

MET = 0.6
"""Share of the weight of a criterion that whoever meets it names."""

PART, WHOLLY = 0.25, 0.85
"""The same two shares where one of several things described meets a criterion wholly."""

FEW, FOREIGN = 3, 0.4
"""Fewer features are no description; with a smaller part of them named, it is of nothing here."""

SAME = 0.75
"""Share of the weight of a description that a criterion of the same names."""

POSITIVE = re.compile(r"positive|\+ve|\w\+(?!\w)|overexpress", re.IGNORECASE)
NEGATIVE = re.compile(r"negative|-ve\b|[A-Z0-9]-(?=\s|$|\))|non-?overexpress", re.IGNORECASE)
MARKER = re.compile(r"\b([A-Za-z]{2,5})-(\d)\b")
"""`HER-2` is `HER2`."""

PLAIN = 0.25
"""Weight of a word that says how something is had, and not what."""

FRAMING = frozenset(
    stem(word)
    for word in """ongoing current currently prior previous previously treat treated treatment
    therapy receive received receiving history diagnosis diagnosed known confirmed condition
    disease year years month months week weeks day days within last past study entry undergo
    undergoing undergone agent use used taking present serious significant active evidence
    medical investigational administered level test status recent recently any women men woman man
    female male adult age aged positive negative overexpressing""".split()
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
    foreign: list[Item] = []
    asked = 0
    for claim in claims:
        for source in sources_of(claim, sources):
            asked += 1
            outside = outside_limits(claim, source)
            if outside is not None:
                return whole, outside
            found = best(claim, source.criteria)
            if found is None:
                if claim.stance == "required" and is_foreign(claim, source.criteria):
                    foreign.append(Item(whole, source.evidence))
                continue
            if found.standing in OPPOSED[claim.stance] and not found.is_open:
                note = f"the criteria say {found.text!r}"
                items = [Item(whole, source.evidence)]
                return whole, contradicted(
                    "other_standing", items, ("negation_error",), note, "standing"
                )
            if found.standing in AGREED[claim.stance]:
                agreed.append(Item(whole, source.evidence))
    if foreign:
        note = "no criterion names what the sentence calls required"
        return whole, silent("not_a_criterion", ("invented_fact",), note, foreign, 0.6)
    if agreed and len(agreed) == asked:
        return whole, supported("same_standing", agreed, "the criteria say the same")
    return None


def criteria_in(view: RecordView) -> list[Source]:
    """The lists of criteria among the evidence."""
    return [
        Source(e.quote.strip().partition("\n")[0].lower(), read_criteria(e.quote), e)
        for e in view.reports()
        if read_criteria(e.quote)
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
        meets = (topic >= TOPIC and met >= MET) or (topic >= PART and met >= WHOLLY)
        fits = meets if criterion.standing == "barred" else topic >= SAME
        if not fits:
            continue
        if opposite_signs(claim.described, criterion.text):
            if criterion.standing != "required":
                return None
            criterion = criterion._replace(standing="barred")
        fitting.append((topic + met, criterion))
    if not fitting or len({criterion.standing for _, criterion in fitting}) > 1:
        return None
    return max(fitting, key=lambda pair: (pair[0], -pair[1].start))[1]


def outside_limits(claim: StandingClaim, source: Source) -> Decision | None:
    """Whoever is admitted is of a sex or an age that the criteria do not admit."""
    if claim.stance != "admitted":
        return None
    limits = limits_of(source.criteria)
    sexes, ages = people_in(claim.described)
    wrong_sex = limits.sex is not None and "male" in sexes
    wrong_age = any(
        (limits.youngest is not None and age < limits.youngest)
        or (limits.oldest is not None and age > limits.oldest)
        for age in ages
    )
    unlimited = ANY_AGE.search(claim.described) and (limits.youngest or limits.oldest)
    if not (wrong_sex or wrong_age or unlimited):
        return None
    items = [Item(whole_sentence(claim.described), source.evidence)]
    note = f"the criteria say {limits.shown!r}"
    return contradicted("outside_limits", items, ("value_error",), note, "limits")


def is_foreign(claim: StandingClaim, criteria: tuple[Criterion, ...]) -> bool:
    """Say whether most of what is described is named by no criterion at all."""
    wanted = {f for f in features(claim.described) if f not in FRAMING}
    named = frozenset().union(*(features(criterion.text) for criterion in criteria))
    return len(wanted) >= FEW and len(wanted & named) < FOREIGN * len(wanted)


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
    first, second = (
        (bool(POSITIVE.search(text)), bool(NEGATIVE.search(text))) for text in (one, other)
    )
    return (first == (True, False) and second == (False, True)) or (
        first == (False, True) and second == (True, False)
    )


def features(text: str) -> frozenset[str]:
    """The stems and concepts that a description is made of, numbers included."""
    joined = MARKER.sub(r"\1\2", text)
    words = frozenset(
        stem(token.word)
        for token in tokens(joined)
        if is_content(token.word) or token.word[0].isdigit()
    )
    return words | {mention.concept_id for mention in find_terms(text)}
