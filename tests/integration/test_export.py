"""`curaview export` on a checked run: curated, masked, split, and read by the trainers' library."""

import csv
import hashlib
import json
import shutil
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest
from pydantic import BaseModel
from typer.main import get_command
from typer.testing import CliRunner, Result

from agents.judge_answer import JudgeAnswer
from cli.commands import commands
from exports.distillation.formats import FORMS, Form
from kg.errors import BadInputError

EXAMPLES = Path(__file__).parents[2] / "examples"
TABLES = ("discharge", "discharge_target", "edstays", "triage", "diagnosis", "radiology")


def curaview(*words: str) -> Result:
    return CliRunner().invoke(commands, list(words))


def done(*words: str) -> Result:
    result = curaview(*words)
    assert result.exit_code == 0, result.output or result.exception
    return result


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def write_rows(path: Path, rows: list[dict[str, str]]) -> None:
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(stream, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


@cache
def checked_run() -> Path:
    """Four patients of the examples, with errors put in and the changed summaries checked."""
    folder = Path(mkdtemp())
    record, changed, run = folder / "record", folder / "changed", folder / "run"
    record.mkdir()
    stays = sorted({row["hadm_id"] for row in rows_of(EXAMPLES / "cohort/discharge_target.csv")})[
        :4
    ]
    for name in TABLES:
        rows = rows_of(EXAMPLES / "cohort" / f"{name}.csv")
        stay_ids = {
            row["stay_id"]
            for row in rows_of(EXAMPLES / "cohort/edstays.csv")
            if row["hadm_id"] in stays
        }
        kept = [
            row
            for row in rows
            if row.get("hadm_id") in stays or ("hadm_id" not in row and row["stay_id"] in stay_ids)
        ]
        write_rows(record / f"{name}.csv", kept)
    done("generate", str(record), "--out", str(run), "--seed", "2")
    shutil.copytree(record, changed)
    shutil.copyfile(run / "injected_bhc.csv", folder / "injected.csv")
    texts = {r["hadm_id"]: r["brief_hospital_course"] for r in rows_of(folder / "injected.csv")}
    targets = rows_of(record / "discharge_target.csv")
    write_rows(
        changed / "discharge_target.csv",
        [row | {"brief_hospital_course": texts[row["hadm_id"]]} for row in targets],
    )
    checked = done("verify", str(changed), "--format", "jsonl", "--no-resume")
    (run / "reports.jsonl").write_text(checked.stdout, encoding="utf-8")
    return run


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    path = checked_run().parent / "key"
    path.write_bytes(b"a key for tests, the same for all" * 2)
    monkeypatch.setenv("CURAVIEW_DEIDENTIFICATION_KEY", str(path))


@cache
def exported(form: Form) -> Path:
    out = Path(mkdtemp()) / "out"
    done("export", str(checked_run()), "--format", form, "--out", str(out))
    return out


def lines(path: Path) -> list[dict[str, list[dict[str, str]]]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_every_answer_is_what_the_product_asks_for() -> None:
    folder = exported("chat")
    schema = JudgeAnswer.model_json_schema()
    limits = {n: p["maxLength"] for n, p in schema["properties"].items() if "maxLength" in p}
    for row in [row for path in folder.glob("*.jsonl") for row in lines(path)]:
        system, user, assistant = row["messages"]
        assert [m["role"] for m in row["messages"]] == ["system", "user", "assistant"]
        assert "You check sentences of a hospital discharge summary" in system["content"]
        told = json.loads(assistant["content"])
        answer = JudgeAnswer.model_validate(told)
        assert all(len(told[name]) <= most for name, most in limits.items())
        shown = {
            item["id"]: item["quote"]
            for line in user["content"].splitlines()
            if line.startswith('{"id"')
            for item in [json.loads(line)]
        }
        for claim in answer.claims:
            assert all(one.quote in shown[one.id] for one in claim.evidence)
            if claim.grade == "E4":
                assert any(one.relation == "contradicts" for one in claim.evidence)


@pytest.mark.parametrize("form", FORMS)
def test_nothing_names_a_patient_or_a_stay(form: Form) -> None:
    folder = exported(form)
    named = {
        value
        for row in rows_of(checked_run() / "discharge.csv")
        for value in (row["subject_id"], row["hadm_id"])
    }
    for path in (one for one in folder.rglob("*") if one.is_file()):
        content = path.read_bytes()
        assert not [value for value in named if value.encode() in content], path


def test_runs_in_any_order_give_the_same_bytes(tmp_path: Path) -> None:
    other = tmp_path / "other"
    stay = rows_of(EXAMPLES / "cohort/discharge_target.csv")[-1]["hadm_id"]
    done("generate", str(EXAMPLES / "cohort"), "--admission", stay, "--out", str(other))
    runs = [str(checked_run()), str(other)]
    for name, order in (("a", runs), ("b", [*runs[::-1], runs[0]])):
        done("export", *order, "--format", "hf-dataset", "--out", str(tmp_path / name))
    assert digest(tmp_path / "a") == digest(tmp_path / "b")


def digest(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


class Named(BaseModel):
    patient: str
    sentence: str
    original: str | None


@pytest.mark.parametrize(
    "form", ["chat", "sharegpt", "ms-swift", "trl-sft", "trl-dpo", "hf-dataset"]
)
def test_the_datasets_library_loads_the_folder_by_its_card(
    form: Form, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    datasets = pytest.importorskip("datasets", reason="the extra `train` is not installed")
    folder = exported(form)
    loaded = datasets.load_dataset(str(folder), "default", cache_dir=str(tmp_path / "cache"))
    columns = {
        "chat": {"messages"},
        "sharegpt": {"system", "conversations"},
        "ms-swift": {"messages"},
        "trl-sft": {"prompt", "completion"},
        "trl-dpo": {"prompt", "chosen", "rejected"},
    }
    for part in loaded.values():
        assert len(part) > 0
        if form in columns:
            assert {*part.column_names} == columns[form]
    if form == "hf-dataset":
        parts = {
            split: [Named.model_validate(row) for row in part] for split, part in loaded.items()
        }
        patients = [{row.patient for row in part} for part in parts.values()]
        texts = [{t for row in part for t in (row.sentence, row.original)} - {None}
                 for part in parts.values()]  # fmt: skip
        assert len(parts) == 3
        for sets in (patients, texts):
            assert not (sets[0] & sets[1] or sets[0] & sets[2] or sets[1] & sets[2])


def test_a_pair_sets_a_right_verdict_against_one_that_the_run_gave() -> None:
    folder = exported("trl-dpo")
    found = [row for path in folder.glob("*.jsonl") for row in lines(path)]
    assert found
    for row in found:
        chosen, rejected = (
            JudgeAnswer.model_validate_json(row[name][0]["content"])
            for name in ("chosen", "rejected")
        )
        assert chosen.hallucination_status != rejected.hallucination_status


def test_a_run_that_was_never_checked_gives_no_pair(tmp_path: Path) -> None:
    run = tmp_path / "run"
    shutil.copytree(checked_run(), run, ignore=shutil.ignore_patterns("reports.jsonl"))
    result = curaview("export", str(run), "--format", "trl-dpo", "--out", str(tmp_path / "out"))
    assert isinstance(result.exception, BadInputError)
    assert "no pair of a right and a wrong verdict" in str(result.exception)
    assert not (tmp_path / "out").exists()


def test_without_its_record_a_run_shows_what_it_cited_itself(tmp_path: Path) -> None:
    run = tmp_path / "run"
    run.mkdir()
    for name in ("samples.jsonl", "reports.jsonl"):
        shutil.copyfile(checked_run() / name, run / name)
    done("export", str(run), "--out", str(tmp_path / "out"))
    assert "kept 4" in (tmp_path / "out/README.md").read_text(encoding="utf-8")
    done("export", str(run), "--record", str(checked_run()), "--out", str(tmp_path / "again"))
    assert "retrieved 4" in (tmp_path / "again/README.md").read_text(encoding="utf-8")


def test_a_loop_is_one_run(tmp_path: Path) -> None:
    for name in ("control", "round-1", "round-2"):
        shutil.copytree(checked_run(), tmp_path / "loop" / name)
    (tmp_path / "loop/control/samples.jsonl").write_text("")
    done("export", str(tmp_path / "loop"), "--out", str(tmp_path / "out"))
    page = (tmp_path / "out/README.md").read_text(encoding="utf-8")
    assert "`control@" in page
    assert "`round-1@" in page
    assert "`round-2@" in page
    assert "dropped: repeated" in page


@pytest.mark.parametrize("content", [None, "", "not json\n", '{"a": 1}\n'])
def test_a_folder_that_is_no_run_is_refused_in_one_line(
    content: str | None, tmp_path: Path
) -> None:
    run = tmp_path / "run"
    run.mkdir()
    if content is not None:
        (run / "samples.jsonl").write_text(content)
    result = curaview("export", str(run), "--out", str(tmp_path / "out"))
    assert isinstance(result.exception, BadInputError)
    assert "\n" not in str(result.exception)
    assert not (tmp_path / "out").exists()


def test_the_export_never_lands_among_its_sources() -> None:
    run = str(checked_run())
    result = curaview("export", run, "--out", run)
    assert "give another folder with --out" in str(result.exception)


def test_the_command_is_listed() -> None:
    assert "export" in getattr(get_command(commands), "commands", {})
