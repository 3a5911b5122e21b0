"""What identifies a patient in her own record: names, numbers and addresses."""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from pydantic import BaseModel

from clinical.facts import Anchors
from exports.contact_patterns import contacts
from exports.name_cues import cued_names, words_of_name
from kg.readers.table_forms import ENCOUNTER_COLUMNS, PATIENT_COLUMNS
from kg.record import PatientRecord

_NUMBER_COLUMN = re.compile(
    rf"(?:^|[._])(?:{'|'.join((*PATIENT_COLUMNS, *ENCOUNTER_COLUMNS))}|ssn|mrn|identifier|account"
    r"|(?:stay|note|specimen|micro_specimen|order|poe|pharmacy|transfer|provider|order_provider"
    r"|caregiver|emar|event|labevent|microevent|admission|visit|person|member|policy|accession)"
    r"_?(?:id|number|no|identifier))$",
    re.IGNORECASE,
)
_PERSON_COLUMN = re.compile(
    r"(?:^|[._ ])(?:subject|patient|(?:first|last|middle|maiden|given|family|full|patient)[ _]?name"
    r"|surname|next[ _]of[ _]kin|emergency[ _]contact|guarantor|spouse)(?:\.display)?$",
    re.IGNORECASE,
)
_STAFF_COLUMN = re.compile(
    r"(?:^|[._ ])(?:asserter|performer|requester|recorder|author|individual|practitioner|actor"
    r"|attending|physician|provider|surgeon|operator|nurse|clinician|caregiver|participant"
    r"|informant|member|enterer|sender|(?:doctor|provider|physician|attending)[ _]?name)"
    r"(?:\[\d+\])?(?:\.display)?$",
    re.IGNORECASE,
)
_ADDRESS_COLUMN = re.compile(
    r"(?:^|[._ ])(?:address|street|addr|city|zip|zip_?code|postal_?code|county|phone"
    r"|telephone|e-?mail|fax)(?:_?\d|_number)?(?:\[\d+\])?$",
    re.IGNORECASE,
)
_NAME_VALUE = re.compile(r"[^\W\d_]+(?:[ ,.'’-]+[^\W\d_]+){0,5}\.?")
SHORTEST_NUMBER = 5
"""Digits from which on a number can be told from a laboratory value."""


class RecordIdentifiers(BaseModel, frozen=True):
    """What identifies one patient. Everything is written as the record writes it."""

    sure_names: frozenset[str] = frozenset()
    """Words that are names of the patient, whatever else they may mean."""

    possible_names: frozenset[str] = frozenset()
    """Words of other people's names, some of which may be ordinary words."""

    phrases: frozenset[str] = frozenset()
    """Whole names, streets and towns."""

    numbers: frozenset[str] = frozenset()
    """Ids of the patient, her stays, rows and notes."""

    anchors: Anchors = Anchors()
    """The stay that dates without a year belong to."""


def identifiers_of(record: PatientRecord, admission: str | None = None) -> RecordIdentifiers:
    """Collect what identifies the patient; dates without a year belong to the admission."""
    sure, possible, phrases = _names(record)
    return RecordIdentifiers(
        sure_names=frozenset(sure),
        possible_names=frozenset(possible - sure),
        phrases=frozenset(phrases),
        numbers=frozenset(one for one in _numbers(record) if re.search(r"\d", one)),
        anchors=_anchors(record, admission),
    )


def _names(record: PatientRecord) -> tuple[set[str], set[str], set[str]]:
    sure: set[str] = set()
    possible: set[str] = set()
    phrases: set[str] = set()
    for column, value in _cells(record):
        if _ADDRESS_COLUMN.search(column):
            phrases.add(value)
        elif _PERSON_COLUMN.search(column) and _NAME_VALUE.fullmatch(value):
            phrases.add(value)
            sure.update(words_of_name(value))
        elif _STAFF_COLUMN.search(column) and _NAME_VALUE.fullmatch(value):
            phrases.add(value)
            possible.update(words_of_name(value))
    for note in record.notes:
        for name in cued_names(note.text):
            sure.update(name.sure)
            possible.update(name.possible)
            if len(name.sure) + len(name.possible) > 1:
                phrases.add(note.text[name.start : name.end])
    words = _letters_only({record.patient_id, *(stay.id for stay in record.encounters)})
    return sure | words, possible, phrases


def _numbers(record: PatientRecord) -> Iterator[str]:
    yield record.patient_id
    yield from (stay.id for stay in record.encounters)
    for note in record.notes:
        yield note.id
        yield from (one.number for one in contacts(note.text) if one.number)
    for row in record.rows:
        yield row.id
    for column, value in _cells(record):
        if _NUMBER_COLUMN.search(column):
            yield value


def _cells(record: PatientRecord) -> Iterator[tuple[str, str]]:
    """Every distinct cell once; the order of rows decides nothing."""
    seen = {cell for row in record.rows for cell in row.fields.items()}
    yield from sorted((column, value.strip()) for column, value in seen)


def _letters_only(ids: Iterable[str]) -> set[str]:
    return {word for one in ids for word in re.split(r"[\W_]+", one) if len(word) > 2
            and word.isalpha()}  # fmt: skip


def _anchors(record: PatientRecord, admission: str | None) -> Anchors:
    stays = [stay for stay in record.encounters if admission in (None, stay.id)]
    dated = [stay for stay in stays if stay.admitted or stay.discharged]
    if dated:
        last = max(dated, key=lambda stay: (stay.admitted or stay.discharged or "", stay.id))
        return Anchors(admitted=last.admitted, discharged=last.discharged)
    times = (*(note.time for note in record.notes), *(row.time for row in record.rows))
    written = max((time for time in times if time), default=None)
    return Anchors(written=written)


def spellings(word: str) -> set[str]:
    """Return a name with and without its accents and apostrophes, composed and decomposed."""
    composed = unicodedata.normalize("NFC", word)
    decomposed = unicodedata.normalize("NFD", word)
    plain = "".join(one for one in decomposed if not unicodedata.combining(one))
    both = {word, composed, decomposed, plain}
    return both | {one.replace("’", "'") for one in both} | {
        one.replace("'", "’") for one in both
    } | {re.sub("['’]", "", one) for one in both}  # fmt: skip
