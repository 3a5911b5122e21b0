"""`curaview ask` and `curaview kg` from the command line."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def built(run: Run, tmp_path: Path) -> Path:
    path = tmp_path / "h.knowledge.json"
    status, _, _ = run("kg", "build", EXAMPLES / "hepatology", "--out", path)
    assert status == 0
    return path


def test_a_graph_is_built_asked_and_drawn(run: Run, built: Path, tmp_path: Path) -> None:
    status, out, _ = run("ask", built, "Which drugs are recommended for Wilson disease?")
    assert status == 0
    assert "trientine" in out
    assert "searched: BFS depth 2" in out
    page = tmp_path / "a.html"
    question = "Is <b>zinc</b> recommended for Wilson disease?"
    status, _, err = run("ask", built, question, "--format", "html", "--out", page)
    assert status == 0, err
    html = page.read_text(encoding="utf-8")
    assert "&lt;b&gt;zinc" in html
    assert "<svg" in html


def test_a_record_is_asked_line_by_line(run: Run) -> None:
    lines = b"What was the last creatinine?\nwhat about sodium?\nIs she on warfarin?\n"
    arguments = ["ask", EXAMPLES / "cohort", "-", "--admission", "27190357", "--format", "json"]
    status, out, _ = run(*arguments, stdin=lines)
    assert status == 0
    decoder, at, answers = json.JSONDecoder(), 0, []
    while at < len(out.rstrip()):
        answer, at = decoder.raw_decode(out, at)
        at += 1
        answers.append(answer)
    assert [one["schema"] for one in answers] == ["curaview.answer/1"] * 3
    assert "0.8 mg/dL" in answers[0]["text"]
    assert "136 mEq/L" in answers[1]["text"]
    assert "creatinine" not in answers[1]["text"]
    assert (answers[2]["status"], answers[2]["citations"]) == ("unknown", [])
    assert answers[0]["citations"][0]["quote"].startswith("2155-02-17")


def test_a_question_is_bound_to_one_patient(run: Run) -> None:
    status, _, err = run("ask", EXAMPLES / "cohort", "How old is she?")
    assert status == 2
    assert "a question is bound to one" in err
    status, _, err = run("ask", EXAMPLES / "cohort", "How old?", "--patient", "nobody")
    assert status == 2
    assert "no patient 'nobody'" in err


def test_an_expert_review_goes_back_in(run: Run, built: Path, tmp_path: Path) -> None:
    table = tmp_path / "review.csv"
    run("kg", "build", EXAMPLES / "hepatology", "--out", built, "--review", table)
    rows = table.read_text(encoding="utf-8").splitlines(keepends=True)
    kept = [row for row in rows if "trientine" not in row.lower()]
    assert len(kept) < len(rows)
    table.write_text("".join(kept), encoding="utf-8")
    status, _, err = run("kg", "review", built, table)
    assert status == 0, err
    _, out, _ = run("ask", built, "Which drugs are recommended for Wilson disease?")
    assert "trientine" not in out
    assert "zinc" in out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("ask", EXAMPLES / "cohort", " ", "--admission", "27190357"), "question is empty"),
        (("kg", "load", EXAMPLES / "README.md", "sqlite:x"), "no address of a database"),
        (("kg", "build", EXAMPLES / "cohort"), "holds no .md"),
    ],
)
def test_wrong_use_is_told_in_one_line(run: Run, arguments: tuple[str, ...], told: str) -> None:
    status, _, err = run(*arguments)
    assert status == 2
    assert told in err
    assert len(err.strip().splitlines()) == 1
