"""A labeled set as a LangSmith dataset, and what a judge said of it as an experiment."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from uuid import UUID, uuid5

from langsmith import Client
from langsmith.utils import LangSmithError
from pydantic import BaseModel, JsonValue

from kg.errors import BadInputError, ServiceError

NAMES = UUID("5f0c6f1e-0f0b-5a5e-9d0c-2f6d7a1c9b3e")
"""Ids of examples and runs follow from what they are, so that nothing is pushed twice."""


class ExperimentRow(BaseModel, frozen=True):
    """One labeled sentence, masked, with what was expected, what was said, and how that scores."""

    id: str
    inputs: dict[str, JsonValue]
    expected: dict[str, JsonValue]
    answer: dict[str, JsonValue]
    scores: dict[str, float]


class Pulled(BaseModel, frozen=True):
    """A dataset as it stands in LangSmith, with the scores of every experiment on it."""

    dataset: str
    examples: list[dict[str, JsonValue]]
    experiments: list[dict[str, JsonValue]]


def push(client: Client, dataset: str, experiment: str, rows: Sequence[ExperimentRow]) -> int:
    """Make the dataset whole, add an experiment on it, and return how many examples were new."""
    with _service():
        known = next(iter(client.list_datasets(dataset_name=dataset, limit=1)), None)
        kept = known or client.create_dataset(dataset, description="Pushed by CuraView, masked.")
        there = {example.id for example in client.list_examples(dataset_id=kept.id)}
        new = [row for row in rows if example_id(dataset, row) not in there]
        if new:
            client.create_examples(
                dataset_id=kept.id,
                examples=[
                    {
                        "id": example_id(dataset, row),
                        "inputs": row.inputs,
                        "outputs": row.expected,
                        "metadata": {"row": row.id},
                    }
                    for row in new
                ],
            )
        project = client.create_project(experiment, reference_dataset_id=kept.id, upsert=True)
        for row in rows:
            _push_row(client, dataset, experiment, project.id, row)
        client.flush()
    return len(new)


def pull(client: Client, dataset: str) -> Pulled:
    """Read a dataset back, with the answers and scores of its experiments."""
    with _service():
        known = next(iter(client.list_datasets(dataset_name=dataset, limit=1)), None)
        if known is None:
            raise BadInputError(f"LangSmith has no dataset {dataset!r}; push it first")
        examples = sorted(client.list_examples(dataset_id=known.id), key=lambda one: str(one.id))
        rows = {str(one.id): str((one.metadata or {}).get("row", one.id)) for one in examples}
        projects = client.list_projects(reference_dataset_id=known.id)
        names = sorted(project.name or str(project.id) for project in projects)
        experiments = [_experiment(client, one, rows) for one in names]
    return Pulled(
        dataset=dataset,
        examples=[
            {"row": rows[str(one.id)], "inputs": one.inputs, "expected": one.outputs or {}}
            for one in examples
        ],
        experiments=experiments,
    )


def example_id(dataset: str, row: ExperimentRow) -> UUID:
    """Name the example of a row."""
    return uuid5(NAMES, f"{dataset}\n{row.id}")


def run_id(experiment: str, example: UUID | str) -> UUID:
    """Name the run of an experiment on an example."""
    return uuid5(NAMES, f"{experiment}\n{example}")


def _push_row(
    client: Client, dataset: str, experiment: str, project: UUID, row: ExperimentRow
) -> None:
    example = example_id(dataset, row)
    run = run_id(experiment, example)
    now = datetime.now(UTC)
    client.create_run(
        "check",
        row.inputs,
        "chain",
        id=run,
        trace_id=run,
        dotted_order=f"{now:%Y%m%dT%H%M%S%fZ}{run}",
        outputs=row.answer,
        project_name=experiment,
        reference_example_id=example,
        start_time=now,
        end_time=now,
    )
    for key, score in sorted(row.scores.items()):
        client.create_feedback(
            run,
            key,
            score=score,
            value=row.answer,
            trace_id=run,
            session_id=project,
            feedback_id=uuid5(run, key),
        )


def _experiment(client: Client, name: str, rows: dict[str, str]) -> dict[str, JsonValue]:
    """Read the scores of an experiment; the answer stands beside each of them."""
    runs = {run_id(name, example): row for example, row in rows.items()}
    results: dict[str, dict[str, JsonValue]] = {}
    for feedback in client.list_feedback(run_ids=list(runs)):
        row = runs.get(feedback.run_id) if feedback.run_id else None
        if row is not None:
            kept = results.setdefault(row, {"row": row, "answer": None, "scores": {}})
            kept["answer"] = feedback.value if isinstance(feedback.value, dict) else None
            scores = kept["scores"]
            if isinstance(scores, dict) and isinstance(feedback.score, int | float):
                scores[feedback.key] = float(feedback.score)
    ordered: list[JsonValue] = [results[row] for row in sorted(results)]
    return {"name": name, "results": ordered, "means": _means(results.values())}


def _means(results: Iterable[dict[str, JsonValue]]) -> dict[str, JsonValue]:
    by_key: dict[str, list[float]] = {}
    for result in results:
        scores = result["scores"]
        for key, score in scores.items() if isinstance(scores, dict) else ():
            if isinstance(score, float):
                by_key.setdefault(key, []).append(score)
    return {key: round(sum(each) / len(each), 4) for key, each in sorted(by_key.items())}


@contextmanager
def _service() -> Iterator[None]:
    try:
        yield
    except LangSmithError as error:
        said = " ".join(str(error).split())[:200]
        raise ServiceError(f"LangSmith: {type(error).__name__}: {said}") from error
