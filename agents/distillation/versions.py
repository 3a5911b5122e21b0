"""The sentences of a summary before and after errors were put into it, as a check sees them."""

from collections.abc import Sequence
from dataclasses import dataclass

from agents.segmenter import payloads
from clinical.sentences import Span, split_sentences
from exports.report_reading import WrittenReport, WrittenSentence
from graph_state.context import Context
from graph_state.generation import PlantedError
from graph_state.state import SentenceInput
from kg.store import GraphSummary


@dataclass(frozen=True)
class Versions:
    """Both versions; a sentence may be missing where the text of the summary is not at hand."""

    original: Sequence[SentenceInput]
    rewritten: Sequence[SentenceInput]

    def find(self, text: str, start: int) -> SentenceInput | None:
        """Find a sentence by its words in either version, the nearest to a place."""
        return _nearest((*self.rewritten, *self.original), text, start)

    def of_error(self, error: PlantedError) -> tuple[SentenceInput, SentenceInput]:
        """Return the rewritten sentence of an error and its original."""
        rewrite = _nearest(self.rewritten, error.text, error.original_start)
        original = _nearest(self.original, error.original_text, error.original_start)
        if original is None:
            original = _instead(rewrite, error.original_text, error) if rewrite else None
        if rewrite is None:
            rewrite = _instead(original, error.text, error) if original else None
        if rewrite is None or original is None:
            msg = f"sentence {error.sentence_index} of {error.patient_id} is in neither version"
            raise LookupError(msg)
        return rewrite, original


def versions_of(
    text: str | None,
    errors: Sequence[PlantedError],
    report: WrittenReport | None,
    graph: GraphSummary,
    context: Context,
) -> Versions:
    """Lay out both versions from the original text, else from the report, else one by one."""
    if text is not None and all(_stands(text, error) for error in errors):
        changed = with_errors(text, errors)
        return Versions(_split(text, graph, context), _split(changed, graph, context))
    if report is not None:
        return Versions((), _restored(report.sentences, graph, context))
    alone = [_alone(error, graph, context) for error in errors]
    return Versions((), alone)


def with_errors(text: str, errors: Sequence[PlantedError]) -> str:
    """Put the rewritten sentences into the original summary."""
    changed = text
    for error in sorted(errors, key=lambda one: -one.original_start):
        changed = changed[: error.original_start] + error.text + changed[error.original_end :]
    return changed


def _stands(text: str, error: PlantedError) -> bool:
    return text[error.original_start : error.original_end] == error.original_text


def _split(text: str, graph: GraphSummary, context: Context) -> list[SentenceInput]:
    return payloads(text, split_sentences(text), graph, context)


def _restored(
    sentences: Sequence[WrittenSentence], graph: GraphSummary, context: Context
) -> list[SentenceInput]:
    """Lay the sentences of a report out at their places; what was between them is line breaks."""
    text = ""
    for one in sentences:
        text = text.ljust(one.start, "\n")[: one.start] + one.text
    spans = [Span(start=one.start, end=one.end) for one in sentences]
    return payloads(text, spans, graph, context)


def _alone(error: PlantedError, graph: GraphSummary, context: Context) -> SentenceInput:
    span = Span(start=0, end=len(error.text))
    return payloads(error.text, [span], graph, context)[0]


def _instead(beside: SentenceInput, text: str, error: PlantedError) -> SentenceInput:
    """Put other words in the place of a sentence; what stands around it stays."""
    return {**beside, "text": text, "end": beside["start"] + len(text)}


def _nearest(sentences: Sequence[SentenceInput], text: str, start: int) -> SentenceInput | None:
    same = [one for one in sentences if one["text"] == text]
    return min(same, key=lambda one: abs(one["start"] - start), default=None)
