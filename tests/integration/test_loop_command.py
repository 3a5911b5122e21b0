"""`curaview loop` and `curaview replay`: what they write, and how they fail."""

import json
import shutil
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from tempfile import mkdtemp

import pytest
import typer
from typer.testing import CliRunner, Result

from cli.failures import InterruptedRunError
from cli.generate import generate
from cli.loop import loop
from cli.replay import replay
from evaluation.labeled_cohort import read_cohort
from kg.errors import BadInputError, ServiceError

COHORT = Path(__file__).parents[2] / "examples" / "cohort"
ADMISSIONS = ("27310482", "27049916")
OPTIONS = ("--rounds", "2", "--seed", "7", "--ratio", "0.6", "--no-resume")

commands = typer.Typer()
for command in (loop, replay, generate):
    commands.command()(command)


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(commands, [*map(str, arguments)])


def played(out: Path, *options: str, record: Path = COHORT, admission: str = ADMISSIONS[0]) -> str:
    done = run("loop", record, "--admission", admission, "--out", out, *OPTIONS, *options)
    assert done.exit_code == 0, done.output or done.exception
    return done.output


@cache
def folder() -> Path:
    place = Path(mkdtemp()) / "out"
    (place.parent / "printed").write_text(played(place), "utf-8")
    return place


def report(place: Path) -> dict[str, list[dict[str, object]]]:
    read: dict[str, list[dict[str, object]]] = json.loads((place / "loop.json").read_text("utf-8"))
    return read


def files(place: Path) -> dict[str, bytes]:
    found = sorted(path for path in place.rglob("*") if path.is_file())
    return {path.relative_to(place).as_posix(): path.read_bytes() for path in found}


def test_each_round_is_what_generating_with_its_settings_writes(tmp_path: Path) -> None:
    for one in report(folder())["rounds"][1:]:
        settings = one["generation"]
        assert isinstance(settings, dict)
        out = tmp_path / str(one["folder"])
        told = [
            f"--{name.replace('_', '-')}={settings[name]}"
            for name in ("seed", "ratio", "type_weights", "type_difficulties")
        ]
        done = run("generate", COHORT, "--admission", ADMISSIONS[0], "--out", out, *told)
        assert done.exit_code == 0, done.output
        written = files(folder() / str(one["folder"]))
        written.pop("reports.jsonl")
        assert files(out) == written


def test_every_round_is_a_labeled_cohort_with_a_report_on_each_text() -> None:
    for name in ("control", "round-1", "round-2"):
        dataset = read_cohort(folder() / name)
        injected = [
            text.summary
            for record in dataset.records
            for document in record.documents
            if document.id.endswith("/injected")
            for text in document.texts
        ]
        lines = (folder() / name / "reports.jsonl").read_text("utf-8").splitlines()
        (document,) = map(json.loads, lines)
        assert document["schema"] == "curaview.report/1"
        for sentence in document["sentences"]:
            assert injected[0][sentence["start"] : sentence["end"]] == sentence["text"]


def test_the_figures_agree_with_the_cases_and_the_samples() -> None:
    read = report(folder())
    for one in read["rounds"]:
        figures = one["figures"]
        assert isinstance(figures, dict)
        mine = [case["kind"] for case in read["cases"] if case["round"] == one["round"]]
        samples = (folder() / str(one["folder"]) / "samples.jsonl").read_text("utf-8")
        assert figures["planted"] == samples.count("\n")
        assert figures["missed"] == mine.count("missed")
        assert figures["false_alarms"] == mine.count("false_alarm")
        assert figures["detected"] + figures["missed"] == figures["planted"]
        levels = figures["difficulties"]
        assert sum(level["planted"] for level in levels.values()) == figures["planted"]
    names = {f"cases/{path.name}" for path in (folder() / "cases").iterdir()}
    assert names == {case["file"] for case in read["cases"]} and names


def test_the_tables_show_every_round() -> None:
    printed = (folder().parent / "printed").read_text("utf-8")
    assert "Generation against detection" in printed and "time error" in printed
    assert "texts rewritten and checked in" in printed


