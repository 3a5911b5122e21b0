"""Every notebook runs from top to bottom, offline, in an empty folder."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
RUN = """
import sys
import nbformat
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient

kernel = AsyncKernelManager(kernel_name="python3", transport="ipc", connection_file="kernel.json")
NotebookClient(nbformat.read(sys.argv[1], as_version=4), km=kernel, timeout=300).execute()
"""
"""Runs in a process of its own: the kernel's channels are files, not ports."""


def test_the_notebooks_are_numbered_and_carry_no_output() -> None:
    assert [path.name[:3] for path in NOTEBOOKS] == ["01_", "02_", "03_", "04_", "05_"]
    for path in NOTEBOOKS:
        cells = json.loads(path.read_text("utf-8"))["cells"]
        assert not [cell for cell in cells if cell.get("outputs") or cell.get("execution_count")]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, tmp_path: Path) -> None:
    work = tmp_path / "work"
    work.mkdir()
    own = {
        "PYTHONPATH": str(ROOT),
        "IPYTHONDIR": str(tmp_path / "ipython"),
        "MPLCONFIGDIR": str(tmp_path / "matplotlib"),
        "XDG_STATE_HOME": str(tmp_path / "state"),
    }
    done = subprocess.run(
        [sys.executable, "-c", RUN, str(path)],
        cwd=work, env=os.environ | own, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
