"""The typed fact: what a row, a line of a note or a sentence of a summary says.

The same extractor reads all three, so a claim of a summary and an item of the record are
compared as equals. A claim is a fact whose source is the summary.
"""

from typing import Literal

from pydantic import BaseModel

from clinical.labels import Assertion, Kind, Laterality, MedicationStatus, Selector
from clinical.sources import SourceRef

Precision = Literal["minute", "day", "month", "year", "unknown"]
Anchor = Literal["absolute", "admission", "discharge", "surgery", "note"]


class Concept(BaseModel, frozen=True):
    """One canonical meaning: `drug:metformin`, `lab:creatinine`, `MONDO:0005148`, `text:...`."""

    id: str
    name: str
    broader: tuple[str, ...] = ()
    """Ids of wider concepts (disease ancestors, drug classes, panels), nearest first."""

    codes: tuple[str, ...] = ()
    """Codes of public systems, as `SYSTEM:CODE`."""


class TimeSpan(BaseModel, frozen=True):
    """A naive interval. Bounds are `YYYY-MM-DDTHH:MM:SS` strings; None is open or unknown."""

    earliest: str | None = None
    latest: str | None = None
    precision: Precision = "unknown"
    anchor: Anchor = "absolute"

    def overlaps(self, other: "TimeSpan") -> bool:
        """Say whether the two intervals can be about the same moment; open bounds always can."""
        starts_late = self.latest and other.earliest and other.earliest > self.latest
        ends_early = self.earliest and other.latest and other.latest < self.earliest
        return not (starts_late or ends_early)


class Quantity(BaseModel, frozen=True, ser_json_inf_nan="strings"):
    """A number with its unit, in the canonical unit of its concept.

    `tolerance` is half a unit of the last written digit, in canonical units, so 38.3 C and
    100.9 F are equal. `high` is the upper end of a written range.
    """

    value: float
    unit: str = ""
    high: float | None = None
    comparator: Literal["", "<", ">", "~"] = ""
    tolerance: float = 0.0
    written: str = ""


class Anchors(BaseModel, frozen=True):
    """The dates that relative expressions count from, as `YYYY-MM-DD` or full ISO strings."""

    admitted: str | None = None
    discharged: str | None = None
    surgeries: tuple[str, ...] = ()
    """Dates of operations, in order; `POD n` counts from the last one before the sentence."""

    counted_from: str | None = None
    """Day zero of the postoperative days that the record itself counts, where they agree."""

    written: str | None = None
    """When the text itself was written."""

    drawn: str | None = None
    """The present moment of the record, where it names one."""


class Fact(BaseModel, frozen=True):
    """One clinical statement about the patient, with its place."""

    kind: Kind
    concept: Concept
    text: str
    source: SourceRef
    assertion: Assertion = "present"
    quantity: Quantity | None = None
    """The value of a laboratory test or measurement, or the dose of a medication."""

    previous_quantity: Quantity | None = None
    """The old dose of a change (`from 25 mg to 50 mg`)."""

    result: str | None = None
    """A qualitative result: `positive`, `negative`, `normal`, `abnormal`, or a category."""

    frequency: float | None = None
    """Doses of a medication a day."""

    route: str | None = None
    status: MedicationStatus | None = None
    laterality: Laterality | None = None
    severity: str | None = None
    selector: Selector | None = None
    site: str | None = None
    """Body site or specimen, in canonical words."""

    study: str | None = None
    """Concept id of the study or culture that found it."""

    duration_days: Quantity | None = None
    time: TimeSpan | None = None
    section: str | None = None
    """Canonical name of the section that holds it (`clinical.sections`)."""

    encounter: str | None = None
