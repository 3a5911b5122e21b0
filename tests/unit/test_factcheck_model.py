"""Claims by a model: three steps, each of which can be left out, and answers that do not hold."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from agents.factcheck.model_extraction import ExtractionSwitches, ModelClaims
from agents.model_settings import ModelSettings
from agents.models import Models
from agents.scripted import ScriptedModel, ScriptLine
from kg.errors import ServiceError

TEXT = "Ketorolac was hard on her kidneys. Torsemide drains the legs."
NAMES = {"names": ["Ketorolac", "Torsemide", "kidneys", "legs"]}
FIRST = {
    "subject": "ketorolac", "relation": "contraindicated", "object": "kidney failure",
    "denied": False, "words": "Ketorolac was hard on her kidneys",
}  # fmt: skip
SECOND = {
    "subject": "torsemide", "relation": "treats", "object": "edema",
    "denied": False, "words": "Torsemide drains the legs",
}  # fmt: skip


def _model(
    monkeypatch: pytest.MonkeyPatch, *lines: tuple[str, Sequence[object]]
) -> Callable[[ExtractionSwitches], ModelClaims]:
    script = tuple(
        ScriptLine(when=when, answers=tuple(json.dumps(answer) for answer in answers))
        for when, answers in lines
    )
    monkeypatch.setattr("agents.models.open_model", lambda *_: ScriptedModel(script=script))
    models = Models(ModelSettings(models={"": "scripted"}))
    return lambda switches: ModelClaims(models.for_role("extractor"), switches)


def _script() -> tuple[tuple[str, Sequence[object]], ...]:
    doubts = {"doubts": [{"number": 1, "stated": False}, {"number": 2, "stated": True}]}
    return (
        ("You list the medical things", [NAMES]),
        ("You go through statements", [doubts]),
        ("You list the medical statements", [{"claims": [FIRST]}, {"claims": [SECOND]}]),
    )


@pytest.mark.parametrize(
    ("switches", "expected"),
    [
        (ExtractionSwitches(), ["torsemide"]),
        (ExtractionSwitches(critical=False), ["ketorolac", "torsemide"]),
        (ExtractionSwitches(rounds=1, critical=False), ["ketorolac"]),
        (ExtractionSwitches(entities_first=False, critical=False), ["ketorolac", "torsemide"]),
    ],
)
async def test_each_step_brings_what_it_should(
    monkeypatch: pytest.MonkeyPatch, switches: ExtractionSwitches, expected: list[str]
) -> None:
    claims = await _model(monkeypatch, *_script())(switches).claims(TEXT)
    assert [claim.subject for claim in claims] == expected
    assert all(TEXT[claim.start : claim.end] == claim.text for claim in claims)


async def test_words_that_are_not_the_texts_are_refused_and_asked_for_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wrong = {**FIRST, "words": "Ketorolac is fine"}
    switches = ExtractionSwitches(entities_first=False, rounds=1, critical=False)
    made = _model(monkeypatch, ("medical statements", [{"claims": [wrong]}, {"claims": [FIRST]}]))
    assert len(await made(switches).claims(TEXT)) == 1
    never = _model(monkeypatch, ("medical statements", [{"claims": [wrong]}]))
    with pytest.raises(ServiceError, match="do not stand in the text"):
        await never(switches).claims(TEXT)


def test_the_command_asks_a_model(run: Callable[..., tuple[int, str, str]], tmp_path: Path) -> None:
    status, told, error = run("factcheck", TEXT, "--extract", "model", "--model", "scripted")
    assert status == 0
    assert "No claim" in told
    assert "2 model calls" in error
