"""Errors put into a summary by the generator, with the labels that follow from it."""

from collections.abc import Sequence

from agents.generate_graph import GenerateParts, generate_graph
from agents.known_engines import known_engines
from clinical.sentences import Span, split_sentences
from evaluation.checking import OpenedRecord
from evaluation.labeled_cohort import TARGET
from graph_state.generation import GeneratedSummary, GenerateInput, GenerationContext
from graph_state.scoring import GoldRow
from kg.store import GraphStore


async def generate_errors(
    opened: OpenedRecord, summary: str, context: GenerationContext
) -> GeneratedSummary:
    """Make sentences of a summary wrong, by rule and by seed."""
    store: GraphStore = opened.searched.store
    parts = GenerateParts(store=store, engines=known_engines(store))
    graph = generate_graph(parts, checkpointer=False).compile()
    record = opened.record
    wanted = GenerateInput(
        patient_id=record.record.patient_id,
        admission_id=record.admission_id,
        target=TARGET,
        summary=summary,
    )
    done = await graph.ainvoke(wanted, context=context)
    generated: GeneratedSummary = done["generated"]
    return generated


def changed_rows(
    generated: GeneratedSummary, known: Sequence[GoldRow]
) -> tuple[tuple[GoldRow, ...], tuple[bool, ...]]:
    """Label every sentence of a changed summary, and say which of them was changed.

    A planted error has the generator's label. Any other sentence keeps the label that the
    original has; where nobody labeled it, it is presumed to be right.
    """
    errors = {error.sentence_index: error for error in generated.errors}
    originals = split_sentences(generated.original)
    rows: list[GoldRow] = []
    spans = split_sentences(generated.text)
    for index, (old, new) in enumerate(zip(originals, spans, strict=True)):
        row = GoldRow(
            start=new.start, end=new.end, text=generated.text[new.start : new.end], label="E1"
        )
        error = errors.get(index)
        if error is not None:
            row = row.model_copy(update={"label": error.grade, "types": error.types})
        elif known:
            row = _as_labeled(row, old, known)
        elif index in generated.not_checkable:
            row = row.model_copy(update={"label": None})
        rows.append(row)
    return tuple(rows), tuple(index in errors for index in range(len(rows)))


def original_rows(generated: GeneratedSummary) -> tuple[GoldRow, ...]:
    """Label the sentences of the original, which is presumed to be right."""
    unchanged = generated.model_copy(update={"text": generated.original, "errors": ()})
    return changed_rows(unchanged, ())[0]


def _as_labeled(row: GoldRow, old: Span, known: Sequence[GoldRow]) -> GoldRow:
    labels = [one for one in known if one.start < old.end and old.start < one.end]
    graded = [one for one in labels if one.label is not None]
    wrong = [one for one in graded if one.wrong]
    first = next(iter(wrong or graded), None)
    if first is None:
        return row.model_copy(update={"label": None})
    return row.model_copy(update={"label": first.label, "types": first.types})
