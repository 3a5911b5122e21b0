"""Questions with gold answers, and which graph each of them is asked of."""

from importlib.resources import files
from typing import Literal

from pydantic import BaseModel, Field

QuestionKind = Literal["factual", "multi_hop", "colloquial"]
SETS = ("open", "blind")
"""`open` may be read while the engine is made; nobody who makes it reads answers of `blind`."""

KNOWLEDGE = "knowledge"


class AskedQuestion(BaseModel, frozen=True):
    """One question."""

    id: str
    graph: str
    """`knowledge` for the sample on liver disease, else an admission of the sample cohort."""

    kind: QuestionKind
    question: str
    gold: tuple[tuple[str, ...], ...] = ()
    """What a right answer says: one of the wordings of each."""

    evidence: tuple[str, ...] = ()
    """Words of the sources that hold the answer; `|` parts wordings."""

    wrong: tuple[str, ...] = ()
    """What a right answer must not say."""

    unanswerable: str = Field(default="", pattern="^(|unknown|other_patient)$")


def read_questions(name: str) -> tuple[AskedQuestion, ...]:
    """Read a bundled set."""
    path = files("evaluation.ask").joinpath("questions", f"{name}.jsonl")
    lines = path.read_text("utf-8").splitlines()
    return tuple(AskedQuestion.model_validate_json(line) for line in lines)
