"""Reads an exported `hf-dataset`: sentences with their evidence, and whether they are wrong."""

from pathlib import Path

import pyarrow.parquet as pq  # type: ignore[import-untyped]
from pydantic import BaseModel, ValidationError

from exports.distillation.splitting import SPLITS, Split
from kg.errors import BadInputError


class Pair(BaseModel, frozen=True):
    """A sentence with the items of the record that its prompt showed."""

    id: str
    patient: str
    sentence: str
    evidence: tuple[str, ...]
    label: bool
    """The sentence is wrong."""

    types: tuple[str, ...]


Parts = dict[Split, tuple[Pair, ...]]


def read_pairs(folder: Path) -> Parts:
    """Read every part of the data; a folder without them is a `BadInputError`."""
    found: Parts = {name: _part(folder, name) for name in SPLITS}
    if not any(found.values()):
        raise BadInputError(
            f"{folder}: holds no data/train-*.parquet; make it with"
            " `curaview export RUN --format hf-dataset --out DIR`"
        )
    return found


def _part(folder: Path, name: Split) -> tuple[Pair, ...]:
    pairs: list[Pair] = []
    for path in sorted((folder / "data").glob(f"{name}-*.parquet")):
        try:
            pairs += [Pair.model_validate(row) for row in pq.read_table(path).to_pylist()]
        except (ValidationError, OSError, ValueError) as error:
            first = str(error).splitlines()[0]
            raise BadInputError(f"{path}: not a table of `curaview export` ({first})") from error
    return tuple(pairs)
