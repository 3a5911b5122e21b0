"""The one gate through which text of a record passes before it may leave the machine.

The identifiers of HIPAA's Safe Harbor (45 CFR 164.514(b)(2)) are removed or replaced; what is
medicine stays. Masking is for once: dates that are masked twice are moved twice.
"""

import hmac
import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from hashlib import sha256

from pydantic import JsonValue

from exports.ages import ages_above_89, without_high_age
from exports.contact_patterns import contacts
from exports.date_shift import DateShift
from exports.everyday_names import EVERYDAY_NAMES
from exports.name_cues import cued_names, named_facilities
from exports.record_identifiers import (
    SHORTEST_NUMBER,
    RecordIdentifiers,
    identifiers_of,
    spellings,
)
from exports.replacements import BLANK, Replacement, replaced, without_overlap
from kg.record import PatientRecord

MOST_WEEKS = 52
"""Dates move by whole weeks, up to a year: days of the week and seasons stay nearly true."""

PSEUDONYM_DIGITS = 12
REMEMBERED = 50_000
"""Masked texts kept: the same evidence comes back in sentence after sentence."""

IDENTIFYING_KEYS = frozenset(
    "patient_id subject_id admission_id hadm_id stay_id note_id graph_id encounter encounter_id"
    " mrn patient admission".split()
)
"""Fields whose whole value names a patient or a stay, however short it is."""

_DIGIT = re.compile(r"\d")
_CAPITAL = re.compile(r"[^\W\d_a-zß-öø-ÿ]")
_ADDRESS_MARK = re.compile(r"@|://|www\.", re.IGNORECASE)
_TOKEN = re.compile(r"[^\W_][\w-]*")
_PART = re.compile(r"[^\W_]+")
_EVIDENCE_ID = re.compile(r"\bev_[0-9a-f]{16}\b")
_ADDRESSED = r"\b(?:mr|mrs|ms|miss|mx|dr|prof|doctor)\b\.?\s+"


