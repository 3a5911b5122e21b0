"""Evidence in the words of a clinician: `Potassium 3.2 mmol/L, 2187-03-06 06:05 (labs)`."""

from typing import NamedTuple

from clinical.facts import Fact
from exports.row_words import column_words, row_words
from exports.times import written_time
from exports.visible_text import one_line, shortened
from graph_state.findings import Report
from kg.evidence import Evidence
from kg.note_names import name_of_id

_LONGEST = 200
"""Characters of a row that a label holds."""

_ASSERTIONS = {
    "absent": "not present",
    "possible": "possible",
    "historical": "in the past",
    "family": "of a relative",
    "hypothetical": "not yet",
    "conditional": "if needed",
}


class EvidenceWords(NamedTuple):
    """What a place in the record says, where it stands, and of when it is."""

    said: str
    place: str
    section: str
    time: str

    is_quote: bool
    """Whether it is said in the very words of a note, and not put together from a row."""

    @property
    def where(self) -> str:
        """The place, its section and its time, as one phrase on one line."""
        return one_line(", ".join(filter(None, (self.place, self.section, self.time))))

    def line(self, longest: int) -> str:
        """Write all of it on one line, and of what is said no more than so many characters."""
        said = shortened(self.said, longest)
        if self.is_quote:
            return f"“{said}” ({self.where})"
        return f"{said}{one_line(f', {self.time}' if self.time else '')} ({one_line(self.place)})"


def words_of(report: Report, evidence: Evidence) -> EvidenceWords:
    """Put a citation of a report into words."""
    source, time = evidence.source, time_words(evidence)
    if not source.table:
        name = report.names.get(source.note) or name_of_id(source.note)
        section = (evidence.section or "").replace("_", " ")
        # A note that carries its day in its name needs it once.
        once = "" if time in name else time
        return EvidenceWords(evidence.quote, name, section, once, is_quote=True)
    place, row = column_words(source.table), report.rows.get(source.document, {})
    if not evidence.facts and (beside := row_words(row, source.field)):
        place = f"{place}: {beside}"
    return EvidenceWords(_row_words(evidence), place, "", time, is_quote=False)


def label_of(report: Report, evidence: Evidence) -> str:
    """Name evidence on one line: a row with its value, time and table; a note by its name."""
    words = words_of(report, evidence)
    return words.where if words.is_quote else words.line(_LONGEST)


def time_words(evidence: Evidence) -> str:
    """Write when something was, with a blank between day and clock."""
    written = (written_time(evidence.time) or "").replace("T", " ")
    start, _, stop = written.partition("/")
    if start == "..":
        return f"until {stop}"
    if stop == "..":
        return f"from {start}"
    return f"{start} to {stop}" if stop else start


def _row_words(evidence: Evidence) -> str:
    field = evidence.source.field
    value = evidence.quote.removeprefix(f"{field}=")
    if not evidence.facts or evidence.facts[0].kind == "demographic":
        return f"{column_words(field)}: {value}"
    return "; ".join(dict.fromkeys(_fact_words(fact, value) for fact in evidence.facts))


def _fact_words(fact: Fact, value: str) -> str:
    words = [fact.text[:1].upper() + fact.text[1:]]
    if fact.kind == "medication":
        words += _regimen(fact)
    elif fact.kind in ("lab", "vital") and value not in fact.text:
        words.append(value)
    if fact.assertion != "present":
        words.append(f"({_ASSERTIONS.get(fact.assertion, fact.assertion)})")
    return " ".join(words)


def _regimen(fact: Fact) -> list[str]:
    """The dose, route, frequency and state of a drug, as far as its name does not tell them."""
    words = []
    if fact.quantity and fact.quantity.written and fact.quantity.written not in fact.text:
        words.append(fact.quantity.written)
    if fact.route:
        words.append(fact.route)
    if fact.frequency:
        words.append(_times_a_day(fact.frequency))
    if fact.status:
        words.append(f"({fact.status.replace('_', ' ')})")
    return words


def _times_a_day(frequency: float) -> str:
    if frequency < 1:
        return f"every {round(1 / frequency, 1):g} days"
    named = {1.0: "once a day", 2.0: "twice a day"}
    return named.get(frequency) or f"{frequency:g} times a day"
