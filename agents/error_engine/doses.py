"""False doses: another strength of the same drug."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from agents.chart import Charted
from agents.error_engine.candidate import Candidate, falsified
from agents.error_engine.material import Material
from agents.error_engine.numbers import NUMBER
from agents.error_engine.wording import like_number
from clinical.facts import Quantity
from clinical.mentions import MedicationMention
from clinical.usual_doses import usual_doses
from graph_state.generation import Difficulty

SINGLE = re.compile(rf"({NUMBER.pattern})(?P<unit>[\s-]*[A-Za-zµμ]+(?:/[A-Za-z]+)*)")


def false_doses(material: Material) -> Iterator[Candidate]:
    """Change the dose of a drug to another usual one."""
    for mention in material.mentions.medications:
        proof = charted_dose(material, mention)
        place = _place(material.text, mention)
        if proof is None or place is None or mention.dose is None:
            continue
        for difficulty, words, value in _other_doses(mention, place.number):
            if _keeps_direction(mention, value):
                yield _change(mention, place, words, difficulty, proof)


def charted_dose(material: Material, mention: MedicationMention) -> Charted | None:
    """Find where the record has this dose of this drug."""
    if mention.dose is None or mention.dose.high is not None:
        return None
    for charted in material.chart.about(mention.concept, "medication"):
        if _same_dose(mention.dose, charted.fact.quantity):
            return charted
    return None


def _same_dose(one: Quantity, other: Quantity | None) -> bool:
    if other is None or other.high is not None or one.unit != other.unit:
        return False
    return abs(one.value - other.value) <= 0.01 * max(one.value, other.value)


class _Place(NamedTuple):
    """The number of a dose, where it stands, and the unit behind it."""

    start: int
    end: int
    number: str
    unit: str


def _place(text: str, mention: MedicationMention) -> _Place | None:
    """Find the number of the current dose in the words about its drug."""
    if mention.dose is None:
        return None
    written = SINGLE.fullmatch(mention.dose.written.strip())
    at = text.find(mention.dose.written, mention.sig_start, mention.sig_end)
    if written is None or at < 0 or text.count(mention.dose.written) != 1:
        return None
    at += len(mention.dose.written) - len(mention.dose.written.lstrip())
    return _Place(at, at + len(written[1]), written[1], written["unit"])


def _other_doses(
    mention: MedicationMention, number: str
) -> Iterator[tuple[Difficulty, str, float]]:
    """Other doses from the table of usual ones, else twice and half of a round dose."""
    assert mention.dose is not None
    value = mention.dose.value
    size = value / float(number.replace(",", "")) if float(number.replace(",", "")) else 1.0
    usual = usual_doses(mention.concept)
    known = usual.doses if usual and usual.unit == mention.dose.unit else (value / 2, value * 2)
    for dose in known:
        words = _plainly(number, dose / size)
        if words is None or abs(dose - value) <= 0.05 * value:
            continue
        ratio = max(dose, value) / min(dose, value)
        yield ("hard" if ratio <= 2 else "medium" if ratio <= 4 else "easy"), words, dose


def _plainly(model: str, value: float) -> str | None:
    """Write a dose with no more digits than it needs."""
    if abs(value - round(value, 4)) > 1e-9 or value < 0.01:
        return None
    text = f"{value:,.4f}" if "," in model and value >= 1000 else f"{value:.4f}"
    text = text.rstrip("0").rstrip(".")
    return text if len(text.replace(",", "").replace(".", "")) <= 5 else like_number(model, value)


def _keeps_direction(mention: MedicationMention, value: float) -> bool:
    """An increase stays an increase: the new dose lies on the same side of the previous one."""
    if mention.previous_dose is None or mention.dose is None:
        return True
    old = mention.previous_dose.value
    return (mention.dose.value - old) * (value - old) > 0


def _change(
    mention: MedicationMention, place: _Place, words: str, difficulty: Difficulty, proof: Charted
) -> Candidate:
    old, new = place.number + place.unit, words + place.unit
    return falsified(
        proof,
        mention.concept,
        "dose",
        (place.start, place.end),
        place.number,
        words,
        difficulty,
        f"the dose of {mention.concept.name} was {old} and became {new}",
        unit=place.unit,
    )
