"""What a strategy works on: one sentence as it was read, and the chart behind it."""

from dataclasses import dataclass
from functools import cached_property

from agents.chart import Chart
from clinical.claims import read_claims
from clinical.facts import Fact
from clinical.reading import Mentions, find_mentions
from graph_state.generation import RewriteInput


@dataclass(frozen=True)
class Material:
    """One sentence with the claims and mentions found in it."""

    sentence: RewriteInput
    chart: Chart

    @property
    def text(self) -> str:
        """The words of the sentence."""
        return self.sentence["text"]

    @cached_property
    def mentions(self) -> Mentions:
        """What the parsers find in the sentence, with spans."""
        return find_mentions(self.text, self.sentence["anchors"])

    @cached_property
    def claims(self) -> list[Fact]:
        """The claims of the sentence, in the order of the text."""
        return reread(self.sentence, self.text)

    def claim_at(self, start: int, end: int, concept: str = "") -> Fact | None:
        """The narrowest claim over a span, of one concept where that is given."""
        over = [
            claim
            for claim in self.claims
            if (claim.source.start or 0) <= start
            and end <= (claim.source.end or 0)
            and concept in ("", claim.concept.id)
        ]
        return min(over, key=lambda c: (c.source.end or 0) - (c.source.start or 0), default=None)


def reread(sentence: RewriteInput, text: str) -> list[Fact]:
    """Read the claims of a sentence in the wording given."""
    return read_claims(text, sentence["heading"], sentence["before"], sentence["anchors"])


def written(text: str, claim: Fact) -> str:
    """The words of a claim as they stand in its sentence."""
    return text[claim.source.start : claim.source.end]
