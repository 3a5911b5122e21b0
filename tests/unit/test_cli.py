"""The command line: what it prints, what it writes, and how it fails."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.main import app

NOTE = """Chief complaint: leg swelling

Home medications:
furosemide 40 mg daily
lisinopril 10 mg daily

Allergies: sulfa
"""
SUMMARY = "🙂 Ms. Tadesse takes furosemide 40 mg daily. She also takes warfarin 5 mg daily.\n"

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "note.txt"
    path.write_text(NOTE)
    return path


@pytest.fixture
def summary(tmp_path: Path) -> Path:
    path = tmp_path / "summary.txt"
    path.write_text(SUMMARY, "utf-8")
    return path


def test_json_carries_the_offsets_of_the_unmodified_summary(
    run: Run, record: Path, summary: Path
) -> None:
    status, out, err = run("verify", record, "--summary", summary, "--format", "json")
    assert (status, err) == (0, "")
    document = json.loads(out)
    for sentence in document["sentences"]:
        assert SUMMARY[sentence["start"] : sentence["end"]] == sentence["text"]
    assert document["counts"]["sentences"] == len(document["sentences"]) >= 2


def test_the_same_input_gives_the_same_bytes_with_and_without_resuming(
    run: Run, record: Path, summary: Path
) -> None:
    command = ("verify", record, "--summary", summary, "--format", "jsonl")
    first = run(*command)
    assert first[0] == 0 and first[1].count("\n") == 1
    assert run(*command) == first == run(*command, "--no-resume", "--jobs", "1")


def test_the_summary_may_come_from_standard_input(run: Run, record: Path, summary: Path) -> None:
    command = ("verify", record, "--format", "json", "--summary")
    assert run(*command, "-", stdin=SUMMARY.encode()) == run(*command, summary)


def test_a_finished_run_keeps_nothing(
    run: Run, record: Path, summary: Path, tmp_path: Path
) -> None:
    assert run("verify", record, "--summary", summary, "--format", "json")[0] == 0
    assert list((tmp_path / "kept").iterdir()) == []


@pytest.mark.parametrize(
    ("format_", "names"),
    [
        ("findings", ["report.html", "report.json", "report.run.json"]),
        ("table", ["report.html", "report.json", "report.run.json"]),
        ("json", ["report.json"]),
        ("jsonl", ["report.jsonl"]),
        ("html", ["report.html"]),
        ("md", ["report.md"]),
        ("csv", ["report.claims.csv", "report.sentences.csv"]),
    ],
)
def test_files_are_named_and_announced(
    run: Run, record: Path, summary: Path, tmp_path: Path, format_: str, names: list[str]
) -> None:
    out = tmp_path / "new" / "folder"
    status, printed, err = run(
        "verify", record, "--summary", summary, "--format", format_, "--out", out
    )
    assert status == 0
    assert sorted(path.name for path in out.iterdir()) == names
    assert sorted(err.splitlines()) == [f"wrote {out / name}" for name in names]
    assert bool(printed) == (format_ in ("findings", "table"))


@pytest.mark.parametrize("format_", ["table", "html", "md", "csv"])
def test_every_format_can_be_printed(run: Run, record: Path, summary: Path, format_: str) -> None:
    status, out, err = run("verify", record, "--summary", summary, "--format", format_)
    assert (status, err) == (0, "") and "furosemide" in out


@pytest.mark.parametrize(
    ("judge", "level", "status"),
    [
        ("flag_everything", "E4", 1),
        ("flag_everything", "E3", 1),
    ],
)
def test_findings_can_fail_the_command(
    run: Run, record: Path, summary: Path, judge: str, level: str, status: int
) -> None:
    command = ("verify", record, "--summary", summary, "--judge", judge, "--format", "json")
    assert run(*command)[0] == 0
    assert run(*command, "--fail-on", level)[0] == status


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "Missing argument 'record'. Usage: curaview verify [OPTIONS] {record}"),
        (["nowhere"], "nowhere: does not exist"),
        (["note.txt"], "note.txt: holds no text to check; give one with --summary"),
        (["note.txt", "--summary", "gone.txt"], "gone.txt: no such file"),
        (["note.txt", "--summary", "."], ".: is a folder; give the file with the summary"),
        (["note.txt", "--summary", "empty.txt"], "empty.txt: the summary has no sentence"),
        (["note.txt", "--summary", "latin.txt"], "latin.txt: not UTF-8 at byte 3"),
        (["note.txt", "--summary", "summary.txt", "--judge", "x"], "judge 'x' is unknown"),
        (["note.txt", "--summary", "summary.txt", "--store", "http://x"], "unknown kind of store"),
        (["note.txt", "--summary", "summary.txt", "--format", "pdf"], "'pdf' is not one of"),
        (["note.txt", "--summary", "summary.txt", "--jobs", "0"], "Invalid value for '--jobs'"),
        (["two.jsonl", "--summary", "summary.txt"], "two.jsonl: holds several patients"),
    ],
)
def test_wrong_input_is_one_line_with_status_2_and_writes_nothing(
    run: Run,
    record: Path,
    summary: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    message: str,
) -> None:
    (tmp_path / "empty.txt").write_text(" \n\n")
    (tmp_path / "latin.txt").write_bytes("caf\u00e9".encode("latin-1"))
    two = [json.dumps({"id": name, "text": [NOTE], "tables": {}}) for name in ("a", "b")]
    (tmp_path / "two.jsonl").write_text("\n".join(two))
    monkeypatch.chdir(tmp_path)
    status, out, err = run("verify", *arguments, "--out", "reports")
    assert (status, out) == (2, "")
    assert message in err and err.startswith("curaview: ") and err.count("\n") == 1
    assert not Path("reports").exists()


def test_a_summary_of_several_admissions_is_held_against_all_and_says_so(
    run: Run, summary: Path, tmp_path: Path
) -> None:
    record = tmp_path / "stays.json"
    stays = [{"subject_id": "p1", "hadm_id": stay} for stay in ("h1", "h2")]
    record.write_text(json.dumps({"text": [NOTE], "tables": {"admissions": stays}}))
    command = ("verify", record, "--summary", summary, "--format", "json")
    status, out, err = run(*command)
    assert status == 0 and json.loads(out)["admission_id"] is None
    assert "has 2 admissions" in err and err.count("\n") == 1
    status, out, err = run(*command, "--admission", "h2")
    assert (status, json.loads(out)["admission_id"], err) == (0, "h2", "")


def test_a_folder_that_cannot_be_written_is_one_line(
    run: Run, record: Path, summary: Path, tmp_path: Path
) -> None:
    (tmp_path / "taken").write_text("a file")
    status, _, err = run(
        "verify", record, "--summary", summary, "--format", "json", "--out", tmp_path / "taken"
    )
    assert status == 2 and err.count("\n") == 1 and "taken" in err


def test_an_interrupted_run_says_how_to_go_on(
    run: Run, record: Path, summary: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("cli.verification.verify_record", interrupted)
    status, _, err = run("verify", record, "--summary", summary)
    kept = tmp_path / "kept"
    assert status == 130
    assert err == f"curaview: interrupted; the same command again goes on from {kept}\n"


def test_an_interruption_outside_of_a_run_is_said_too(
    run: Run, record: Path, summary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("cli.delivery.Delivery.deliver", interrupted)
    status, _, err = run("verify", record, "--summary", summary)
    assert status == 130
    assert err.startswith("curaview: interrupted; ") and err.count("\n") == 1


def test_a_failed_service_is_status_3(
    run: Run, record: Path, summary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kg.errors import ServiceError

    async def unreachable(*_: object) -> None:
        raise ServiceError("the database at\nlocalhost does not answer")

    monkeypatch.setattr("cli.verification.verify_record", unreachable)
    status, _, err = run("verify", record, "--summary", summary)
    assert (status, err) == (3, "curaview: the database at localhost does not answer\n")


def test_the_version_is_printed(run: Run) -> None:
    status, out, _ = run("--version")
    assert status == 0 and out.startswith("curaview 0.")


@pytest.mark.parametrize("arguments", [(), ("graph",)])
def test_without_a_command_the_help_says_which_there_are(
    run: Run, arguments: tuple[str, ...]
) -> None:
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert err.startswith("Usage: curaview") and "Commands:" in err


def test_the_help_has_a_short_form_and_whole_summaries(run: Run) -> None:
    status, out, _ = run("-h")
    assert status == 0 and "..." not in out.partition("Commands:")[2]
    assert run("graph", "-h")[0] == 0


def test_an_unknown_command_is_answered_with_those_there_are(run: Run) -> None:
    status, _, err = run("prove")
    assert status == 2 and "No such command 'prove'. Choose one of: verify, " in err


def test_a_graph_lists_where_the_chart_disagrees_with_itself(run: Run, tmp_path: Path) -> None:
    stay = {"subject_id": "p1", "hadm_id": "h1"}
    taken = stay | {"label": "Sodium", "valueuom": "mEq/L", "charttime": "2181-04-01 09:00:00"}
    tables = {
        "admissions": [stay | {"admittime": "2181-04-01 08:00:00"}],
        "labevents": [taken | {"value": value} for value in ("131", "151")],
    }
    record = tmp_path / "p1.json"
    record.write_text(json.dumps({"text": [NOTE], "tables": tables}))
    status, out, _ = run("graph", record)
    assert status == 0 and "Where the chart disagrees with itself" in out
    assert "value is 131 mEq/L and 151 mEq/L" in out


def test_the_width_that_is_asked_for_is_obeyed(
    run: Run, record: Path, summary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    for format_ in ("findings", "table"):
        _, out, _ = run("verify", record, "--summary", summary, "--format", format_)
        assert max(map(len, out.splitlines())) <= 60


def test_help_is_quick_and_loads_nothing_heavy() -> None:
    program = (
        "import sys; sys.argv = ['-c', '--help']\n"
        "from cli.main import app\n"
        "try: app()\n"
        "except SystemExit: pass\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    loaded = set(done.stdout.splitlines()[-1].split())
    assert "verify" in done.stdout and done.returncode == 0
    assert done.stdout.startswith("Usage: curaview "), "named so however it was started"
    heavy = {"graphrag", "wtpsplit", "torch", "langgraph", "langchain_core", "neo4j", "pandas"}
    assert not loaded & heavy


def test_a_mistake_of_our_own_is_one_line_with_status_3(tmp_path: Path) -> None:
    program = (
        "import sys\n"
        "from cli.failures import failing_in_one_line\n"
        "with failing_in_one_line(debug=False): {}['lost']\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 3
    assert done.stderr == "curaview: internal error, KeyError: 'lost' (--debug shows where)\n"


def test_an_error_cannot_command_the_terminal(run: Run, record: Path) -> None:
    status, _, error = run("verify", str(record), "--admission", "\x1b[2J\u202e7")
    assert (status, error.count("\n")) == (2, 1)
    assert "\x1b" not in error and "\u202e" not in error


def test_debug_shows_where_an_error_arose(
    run: Run, record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kg.errors import BadInputError

    monkeypatch.setattr(sys, "argv", ["curaview", "verify", str(record), "--debug"])
    with pytest.raises(BadInputError, match="holds no text to check"):
        app()


@pytest.mark.parametrize("text", ["\u200b\u200d\ufeff", "...\n- \u2060 -\n", "___"])
def test_a_summary_without_words_is_refused_and_leaves_nothing(
    run: Run, record: Path, tmp_path: Path, text: str
) -> None:
    store = tmp_path / "graphs.sqlite"
    command = ("verify", record, "--store", f"sqlite:{store}", "--summary", "-")
    status, out, err = run(*command, stdin=text.encode())
    assert (status, out) == (2, "")
    assert err == "curaview: standard input: the summary has no sentence; give a text to check\n"
    assert not store.exists() and not (tmp_path / "kept").exists()


def test_a_check_refused_on_its_way_leaves_no_run(
    run: Run, record: Path, summary: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from agents.segmenter import Segmenter
    from kg.errors import BadInputError

    async def refuse(*_: object) -> None:
        raise BadInputError("no")

    monkeypatch.setattr(Segmenter, "__call__", refuse)
    assert run("verify", record, "--summary", summary)[0] == 2
    assert list((tmp_path / "kept").iterdir()) == []


@pytest.mark.parametrize("milliseconds", [0, 40, 80, 160, 320])
def test_an_early_interruption_is_one_line(milliseconds: int) -> None:
    program = (
        "import atexit, os, signal, sys\n"
        "from cli.main import app\n"
        "sys.argv = ['curaview', 'verify', 'nowhere']\n"
        # The alarm must not outlive the handler, which Python takes away as it leaves.
        "atexit.register(signal.setitimer, signal.ITIMER_REAL, 0)\n"
        "signal.signal(signal.SIGALRM, lambda *_: os.kill(os.getpid(), signal.SIGINT))\n"
        f"signal.setitimer(signal.ITIMER_REAL, {max(milliseconds, 1) / 1000})\n"
        "app()\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stderr.count("\n") == 1 and done.stderr.startswith("curaview: ")
    # A fast machine has refused the record before the signal, which is one line as well.
    assert done.returncode in {130, 2}


@pytest.mark.parametrize("form", ["fhir", "text"])
def test_the_summary_may_lie_in_the_folder_of_the_record(
    run: Run, tmp_path: Path, form: str
) -> None:
    examples = Path(__file__).parents[2] / "examples" / "single"
    (folder := tmp_path / "record").mkdir()
    source = examples / "fhir" if form == "fhir" else examples / "text" / "alder"
    for path in source.iterdir():
        if path.name != "summary.txt":
            (folder / path.name).write_bytes(path.read_bytes())
    text = (examples / form / "summary.txt").read_bytes()
    apart = run("verify", folder, "--summary", "-", "--format", "json", stdin=text)
    (folder / "summary.txt").write_bytes(text)
    beside = run("verify", folder, "--summary", folder / "summary.txt", "--format", "json")
    assert beside == apart and apart[0] == 0
