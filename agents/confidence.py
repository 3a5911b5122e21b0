"""How sure a rule's verdict is: how often that rule was right on labeled summaries.

The shipped table is made by `curaview evaluate DATASET... --calibrate FILE`; it holds counts only.
"""

from functools import lru_cache
from importlib.resources import files
from typing import Final, Literal

from pydantic import BaseModel

from clinical.labels import Grade

ABSTAINED: Final = "abstained"
Outcome = Literal["E1", "E2", "E3", "E4", "abstained"]
"""A grade, or that the rule left the claim open."""

OWN_COUNT = 8.0
"""What the prior is worth where a rule's own count decides whether it may flag."""

TABLE = "rule_judge_calibration.json"


class Tally(BaseModel, frozen=True):
    """How many claims ended so, and in how many the labels agree.

    For a flag, the sentence is labeled wrong; for support, it is labeled right; for an
    abstention, it is labeled wrong: how well founded a suspicion would have been.
    """

    agreed: int
    count: int


class CalibrationTable(BaseModel, frozen=True):
    """Counts by rule and outcome, with the share that an unknown rule is given."""

    command: str
    """The command that made it."""

    datasets: tuple[str, ...]
    strengths: dict[Outcome, float]
    """How many claims the prior of an outcome is worth beside the counts of a rule."""

    priors: dict[Outcome, Tally]
    rules: dict[str, dict[Outcome, Tally]]

    def share(self, rule: str | None, outcome: Outcome, strength: float | None = None) -> float:
        """Return how often the labels agree with a rule, drawn toward all rules of its outcome.

        `strength` is how many claims the prior is worth, the fitted one where it is not given.
        """
        prior = self.priors.get(outcome, Tally(agreed=0, count=0))
        overall = (prior.agreed + 1) / (prior.count + 2)
        tally = self.rules.get(rule or "", {}).get(outcome, Tally(agreed=0, count=0))
        strength = self.strengths.get(outcome, 1.0) if strength is None else strength
        return (tally.agreed + strength * overall) / (tally.count + strength)


@lru_cache(maxsize=1)
def shipped_table() -> CalibrationTable:
    """Read the table that comes with the rule judge."""
    text = files("agents").joinpath(TABLE).read_text("utf-8")
    return CalibrationTable.model_validate_json(text)


def calibrated(rule: str | None, grade: Grade) -> float:
    """Return the probability that a grade given by a rule is on the right side."""
    return shipped_table().share(rule, grade)


def flag_share(rule: str | None, grade: Grade) -> float:
    """Return how often the flags of a rule were right, by its own count where it has one."""
    return shipped_table().share(rule, grade, OWN_COUNT)


def suspicion(rule: str | None) -> float:
    """Return the probability that a claim is wrong which a rule left open."""
    return shipped_table().share(rule, ABSTAINED)