class Deidentifier:
    """Masks what identifies one patient and whoever is named in her record.

    The same text always gives the same result with the same key. A pseudonym is a keyed hash,
    so it cannot be found by trying all numbers, and equal ids stay equal.
    """

    def __init__(self, identifiers: RecordIdentifiers, patient_id: str, key: bytes) -> None:
        self._known = identifiers
        self._key = key
        self._shift = DateShift(_days(patient_id, key), identifiers.anchors)
        self._masked: dict[str, str] = {}

    @classmethod
    def for_record(
        cls, record: PatientRecord, key: bytes, admission: str | None = None
    ) -> "Deidentifier":
        """Know what identifies the patient of a record; year-less dates are of the admission."""
        return cls(identifiers_of(record, admission), record.patient_id, key)

    def mask(self, text: str) -> str:
        """Replace what identifies: names and addresses by `___`, ids by pseudonyms, dates moved."""
        found = self._masked.get(text)
        if found is None and _EVIDENCE_ID.fullmatch(text):
            return self._evidence_id(text)
        if found is None:
            found = replaced(text, self.replacements(text))
            if len(self._masked) < REMEMBERED:
                self._masked[text] = found
        return found

    def replacements(self, text: str) -> list[Replacement]:
        """List what `mask` replaces, in order, for whoever has to carry offsets over."""
        return without_overlap(self._found(text))

    def mask_value(self, value: JsonValue) -> JsonValue:
        """Mask every text in a JSON value, the keys of its objects as well."""
        if isinstance(value, str):
            return self.mask(value)
        if isinstance(value, Mapping):
            told = without_high_age(value)
            return {self.mask(name): self._field(name, part) for name, part in told.items()}
        if isinstance(value, list):
            return [self.mask_value(part) for part in value]
        if type(value) is int and str(value) in self._numbers:
            return self.pseudonym(str(value))
        return value

    def pseudonym(self, identifier: str) -> str:
        """Name an id by a keyed hash of it."""
        return f"id_{self._hash(identifier)[:PSEUDONYM_DIGITS]}"

    def _field(self, name: str, value: JsonValue) -> JsonValue:
        """Hide the whole value of a field that names a patient, short and unknown ids too."""
        if name not in IDENTIFYING_KEYS or isinstance(value, dict | list | bool) or not value:
            return self.mask_value(value)
        masked = self.mask(str(value))
        return masked if masked != str(value) else self.pseudonym(str(value))

    def _found(self, text: str) -> Iterator[Replacement]:
        numbered = _DIGIT.search(text) is not None
        if numbered or _ADDRESS_MARK.search(text):
            for one in contacts(text):
                said = self.pseudonym(one.number) if one.number else BLANK
                yield Replacement(one.start, one.end, said)
        if numbered:
            yield from self._ids(text)
            yield from ages_above_89(text)
        yield from self._shift.replacements(text)
        yield from self._people(text)

    def _people(self, text: str) -> Iterator[Replacement]:
        capital = _CAPITAL.search(text) is not None
        for pattern in (self._names if capital or " " in text else None, self._lower_names):
            if pattern is not None:
                for match in pattern.finditer(text):
                    yield Replacement(*match.span(match.lastgroup or 0), BLANK)
        if capital:
            for name in cued_names(text):
                yield Replacement(name.start, name.end, BLANK)
            for start, end in named_facilities(text):
                yield Replacement(start, end, BLANK)

    def _ids(self, text: str) -> Iterator[Replacement]:
        """Find ids as whole words, and as parts of words such as `70113-DS-1`."""
        for match in _EVIDENCE_ID.finditer(text):
            yield Replacement(*match.span(), self._evidence_id(match[0]))
        for token in _TOKEN.finditer(text):
            known = [part for part in _PART.finditer(token[0]) if part[0] in self._numbers]
            if token[0] in self._numbers and not any(self._is_whole(part[0]) for part in known):
                yield Replacement(*token.span(), self.pseudonym(token[0]))
                continue
            for part in known:
                start = token.start() + part.start()
                yield Replacement(start, start + len(part[0]), self.pseudonym(part[0]))

    def _evidence_id(self, written: str) -> str:
        """Hash again with the key: the id is a bare hash of a place that names the patient."""
        return f"ev_{self._hash(written)[:16]}"

    def _is_whole(self, part: str) -> bool:
        """Say whether a part of a compound id is an id of its own, such as the patient's."""
        return part in self._known.numbers

    def _hash(self, identifier: str) -> str:
        return hmac.new(self._key, identifier.encode("utf-8", "surrogatepass"), sha256).hexdigest()

    @cached_property
    def _numbers(self) -> frozenset[str]:
        """Ids that can be told from a laboratory value, and the parts of compound ones."""
        whole = self._known.numbers
        parts = {part for one in whole for part in _PART.findall(one)}
        return frozenset(
            one for one in whole | parts if any(map(str.isdigit, one)) and _is_long(one)
        )

    @cached_property
    def _names(self) -> re.Pattern[str] | None:
        """Names as they are written with a capital, and whole names in any case."""
        known = self._known
        single = {one for one in known.phrases if " " not in one}
        names = known.sure_names | known.possible_names | single
        words = {each for one in names for each in spellings(one)}
        capital = {form for one in words for form in (one.title(), one.upper(), _first_upper(one))}
        phrases = {each for one in known.phrases - single for each in spellings(one)}
        parts = [
            *(rf"(?i:{re.escape(one)})" for one in _longest_first(phrases)),
            *map(re.escape, _longest_first(capital)),
        ]
        return _word_pattern(parts)

    @cached_property
    def _lower_names(self) -> re.Pattern[str] | None:
        """Names in any case, where they are no everyday words or a form of address leads them."""
        known = self._known
        words = {
            each.lower()
            for one in known.sure_names | known.possible_names
            for each in spellings(one)
            if len(each) > 2
        }
        rare = [re.escape(one) for one in _longest_first(words - EVERYDAY_NAMES)]
        pattern = _word_pattern(rare)
        led = [re.escape(one) for one in _longest_first(words & EVERYDAY_NAMES)]
        parts = [pattern.pattern] if pattern else []
        if led:
            parts.append(rf"{_ADDRESSED}(?P<led>{'|'.join(led)})\b")
        return re.compile("|".join(parts), re.IGNORECASE) if parts else None


def _days(patient_id: str, key: bytes) -> int:
    """Draw the distance by which a patient's dates move; it is never zero."""
    drawn = hmac.new(key, f"days of {patient_id}".encode("utf-8", "surrogatepass"), sha256).digest()
    weeks = int.from_bytes(drawn[:8]) % (2 * MOST_WEEKS) - MOST_WEEKS
    return 7 * (weeks if weeks < 0 else weeks + 1)


def _is_long(identifier: str) -> bool:
    """Say whether an id is long enough not to be a number of the clinic."""
    digits = sum(map(str.isdigit, identifier))
    return digits >= SHORTEST_NUMBER or (digits < len(identifier) and len(identifier) >= 4)


def _first_upper(word: str) -> str:
    return word[:1].upper() + word[1:]


def _longest_first(words: set[str]) -> list[str]:
    return sorted(words, key=lambda word: (-len(word), word))


def _word_pattern(parts: list[str]) -> re.Pattern[str] | None:
    """Match whole words; an underscore parts words, as in names of files."""
    if not parts:
        return None
    assert all(parts)
    # A line may break between the words of a name.
    written = "|".join(parts).replace(r"\ ", r"\s+")
    return re.compile(rf"(?<![^\W_])(?P<name>{written})(?![^\W_])")
