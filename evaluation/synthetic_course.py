"""The fictional stay that a note, its tables and its summary all tell of."""

from datetime import datetime, timedelta
from random import Random

from pydantic import BaseModel

from evaluation.synthetic_vocabulary import (
    ALLERGIES,
    ANALYTES,
    BACKGROUND,
    OPERATIONS,
    PROBLEMS,
    Analyte,
    Drug,
    Problem,
)

STAY_DAYS = 6
BACKGROUND_PROBLEMS = 5


class Panel(BaseModel, frozen=True):
    """The values of one blood draw, by analyte and in its order."""

    time: datetime
    values: tuple[str, ...]


class Course(BaseModel, frozen=True):
    """One fictional patient with one stay."""

    patient: str
    admission: str
    age: int
    sex: str
    admitted: datetime
    discharged: datetime
    problem: Problem
    background: tuple[tuple[str, str, Drug], ...]
    operation: tuple[str, str]
    allergy: str
    panels: tuple[Panel, ...]

    @property
    def noun(self) -> str:
        """What the patient is called in a first sentence."""
        return "woman" if self.sex == "F" else "man"

    @property
    def pronoun(self) -> str:
        """The word that begins a sentence about the patient."""
        return "She" if self.sex == "F" else "He"

    def value(self, short: str, panel: int) -> str:
        """Return the value of an analyte in one of the panels."""
        place = next(i for i, analyte in enumerate(ANALYTES) if analyte.short == short)
        return self.panels[panel].values[place]


def course_of(index: int, seed: int) -> Course:
    """Make the stay of the patient with this number; seed and number decide everything."""
    random = Random(f"{seed}:{index}")
    admitted = datetime(2150 + random.randrange(40), 1, 1, 8) + timedelta(
        days=random.randrange(350), minutes=random.randrange(900)
    )
    return Course(
        patient=str(90_000_000 + index),
        admission=str(70_000_000 + index),
        age=random.randrange(34, 89),
        sex=random.choice("FM"),
        admitted=admitted,
        discharged=admitted + timedelta(days=STAY_DAYS, hours=5),
        problem=random.choice(PROBLEMS),
        background=_background(random),
        operation=random.choice(OPERATIONS),
        allergy=random.choice(ALLERGIES),
        panels=_panels(random, admitted),
    )


def _background(random: Random) -> tuple[tuple[str, str, Drug], ...]:
    chosen = sorted(random.sample(range(len(BACKGROUND)), BACKGROUND_PROBLEMS))
    return tuple(BACKGROUND[place] for place in chosen)


def _panels(random: Random, admitted: datetime) -> tuple[Panel, ...]:
    return tuple(
        Panel(
            time=admitted + timedelta(hours=12 * number),
            values=tuple(_value(random, analyte) for analyte in ANALYTES),
        )
        for number in range(2 * STAY_DAYS)
    )


def _value(random: Random, analyte: Analyte) -> str:
    return f"{random.uniform(analyte.low, analyte.high):.{analyte.places}f}"
