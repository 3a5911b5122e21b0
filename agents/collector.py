"""Put the accepted rewrites into the summary and write down every error with its place."""

from dataclasses import dataclass

from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from agents.sampling import in_canonical_order
from agents.segmenter import Split
from clinical.labels import worst
from clinical.sentences import Span
from graph_state.context import context_of
from graph_state.generation import (
    DIFFICULTIES,
    Discarded,
    GeneratedSummary,
    GenerateState,
    GenerationContext,
    GenerationCounts,
    Outcome,
    PlantedError,
    Proposal,
)

TOGETHER = "changes the sentences beside it once all rewrites are in place"


class Collected(TypedDict):
    """What the collector adds."""

    generated: GeneratedSummary


@dataclass(frozen=True)
class Collector:
    """Assembles the summary; a rewrite that would disturb its segmentation is left out."""

    split: Split

    async def __call__(
        self, state: GenerateState, runtime: Runtime[GenerationContext]
    ) -> Collected:
        """Return the summary with its errors and the counts."""
        spans = self.split(state["summary"])
        outcomes = sorted(state.get("outcomes", []), key=lambda one: one.index)
        kept: dict[int, Proposal] = {}
        dropped: list[Discarded] = []
        for one in outcomes:
            if one.proposal is None:
                dropped.append(
                    Discarded(sentence_index=one.index, reason=one.reason, attempts=one.attempts)
                )
            elif self._stays_apart(state["summary"], spans, kept | {one.index: one.proposal}):
                kept[one.index] = one.proposal
            else:
                dropped.append(
                    Discarded(sentence_index=one.index, reason=TOGETHER, attempts=one.attempts)
                )
        context = context_of(runtime, GenerationContext)
        errors = tuple(
            planted(
                state,
                spans[one.index],
                one,
                kept[one.index],
                context,
            )
            for one in outcomes
            if one.index in kept
        )
        text, _ = assembled(state["summary"], spans, kept)
        applicable = sum(1 for fault in state["unsuitable"] if fault is None)
        return {
            "generated": GeneratedSummary(
                patient_id=state["patient_id"],
                admission_id=state.get("admission_id"),
                target=state.get("target", "summary"),
                seed=context.seed,
                engine=context.engine,
                original=state["summary"],
                text=text,
                counts=GenerationCounts(
                    sentences=len(spans),
                    applicable=applicable,
                    wanted=state["wanted"],
                    planted=len(errors),
                    discarded=len(dropped),
                ),
                errors=errors,
                discarded=tuple(dropped),
                unsuitable=state["unsuitable"],
                not_checkable=state["not_checkable"],
            )
        }

    def _stays_apart(self, summary: str, spans: list[Span], kept: dict[int, Proposal]) -> bool:
        text, wanted = assembled(summary, spans, kept)
        return self.split(text) == wanted


def assembled(summary: str, spans: list[Span], kept: dict[int, Proposal]) -> tuple[str, list[Span]]:
    """Write the summary with the rewrites in it, and where its sentences must be."""
    pieces: list[str] = []
    places: list[Span] = []
    position = length = 0
    for index, span in enumerate(spans):
        words = kept[index].text if index in kept else summary[span.start : span.end]
        gap = summary[position : span.start]
        pieces += [gap, words]
        start = length + len(gap)
        length = start + len(words)
        places.append(Span(start=start, end=length))
        position = span.end
    return "".join((*pieces, summary[position:])), places


def planted(
    state: GenerateState,
    span: Span,
    one: Outcome,
    proposal: Proposal,
    context: GenerationContext,
) -> PlantedError:
    """Write the record of one sentence made wrong."""
    return PlantedError(
        patient_id=state["patient_id"],
        admission_id=state.get("admission_id"),
        target=state.get("target", "summary"),
        sentence_index=one.index,
        original_start=span.start,
        original_end=span.end,
        original_text=state["summary"][span.start : span.end],
        text=proposal.text,
        types=in_canonical_order({edit.error_type for edit in proposal.edits}),
        grade=worst([edit.grade for edit in proposal.edits]),
        difficulty=min((e.difficulty for e in proposal.edits), key=DIFFICULTIES.index),
        edits=proposal.edits,
        explanation=". ".join(_sentence(edit.explanation) for edit in proposal.edits) + ".",
        engine=context.engine,
        seed=context.seed,
        attempts=one.attempts,
    )


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]
