"""Choose which sentences are made wrong, and draw from the reserve where one could not be."""

from collections.abc import Mapping
from dataclasses import dataclass

from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from agents.applicability import applicability
from agents.generating import Charts, Engine
from agents.generator import chosen_engine
from agents.same_graph import known_graph
from agents.sampling import (
    drawn_difficulty,
    drawn_errors,
    drawn_order,
    drawn_types,
    sentence_weights,
    wanted_number,
)
from agents.segmenter import Split
from clinical.checkability import why_not_checkable
from clinical.claims import read_claims
from clinical.facts import Fact
from clinical.headings import headings_of, is_heading
from clinical.labels import ErrorType
from clinical.sentences import Span, has_words
from graph_state.context import context_of
from graph_state.generation import (
    GenerateState,
    GenerationContext,
    RewriteInput,
)
from kg.errors import BadInputError
from kg.graph import graph_id
from kg.store import GraphSummary

NO_STRATEGY = "holds nothing of the wanted types that the record proves"


class Drawn(TypedDict):
    """What the choice of sentences adds."""

    queue: list[RewriteInput]
    sent: int
    wanted: int
    unsuitable: tuple[str | None, ...]
    not_checkable: tuple[int, ...]


class Redrawn(TypedDict):
    """How far the queue has been sent out."""

    sent: int


@dataclass(frozen=True)
class Sampler:
    """Splits the summary, applies the three criteria and draws sentences and types by seed."""

    charts: Charts
    split: Split
    engines: Mapping[str, Engine]

    async def __call__(self, state: GenerateState, runtime: Runtime[GenerationContext]) -> Drawn:
        """Refuse an unknown patient and a text without a sentence; then draw."""
        context = context_of(runtime, GenerationContext)
        engine = chosen_engine(self.engines, context.engine)
        name = graph_id(state["patient_id"], state.get("admission_id"))
        known = await known_graph(self.charts.store, name)
        summary = state["summary"]
        spans = self.split(summary)
        if not has_words(summary):
            msg = f"the summary for {name!r} has no sentence; give a text to put errors into"
            raise BadInputError(msg)
        chart = await self.charts.of(name, summary)
        sentences = payloads(summary, spans, known)
        unsuitable = [fault_of(sentence) for sentence in sentences]
        allowed: dict[int, tuple[ErrorType, ...]] = {}
        for sentence, fault in zip(sentences, unsuitable, strict=True):
            if fault is None:
                types = engine.types(sentence, chart)
                allowed[sentence["index"]] = tuple(t for t in context.wanted_types if t in types)
        applicable = [index for index, types in allowed.items() if types]
        document = f"{name}/{state.get('target', '')}"
        weights = context.weights
        heavy = sentence_weights(allowed, weights) if context.type_weights else None
        order = drawn_order(context.seed, document, applicable, heavy)
        chosen = drawn_types(context.seed, document, order, allowed, weights)
        return {
            "queue": [
                _with_task(sentences[index], chosen[index], context, document) for index in order
            ],
            "sent": 0,
            "wanted": wanted_number(context, len(applicable)),
            "unsuitable": tuple(
                NO_STRATEGY if fault is None and not allowed[index] else fault
                for index, fault in enumerate(unsuitable)
            ),
            "not_checkable": tuple(s["index"] for s in sentences if is_not_checkable(s)),
        }


async def drawer(state: GenerateState) -> Redrawn:
    """Draw as many sentences as are still missing; the next ones in the queue are the reserve."""
    return {"sent": state["sent"] + missing(state)}


def missing(state: GenerateState) -> int:
    """How many sentences of the queue are still to be sent out to reach the wanted number."""
    planted = sum(1 for one in state.get("outcomes", []) if one.proposal or one.pending)
    return min(state["wanted"] - planted, len(state["queue"]) - state["sent"])


def payloads(summary: str, spans: list[Span], graph: GraphSummary) -> list[RewriteInput]:
    """Give each sentence all that its rewriting needs."""
    texts = [summary[span.start : span.end] for span in spans]
    headings = headings_of(summary, spans)
    return [
        RewriteInput(
            graph_id=graph.graph_id,
            anchors=graph.anchors,
            summary=summary,
            index=index,
            start=span.start,
            end=span.end,
            text=text,
            heading=heading.text if heading else "",
            before=before,
            error_types=(),
            difficulty="medium",
            errors=1,
        )
        for index, (span, text, heading, before) in enumerate(
            zip(spans, texts, headings, ["", *texts[:-1]], strict=True)
        )
    ]


def fault_of(sentence: RewriteInput) -> str | None:
    """Say why a sentence is not suited for rewriting."""
    claims = _claims(sentence)
    return applicability(sentence["text"], claims, is_heading(sentence["text"])).fault


def is_not_checkable(sentence: RewriteInput) -> bool:
    """Say whether a sentence states nothing that the record could prove or refute."""
    clinical = sum(1 for one in _claims(sentence) if not one.concept.id.startswith("text:"))
    return why_not_checkable(sentence["text"], clinical) is not None


def _claims(sentence: RewriteInput) -> list[Fact]:
    return read_claims(
        sentence["text"], sentence["heading"], sentence["before"], sentence["anchors"]
    )


def _with_task(
    sentence: RewriteInput,
    types: tuple[ErrorType, ...],
    context: GenerationContext,
    document: str,
) -> RewriteInput:
    index = sentence["index"]
    return {
        **sentence,
        "error_types": types,
        "difficulty": drawn_difficulty(context, document, index, types[0]),
        "errors": drawn_errors(context, document, index),
    }
