"""The rule-driven engine: the strategies, and a seeded choice among what they find."""

from collections.abc import Iterable
from dataclasses import dataclass

from agents.chart import Chart
from agents.error_engine.candidate import Candidate, Strategy, apart, fitted, proposal_of, rank
from agents.error_engine.descriptors import false_descriptions
from agents.error_engine.doses import false_doses
from agents.error_engine.drug_statuses import false_statuses
from agents.error_engine.drugs import false_allergens, false_drugs
from agents.error_engine.inventions import invented_facts
from agents.error_engine.material import Material
from agents.error_engine.names import false_diagnoses, false_organisms
from agents.error_engine.negations import false_negations
from agents.error_engine.regimens import false_frequencies, false_routes
from agents.error_engine.sides import false_sides
from agents.error_engine.times import false_dates, false_durations
from agents.error_engine.values import false_labs, false_measurements
from clinical.labels import ERROR_TYPES, ErrorType
from graph_state.generation import (
    DIFFICULTIES,
    Difficulty,
    GenerationContext,
    Proposal,
    RewriteInput,
)

STRATEGIES: tuple[Strategy, ...] = (
    false_diagnoses,
    false_descriptions,
    false_drugs,
    false_allergens,
    false_doses,
    false_frequencies,
    false_routes,
    false_statuses,
    false_labs,
    false_organisms,
    false_sides,
    false_dates,
    false_durations,
    false_measurements,
    false_negations,
    invented_facts,
)


@dataclass(frozen=True)
class RuleEngine:
    """Makes errors by the strategies, the same ones whenever the seed is the same."""

    name: str = "rules"

    def types(self, sentence: RewriteInput, chart: Chart) -> tuple[ErrorType, ...]:
        """Name the types of error that this sentence allows."""
        found = {one.error_type for one in self.candidates(Material(sentence, chart))}
        return tuple(t for t in ERROR_TYPES if t in found)

    async def __call__(
        self,
        sentence: RewriteInput,
        chart: Chart,
        context: GenerationContext,
        refused: list[Proposal],
        objections: list[str],
    ) -> Proposal | None:
        """Choose an edit of the first type that still has one, and further ones beside it."""
        material = Material(sentence, chart)
        tried = {(edit.original_start, edit.text) for one in refused for edit in one.edits}
        found = [c for c in self.candidates(material) if (c.start, c.words) not in tried]
        chosen: list[Candidate] = []
        for error_type in _by_turns(sentence["error_types"]):
            if len(chosen) == sentence["errors"]:
                break
            if error_type == "invented_fact" and any(c.error_type == error_type for c in chosen):
                continue
            fit = [c for c in found if c.error_type == error_type and apart(c, chosen)]
            best = min(fit, key=lambda c: self._order(sentence, c, context.seed), default=None)
            if best is not None:
                chosen.append(best)
        return proposal_of(sentence["text"], chosen) if chosen else None

    def candidates(self, material: Material) -> Iterable[Candidate]:
        """All edits that the strategies find, articles fitted."""
        for strategy in STRATEGIES:
            for one in strategy(material):
                yield fitted(material.text, one)

    def _order(self, sentence: RewriteInput, one: Candidate, seed: int) -> tuple[int, str]:
        """Nearest to the wanted difficulty first, then by lot."""
        return (
            _distance(one.difficulty, sentence["difficulty"]),
            rank(seed, sentence["graph_id"], str(sentence["index"]), one.key),
        )


def _by_turns(types: tuple[ErrorType, ...]) -> tuple[ErrorType, ...]:
    """The wanted type and its substitutes; a second error is of another type where it can be."""
    second = [t for t in types[1:] if t != "invented_fact"] + list(types[:1])
    return (*types[:1], *second, *types[1:])


def _distance(one: Difficulty, other: Difficulty) -> int:
    return abs(DIFFICULTIES.index(one) - DIFFICULTIES.index(other))
