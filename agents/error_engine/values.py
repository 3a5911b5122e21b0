"""False values: laboratory results (`exam_result_error`) and other measurements (`value_error`)."""

import re
from collections.abc import Iterator

from agents.chart import Charted
from agents.error_engine.candidate import Candidate, falsified
from agents.error_engine.material import Material
from agents.error_engine.numbers import NUMBER, false_numbers
from clinical.facts import Quantity
from clinical.labels import ErrorType
from clinical.mentions import MeasurementMention

LEVEL_WORD = re.compile(
    r"\b(?:elevated|high|low|normal\w*|within normal|mild(?:ly)?|mark(?:ed|edly)|tachy\w+|brady\w+|"
    r"febrile|afebrile|fever\w*|hypo\w+|hyper\w+|above|below|raised|reduced|preserved|critical\w*|"
    r"an?emi\w+|leuko\w+|thrombocyto\w+|ischemic|supratherapeutic|subtherapeutic|therapeutic)\b",
    re.IGNORECASE,
)
PRESSURES = frozenset({"vital:systolic_pressure", "vital:diastolic_pressure"})
PULSE_PRESSURE = 15


def false_labs(material: Material) -> Iterator[Candidate]:
    """Change the value of a laboratory test."""
    yield from _false_values(material, "lab", "exam_result_error")


def false_measurements(material: Material) -> Iterator[Candidate]:
    """Change a vital sign or another measurement."""
    yield from _false_values(material, "vital", "value_error")


def _false_values(material: Material, kind: str, error_type: ErrorType) -> Iterator[Candidate]:
    for mention in material.mentions.measurements:
        if mention.kind == kind and _is_plain(mention, material):
            proof = charted_value(material, mention)
            if proof is not None:
                yield from _candidates(material, mention, proof, error_type)


def _is_plain(mention: MeasurementMention, material: Material) -> bool:
    """Only a single exact number, said once, can be made false by changing it."""
    quantity = mention.quantity
    if quantity is None or quantity.high is not None or quantity.comparator in ("<", ">"):
        return False
    twice = [
        other
        for other in material.mentions.measurements
        if other.concept.id == mention.concept.id and other.quantity and other != mention
        if near(quantity, other.quantity)
    ]
    return not twice


def charted_value(material: Material, mention: MeasurementMention) -> Charted | None:
    """Find where the record has this value of this quantity."""
    assert mention.quantity is not None
    for charted in material.chart.about(mention.concept):
        found = charted.fact.quantity
        if found and found.high is None and near(mention.quantity, found):
            return charted
    return None


def near(one: Quantity, other: Quantity) -> bool:
    """Say whether two quantities can be the same, as far as they were written."""
    if one.unit != other.unit and one.unit and other.unit:
        return False
    slack = max(one.tolerance, other.tolerance) * 1.01
    return abs(one.value - other.value) <= slack


def _candidates(
    material: Material, mention: MeasurementMention, proof: Charted, error_type: ErrorType
) -> Iterator[Candidate]:
    found = NUMBER.search(material.text, mention.value_start, mention.value_end)
    if found is None or mention.quantity is None:
        return
    others = _same_quantity(material, mention)
    keep = bool(LEVEL_WORD.search(material.text)) or bool(others)
    unit = material.text[found.end() : mention.value_end]
    for difficulty, words, value in false_numbers(
        found.group(), mention.quantity.value, mention.concept.id, keep
    ):
        if not _keeps_order(mention, value, others) or not _is_pressure_pair(
            material, mention, value
        ):
            continue
        yield falsified(
            proof,
            mention.concept,
            "value",
            found.span(),
            found.group(),
            words,
            difficulty,
            f"{mention.concept.name} was {found.group()}{unit} and became {words}{unit}; "
            "the record holds the first value and nowhere the second",
            unit=unit,
            kind="lab" if mention.kind == "lab" else "vital",
            error_type=error_type,
        )


def _same_quantity(material: Material, mention: MeasurementMention) -> list[float]:
    return [
        other.quantity.value
        for other in material.mentions.measurements
        if other.concept.id == mention.concept.id and other is not mention and other.quantity
    ]


def _keeps_order(mention: MeasurementMention, value: float, others: list[float]) -> bool:
    """A fall stays a fall: the new value lies on the same side of the others in the sentence."""
    assert mention.quantity is not None
    old = mention.quantity.value
    return all((old - other) * (value - other) > 0 for other in others if old != other)


def _is_pressure_pair(material: Material, mention: MeasurementMention, value: float) -> bool:
    """The systolic pressure stays well above the diastolic one beside it."""
    if mention.concept.id not in PRESSURES:
        return True
    partners = [
        other.quantity.value
        for other in material.mentions.measurements
        if other.concept.id in PRESSURES - {mention.concept.id}
        and other.quantity
        and abs(other.value_start - mention.value_start) <= len("120/80 ")
    ]
    upper = mention.concept.id == "vital:systolic_pressure"
    gaps = (value - partner if upper else partner - value for partner in partners)
    return all(gap >= PULSE_PRESSURE for gap in gaps)
