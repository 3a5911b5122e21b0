"""The patient's record: encounters, typed table rows and notes."""

from collections.abc import Iterable

from pydantic import BaseModel


class Encounter(BaseModel, frozen=True):
    """One hospital stay. Times are `YYYY-MM-DDTHH:MM:SS`, or None where unknown."""

    id: str
    admitted: str | None = None
    discharged: str | None = None
    visit: bool = False
    """Whether it is a mere visit (to a clinic, at home), which admits nobody to a hospital."""


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
    title: str = ""
    """What the source calls the document, for a reader: `Progress note`."""

    time: str | None = None
    encounter: str | None = None
    hidden: tuple[tuple[int, int], ...] = ()


class Unread(BaseModel, frozen=True):
    """Parts of a source that nobody could read, and that therefore are no evidence."""

    thing: str
    """In the singular: `attachment`, `file`."""

    reason: str
    count: int = 1

    def __str__(self) -> str:
        ending = "" if self.count == 1 else "s"
        return f"{self.count} {self.thing}{ending} ({self.reason})"


def counted(unread: Iterable[Unread]) -> tuple[Unread, ...]:
    """Add up what was left unread for the same reason, in the order of its words."""
    found: dict[tuple[str, str], int] = {}
    for one in unread:
        found[one.thing, one.reason] = found.get((one.thing, one.reason), 0) + one.count
    return tuple(
        Unread(thing=thing, reason=reason, count=count)
        for (thing, reason), count in sorted(found.items())
    )


class PatientRecord(BaseModel, frozen=True):
    """All that is known about one patient, in a canonical order."""

    patient_id: str
    encounters: tuple[Encounter, ...] = ()
    rows: tuple[TableRow, ...] = ()
    notes: tuple[Note, ...] = ()
    unread: tuple[Unread, ...] = ()
    """What the source holds besides, and what was not read."""

    @property
    def stays(self) -> tuple[Encounter, ...]:
        """The stays in hospital; where there is none, the visits."""
        return tuple(one for one in self.encounters if not one.visit) or self.encounters

    @property
    def only_stay(self) -> Encounter | None:
        """The stay that a record of one stay is about, whether it is named or not."""
        return self.stays[0] if len(self.stays) == 1 else None

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
