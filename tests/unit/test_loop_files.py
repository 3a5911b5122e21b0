"""What a loop writes beside its figures: plots, and the files of an earlier loop."""

import json
import re
from pathlib import Path

import pytest

from cli.loop_former import files_of_loop, remove_former
from exports.line_plot import line_plot
from kg.errors import BadInputError


def test_a_line_has_a_point_for_every_value_and_a_gap_for_none() -> None:
    plot = line_plot("Shares", ["1", "2", "3"], {"time error": [0.0, None, 1.0]})
    assert plot.count("<circle") == 2
    (points,) = re.findall(r'<polyline points="([^"]*)"', plot)
    (_, low), (_, high) = (tuple(map(float, one.split(","))) for one in points.split())
    assert low > high, "a greater share stands higher"


def test_the_names_on_a_plot_cannot_become_markup() -> None:
    plot = line_plot("<b>", ["<i>"], {"<script>": [0.5]})
    assert "<script>" not in plot and "<b>" not in plot and "<i>" not in plot


def listing(folder: Path, **changes: object) -> None:
    document: dict[str, object] = {
        "schema": "curaview.loop/1",
        "rounds": [{"folder": "round-1"}],
        "cases": [{"file": "cases/one.json"}],
    }
    (folder / "loop.json").write_text(json.dumps(document | changes))


def test_only_files_of_the_loop_itself_are_removed(tmp_path: Path) -> None:
    out, outside = tmp_path / "out", tmp_path / "outside.json"
    for place in (out / "cases", out / "round-1"):
        place.mkdir(parents=True)
    outside.write_text("")
    for name in ("cases/one.json", "cases/mine.json", "round-1/samples.jsonl"):
        (out / name).write_text("")
    listing(out, cases=[{"file": "cases/one.json"}, {"file": "../../outside.json"}])
    remove_former(files_of_loop(out), set())
    assert outside.exists() and (out / "cases" / "mine.json").exists()
    assert not (out / "cases" / "one.json").exists() and not (out / "round-1").exists()


@pytest.mark.parametrize(
    "written",
    ["", "[]", "{}", '{"schema": "curaview.report/1"}', '{"schema": "curaview.loop/1"}'],
)
def test_the_report_of_something_else_is_refused(tmp_path: Path, written: str) -> None:
    (tmp_path / "loop.json").write_text(written)
    with pytest.raises(BadInputError, match="not the report of a loop"):
        files_of_loop(tmp_path)


def test_a_folder_without_a_report_holds_no_loop(tmp_path: Path) -> None:
    assert files_of_loop(tmp_path) == set()
