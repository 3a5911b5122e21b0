"""What is installed is what is here, pinned, and silent about the machine it was made on."""

import json
import re
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
PACKAGES = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
PIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*==\d[\w.+!-]*")


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.mark.parametrize("package", PACKAGES)
def test_the_folder_names_are_ordinary_words_so_python_must_find_ours(
    package: str, tmp_path: Path
) -> None:
    code = f"import {package}; print({package}.__file__)"
    run = subprocess.run(
        [sys.executable, "-P", "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert Path(run.stdout.strip()) == ROOT / package / "__init__.py", (
        f"another installed package is named {package!r}; use an environment of its own"
    )


def test_constraints_hold_versions_and_nothing_else() -> None:
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    assert [line for line in lines if not PIN.fullmatch(line)] == []


def test_every_dependency_is_pinned() -> None:
    extras = PROJECT["project"]["optional-dependencies"]["dev"]
    wanted = {
        canonical(re.split(r"[\[<>=!~ ;]", spec)[0])
        for spec in (*PROJECT["project"]["dependencies"], *extras)
    }
    pinned = {
        canonical(line.partition("==")[0])
        for line in (ROOT / "constraints.txt").read_text().splitlines()
    }
    assert wanted - pinned == set()


def test_the_served_graphs_exist_and_may_be_imported_by_name() -> None:
    for served in json.loads((ROOT / "langgraph.json").read_text())["graphs"].values():
        module, _, name = served["path"].partition(":")
        assert callable(getattr(import_module(module), name))


def test_every_make_target_is_explained() -> None:
    makefile = (ROOT / "Makefile").read_text()
    phony = re.findall(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)[0].split()
    explained = re.findall(r"^([a-z0-9-]+):.*## \S", makefile, re.MULTILINE)
    assert sorted(explained) == sorted(phony)
