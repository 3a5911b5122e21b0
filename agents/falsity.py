"""Whether an edited fact is false: its new value is nowhere in what is known of the patient.

Known is the record and the original summary. Each attribute has its own small test; none of them
is the judge's.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from agents.chart import Chart, stems_of
from clinical.claims import read_claims
from clinical.facts import Fact, Quantity
from clinical.plausibility import is_plausible
from clinical.plausible_events import concept_ids_in
from clinical.vocabulary import concept
from graph_state.generation import Attribute, Edit, Proposal, RewriteInput

NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
GENERIC = frozenset(
    "a an the of small brief transient simple moderate episode placement counseling teaching "
    "vaccine before at site".split()
)
"""Words of a name that do not tell it from others."""


@dataclass(frozen=True)
class Edited:
    """An edit with the sentence around it, read before and after."""

    edit: Edit
    chart: Chart
    before: list[Fact]
    after: list[Fact]

    def now(self) -> list[Fact]:
        """Claims of the rewrite about the concept that the edit is about."""
        wanted = self.edit.fact.concept.id
        return [claim for claim in self.after if claim.concept.id == wanted]

    def at_edit(self) -> list[Fact]:
        """Those of them that stand where the edit does, else all."""
        here = [
            claim
            for claim in self.now()
            if (claim.source.start or 0) <= self.edit.start
            and self.edit.end <= (claim.source.end or 0)
        ]
        return here or self.now()


def falsity_fault(
    sentence: RewriteInput, proposal: Proposal, edit: Edit, chart: Chart
) -> str | None:
    """Say why an edit may still be true, or is not what it says it is; None where it is false."""
    edited = Edited(
        edit=edit,
        chart=chart,
        before=_read(sentence, sentence["text"]),
        after=_read(sentence, proposal.text),
    )
    return TESTS[edit.fact.attribute](edited)


def _read(sentence: RewriteInput, text: str) -> list[Fact]:
    return read_claims(text, sentence["heading"], sentence["before"], sentence["anchors"])


def _value(edited: Edited) -> str | None:
    """A number of the same quantity that the patient never had, and could have had."""
    number = edited.edit.text
    written = [
        claim
        for claim in edited.at_edit()
        if claim.quantity and _digits(number) in NUMBER.findall(claim.quantity.written)
    ]
    if not written:
        return "the new value cannot be read as a value of the same quantity"
    quantity = written[0].quantity
    assert quantity is not None
    if edited.edit.fact.attribute == "value" and not is_plausible(
        edited.edit.fact.concept.id, quantity.value
    ):
        return "the new value is not possible in a living patient"
    for fact in edited.chart.known(edited.edit.fact.concept):
        if fact.quantity and _meets(quantity, fact.quantity):
            return "the record or the summary holds the new value as well"
        if fact.previous_quantity and _meets(quantity, fact.previous_quantity):
            return "the record or the summary holds the new value as an earlier one"
    return _number_beside_name(edited, _digits(number))


def _digits(words: str) -> str:
    found = NUMBER.search(words)
    return found.group() if found else words


def _meets(one: Quantity, other: Quantity) -> bool:
    """Say whether two quantities can be the same value, ranges and roundings included."""
    if one.unit and other.unit and one.unit != other.unit:
        return False
    slack = max(one.tolerance, other.tolerance)
    high = other.high if other.high is not None else other.value
    if other.comparator == "<":
        return one.value <= other.value
    if other.comparator == ">":
        return one.value >= other.value
    return other.value - slack <= one.value <= high + slack


def _number_beside_name(edited: Edited, number: str) -> str | None:
    """A passage that names the thing and holds the number may say what was not read."""
    name = stems_of(edited.edit.fact.concept.name)
    for passage in edited.chart.passages_with(name):
        if len(passage.text) < 400 and number in NUMBER.findall(passage.text):
            return "a passage about the same thing holds the new number"
    return None


def _identity(edited: Edited) -> str | None:
    """Another entity that nothing known is, is narrower than or is called like."""
    new = edited.edit.fact.new_concept
    if new is None:
        return "the entity that was put in is not named"
    if edited.chart.touches(new):
        return "the record or the summary knows the new entity"
    if edited.edit.fact.concept.id in new.broader or new.id in edited.edit.fact.concept.broader:
        return "the new entity is only a wider or a narrower name"
    return _named(edited, edited.edit.fact.new)


def _named(edited: Edited, name: str) -> str | None:
    telling = " ".join(word for word in name.split() if word.lower() not in GENERIC)
    if edited.chart.names(telling or name):
        return "every word of the new name stands in the record or the summary"
    return None


def _existence(edited: Edited) -> str | None:
    """An entity that is absent from everything known."""
    name = edited.edit.fact.new
    if name not in edited.edit.text:
        return "the invented entity does not stand in the edit"
    if edited.chart.touches(edited.edit.fact.concept):
        return "the record or the summary knows the invented entity"
    if any(edited.chart.touches(concept(one)) for one in concept_ids_in(name)):
        return "the record or the summary knows a part of the invented entity"
    return _named(edited, name)


def _frequency(edited: Edited) -> str | None:
    rates = {c.frequency for c in edited.now()} - {c.frequency for c in edited.before}
    if not rates - {None}:
        return "the new frequency cannot be read"
    known = {fact.frequency for fact in edited.chart.known(edited.edit.fact.concept)}
    return "the drug was given this often as well" if rates & known - {None} else None


def _route(edited: Edited) -> str | None:
    routes = {c.route for c in edited.now()} - {c.route for c in edited.before}
    if not routes - {None}:
        return "the new route cannot be read"
    known = {fact.route for fact in edited.chart.known(edited.edit.fact.concept)}
    return "the drug was given by this route as well" if routes & known - {None} else None


def _status(edited: Edited) -> str | None:
    statuses = {c.status for c in edited.now()} - {c.status for c in edited.before}
    if not statuses - {None}:
        return "the new status cannot be read"
    known = {charted.fact.status for charted in edited.chart.about(edited.edit.fact.concept)}
    return "the record gives the drug this status as well" if statuses & known - {None} else None


def _side(edited: Edited) -> str | None:
    new = edited.edit.fact.new
    if not any(claim.laterality == new for claim in edited.now()):
        return "the new side cannot be read"
    for fact in edited.chart.known(edited.edit.fact.concept):
        if fact.laterality in (new, "bilateral"):
            return "the record or the summary has it on the new side as well"
    return None


def _assertion(edited: Edited) -> str | None:
    new = edited.edit.fact.new
    if not any(claim.assertion == new for claim in edited.now()):
        return "the reversed statement cannot be read"
    for fact in edited.chart.known(edited.edit.fact.concept):
        if fact.assertion in (new, "possible"):
            return "the record or the summary asserts this as well, or leaves it open"
    return None


def _descriptor(edited: Edited) -> str | None:
    fact = edited.edit.fact
    pattern = re.compile(rf"(?<![\w-]){re.escape(fact.new)}(?![\w-])", re.IGNORECASE)
    name = stems_of(fact.concept.name)
    if any(pattern.search(passage.text) for passage in edited.chart.passages_with(name)):
        return "a passage about the same thing uses the new word"
    return None


def _date(edited: Edited) -> str | None:
    times = {claim.time for claim in edited.now()} - {claim.time for claim in edited.before}
    if not times - {None}:
        return "the new time cannot be read"
    for fact in edited.chart.known(edited.edit.fact.concept):
        for time in times:
            if time and fact.time and fact.time.earliest and fact.time.overlaps(time):
                return "the record or the summary has it at the new time as well"
    return None


def _duration(edited: Edited) -> str | None:
    fact = edited.edit.fact
    wanted = stems_of(fact.new) | stems_of(fact.concept.name)
    if edited.chart.passages_with(wanted):
        return "a passage about the same thing has the new length"
    return None


TESTS: dict[Attribute, Callable[[Edited], str | None]] = {
    "identity": _identity,
    "descriptor": _descriptor,
    "value": _value,
    "dose": _value,
    "frequency": _frequency,
    "route": _route,
    "status": _status,
    "side": _side,
    "result": _assertion,
    "assertion": _assertion,
    "date": _date,
    "duration": _duration,
    "existence": _existence,
}
