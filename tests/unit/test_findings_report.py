"""The terminal: findings first and whole, what decided them, totals last; the page of a cohort."""

import io
import re

import pytest
from rich.console import Console

from exports.deciding import deciding_passages
from exports.findings_report import report_findings, totals
from exports.index_page import index_html
from exports.json_report import report_json
from exports.priority import review_priority
from exports.run_file import read_run, read_run_folder, run_json
from graph_state.findings import Report
from kg.errors import BadInputError


def written(report: Report, width: int = 100) -> str:
    console = Console(width=width, file=io.StringIO(), force_terminal=False)
    with console.capture() as capture:
        console.print(report_findings(report))
    return capture.get()


def test_findings_come_first_the_gravest_ahead_and_totals_last(fictional_report: Report) -> None:
    text = written(fictional_report)
    numbers = re.findall(r"sentence (\d+)$", text, re.M)
    assert numbers == ["4", "6", "5", "7", "8", "3", "10"], "supported sentences are left out"
    last = " ".join(text.split("\n\n")[-2].split())
    assert last.startswith("12 sentences: 3 contradicted, 1 without support, 1 check failed,")


def test_a_finding_shows_its_sentence_wrong_words_correction_and_deciding_quote(
    fictional_report: Report,
) -> None:
    text = written(fictional_report, 200)
    block = text.split("sentence 5\n")[1].split("\n\n")[0]
    assert "Chest X-ray showed a right lower lobe opacity." in block
    assert "wrong words “right lower lobe opacity”" in " ".join(block.split())
    assert "Chest X-ray showed a left lower lobe opacity." in block
    assert "record says “new opacity in the left lower lobe”" in " ".join(block.split())
    row = text.split("sentence 4\n")[1].split("\n\n")[0]
    assert "drug Metoprolol Succinate XL" in row, "a cell is shown with its row"


def test_nothing_in_a_record_acts_on_the_terminal(fictional_report: Report) -> None:
    finding = next(f for f in fictional_report.findings if f.index == 5)
    hostile = finding.model_copy(update={"text": "[red]x[/red] \x1b[2J \u202eback\nnext"})
    text = written(fictional_report.model_copy(update={"findings": (hostile,)}))
    assert "[red]x[/red]" in text and not set(text) & {"\x1b", "\u202e"}


@pytest.mark.parametrize("width", [40, 80])
def test_the_width_is_kept_and_no_word_is_lost(fictional_report: Report, width: int) -> None:
    text = written(fictional_report, width)
    assert max(map(len, text.splitlines())) <= width
    assert "She reported an allergy to penicillin." in " ".join(text.split())


def test_totals_never_word_what_was_not_checked_as_clean(fictional_report: Report) -> None:
    assert totals(()) == "0 summaries, 0 sentences: 0 contradicted"
    both = totals((fictional_report, fictional_report))
    assert both.startswith("2 summaries, 24 sentences: 6 contradicted, 2 without support")
    assert "4 not checkable" in both and "4 not in the summary" in both


def test_flags_come_before_what_nobody_decided_and_the_graver_first(
    fictional_report: Report,
) -> None:
    order = [f.index for f in sorted(fictional_report.findings, key=review_priority)]
    assert set(order[:2]) == {4, 6} and order[2:4] == [5, 7] and order[4:7] == [8, 3, 10]


def test_a_finding_without_claims_still_shows_what_it_cites(fictional_report: Report) -> None:
    finding = next(f for f in fictional_report.findings if f.index == 5)
    assert finding.result is not None
    bare = finding.model_copy(update={"result": finding.result.model_copy(update={"claims": ()})})
    assert len(deciding_passages(bare)) == 2


def test_the_page_of_a_cohort_counts_links_and_escapes(fictional_report: Report) -> None:
    hostile = fictional_report.model_copy(update={"patient_id": "<script>x</script>"})
    page = index_html({"a b": hostile, "c": fictional_report})
    assert "<script>x" not in page and "&lt;script&gt;x" in page
    assert 'href="a%20b.html"' in page and 'href="c.html"' in page
    assert "2 summaries, 24 sentences: 6 contradicted" in page
    assert page.index("E4 contradicted") > 0
    assert index_html({"c": fictional_report, "a b": hostile}) == page


def test_a_report_comes_back_whole_from_its_run_file(
    fictional_report: Report, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("run")
    (folder / "x.run.json").write_text(run_json(fictional_report))
    (back,) = read_run_folder(folder)
    assert back == fictional_report and report_json(back) == report_json(fictional_report)


@pytest.mark.parametrize(
    "written_text", ["{", "[]", '{"schema": "other"}', '{"schema": "curaview.run/1"}']
)
def test_what_is_no_run_file_is_refused_by_name(
    written_text: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("run") / "x.run.json"
    path.write_text(written_text)
    with pytest.raises(BadInputError, match=re.escape(str(path))) as caught:
        read_run(path)
    assert "\n" not in str(caught.value)
