"""What the parsers of a text return: each mention has its span in that text.

Offsets are 0-based, half-open code points of the text given to the parser.
"""

from pydantic import BaseModel

from clinical.facts import Concept, Quantity, TimeSpan
from clinical.labels import Laterality, MedicationStatus, Selector


class TimeMention(BaseModel, frozen=True):
    """A date, a relative expression or a duration.

    `span` is None where it cannot be resolved (`___`, `a few`), `days` is the length of a
    duration with its tolerance.
    """

    start: int
    end: int
    text: str
    kind: str
    """`date`, `range`, `relative`, `hospital_day`, `postoperative_day`, `duration`, `frequency`,
    `age` or `vague`."""

    span: TimeSpan | None = None
    days: Quantity | None = None


class MeasurementMention(BaseModel, frozen=True):
    """A laboratory value, vital sign or other measurement of a named quantity."""

    start: int
    end: int
    text: str
    kind: str
    """`lab` or `vital`."""

    concept: Concept
    quantity: Quantity | None
    """None for a qualitative result."""

    result: str | None = None
    """`positive`, `negative`, `normal`, `high`, `low`, ... where that is what was written."""

    selector: Selector | None = None
    time: TimeSpan | None = None
    value_start: int = 0
    value_end: int = 0
    """The span of the value itself, which a correction would replace."""


class MedicationMention(BaseModel, frozen=True):
    """A drug or drug class with what is said of it."""

    start: int
    end: int
    """The name alone."""

    text: str
    concept: Concept
    """`drug:<ingredient>[/<ingredient>]` or `drugclass:<name>`; `broader` holds the classes."""

    sig_start: int
    sig_end: int
    """The name with dose, route, frequency and status words around it."""

    dose: Quantity | None = None
    """One dose, in mg, mcg->mg, units, mL or tablets."""

    previous_dose: Quantity | None = None
    """The old dose of `increased from 25 mg to 50 mg`."""

    frequency: float | None = None
    route: str | None = None
    status: MedicationStatus | None = None
    as_needed: bool = False
    duration: Quantity | None = None
    """Days of treatment."""

    indication: str | None = None
    """The words after `for`, as written."""

    laterality: Laterality | None = None
    time: TimeSpan | None = None
