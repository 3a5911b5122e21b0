"""The two forms of labeled sets, told apart by what lies in the folder."""

from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from evaluation.labeled import Dataset
from evaluation.labeled_cohort import LABELS_FILE, read_cohort
from evaluation.verification_set import read_verification_set
from kg.errors import BadInputError

Item = TypeVar("Item")


def sample_records(dataset: Dataset, size: int) -> Dataset:
    """Keep `size` records, chosen by a hash of their ids, so that the choice never moves."""
    chosen = first_by_hash(dataset.records, size, lambda record: record.id)
    return dataset.model_copy(
        update={"records": tuple(sorted(chosen, key=lambda record: record.id))}
    )


def first_by_hash(records: Iterable[Item], size: int, name: Callable[[Item], str]) -> list[Item]:
    """Return the `size` records whose hashed names come first."""
    return sorted(records, key=lambda one: sha256(name(one).encode()).hexdigest())[:size]


def open_dataset(path: Path) -> Dataset:
    """Read a verification-set JSONL file, a folder with one, or a labeled Discharge-Me folder."""
    if path.is_file():
        return read_verification_set(path)
    if not path.is_dir():
        raise BadInputError(f"{path}: no such file or folder; give a data set to evaluate")
    if (path / LABELS_FILE).is_file():
        return read_cohort(path)
    return read_verification_set(_only_jsonl(path))


def _only_jsonl(folder: Path) -> Path:
    found = sorted(folder.glob("*.jsonl"))
    if len(found) == 1:
        return found[0]
    seen = ", ".join(file.name for file in found) or "none"
    raise BadInputError(
        f"{folder}: expected {LABELS_FILE} or exactly one .jsonl file, found {seen}; "
        "give the file itself"
    )
