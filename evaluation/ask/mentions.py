"""How well words are linked to nodes: precision, recall and F1 over mentions of seven kinds."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from importlib.resources import files
from typing import Literal

from pydantic import BaseModel

from agents.ask.linking import Linked

Half = Literal["tuned", "held"]


class Mention(BaseModel, frozen=True):
    """Words that name a node of the sample graph, or nothing in it."""

    words: str
    kind: str
    gold: str
    """Name of the node; empty where nothing may be linked."""

    half: Half
    """`tuned`: thresholds were chosen on it. `held`: they were not."""


class LinkingFigures(BaseModel, frozen=True):
    """Counts over some mentions."""

    mentions: int
    right: int
    wrong: int
    """Linked to another node, or linked although nothing is named."""

    missed: int

    @property
    def precision(self) -> float:
        """Share of the links that are right; 1 where nothing was linked."""
        return self.right / (self.right + self.wrong) if self.right + self.wrong else 1.0

    @property
    def recall(self) -> float:
        """Share of what is named that was linked right; 1 where nothing is named."""
        named = self.right + self.missed
        return self.right / named if named else 1.0

    @property
    def f1(self) -> float:
        """Harmonic mean of the two."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


def read_mentions() -> tuple[Mention, ...]:
    """Read the bundled benchmark."""
    path = files("evaluation.ask").joinpath("questions", "mentions.jsonl")
    return tuple(Mention.model_validate_json(line) for line in path.read_text("utf-8").splitlines())


def linking_figures(
    mentions: Iterable[Mention], link: Callable[[str], Linked]
) -> dict[str, LinkingFigures]:
    """Count by half, and by kind within the half that no threshold was chosen on."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for mention in mentions:
        links = link(mention.words).links
        right = any(mention.gold in one.names for one in links) if mention.gold else False
        wrong = bool(links) and not right
        missed = bool(mention.gold) and not right
        names = [mention.half, *([f"held: {mention.kind}"] if mention.half == "held" else [])]
        for name in names:
            for at, count in enumerate((1, int(right), int(wrong), int(missed))):
                counts[name][at] += count
    return {
        name: LinkingFigures(mentions=a, right=b, wrong=c, missed=d)
        for name, (a, b, c, d) in sorted(counts.items())
    }
