"""Whether a passage of the record holds the very number of a claim, whatever it was read as.

A value is wrong only where the record was read completely: a passage about the same thing that
holds the number speaks for the sentence, even if no reader made a value of it.
"""

import re

from agents.rule_judge.record_view import RecordView, all_stems, stems_of
from agents.rule_judge.values.series import UNNAMED, one_side
from clinical.analyte_names import PROSE_NAMES, ROW_NAMES, WORD
from clinical.analytes import ANALYTES
from clinical.facts import Fact
from clinical.measurement_words import AIMS, GOALS
from clinical.same_meaning import is_meant, specific_words
from clinical.written_results import as_read
from kg.evidence import Evidence

UNIT_AFTER = re.compile(r"\d\s?-?([A-Za-z%][A-Za-z/%]*)$")
IN_BLOOD = re.compile(r"\b(?:serum|plasma|blood)\b", re.IGNORECASE)
NUMERIC = re.compile(r"\d[\d,]*(?:\.\d+)?")
NEAR = 60
AIMED = re.compile(
    rf"\b(?:{'|'.join(sorted(GOALS | AIMS | {'notify', 'parameter', 'above which', 'for any'}))})"
    r"\b[^.;\n]*\Z",
    re.IGNORECASE,
)
DISTINCTIVE = 4
"""Digits from which a number is hardly the number of something else."""


def number_in_words(claim: Fact, view: RecordView, sentence: str) -> list[Evidence]:
    """Passages about the same thing that hold the very number, whatever it was read as.

    The same test in another fluid counts as the same thing, unless the sentence names the blood.
    """
    number = pattern_of(claim)
    if number is None or claim.quantity is None:
        return []
    unit = UNIT_AFTER.search(claim.text)
    words = stems_of(claim.text)
    start = claim.source.start or 0
    fluids = IN_BLOOD.search(sentence[max(0, start - 8) : claim.source.end]) is None
    rare = len(re.sub(r"\D", "", claim.quantity.written)) >= DISTINCTIVE
    return [
        passage
        for passage in view.passages
        if (found := told(number, passage.quote))
        and not is_of_another(claim, passage, number, fluids)
        and (
            rare
            or words & stems_of(passage.quote)
            or names_quantity(claim, passage.quote)
            or any(has_unit(passage.quote, one.end(), unit) for one in found if unit)
        )
    ]


def told(number: re.Pattern[str], quote: str) -> list[re.Match[str]]:
    """Where a passage tells a number as one of the patient, not as a goal or what is normal."""
    return [one for one in number.finditer(as_read(quote)) if not is_aimed_at(quote, one.start())]


def is_aimed_at(quote: str, place: int) -> bool:
    """Say whether a number of a passage is a limit or an aim: `transfuse for hemoglobin < 7`."""
    return AIMED.search(quote[max(0, place - NEAR) : place]) is not None


def has_unit(text: str, end: int, unit: re.Match[str]) -> bool:
    """Say whether the unit of a claim follows a number of a passage."""
    return text[end:].lstrip(" -\n").startswith(unit[1])


def pattern_of(claim: Fact) -> re.Pattern[str] | None:
    """Match the number as it is written, and in the canonical unit of its quantity."""
    quantity = claim.quantity
    written = NUMERIC.findall(quantity.written) if quantity else []
    if quantity is None or not written:
        return None
    spelled = {written[0], written[0].replace(",", ""), f"{quantity.value:g}"}
    if quantity.value >= 1000 and quantity.value == int(quantity.value):
        spelled.add(f"{int(quantity.value):,}")
    numbers = "|".join(re.escape(text) for text in sorted(spelled, key=lambda t: (-len(t), t)))
    if len(written) > 1:
        numbers = re.escape(written[0]) + r"\s?(?:-|–|to|and)\s?" + re.escape(written[1])
    return re.compile(rf"(?<![\d.,])(?<!\d/)(?:{numbers})(?!\d|[.,]\d)")


def names_quantity(claim: Fact, text: str) -> bool:
    """Say whether a text names the quantity of a claim by any of its names."""
    mine = {claim.concept.id, *claim.concept.broader[:1]}
    for word in WORD.finditer(text):
        found = PROSE_NAMES.match(text, word.start(), word[0])
        alias = found.alias if found else ROW_NAMES.get(word[0])
        if alias is not None and alias.analyte in mine:
            return True
    return False


def is_of_another(claim: Fact, passage: Evidence, number: re.Pattern[str], fluids: bool) -> bool:
    """Say whether every such number of a passage was read as the value of something else."""
    others = [
        fact
        for fact in passage.facts
        if fact.quantity is not None
        and number.search(fact.quantity.written)
        and is_another(claim, fact)
        and not (fluids and is_in_fluid(claim, fact))
        and not is_short_for(fact, claim)
    ]
    return len(others) >= len(number.findall(passage.quote))


def is_another(claim: Fact, fact: Fact) -> bool:
    """Say whether two values are of different quantities, or of different sides."""
    mine, theirs = claim.concept, fact.concept
    if mine.id == theirs.id:
        return not one_side(claim, fact)
    related = theirs.id in mine.broader or mine.id in theirs.broader
    return not related and not {mine.id, theirs.id} & UNNAMED


def is_short_for(fact: Fact, claim: Fact) -> bool:
    """Say whether a test that no table knows may be the one of the claim: `Uric Ac`."""
    unknown = fact.concept.id not in ANALYTES
    mine, theirs = claim.concept.name.lower().split(), fact.concept.name.lower().split()
    return unknown and all(
        any(word.startswith(short) for word in mine) for short in theirs if len(short) > 1
    )


def is_in_fluid(claim: Fact, fact: Fact) -> bool:
    """Say whether a value is of the same test in a fluid other than blood."""
    mine, theirs = claim.concept, fact.concept
    return theirs.id.startswith("lab:") and theirs.name.endswith(f" {mine.name}")


def is_written_somewhere(claim: Fact, view: RecordView) -> bool:
    """Say whether any passage holds the very number of a claim, and the number is a telling one.

    A name that no reader knew may stand beside it: then silence is not proved.
    """
    number = pattern_of(claim)
    if number is None or claim.quantity is None:
        return False
    digits = re.sub(r"\D", "", claim.quantity.written)
    telling = "." in claim.quantity.written or len(digits) >= DISTINCTIVE - 1
    words = specific_words(claim.text)
    return any(
        number.search(passage.quote)
        and (telling or any(is_meant(word, all_stems(passage.quote)) for word in words))
        for passage in view.passages
    )
