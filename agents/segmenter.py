"""Split the summary into sentences and find the patient's graph."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from agents.judge import chosen
from agents.judging import Judge
from agents.retriever import search_settings
from agents.same_graph import known_graph
from clinical.headings import headings_of
from clinical.sentences import Span
from graph_state.context import Context, context_of
from graph_state.state import CheckState, SentenceInput
from kg.errors import BadInputError
from kg.graph import graph_id
from kg.store import GraphStore, GraphSummary

Split = Callable[[str], list[Span]]
"""Split a text into its sentences, in order."""


class Segmented(TypedDict):
    """What the segmenter adds."""

    sentences: list[SentenceInput]


@dataclass(frozen=True)
class Segmenter:
    """Prepares one payload a sentence; wrong input stops the run here, before any verdict."""

    store: GraphStore
    split: Split
    judges: Mapping[str, Judge]

    async def __call__(self, state: CheckState, runtime: Runtime[Context]) -> Segmented:
        """Refuse an unknown judge, an unknown patient and a text without a sentence."""
        context = context_of(runtime, Context)
        chosen(self.judges, context.judge)
        name = graph_id(state["patient_id"], state.get("admission_id"), context.evidence)
        graph = await known_graph(self.store, name)
        spans = self.split(state["summary"])
        if not spans:
            msg = f"the summary for {name!r} has no sentence; give a text to check"
            raise BadInputError(msg)
        return {"sentences": payloads(state["summary"], spans, graph, context)}


def payloads(
    summary: str, spans: list[Span], graph: GraphSummary, context: Context
) -> list[SentenceInput]:
    """Give each sentence all that its check needs."""
    texts = [summary[span.start : span.end] for span in spans]
    headings = headings_of(summary, spans)
    search = search_settings(context)
    return [
        SentenceInput(
            graph_id=graph.graph_id,
            graph_version=graph.version,
            anchors=graph.anchors,
            index=index,
            start=span.start,
            end=span.end,
            text=text,
            heading=heading.text if heading else "",
            before=before,
            torn=span.torn,
            search=search,
        )
        for index, (span, text, heading, before) in enumerate(
            zip(spans, texts, headings, ["", *texts[:-1]], strict=True)
        )
    ]
