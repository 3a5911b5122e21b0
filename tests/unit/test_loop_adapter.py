"""What the next round asks for, given what was missed."""

import pytest
from pydantic import ValidationError

from agents.adversarial.adapter import adapted, difficulty, weight
from agents.sampling import drawn_difficulty, drawn_order, drawn_types, sentence_weights
from clinical.labels import ERROR_TYPES, ErrorType
from graph_state.generation import DIFFICULTIES, Difficulty, GenerationContext
from graph_state.loop import LoopContext, RoundResult, seed_of
from graph_state.loop_scoring import Hits, round_figures
from graph_state.named_values import named_values, read_named_values, read_weights

Tried = dict[Difficulty, tuple[int, int]]
"""Planted and detected, by difficulty."""


def result(number: int, **tried: Tried) -> RoundResult:
    cells: dict[ErrorType, dict[Difficulty, Hits]] = {
        t: {
            level: Hits(planted=planted, detected=detected)
            for level in DIFFICULTIES
            for planted, detected in [tried.get(t, {}).get(level, (0, 0))]
        }
        for t in ERROR_TYPES
    }
    figures = round_figures([]).model_copy(update={"cells": cells})
    return RoundResult(round=number, settings=GenerationContext(), figures=figures)


@pytest.mark.parametrize(
    ("planted", "detected", "expected"), [(0, 0, 5), (30, 30, 1), (30, 0, 9), (10, 5, 5), (1, 1, 4)]
)
def test_the_weight_follows_the_share_that_was_missed(
    planted: int, detected: int, expected: int
) -> None:
    assert weight("time_error", [result(1, time_error={"easy": (planted, detected)})]) == expected


@pytest.mark.parametrize(
    ("tried", "asked"),
    [
        ({}, None),
        ({"easy": (3, 3)}, "medium"),
        ({"easy": (3, 3), "medium": (1, 1)}, "hard"),
        ({"hard": (3, 3)}, "hard"),
        ({"easy": (3, 2), "hard": (2, 2)}, "easy"),
        ({"easy": (3, 2), "hard": (2, 0)}, "hard"),
        ({"easy": (2, 1), "medium": (2, 1)}, "medium"),
    ],
)
def test_the_difficulty_is_that_which_was_missed_or_the_next_harder_one(
    tried: Tried, asked: Difficulty | None
) -> None:
    assert difficulty("time_error", [result(1, time_error=tried)]) == asked


def test_only_the_last_round_with_the_type_decides_on_its_difficulty() -> None:
    rounds = [result(1, time_error={"easy": (2, 0)}), result(2, time_error={"easy": (4, 4)})]
    assert difficulty("time_error", rounds) == "medium"
    assert difficulty("time_error", [*rounds, result(3)]) == "medium"


def test_only_wanted_types_are_asked_for_and_the_settings_read_well() -> None:
    settings = GenerationContext(types="time_error,value_error")
    found = adapted(
        settings, [result(1, time_error={"easy": (6, 0)}, value_error={"hard": (6, 6)})]
    )
    assert found.type_weights == "time_error=8,value_error=2"
    assert found.type_difficulties == "time_error=easy,value_error=hard"
    assert adapted(settings, []) == settings


def test_rounds_of_neighboring_seeds_differ() -> None:
    seeds = [seed_of(LoopContext(seed=seed), number) for seed in (1, 2) for number in (1, 2, 3)]
    assert len(set(seeds)) == 6 and seeds[0] == 1


@pytest.mark.parametrize(
    ("field", "text", "message"),
    [
        ("type_weights", "time_error", "type_weights: 'time_error' is not written as name=value"),
        ("type_weights", "typo=3", "type_weights: unknown 'typo'"),
        ("type_weights", "time_error=0", "'0' is no whole number from 1 to 99"),
        ("type_weights", "time_error=x", "'x' is no whole number"),
        ("type_weights", "time_error=" + "9" * 400, "is no whole number"),
        ("type_weights", "time_error=1,time_error=2", "'time_error' stands twice"),
        ("type_difficulties", "time_error=extreme", "type_difficulties: unknown 'extreme'"),
    ],
)
def test_wrong_weights_are_refused(field: str, text: str, message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        GenerationContext.model_validate({field: text})


def test_named_values_are_read_as_they_are_written() -> None:
    values = {"easy": 3, "hard": 1}
    text = named_values(values)
    assert text == "easy=3,hard=1"
    assert read_weights("w", f" {text} ,", DIFFICULTIES) == values
    assert read_named_values("w", "", DIFFICULTIES) == {}


def test_a_sentence_weighs_by_the_heavy_types_that_few_others_allow() -> None:
    both: tuple[ErrorType, ...] = ("time_error", "invented_fact")
    allowed = {0: both, **dict.fromkeys(range(1, 10), both[1:]), 10: ()}
    found = sentence_weights(allowed, dict.fromkeys(ERROR_TYPES, 1) | {"invented_fact": 4})
    assert found == {0: 1.0, **dict.fromkeys(range(1, 10), 0.4)}


def test_equal_weights_draw_as_none_do() -> None:
    indexes = list(range(40))
    assert drawn_order(3, "d", indexes, dict.fromkeys(indexes, 1)) == drawn_order(3, "d", indexes)


def test_a_heavy_sentence_tends_to_come_early_and_a_heavy_type_often() -> None:
    indexes = list(range(20))
    firsts = [drawn_order(seed, "d", indexes, {7: 9}).index(7) for seed in range(200)]
    assert sum(first < 5 for first in firsts) > 120
    both: tuple[ErrorType, ...] = ("time_error", "value_error")
    allowed = dict.fromkeys(indexes, both)
    chosen = drawn_types(0, "d", indexes, allowed, {"time_error": 3})
    assert sum(types[0] == "time_error" for types in chosen.values()) == 15


def test_a_quarter_of_the_sentences_goes_on_trying_other_difficulties() -> None:
    context = GenerationContext(type_difficulties="time_error=hard")
    drawn = [drawn_difficulty(context, "d", index, "time_error") for index in range(600)]
    assert 480 < drawn.count("hard") < 520 and drawn.count("easy") > 20
    free = [drawn_difficulty(context, "d", index, "value_error") for index in range(600)]
    assert free.count("hard") < 260
