"""The patient's record: encounters, typed table rows and notes."""

from pydantic import BaseModel


class Encounter(BaseModel, frozen=True):
    """One hospital stay. Times are `YYYY-MM-DDTHH:MM:SS`, or None where unknown."""

    id: str
    admitted: str | None = None
    discharged: str | None = None


class TableRow(BaseModel, frozen=True):
    """One row of a table. Its id is the primary key, else a hash of its canonical content."""

    table: str
    id: str
    fields: dict[str, str]
    """Non-empty values by column, as written."""

    time: str | None = None
    encounter: str | None = None


class Note(BaseModel, frozen=True):
    """One document. `hidden` spans are no evidence (the target of the check); offsets stay."""

    id: str
    category: str
    """`discharge`, `radiology`, `note`, `transcript`, or the source's own word."""

    text: str
    time: str | None = None
    encounter: str | None = None
    hidden: tuple[tuple[int, int], ...] = ()


class PatientRecord(BaseModel, frozen=True):
    """All that is known about one patient, in a canonical order."""

    patient_id: str
    encounters: tuple[Encounter, ...] = ()
    rows: tuple[TableRow, ...] = ()
    notes: tuple[Note, ...] = ()

    def encounter(self, encounter_id: str) -> Encounter | None:
        """Find a stay by its id."""
        return next((e for e in self.encounters if e.id == encounter_id), None)


class Target(BaseModel, frozen=True):
    """A text to check. It is never evidence."""

    admission_id: str
    name: str
    """`brief_hospital_course`, `discharge_instructions` or `summary`."""

    text: str


class Case(BaseModel, frozen=True):
    """A record with the texts that its source holds for checking."""

    record: PatientRecord
    targets: tuple[Target, ...] = ()
    withheld: tuple[Target, ...] = ()
    """Texts that nobody asked to check here, but that are no evidence either."""
