"""How well omissions are found: sentences are deleted from right summaries, one at a time.

The labels say which places of the record each sentence rests on. A deleted sentence counts where it
alone rests on a place that the finder would expect to be told; it is found when an omission shows
up that the whole summary did not have and that cites this place. An omission listed for the whole
summary is false when a sentence of that summary rests on the place it cites.
"""

from collections.abc import Sequence
from pathlib import Path

from pydantic import BaseModel

from agents.omissions.expected import Category, Expected
from agents.omissions.finder import CATEGORIES, MOST_SHOWN, expected_of, missing_from
from agents.patient_graph import stored_graph
from evaluation import bootstrap
from evaluation.bootstrap import Interval
from evaluation.checking import shared_embedder
from evaluation.cited_rows import CitedSentence, cited_sentences
from evaluation.datasets import open_dataset
from evaluation.labeled import LabeledRecord
from evaluation.labeled_cohort import TARGET
from graph_state.scoring import Counts, ratio
from kg.errors import BadInputError
from kg.evidence import Evidence
from kg.graph import PatientGraph
from kg.open_store import open_store
from kg.record import Case


class Deletion(BaseModel, frozen=True):
    """One sentence deleted from a summary, and whether its loss was noticed."""

    patient: str
    categories: tuple[Category, ...]
    found: bool
    listed: bool
    """Found, and among the items listed one by one."""


class Intact(BaseModel, frozen=True):
    """What was listed for a whole summary."""

    patient: str
    expected: int
    listed: int
    false: int
    """Listed, although a sentence of the summary rests on the place."""

    false_texts: tuple[str, ...] = ()


class OmissionResult(BaseModel, frozen=True):
    """The figures of one data set."""

    dataset: str
    summaries: int
    deletions: int
    recall: float | None
    recall_ci95: Interval | None
    recall_listed: float | None
    """Counting only what is listed one by one."""

    recall_by_category: dict[Category, tuple[int, int]]
    """Found and deleted, by what the sentence told."""

    omissions_per_summary: float
    false_per_summary: float
    false_per_summary_ci95: Interval | None
    false_texts: tuple[str, ...]


async def measure_omissions(path: Path) -> OmissionResult:
    """Delete every sentence of every clean summary of a labeled Discharge-Me folder."""
    dataset = open_dataset(path)
    deletions: list[Deletion] = []
    intact: list[Intact] = []
    for record in dataset.records:
        sentences = cited_sentences(path, record)
        if sentences:
            graph = await graph_of(record)
            intact.append(check_intact(graph, record, sentences))
            deletions.extend(delete_each(graph, record, sentences))
    if not intact:
        raise BadInputError(f"{path}: no labeled sentence cites its source; omissions need that")
    return result_of(dataset.name, deletions, intact)


async def graph_of(record: LabeledRecord) -> PatientGraph:
    """Build the graph that a check of this record would use."""
    store = open_store("memory", shared_embedder())
    case = Case(record=record.record, targets=record.targets)
    stored = await stored_graph(store, case, record.admission_id, (), "all")
    graph = await store.load(stored.graph_id)
    await store.close()
    if graph is None:
        raise BadInputError(f"admission {record.admission_id}: its graph was not kept")
    return graph


def check_intact(
    graph: PatientGraph, record: LabeledRecord, sentences: Sequence[CitedSentence]
) -> Intact:
    """List the omissions of the whole summary, and those that its labels deny."""
    summary = clean_summary(record)
    missing = missing_from(graph, summary, TARGET)
    false = [item for item in missing if any(rests_on(one, item) for one in sentences)]
    return Intact(
        patient=record.patient,
        expected=len(expected_of(graph, summary, TARGET)),
        listed=len(missing),
        false=len(false),
        false_texts=tuple(item.text for item in false),
    )


def delete_each(
    graph: PatientGraph, record: LabeledRecord, sentences: Sequence[CitedSentence]
) -> list[Deletion]:
    """Delete each sentence that alone tells something expected, and look again."""
    summary = clean_summary(record)
    expected = expected_of(graph, summary, TARGET)
    before = {item.text for item in missing_from(graph, summary, TARGET)}
    deletions = []
    for sentence in sentences:
        told = [item for item in expected if alone(sentence, sentences, item)]
        if not told:
            continue
        left = summary[: sentence.start] + summary[sentence.end :]
        missing = missing_from(graph, left, TARGET)
        found = [item for item in missing if item in told and item.text not in before]
        deletions.append(
            Deletion(
                patient=record.patient,
                categories=tuple(c for c in CATEGORIES if any(t.category == c for t in told)),
                found=bool(found),
                listed=any(item in missing[:MOST_SHOWN] for item in found),
            )
        )
    return deletions


def alone(sentence: CitedSentence, sentences: Sequence[CitedSentence], item: Expected) -> bool:
    """Say whether this sentence and no other rests on the places of an item."""
    return rests_on(sentence, item) and not any(
        rests_on(other, item) for other in sentences if other.index != sentence.index
    )


def rests_on(sentence: CitedSentence, item: Expected) -> bool:
    """Say whether a place that a sentence cites overlaps the leading evidence of an item."""
    first: Evidence = item.evidence[0]
    start, end = first.source.start, first.source.end
    if start is None or end is None:
        return False
    return any(
        place.note == first.source.note and place.start < end and start < place.end
        for place in sentence.places
    )


def clean_summary(record: LabeledRecord) -> str:
    """Return the summary as it was written."""
    return next(d for d in record.documents if d.id.endswith("/clean")).texts[0].summary


def result_of(
    dataset: str, deletions: Sequence[Deletion], intact: Sequence[Intact]
) -> OmissionResult:
    """Put the figures together, with intervals over patients."""
    found = {
        patient: Counts(
            true_positive=sum(d.found for d in deletions if d.patient == patient),
            false_negative=sum(not d.found for d in deletions if d.patient == patient),
        )
        for patient in {d.patient for d in deletions}
    }
    return OmissionResult(
        dataset=dataset,
        summaries=len(intact),
        deletions=len(deletions),
        recall=ratio(sum(d.found for d in deletions), len(deletions)),
        recall_ci95=bootstrap.interval(found, bootstrap.recall),
        recall_listed=ratio(sum(d.listed for d in deletions), len(deletions)),
        recall_by_category=by_category(deletions),
        omissions_per_summary=sum(one.listed for one in intact) / len(intact),
        false_per_summary=sum(one.false for one in intact) / len(intact),
        false_per_summary_ci95=bootstrap.mean_interval([one.false for one in intact]),
        false_texts=tuple(text for one in intact for text in one.false_texts),
    )


def by_category(deletions: Sequence[Deletion]) -> dict[Category, tuple[int, int]]:
    """Count, by what the deleted sentences told, how many were found and how many there were."""
    table: dict[Category, tuple[int, int]] = {}
    for category in CATEGORIES:
        of_it = [d for d in deletions if category in d.categories]
        if of_it:
            table[category] = (sum(d.found for d in of_it), len(of_it))
    return table
