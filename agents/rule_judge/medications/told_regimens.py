"""What the passages that name a drug hold beside its name: doses, totals and routes.

A reader can attach a number to the wrong drug or miss it. So before a dose, a total or a route is
called wrong, the passages are searched for it: what they hold speaks for the sentence.
"""

import re

from agents.rule_judge.decisions import Item
from agents.rule_judge.medications.lists import DISCHARGE_LIST, HOME_LIST, LASTING
from agents.rule_judge.record_view import RecordView
from agents.rule_judge.values.quantities import matches
from clinical.drug_lexicon import find_drug_names, same_drug
from clinical.facts import Concept, Fact, Quantity
from clinical.sig import UNIT, doses, routes
from kg.evidence import Evidence

BEFORE_THE_STAY = frozenset(
    {HOME_LIST, "history_of_present_illness", "past_medical_history", "social_history"}
)
BARE = re.compile(r"(?<![\w.,/:-])(?P<number>\d+(?:\.\d+)?)(?![\w%/:-]|[.,]\d|\s*[%/])")
"""A number without a unit of its own."""

COUNTED_OTHERS = re.compile(
    rf"\s*(?:(?:{UNIT}|k?g|lbs?)\b|x\b|times|doses?|days?|d\b|nights?|weeks?|wks?|months?"
    rf"|hours?|hrs?|h\b|min\w*|years?|refills?)",
    re.IGNORECASE,
)
BEFORE_NAME = re.compile(r"\S+\s*(?:[a-z]+\s+){0,3}", re.IGNORECASE)
"""A dose that belongs to the drug after it, with a few plain words between: `2 g of`."""

ENUMERATED = re.compile(r"(?:^|\n)\s*$")
TOTAL = re.compile(
    r"\b(?:total\w*|in all|altogether|overall|cumulative\w*|sum|all told|combined"
    r"|over (?:the|his|her|a)"
    r" (?:stay|hospitali[sz]ation|admission|day|night|course|first|next|whole)|(?:over|in"
    r"|per|within)"
    r" (?:the (?:first|next|last|past) )?(?:24|48|12|a day|day)|/day"
    r"|(?<!times )(?<!once )(?<!twice )a day|during (?:the|his|her) stay)\b",
    re.IGNORECASE,
)
"""Words that make an amount the sum of several doses."""

WIDE_ROUTES = {
    "topical": frozenset({"vaginal", "rectal", "eye", "nasal", "transdermal"}),
    "oral": frozenset({"enteral tube", "sublingual"}),
    "inhaled": frozenset({"nasal"}),
}
"""Ways that a wider or looser word may mean."""

OTHER_ITEM = re.compile(r"[;)]|\bthen\b")
"""Where the words before a claim stop being about its drug."""

REACH = 45


def passages_of(claim: Fact, items: list[Item], view: RecordView) -> list[Evidence]:
    """Passages of notes that hold one of these facts or the class alone, and rows that do."""
    near = [*items, *(i for i in view.broader(claim.concept) if i.fact.kind == "medication")]
    rows = [i.evidence for i in near if not i.fact.source.note]
    places = [i.fact.source for i in near if i.fact.source.note]
    texts = [
        passage
        for passage in view.passages
        if any(
            place.note == passage.source.note
            and (passage.source.start or 0) <= (place.start or 0) < (passage.source.end or 0)
            for place in places
        )
    ]
    return [*rows, *texts]


def may_tell(claim: Fact, passages: list[Evidence]) -> list[Evidence]:
    """Passages about the time of a claim: a dose that lasts is not shown by the list of before."""
    leaving = claim.time is not None and claim.time.anchor == "discharge"
    if claim.status == "discharge" or leaving:
        return [p for p in passages if p.section == DISCHARGE_LIST]
    if claim.status in LASTING:
        return [p for p in passages if p.section not in BEFORE_THE_STAY]
    return passages


def tells_dose(claim: Fact, quantity: Quantity, passages: list[Evidence]) -> bool:
    """Say whether a passage holds this dose, with its unit or bare, and beside this drug."""
    return any(
        belongs(claim.concept, at, passage.quote)
        for passage in passages
        for at in places_of(quantity, passage.quote)
    )


def places_of(quantity: Quantity, text: str) -> list[int]:
    """Where a text holds a dose, with its unit or as a bare number."""
    found = [d.start for d in doses(text, 0, len(text)) if matches(quantity, d.quantity)]
    number = re.match(r"[\d.,]+", quantity.written)
    written = float(number[0].replace(",", "").rstrip(".") or 0) if number else quantity.value
    return found + [
        bare.start()
        for bare in BARE.finditer(text)
        if float(bare["number"]) == written
        and not COUNTED_OTHERS.match(text, bare.end())
        and not (text[bare.end() : bare.end() + 1] in (".", ")") and starts_line(text, bare))
    ]


def belongs(drug: Concept, at: int, text: str) -> bool:
    """Say whether a number can belong to a drug: no other drug stands nearer before it."""
    names = find_drug_names(text)
    before = [n for n in names if n.end <= at]
    after = [n for n in names if at < n.start and BEFORE_NAME.fullmatch(text, at, n.start)]
    nearest = [*before[-1:], *after[:1]]
    return not nearest or any(same_drug(drug, n.concept) != "different" for n in nearest)


def starts_line(text: str, number: re.Match[str]) -> bool:
    """Say whether a number opens a line, as that of a numbered list does."""
    return ENUMERATED.search(text, 0, number.start()) is not None


def is_sum(claim: Fact, sentence: str) -> bool:
    """Say whether the amount of a claim adds several doses up (`a total of 6 mg`)."""
    start, end = claim.source.start or 0, claim.source.end or 0
    if not sentence:
        return TOTAL.search(claim.text) is not None
    before = OTHER_ITEM.split(sentence[max(0, start - REACH) : start])[-1]
    return TOTAL.search(before + sentence[start : end + REACH]) is not None


def total_told(claim: Fact, passages: list[Evidence]) -> tuple[Evidence, Quantity] | None:
    """The total that a passage gives in the unit of a claim, where it gives one."""
    for passage in passages:
        for match in TOTAL.finditer(passage.quote):
            found = doses(passage.quote, match.end(), match.end() + REACH // 2)
            if found and claim.quantity and found[0].quantity.unit == claim.quantity.unit:
                return passage, found[0].quantity
    return None


def same_route(one: str, other: str) -> bool:
    """Say whether two routes are one, or one is a looser word for the other."""
    return one == other or other in WIDE_ROUTES.get(one, ()) or one in WIDE_ROUTES.get(other, ())


def tells_route(claim: Fact, passages: list[Evidence]) -> bool:
    """Say whether a passage holds a word for the route of a claim beside its drug."""
    return any(
        same_route(claim.route or "", found.value)
        and belongs(claim.concept, found.end - 1, passage.quote)
        for passage in passages
        for found in routes(passage.quote, 0, len(passage.quote))
    )
