"""A verification set: claims, one by one, each labeled against its record."""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from pydantic import BaseModel

from clinical.labels import ErrorType
from evaluation.json_lines import read_lines
from evaluation.labeled import Dataset, LabeledDocument, LabeledRecord, LabeledText
from graph_state.scoring import GoldLabel, GoldRow
from kg.errors import BadInputError
from kg.readers.json_record import record_from

Label = Literal["supported", "not_enough_info", "contradicted", "not_supported"]

GOLD_LABELS: dict[Label, GoldLabel] = {
    "supported": "supported",
    "not_enough_info": "E3",
    "contradicted": "E4",
    "not_supported": "not_supported",
}


class PartLine(BaseModel, frozen=True):
    """A labeled fragment of a claim."""

    text: str
    label: Label


class ClaimLine(BaseModel, frozen=True):
    """A claim as the file has it."""

    text: str
    label: Label
    error_type: ErrorType | None = None
    parts: tuple[PartLine, ...] = ()


class SetLine(BaseModel, frozen=True):
    """The claims on one record, as the file has them."""

    id: str
    claims: tuple[ClaimLine, ...]


def read_verification_set(path: Path) -> Dataset:
    """Read every record of the file with its claims; each claim is a summary of its own."""
    records: dict[str, LabeledRecord] = {}
    for where, line, document in read_lines(path, SetLine):
        _refuse_unusable(where, line)
        if line.id in records:
            raise BadInputError(f"{where}: id: {line.id!r} stands twice; ids must differ")
        records[line.id] = _labeled(line, document, where)
    if not records:
        raise BadInputError(f"{path}: holds no record with labeled claims")
    return Dataset(name=path.stem, records=tuple(records[name] for name in sorted(records)))


def _refuse_unusable(where: str, line: SetLine) -> None:
    if not line.claims:
        raise BadInputError(f"{where}: record {line.id!r} has no claims; label some or remove it")
    for number, claim in enumerate(line.claims, 1):
        if not claim.text.strip():
            raise BadInputError(f"{where}: claim {number} has no text; write it or remove it")
        if len(list(_parts(claim))) < len(claim.parts):
            raise BadInputError(
                f"{where}: claim {number} has a part that does not stand in its text, in order"
            )


def _labeled(line: SetLine, document: object, where: str) -> LabeledRecord:
    texts = tuple(_labeled_text(claim) for claim in line.claims)
    return LabeledRecord(
        id=line.id,
        patient=line.id,
        record=record_from(document, where),
        documents=(LabeledDocument(id=line.id, texts=texts),),
    )


def _labeled_text(claim: ClaimLine) -> LabeledText:
    row = GoldRow(
        start=0,
        end=len(claim.text),
        text=claim.text,
        label=GOLD_LABELS[claim.label],
        types=(claim.error_type,) if claim.error_type else (),
    )
    return LabeledText(summary=claim.text, rows=(row,), parts=tuple(_parts(claim)))


def _parts(claim: ClaimLine) -> Iterator[GoldRow]:
    position = 0
    for part in claim.parts:
        start = claim.text.find(part.text, position)
        if start < 0:
            continue
        position = start + len(part.text)
        yield GoldRow(start=start, end=position, text=part.text, label=GOLD_LABELS[part.label])
