"""Commands that may ask models: what they say before, what they refuse, what they keep."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from agents.model_settings import ModelSettings
from agents.models import Models
from evaluation.structured_output_bench import measure

NOTE = "Discharge Medications:\n1. furosemide 40 mg PO daily\n"
SUMMARY = "Mr. Bello takes furosemide 40 mg daily. Thank you for your patience.\n"
ROOT = Path(__file__).parents[2]

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def verify(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Check a summary; no model is named but by options."""
    record, summary = tmp_path / "note.txt", tmp_path / "summary.txt"
    record.write_text(NOTE)
    summary.write_text(SUMMARY)
    monkeypatch.delenv("CURAVIEW_MODEL", raising=False)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    return partial(run, "verify", record, "--summary", summary)


def test_the_scripted_model_runs_offline_and_says_what_was_used(verify: Run) -> None:
    status, out, err = verify("--judge", "llm", "--model", "scripted", "--format", "json")
    report = json.loads(out)
    assert status == 0 and report["judge"] == "llm"
    assert report["settings"]["model_judge"] == "scripted"
    assert err.startswith("curaview: 1 model calls") and "$0.0000" in err


def test_a_model_that_nothing_asks_is_told(verify: Run) -> None:
    status, out, err = verify("--model", "scripted", "--max-cost", "1", "--format", "json")
    assert status == 0 and json.loads(out)["judge"] == "rules"
    assert err == (
        "curaview: no model is asked, so --model, --max-cost changes nothing;"
        " --judge llm, hybrid or qa, --extract model or --graph-reports model asks one\n"
    )


def test_a_judge_without_a_model_is_one_line(verify: Run) -> None:
    assert verify("--judge", "llm") == (
        2,
        "",
        "curaview: no model for the judge; name one by --model or CURAVIEW_MODEL\n",
    )


@pytest.mark.parametrize(
    ("limit", "said"),
    [
        (("--max-tokens", "100"), "tokens is above --max-tokens 100; nothing was asked"),
        (("--max-cost", "0.5"), "--max-cost needs the price of the model"),
    ],
)
def test_a_limit_below_the_estimate_stops_before_anything_is_asked(
    limit: tuple[str, str], said: str, verify: Run
) -> None:
    server = ("--model", "openai:any", "--model-url", "http://127.0.0.1:9/v1")
    status, out, err = verify("--judge", "llm", *server, *limit)
    assert (status, out) == (2, "")
    assert "curaview: estimate: 1 model calls" in err and said in err


def test_nothing_of_a_finished_run_is_kept(verify: Run, tmp_path: Path) -> None:
    verify("--judge", "llm", "--model", "scripted")
    assert not list((tmp_path / "kept").iterdir())


def test_rules_alone_say_nothing_of_models(verify: Run) -> None:
    status, _, err = verify("--format", "json")
    assert (status, err) == (0, "")


async def test_the_bench_of_form_counts_layers_and_endings() -> None:
    models = Models(ModelSettings(models={"": "scripted"}))
    result = await measure(models, ROOT / "examples" / "cohort", 5, 12_000)
    assert result.answers >= 5 and result.raw_json == result.valid_as_written == 1.0
    assert sum(result.statuses.values()) >= result.sentences > 0
    assert result.valid_verdicts == 1.0 and result.retries == 0