class References(HTMLParser):
    """Collects what a page would load or link to."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.found += [value or "" for name, value in attrs if name in ("href", "src")]


def test_the_page_is_whole_in_itself_and_its_links_lead_to_the_cases() -> None:
    page = References()
    text = (folder() / "loop.html").read_text("utf-8")
    page.feed(text)
    links = [one for one in page.found if one != "data:,"]
    assert links and all((folder() / one.partition("#")[0]).is_file() for one in links)
    cases = (folder() / "cases.html").read_text("utf-8")
    anchors = {one.partition("#")[2] for one in links} - {""}
    assert anchors and all(f'id="{anchor}"' in cases for anchor in anchors)
    assert "<script" not in cases and "default-src 'none'" in cases
    assert "script" not in page.tags and {"svg", "polyline", "table"} <= page.tags
    assert "default-src 'none'" in text


def test_the_same_seed_writes_the_same_bytes_and_leaves_nothing_of_an_earlier_loop() -> None:
    out = folder().parent / "again"
    played(out, "--rounds", "3", "--seed", "8")
    assert (out / "round-3").is_dir()
    (out / "notes.txt").write_text("the user's own")
    played(out)
    written = files(out)
    assert written.pop("notes.txt") == b"the user's own"
    assert written == files(folder())


def case_file(kind: str) -> Path:
    return min(path for path in (folder() / "cases").iterdir() if f"_{kind}_" in path.name)


def test_a_case_replays_with_the_same_verdict() -> None:
    done = run("replay", case_file("missed"))
    assert done.exit_code == 0, done.output or done.exception
    assert "the same verdict again" in done.output and "planted:" in done.output


def test_a_replay_says_what_changed(tmp_path: Path) -> None:
    case = json.loads(case_file("missed").read_text("utf-8"))
    case["decision"] = {"status": "graded", "grade": "E4", "types": ["time_error"]}
    changed = tmp_path / "case.json"
    changed.write_text(json.dumps(case), "utf-8")
    done = run("replay", changed, "--record", COHORT)
    assert done.exit_code == 1
    assert "the verdict was E4 contradicted: time error, now" in " ".join(done.output.split())


def test_a_replay_tells_a_change_of_the_record_from_one_of_the_program(tmp_path: Path) -> None:
    record = tmp_path / "cohort"
    shutil.copytree(COHORT, record)
    text = (record / "discharge.csv").read_text("utf-8")
    (record / "discharge.csv").write_text(text.replace("Allergies:", "Allergies: bee venom,", 1))
    done = run("replay", case_file("missed"), "--record", record)
    assert "not the same graph as then" in " ".join(done.output.split())


@pytest.mark.parametrize(
    ("written", "message"),
    [
        (None, "no such file"),
        ("{", "not a case of a loop"),
        ('{"schema": "curaview.report/1"}', "the schema is not curaview.case/1"),
        ('{"schema": "curaview.case/1", "kind": "missed"}', "round: Field required"),
    ],
)
def test_what_is_no_case_is_one_line(tmp_path: Path, written: str | None, message: str) -> None:
    path = tmp_path / "case.json"
    if written is not None:
        path.write_text(written)
    done = run("replay", path)
    assert isinstance(done.exception, BadInputError)
    assert message in str(done.exception) and "\n" not in str(done.exception)


def test_a_record_that_is_gone_is_named() -> None:
    done = run("replay", case_file("missed"), "--record", "nowhere")
    assert isinstance(done.exception, BadInputError) and "nowhere" in str(done.exception)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--types", "typo"], "--types: unknown 'typo'"),
        (["--judge", "x"], "judge 'x' is unknown"),
        (["--engine", "model"], "no model for the generator"),
        (["--labels", "gone.jsonl"], "gone.jsonl: no such file"),
        (["--admission", "1"], "1"),
    ],
)
def test_wrong_options_are_one_line_and_write_nothing(
    tmp_path: Path, options: list[str], message: str
) -> None:
    out = tmp_path / "out"
    done = run("loop", COHORT, "--admission", ADMISSIONS[0], "--out", out, "--no-resume", *options)
    assert isinstance(done.exception, BadInputError), done.output
    assert message in str(done.exception) and not out.exists()


def test_a_folder_with_another_report_is_refused(tmp_path: Path) -> None:
    (tmp_path / "loop.json").write_text("{}")
    done = run("loop", COHORT, "--out", tmp_path, "--no-resume")
    assert isinstance(done.exception, BadInputError)
    assert "not the report of a loop" in str(done.exception)


def test_the_record_is_never_written_over() -> None:
    done = run("loop", COHORT, "--out", COHORT, "--no-resume")
    assert isinstance(done.exception, BadInputError) and "record itself" in str(done.exception)


def test_an_interruption_says_how_to_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("cli.loop_command.loop_all", interrupted)
    kept = tmp_path / "kept"
    done = run("loop", COHORT, "--out", tmp_path / "out", "--run-dir", kept)
    assert isinstance(done.exception, InterruptedRunError)
    assert str(kept) in str(done.exception)


def test_a_sentence_labeled_wrong_beforehand_is_an_other_detection(tmp_path: Path) -> None:
    """Every sentence is labeled wrong, so that no flag on an untouched one is a false alarm."""
    labels = tmp_path / "labels.jsonl"
    lines = [json.loads(line) for line in (COHORT / "labels.jsonl").read_text("utf-8").splitlines()]
    clean = [line | {"checkable": True, "grade": "E3"} for line in lines]
    labels.write_text("".join(json.dumps(line) + "\n" for line in clean), "utf-8")
    out = tmp_path / "out"
    played(
        out,
        "--rounds",
        "1",
        "--ratio",
        "0.2",
        "--labels",
        str(labels),
        "--judge",
        "flag_everything",
    )
    figures = report(out)["rounds"][1]["figures"]
    assert isinstance(figures, dict)
    assert figures["false_alarms"] == 0 and figures["other_detections"] > 5
    kinds = {case["kind"] for case in report(out)["cases"]}
    assert kinds == {"other_detection"}


def test_a_record_of_another_form_gives_a_verification_set(tmp_path: Path) -> None:
    single = COHORT.parent / "single" / "json"
    done = run(
        "loop", single / "birch.json", "--summary", single / "summary.txt", "--rounds", "1",
        "--ratio", "1", "--out", tmp_path, "--no-resume",
    )  # fmt: skip
    assert done.exit_code == 0, done.output or done.exception
    names = {path.name for path in (tmp_path / "round-1").iterdir()}
    assert {"verification_set.jsonl", "samples.jsonl", "reports.jsonl"} <= names
    for path in sorted((tmp_path / "cases").iterdir())[:2]:
        assert run("replay", path).exit_code == 0


def test_models_may_rewrite_and_judge(tmp_path: Path) -> None:
    output = played(
        tmp_path / "out", "--rounds", "1", "--ratio", "0.2", "--engine", "model",
        "--judge", "hybrid", "--model", "scripted",
    )  # fmt: skip
    assert "model calls" in output


def test_answers_from_elsewhere_end_the_loop_after_each_step(tmp_path: Path) -> None:
    batch = tmp_path / "batch"
    done = run(
        "loop", COHORT, "--admission", ADMISSIONS[0], "--out", tmp_path / "out", *OPTIONS,
        "--judge", "llm", "--model", f"batch:{batch}",
    )  # fmt: skip
    assert isinstance(done.exception, ServiceError), done.output
    assert list(batch.glob("requests-1.jsonl")) and not (tmp_path / "out").exists()


def test_a_trace_tells_what_every_node_did_and_names_no_patient(tmp_path: Path) -> None:
    trace = tmp_path / "trace.jsonl"
    played(tmp_path / "out", "--trace", str(trace))
    assert report(tmp_path / "out") == report(folder()), "watching changes nothing"
    text = trace.read_text("utf-8")
    nodes = {json.loads(line)["node"] for line in text.splitlines()}
    own = {"adapter", "adversary", "assembler", "checker", "scorer"}
    assert own | {"adversary:rewriter:generator", "checker:sentence:judge"} <= nodes
    reports = (folder() / "round-1" / "reports.jsonl").read_text("utf-8")
    patients = {json.loads(line)["patient_id"] for line in reports.splitlines()}
    assert not [name for name in (ADMISSIONS[0], *patients) if name in text]
