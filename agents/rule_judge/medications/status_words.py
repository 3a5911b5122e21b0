"""Rules for words beside the status of a drug: new, home, for good, halved, unchanged."""

import re

from agents.rule_judge.decisions import Decision, Item, contradicted
from agents.rule_judge.medications.lists import (
    DISCHARGE_LIST,
    HOME_LIST,
    TYPE,
    active,
    became,
    is_about,
    listed,
    one_daily_dose,
    same_unit,
)
from agents.rule_judge.medications.passing import is_earlier
from agents.rule_judge.medications.regimens import same_dose
from agents.rule_judge.medications.told_regimens import BEFORE_THE_STAY
from agents.rule_judge.record_view import RecordView
from clinical.clauses import clause_around, main_clauses
from clinical.drug_lexicon import find_drug_names, same_drug
from clinical.facts import Fact
from clinical.medication_words import (
    FOR_GOOD,
    HOME,
    NEW,
    PASSING,
    SAME_DOSE,
    TAKEN_AT_HOME,
    factor_of,
)

ENDED = re.compile(r"\bstop|\bdiscontinu|\bd/?c|\bceas|\bwithdr", re.IGNORECASE)
"""An end, where `off` can be a pause."""

NEW_LIST = re.compile(r"\bnew\b[^:.;]{0,40}:", re.IGNORECASE)
"""The title of a list of new drugs."""


def judge_wording(
    claim: Fact, items: list[Item], view: RecordView, sentence: str
) -> Decision | None:
    """A word that sets a drug against one of the two lists, which says otherwise."""
    clause = words_around(claim, sentence)
    home, leaving = listed(items, HOME_LIST), active(listed(items, DISCHARGE_LIST))
    called_home = judge_home(claim, items, clause, home, view)
    if called_home is not None or is_earlier(claim, sentence, view):
        return called_home
    return (
        judge_new(claim, home, leaving)
        or judge_for_good(claim, items, clause, sentence, home, leaving)
        or judge_same_dose(claim, clause, home, leaving)
        or judge_factor(claim, clause, home, leaving)
    )


def words_around(claim: Fact, sentence: str) -> str:
    """The words of the clause that holds a claim, or the claim where the sentence is not known."""
    start, end = claim.source.start or 0, claim.source.end or 0
    if not sentence:
        return claim.text
    low, high = clause_around(main_clauses(sentence), start)
    return sentence[low : max(high, end)]


def judge_new(claim: Fact, home: list[Item], leaving: list[Item]) -> Decision | None:
    """A drug called new stands on the list at admission, with the dose of the list at discharge."""
    named = NEW.search(claim.text)
    unchanged = any(same_dose(one.fact, other.fact) for one in home for other in leaving)
    unchanged = unchanged or bool(home and leaving and NEW_LIST.search(claim.text))
    if claim.status != "started" or named is None or not unchanged:
        return None
    if describes_another(claim, named.end()):
        return None
    return contradicted(
        "new_but_home",
        home,
        TYPE,
        f"the list at admission already holds {home[0].fact.text!r}",
        "status",
        confidence=0.8,
    )


def describes_another(claim: Fact, after: int) -> bool:
    """Say whether a word is closed to the drug right after it: `newly started A and B`."""
    names = [n for n in find_drug_names(claim.text) if n.start >= after]
    if not names or same_drug(names[0].concept, claim.concept) != "different":
        return False
    return ":" not in claim.text[after : names[0].start]


def judge_home(
    claim: Fact, items: list[Item], clause: str, home: list[Item], view: RecordView
) -> Decision | None:
    """A drug called a home drug is not on the list at admission, and nothing else says home."""
    name = re.escape(name_in(claim, clause))
    called = re.search(HOME + rf"(?:\w+\s+)?{name}\b", clause, re.IGNORECASE) or re.search(
        rf"\b{name}\b" + TAKEN_AT_HOME, clause, re.IGNORECASE
    )
    elsewhere = [i for i in items if i.fact.section != DISCHARGE_LIST]
    taken = any(
        i.fact.status in ("home", "held", "resumed", "stopped")
        or i.fact.section in BEFORE_THE_STAY
        or (i.evidence.time is None and i.fact.section is None)
        for i in items
    )
    specific = claim.concept.id.startswith("drug:")
    if called is None or not specific or home or taken or HOME_LIST not in view.lists:
        return None
    began = [i for i in elsewhere if i.fact.status in ("started", "given")]
    return contradicted(
        "not_a_home_drug",
        [Item(claim, view.lists[HOME_LIST]), *began],
        TYPE,
        "the list at admission does not hold it",
        "status",
        confidence=0.7,
    )


def name_in(claim: Fact, clause: str) -> str:
    """The word of a clause that names the drug of a claim."""
    for found in find_drug_names(clause):
        if found.concept.id == claim.concept.id:
            return clause[found.start : found.end]
    return claim.text


def judge_for_good(
    claim: Fact,
    items: list[Item],
    clause: str,
    sentence: str,
    home: list[Item],
    leaving: list[Item],
) -> Decision | None:
    """A drug stopped for good, or said to be stopped that was only held, is on the last list."""
    if claim.status != "stopped" or not leaving or not home:
        return None
    at_the_end = claim.time is not None and claim.time.anchor == "discharge"
    ended = any(i.fact.status == "stopped" for i in items)
    only_held = not ended and any(i.fact.status == "held" for i in items)
    for_good = FOR_GOOD.search(clause) is not None or at_the_end
    passing = PASSING.search(sentence) is not None or not ENDED.search(claim.text)
    if not for_good and (not only_held or passing):
        return None
    return contradicted(
        "stopped_but_listed",
        leaving,
        TYPE,
        f"the discharge list still holds {leaving[0].fact.text!r}",
        "status",
        confidence=0.75,
    )


def judge_same_dose(
    claim: Fact, clause: str, home: list[Item], leaving: list[Item]
) -> Decision | None:
    """A drug continued at the dose of before, whose dose differs between the two lists."""
    before, after = one_daily_dose(home), one_daily_dose(leaving)
    if claim.status not in ("continued", "resumed") or claim.quantity is not None:
        return None
    if before is None or after is None or not same_unit(home, leaving):
        return None
    if not SAME_DOSE.search(clause) or abs(after - before) <= 0.01 * max(after, before):
        return None
    return became("dose_was_changed", home, leaving)


def judge_factor(
    claim: Fact, clause: str, home: list[Item], leaving: list[Item]
) -> Decision | None:
    """`Halved` or `doubled` for a dose that changed by another factor from list to list."""
    before, after = one_daily_dose(home), one_daily_dose(leaving)
    if claim.status not in ("increased", "decreased") or not before or after is None:
        return None
    factor = factor_of(claim.text, claim.status == "increased")
    if factor is None or not same_unit(home, leaving):
        return None
    if is_about(after / before, factor):
        return None
    return became("other_factor", home, leaving)
