"""From everything that runs gave to the parts that are written: split by patient, then balanced."""

from collections.abc import Sequence
from typing import Literal

from pydantic import BaseModel

from exports.distillation.balancing import balanced
from exports.distillation.example import Example, Material, Preference
from exports.distillation.splitting import PAPER_PROPORTIONS, SPLITS, Split, apart, assigned

Balance = Literal["classes", "none"]


class Choices(BaseModel, frozen=True):
    """How the material is parted."""

    seed: int = 0
    proportions: tuple[float, float, float] = PAPER_PROPORTIONS
    balance: Balance = "classes"


class Prepared(BaseModel, frozen=True):
    """The parts, and how much of the material they leave out."""

    examples: dict[Split, tuple[Example, ...]]
    preferences: dict[Split, tuple[Preference, ...]]
    shared_texts: int
    """Examples dropped because another part has their sentence or its original."""

    shared_preferences: int
    unbalanced: int
    """Training examples left out to even the classes out."""


def prepared(material: Material, choices: Choices) -> Prepared:
    """Give each patient to one part and balance the training part."""
    patients = [one.prompt.patient_id for one in material.examples]
    patients += [one.prompt.patient_id for one in material.preferences]
    places = assigned(patients, choices.proportions, choices.seed)
    examples, shared = apart(_parts(material.examples, places), _texts)
    pairs, shared_pairs = apart(
        _pairs(material.preferences, places), lambda one: _texts(one.chosen)
    )
    train = examples["train"]
    kept = balanced(train, choices.seed) if choices.balance == "classes" else train
    return Prepared(
        examples={name: tuple(kept if name == "train" else examples[name]) for name in SPLITS},
        preferences={name: tuple(pairs[name]) for name in SPLITS},
        shared_texts=shared,
        shared_preferences=shared_pairs,
        unbalanced=len(train) - len(kept),
    )


def _parts(examples: Sequence[Example], places: dict[str, Split]) -> dict[Split, list[Example]]:
    return {
        name: [one for one in examples if places[one.prompt.patient_id] == name] for name in SPLITS
    }


def _pairs(
    preferences: Sequence[Preference], places: dict[str, Split]
) -> dict[Split, list[Preference]]:
    return {
        name: [one for one in preferences if places[one.prompt.patient_id] == name]
        for name in SPLITS
    }


def _texts(example: Example) -> tuple[str, ...]:
    return tuple(filter(None, (example.prompt.sentence, example.original)))
