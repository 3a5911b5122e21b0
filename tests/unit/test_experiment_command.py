"""`curaview experiment` on one bundled patient, on a cohort without labels, and what it refuses."""

import csv
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from agents.model_settings import ModelSettings
from cli.experiment_run import ExperimentRequest, run_and_write
from cli.main import app
from evaluation.experiment import record_work
from evaluation.experiment.arms import MAIN, arms_of
from evaluation.experiment.audit import shared_out
from evaluation.experiment.cache import ResultCache
from evaluation.experiment.cohorts import open_cohort, sample_cohort, synthetic_cohort
from evaluation.experiment.page import warning_for
from evaluation.experiment.record_run import run_record
from evaluation.experiment.results import CheckedText, CohortResult
from evaluation.experiment.settings import ExperimentSettings
from exports.charts import Point, bar_chart, scatter_chart
from graph_state.context import Context

ROOT = Path(__file__).parents[2]
COHORT = ROOT / "examples" / "cohort"
TABLES = {
    "main_results", "secondary_results", "baselines", "relative_change", "type_gain",
    "gain_and_coverage", "domain", "record_length", "injections_detected",
    "injections_performance", "screening", "rejection",
}  # fmt: skip

OPTIONS = (str(COHORT), "--sample", "1", "--injections", "1", "--jobs", "1", "--audit", "6")

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def experiment(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    def run(*options: str) -> tuple[int, str, str]:
        monkeypatch.delenv("CURAVIEW_MODEL", raising=False)
        arguments = ["curaview", "experiment", *options]
        monkeypatch.setattr(sys, "argv", arguments)
        monkeypatch.setattr(sys, "excepthook", sys.__excepthook__)
        with pytest.raises(SystemExit) as left:
            app()
        out, err = capfd.readouterr()
        return int(left.value.code or 0), out, err

    return run


def written(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def one_patient(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run the experiment on one bundled patient, once for all tests."""
    out = tmp_path_factory.mktemp("experiment")
    request = ExperimentRequest(cohorts=(COHORT,), out=out, sample=1, injections=1, audit=6)
    run_and_write(request, ModelSettings())
    return out


def test_one_patient_gives_every_table_and_the_same_bytes_again(
    experiment: Run, tmp_path: Path, one_patient: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(one_patient / "cache", tmp_path / "cache")
    first = written(one_patient)
    assert {f"{name}.csv" for name in TABLES} <= set(first)

    def refuse(*arguments: object) -> object:
        raise AssertionError("a graph was built although everything is kept")

    monkeypatch.setattr(record_work, "open_record", refuse)
    status, shown, err = experiment(*OPTIONS, "--out", str(tmp_path))
    assert status == 0, err
    assert "CuraView (graph)" in shown
    assert written(tmp_path) == first
    check_page(first["experiment.html"].decode())
    check_tables(tmp_path)


def check_page(page: str) -> None:
    assert "curaview experiment cohort --out DIR --seed 0" in page
    assert "<script" not in page and "http" not in re.sub(r"<meta http-equiv", "", page)
    assert page.count("<svg") >= 6
    assert str(ROOT) not in page


def check_tables(out: Path) -> None:
    arms = {row["arm"]: row for row in rows(out / "baselines.csv")}
    assert len(arms) == len(arms_of("rules"))
    flagged = arms["Flag everything"]
    assert flagged["E3+E4 recall"] == "1.000" and flagged["judge"] == "flag_everything"
    control = rows(out / "injections_detected.csv")[0]
    assert (control["errors a summary"], control["injections"]) == ("0", "0")
    assert len(rows(out / "audit.csv")) == 6


def test_errors_are_made_where_a_cohort_has_no_labels(tmp_path: Path) -> None:
    bare = tmp_path / "bare"
    shutil.copytree(COHORT, bare, ignore=shutil.ignore_patterns("labels*", "injected*"))
    cohort = open_cohort(bare)
    assert cohort.kind == "generated" and len(cohort.records) == len(open_cohort(COHORT).records)
    assert sample_cohort(cohort, 2).records != cohort.records


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["{tmp}/nowhere"], "no such folder"),
        (["{tmp}"], "nothing that can be read"),
        ([], "no cohort; give a folder"),
        (["{cohort}", "{cohort}"], "given twice"),
        (["{cohort}", "--judge", "oracle"], "'oracle' is unknown"),
        (["{cohort}", "--base-model", "x:y"], "needs a judge that asks a model"),
        (["--audited", "{tmp}/audit.csv"], "no such file"),
    ],
)
def test_what_cannot_be_run_is_one_line(
    experiment: Run, tmp_path: Path, options: list[str], said: str
) -> None:
    given = [text.format(tmp=tmp_path, cohort=COHORT) for text in options]
    status, _, err = experiment(*given, "--out", str(tmp_path / "out"))
    assert status == 2 and said in err and err.count("\n") == 1


def settings() -> ExperimentSettings:
    arms = tuple(arm for arm in arms_of("rules") if arm.name == MAIN)
    return ExperimentSettings(seed=1, arms=arms, context=Context(), most_injections=0)


async def test_a_stopped_record_goes_on_with_what_is_kept(tmp_path: Path) -> None:
    record = synthetic_cohort(1, seed=3).records[0]
    fresh = await run_record(record, settings(), ResultCache(None))
    whole = await run_record(record, settings(), ResultCache(tmp_path))
    kept = sorted(tmp_path.iterdir())
    assert len(kept) >= 3
    for path in kept[::2]:
        path.unlink()
    kept[1].write_text("{broken")
    again = await run_record(record, settings(), ResultCache(tmp_path))
    for one in (whole, again):
        assert one.documents == fresh.documents and one.injected[0].document == (
            fresh.injected[0].document
        )
    assert all(path.stat().st_mode & 0o077 == 0 for path in tmp_path.iterdir())


async def test_what_is_kept_of_one_choice_of_sources_is_not_taken_for_another(
    tmp_path: Path,
) -> None:
    record = synthetic_cohort(1, seed=3).records[0]
    tables = settings().model_copy(update={"context": Context(evidence="structured")})
    await run_record(record, settings(), ResultCache(tmp_path))
    fresh = await run_record(record, tables, ResultCache(None))
    after = await run_record(record, tables, ResultCache(tmp_path))
    assert after.quality == fresh.quality and after.documents == fresh.documents


async def test_the_check_is_never_shown_the_labels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = synthetic_cohort(1, seed=3).records[0]
    checked: list[str] = []
    plain = record_work.RecordWork.checked

    async def watched(self: record_work.RecordWork, arm: object, summary: str) -> CheckedText:
        checked.append(summary)
        return await plain(self, arms_of("rules")[0], summary)

    monkeypatch.setattr(record_work.RecordWork, "checked", watched)
    result = await run_record(record, settings(), ResultCache(None))
    wrong = [row.gold for doc in result.documents[MAIN] for row in doc.rows if row.gold.wrong]
    assert wrong and all(isinstance(text, str) for text in checked)
    assert not record.labeled.documents


def filled(path: Path, answers: list[tuple[str, str]]) -> None:
    told = rows(path)
    for row, (first, second) in zip(told, answers, strict=True):
        row["rater_1"], row["rater_2"] = first, second
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(told[0]))
        writer.writeheader()
        writer.writerows(told)


def test_a_filled_in_audit_is_read_back(experiment: Run, tmp_path: Path) -> None:
    (tmp_path / "audit_key.csv").write_text(
        "id,document,start,label,types,verdict\n"
        "a,d,0,E4,value_error,E4\nb,d,1,E1,,E3\nc,d,2,E1,,E1\nd,d,3,E3,invented_fact,abstained\n"
    )
    sample = tmp_path / "audit.csv"
    sample.write_text("id,sentence,rater_1,rater_2\na,x,,\nb,x,,\nc,x,,\nd,x,,\n")
    status, _, err = experiment("--audited", str(sample), "--out", str(tmp_path))
    assert status == 2 and "nobody has answered" in err
    filled(sample, [("E4", "e3"), ("E2", "E1"), ("E1", "E1"), ("E1", "E3")])
    status, shown, _ = experiment("--audited", str(sample), "--out", str(tmp_path))
    assert status == 0 and "Agreement of people" in shown
    table = {(row["pair"], row["of"]): row for row in rows(tmp_path / "audit_agreement.csv")}
    assert table["rater_1 with label", "wrong or right"]["agreed"] == "3"
    assert table["rater_2 with label", "wrong or right"]["agreed"] == "4"
    # Raters differ on d only: observed 3/4, expected 1/4 * 2/4 + 3/4 * 2/4.
    assert table["rater_1 with rater_2", "wrong or right"]["κ"] == "0.500"
    filled(sample, [("E4", "E3"), ("E2", "maybe"), ("", ""), ("", "")])
    status, _, err = experiment("--audited", str(sample), "--out", str(tmp_path))
    assert status == 2 and "'maybe' is none of" in err


def test_an_answered_sample_is_never_overwritten(
    experiment: Run, tmp_path: Path, one_patient: Path
) -> None:
    shutil.copytree(one_patient, tmp_path, dirs_exist_ok=True)
    filled(tmp_path / "audit.csv", [("E1", "E1")] * 6)
    before = written(tmp_path)
    status, _, err = experiment(*OPTIONS, "--out", str(tmp_path))
    assert status == 2 and "raters have answered" in err
    assert written(tmp_path) == before


def test_fictional_patients_are_marked_as_such() -> None:
    cohort = CohortResult(name="synthetic", kind="synthetic", records=())
    assert "never for accuracy" in warning_for([cohort])
    assert warning_for([cohort.model_copy(update={"kind": "labeled"})]) == ""


def test_a_sample_is_shared_out_in_proportion_with_one_each() -> None:
    assert shared_out([80, 15, 5], 20) == [16, 3, 1]
    assert shared_out([98, 1, 1], 10) == [8, 1, 1]
    assert shared_out([2, 2], 10) == [2, 2]
    assert shared_out([], 5) == [] and shared_out([0, 3], 2) == [0, 2]
    assert sum(shared_out([1] * 7, 3)) == 3


def test_charts_say_the_same_each_time_and_escape_words() -> None:
    bars = [("<b>one</b>", 0.5), ("unknown", None)]
    drawn = bar_chart(bars, "a & b")
    assert drawn == bar_chart(bars, "a & b")
    assert "&lt;b&gt;" in drawn and "a &amp; b" in drawn and drawn.count("<rect") == 1
    plot = scatter_chart({"": [Point(-1, -2, "low"), Point(40_000, 3)]}, "t", "x", "y")
    places = [float(n) for n in re.findall(r'c[xy]="([-\d.]+)"', plot)]
    assert all(0 <= place <= 560 for place in places)
