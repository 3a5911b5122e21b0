"""Rules for a record that is a few sentences of a report on many people, and no chart.

So little text leaves much unsaid: where it carries one thing that a sentence names, its silence on
another proves nothing. A negative finding is different: it is what the text was written to tell.
"""

import re

from agents.rule_judge.decisions import Decision, Item, contradicted, silent, undecided
from agents.rule_judge.record_view import RecordView, stems_of
from agents.rule_judge.repetitions.substitutions import whole_sentence
from clinical.clauses import main_clauses
from clinical.facts import Fact
from kg.evidence import Evidence

LONGEST = 5
"""Passages; a record of more has room for what it does not say."""

OF_MANY = re.compile(
    r"\b(?:we|our|studies|(?:this|present|recent) study|trials?|results?|conclusions?|evidence"
    r"|patients|participants|cohort|reviews?|analys[ie]s|findings|cases|people|individuals|children|adults|therap(?:y|ies)"
    r"|treatments?|diseases?|guidelines?|policies|transmission|infections?|viruses|associated"
    r"|hypothes\w+|risks?|prevalen\w+|symptoms|epidemics?|pandemics?|countries|governments?)\b",
    re.IGNORECASE,
)
OF_ONE = re.compile(
    r"\b(?:the patient|this patient|he|she|his|her|mr|mrs|ms|pt|patient (?:is|was|has|had|presents"
    r"|denies|reports)|years?[- ]old|y/?o|admitted|discharged|presents? with|presented|s/p|\d+ ?mg"
    r"|exam|on examination|physical examination|vital signs|was (?:started|given|placed)|denies"
    r"|CT|MRI|x-?ray|ultrasound|history of)\b",
    re.IGNORECASE,
)
NEGATIVE = re.compile(
    r"\b(?:no|not(?! only)|none|never|cannot|unlikely|neither|nor|fail(?:s|ed)? to|lack(?:s|ed)?"
    r"|insufficient|ineffective|without)\b|n['’]t\b",
    re.IGNORECASE,
)
BY_NAME = frozenset(
    {
        "same_drug",
        "same_concept",
        "same_words",
        "kindred_concept",
        "same_value",
        "considered_in_both",
        "wider_concept",
        "possible_only",
        "words_found",
    }
)
"""Rules by which the text carries a thing that the sentence names."""

SILENT_ON_A_NAME = frozenset(
    {"not_on_record", "drug_not_on_record", "not_measured", "other_kind", "other_drug"}
)


def judge_excerpt(
    sentence: str, decided: list[tuple[Fact, Decision]], view: RecordView
) -> list[tuple[Fact, Decision]]:
    """Weigh what was decided on the claims of a sentence against how little the record says."""
    if not is_excerpt(view):
        return decided
    carried = any(decision.rule in BY_NAME for _, decision in decided)
    if carried:
        decided = [(claim, left_open(decision)) for claim, decision in decided]
    denial = judge_negative_finding(sentence, view, carried)
    return [*decided, (whole_sentence(sentence), denial)] if denial else decided


def is_excerpt(view: RecordView) -> bool:
    """Say whether all there is are a few sentences on many people."""
    if view.anchors.admitted or view.lists or not 0 < len(view.passages) <= LONGEST:
        return False
    if any(item.source.table for item in view.evidence):
        return False
    text = " ".join(passage.quote for passage in view.passages)
    return OF_MANY.search(text) is not None and OF_ONE.search(text) is None


def left_open(decision: Decision) -> Decision:
    """Silence on a name beside what the text carries proves nothing."""
    if decision.grade not in ("E3", "E4") or decision.rule not in SILENT_ON_A_NAME:
        return decision
    note = f"{decision.explanation}; so short a text leaves it open"
    return undecided("short_text", note).model_copy(update={"citations": decision.citations})


def judge_negative_finding(sentence: str, view: RecordView, carried: bool) -> Decision | None:
    """The sentence affirms, and the text about it reports a negative finding."""
    if NEGATIVE.search(sentence):
        return None
    negative = [passage for passage in view.passages if NEGATIVE.search(passage.quote)]
    if not negative:
        return None
    items = [Item(whole_sentence(sentence), passage) for passage in negative]
    mine = stems_of(sentence)
    if any(denies(passage, mine) for passage in negative):
        note = "the text denies what it says about it"
        return contradicted(
            "negative_finding", items, ("negation_error",), note, "finding", confidence=0.5
        )
    if carried:
        return None
    note = "the text reports a negative finding, and nothing that carries the sentence"
    return silent("negative_text", ("negation_error",), note, items, confidence=0.5)


def denies(passage: Evidence, mine: frozenset[str]) -> bool:
    """Say whether a clause that holds a word of the sentence is denied."""
    return any(
        NEGATIVE.search(passage.quote[start:end]) and mine & stems_of(passage.quote[start:end])
        for start, end in main_clauses(passage.quote)
    )
