"""The pages that newcomers follow are played: the session line by line, the Python as it stands."""

import asyncio
import re
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from starlette.types import ASGIApp

from service.guard import Keys

ROOT = Path(__file__).parents[2]
SESSION = (ROOT / "docs" / "first-session.md").read_text("utf-8")
PYTHON = (ROOT / "docs" / "python.md").read_text("utf-8")

Run = Callable[..., tuple[int, str, str]]
STATUSES = {"--fail-on E4": 1, "--summary nothing.txt": 2, "curaview verify": 2}
"""What a command of the page ends with, where it is not 0, by how its line ends."""


def steps() -> list[tuple[str, list[str]]]:
    """Return each typed line with what the page says that it prints."""
    found: list[tuple[str, list[str]]] = []
    for block in re.findall(r"```console\n(.*?)```", SESSION, re.S):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            else:
                found[-1][1].append(line)
    return found


@pytest.fixture
def newcomer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder from which the examples can be seen, as from the root of the repository."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "300")
    monkeypatch.setenv("CURAVIEW_DEIDENTIFICATION_KEY", str(tmp_path / "key"))
    return tmp_path


def agrees_with_the_first(app: ASGIApp, keys: Keys, port: int, say: Callable[[str], None]) -> None:
    """Stand in for the server: a reader who opens the address and presses `a` once."""
    say(f"http://127.0.0.1:8000/{keys.token}/")

    async def reads() -> None:
        base = f"http://127.0.0.1:8000/{keys.token}/"
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url=base) as reader:
            told = {"form_token": keys.form}
            await reader.post("reviewer", data={**told, "reviewer": "Ada"})
            decision = {**told, "choice": "agree", "version": "0", "seconds": "4"}
            assert (await reader.post("sentence/0", data=decision)).status_code == 303

    asyncio.run(reads())


def test_the_first_session_goes_as_its_page_says(
    run: Run, newcomer: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.serving.serve", agrees_with_the_first)
    (mine,) = re.findall(r"Save this as `mine.txt`:\n\n```text\n(.*?)```", SESSION, re.S)
    (newcomer / "mine.txt").write_text(mine)
    assert len(steps()) >= 9
    for line, expected in steps():
        program, *words = line.split()
        assert program == "curaview"
        status, out, err = run(*words)
        wanted = [status for ending, status in STATUSES.items() if line.endswith(ending)]
        assert [status] == (wanted or [0]), (line, err)
        printed = " ".join((out + err).split())
        for part in expected:
            assert part in printed, (line, part, printed)
    for page in ("run/report.html", "run/report.json", "book/cases.html", "night/report.html"):
        assert (newcomer / page).is_file()


def test_the_python_of_the_page_runs(newcomer: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = "\n".join(re.findall(r"```python\n(.*?)```", PYTHON, re.S))
    exec(compile(code, "docs/python.md", "exec"), {"__name__": "page"})
    printed = " ".join(capsys.readouterr().out.split())
    assert "yielding 12 mL of pus" in printed and "contradicts" in printed
    assert "{'abstained'}" in printed
    assert (newcomer / "report.html").is_file() and (newcomer / "report.json").is_file()


def test_every_page_that_a_page_leads_to_is_there() -> None:
    for page in sorted((ROOT / "docs").glob("*.md")):
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
            assert (page.parent / link).exists(), (page.name, link)
