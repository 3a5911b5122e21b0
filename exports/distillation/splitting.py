"""Parts of the data by patient: nobody, and no sentence, stands in two of them."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Literal, TypeVar

from exports.distillation.example import squeezed
from kg.errors import BadInputError

Split = Literal["train", "validation", "test"]
SPLITS: tuple[Split, ...] = ("train", "validation", "test")

PAPER_PROPORTIONS = (0.76, 0.04, 0.2)
"""200 of 250 patients for training, 5 % of them for validation; 50 for the test (section 5.1.2)."""

Item = TypeVar("Item")

_NUMBER = re.compile(r"\d*\.?\d+")


def proportions_of(written: str) -> tuple[float, float, float]:
    """Read `0.76/0.04/0.2`: the shares of training, validation and test, which make up one."""
    parts = written.split("/")
    if len(parts) != len(SPLITS) or not all(_NUMBER.fullmatch(part) for part in parts):
        raise BadInputError(
            f"--split: {written!r} is not three shares such as 0.76/0.04/0.2"
            " (training, validation, test)"
        )
    train, validation, test = map(float, parts)
    if abs(train + validation + test - 1) > 1e-6 or not train:
        raise BadInputError(f"--split: {written!r} must add up to 1 and leave some for training")
    return train, validation, test


def assigned(
    patients: Iterable[str], proportions: tuple[float, float, float], seed: int
) -> dict[str, Split]:
    """Give each patient a part; a patient's place does not depend on the order of the patients.

    A part with a share gets at least one patient as long as there are enough of them.
    """
    ranked = sorted(set(patients), key=lambda one: _rank(one, seed))
    sizes = _sizes(len(ranked), proportions)
    # The test part comes first, so that it stays when the other shares are changed.
    order: tuple[Split, ...] = ("test", "validation", "train")
    names = [name for name in order for _ in range(sizes[name])]
    return dict(zip(ranked, names, strict=True))


def apart(
    parts: Mapping[Split, Sequence[Item]], texts: Callable[[Item], Iterable[str]]
) -> tuple[dict[Split, list[Item]], int]:
    """Drop what shares a text with a later part, and say how much that was.

    The test part keeps all it has, so that it stays a fair sample.
    """
    seen: set[str] = set()
    kept: dict[Split, list[Item]] = {}
    dropped = 0
    for name in reversed(SPLITS):
        own = [(item, {squeezed(text) for text in texts(item)}) for item in parts.get(name, ())]
        kept[name] = [item for item, keys in own if seen.isdisjoint(keys)]
        dropped += len(own) - len(kept[name])
        seen.update(key for _, keys in own for key in keys)
    return {name: kept[name] for name in SPLITS}, dropped


def _rank(patient: str, seed: int) -> str:
    return sha256(f"{seed}\x1f{patient}".encode()).hexdigest()


def _sizes(patients: int, proportions: tuple[float, float, float]) -> dict[Split, int]:
    """Round to whole patients by the largest remainders."""
    shares = dict(zip(SPLITS, proportions, strict=True))
    wanted = {name: share * patients for name, share in shares.items()}
    sizes = {name: int(value + 1e-9) for name, value in wanted.items()}
    by_remainder = sorted(SPLITS, key=lambda name: sizes[name] - wanted[name])
    for name in by_remainder[: patients - sum(sizes.values())]:
        sizes[name] += 1
    for name in SPLITS:
        largest = max(SPLITS, key=lambda one: sizes[one])
        if shares[name] and not sizes[name] and sizes[largest] > 1:
            sizes[name], sizes[largest] = 1, sizes[largest] - 1
    return sizes
