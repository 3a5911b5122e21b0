"""A finished loop as JSON: settings, the figures of every round, and its cases."""

import json

from pydantic import BaseModel, JsonValue

from exports.loop_cases import LoopCase
from graph_state.loop import CONTROL, LoopContext, RoundResult
from graph_state.loop_scoring import Hits, RoundFigures
from graph_state.scoring import Counts, ratio

SCHEMA = "curaview.loop/1"
CASES = "cases"
CASES_HTML = "cases.html"
LOOP_HTML = "loop.html"
_DECIMALS = 4

Json = dict[str, JsonValue]


class FinishedLoop(BaseModel, frozen=True):
    """Everything that a loop came to."""

    context: LoopContext
    version: str
    results: tuple[RoundResult, ...]
    cases: dict[str, LoopCase]
    """Missed errors and false alarms by the name of their file."""


def round_folder(number: int) -> str:
    """Name the folder of a round."""
    return "control" if number == CONTROL else f"round-{number}"


def loop_json(loop: FinishedLoop) -> str:
    """Write the loop as one indented document, ending in a line feed."""
    document: Json = {
        "schema": SCHEMA,
        "seed": loop.context.seed,
        "settings": loop.context.model_dump(mode="json"),
        "versions": {"curaview": loop.version},
        "rounds": [_round(one) for one in loop.results],
        "cases": [_case(name, one) for name, one in loop.cases.items()],
    }
    return json.dumps(document, ensure_ascii=False, allow_nan=False, indent=2) + "\n"


def hits_json(hits: Hits) -> Json:
    """Arrange how many planted errors were found."""
    return {
        "planted": hits.planted,
        "detected": hits.detected,
        "missed": hits.missed,
        "named": hits.named,
        "recall": _rounded(hits.recall),
    }


def counts_json(counts: Counts) -> Json:
    """Arrange a two-by-two table with its ratios; one without a denominator is null."""
    right = counts.true_positive + counts.true_negative
    wrong = counts.false_positive + counts.false_negative
    return {
        "true_positive": counts.true_positive,
        "false_positive": counts.false_positive,
        "false_negative": counts.false_negative,
        "true_negative": counts.true_negative,
        "precision": _rounded(counts.precision),
        "recall": _rounded(counts.recall),
        "specificity": _rounded(counts.specificity),
        "f1": _rounded(counts.f1),
        "accuracy": _rounded(ratio(right, right + wrong)),
    }


def _round(result: RoundResult) -> Json:
    return {
        "round": result.round,
        "folder": round_folder(result.round),
        "generation": result.settings.model_dump(mode="json"),
        "figures": _figures(result.figures),
    }


def _figures(figures: RoundFigures) -> Json:
    return {
        "documents": figures.documents,
        "sentences": figures.sentences,
        "wanted": figures.wanted,
        "planted": figures.planted,
        "discarded": figures.discarded,
        "detected": figures.flags.true_positive,
        "missed": figures.flags.false_negative,
        "false_alarms": figures.flags.false_positive,
        "alarms_in_control": figures.alarms_in_control,
        "other_detections": figures.other_detections,
        "without_output": figures.without_output,
        "errors_per_document": _rounded(figures.errors_per_document),
        "flags_per_document": _rounded(figures.flags_per_document),
        "e3_e4": counts_json(figures.flags),
        "e4": counts_json(figures.contradictions),
        "facts": hits_json(figures.facts),
        "types": {t: hits_json(hits) for t, hits in figures.types.items()},
        "difficulties": {d: hits_json(hits) for d, hits in figures.difficulties.items()},
        "cells": {
            t: {level: hits_json(hits) for level, hits in levels.items()}
            for t, levels in figures.cells.items()
        },
        "by_errors_in_document": {n: counts_json(one) for n, one in figures.by_errors.items()},
    }


def _case(name: str, case: LoopCase) -> Json:
    return {
        "file": f"{CASES}/{name}",
        "kind": case.kind,
        "round": case.round,
        "patient_id": case.patient_id,
        "admission_id": case.admission_id,
        "target": case.target,
        "sentence_index": case.sentence.index,
        "types": list(case.types),
        "difficulty": case.planted.difficulty if case.planted else None,
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, _DECIMALS) + 0.0
