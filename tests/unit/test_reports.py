"""Reports in every format: the contract, faithful text, and nothing in a record that can act."""

import csv
import html
import io
import json
import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from clinical.facts import TimeSpan
from exports.counts import in_order, report_counts
from exports.csv_report import claims_csv, sentences_csv
from exports.html_report import report_html
from exports.json_report import report_json, report_jsonl
from exports.markdown_report import report_markdown
from exports.page import page_of
from exports.table_report import report_table
from exports.times import written_time
from exports.utf16 import Utf16Offsets
from exports.visible_text import shortened, visible
from exports.word_changes import Change, suggested_changes, word_changes
from exports.wording import plain_reasoning
from graph_state.findings import Citation, Finding, Report

SENTENCE_KEYS = [
    "index", "start", "end", "text", "status", "reason", "hallucination_status",
    "hallucination_types", "evidence_grade", "severity", "confidence", "reasoning",
    "absence_rationale", "suggestion", "retries", "last_result", "claims", "evidence",
]  # fmt: skip


def with_text(report: Report, text: str) -> Report:
    """Return the report with one sentence's text, reasoning and evidence replaced."""
    finding = report.findings[5]
    assert finding.result is not None
    result = finding.result.model_copy(update={"reasoning": text, "suggestion": text})
    cited = finding.evidence[0]
    quote = cited.model_copy(update={"evidence": cited.evidence.model_copy(update={"quote": text})})
    changed = finding.model_copy(update={"text": text, "result": result, "evidence": (quote,)})
    return report.model_copy(update={"findings": (changed,)})


def written(report: Report, width: int = 160) -> str:
    console = Console(width=width, file=io.StringIO(), force_terminal=False)
    with console.capture() as capture:
        console.print(report_table(report))
    return capture.get()


def test_json_has_the_keys_of_the_contract_in_order(fictional_report: Report) -> None:
    document = json.loads(report_json(fictional_report))
    assert list(document) == [
        "schema", "patient_id", "admission_id", "target", "judge", "settings", "versions",
        "counts", "sentences", "omissions", "notices", "safety",
    ]  # fmt: skip
    assert document["schema"] == "curaview.report/1"
    assert list(document["counts"]) == [
        "sentences", "graded", "not_checkable", "abstained", "failed", "E1", "E2", "E3", "E4",
    ]  # fmt: skip
    assert all(list(sentence) == SENTENCE_KEYS for sentence in document["sentences"])
    claim = document["sentences"][4]["claims"][0]
    assert list(claim) == [
        "text", "start", "end", "kind", "status", "grade", "types", "attribute", "rule",
        "confidence", "slots", "evidence",
    ]  # fmt: skip
    evidence = document["sentences"][4]["evidence"][0]
    assert list(evidence) == [
        "id", "source", "label", "quote", "start", "end", "time", "relation", "score",
    ]  # fmt: skip
    assert list(document["omissions"][0]) == ["kind", "text", "evidence"]


def test_json_rounds_floats_and_keeps_letters(fictional_report: Report) -> None:
    text = report_json(fictional_report)
    assert '"confidence": 0.8765' in text and '"weight": 0.1235' in text
    assert "קבלה" in text and "🙂" in text
    assert not re.search(r"\d\.\d{5,}", text)


def test_a_line_of_jsonl_holds_the_same_document(fictional_report: Report) -> None:
    hostile = with_text(fictional_report, "one\u2028two\u0085three\nfour \ud800 five")
    for report in (fictional_report, hostile):
        line = report_jsonl(report)
        assert len(line.splitlines()) == 1
        assert json.loads(line) == json.loads(report_json(report))
        line.encode()


def test_json_does_not_depend_on_the_order_of_settings_or_findings(
    fictional_report: Report,
) -> None:
    turned = fictional_report.model_copy(
        update={
            "settings": dict(reversed(fictional_report.settings.items())),
            "findings": tuple(reversed(fictional_report.findings)),
        }
    )
    assert report_json(turned) == report_json(fictional_report)


def test_a_row_has_no_offsets_and_a_quote_stands_at_its_own(fictional_report: Report) -> None:
    document = json.loads(report_json(fictional_report))
    note, row = document["sentences"][4]["evidence"]
    assert fictional_report.sources["dc-1"][note["start"] : note["end"]] == note["quote"]
    assert (row["start"], row["end"]) == (None, None)
    assert row["source"] == "prescriptions:rx-7:dose_val_rx"


def test_a_failed_sentence_is_no_finding_but_keeps_its_refused_verdict(
    fictional_report: Report,
) -> None:
    failed = json.loads(report_json(fictional_report))["sentences"][8]
    assert failed["status"] == "failed"
    assert failed["evidence_grade"] is None and failed["hallucination_status"] is None
    assert failed["last_result"]["evidence_grade"] == "E4"
    assert report_counts(fictional_report)["E4"] == 3


def test_an_ungraded_sentence_never_shows_a_grade(fictional_report: Report) -> None:
    open_ended = fictional_report.findings[5].model_copy(update={"status": "abstained"})
    report = fictional_report.model_copy(update={"findings": (open_ended,)})
    (sentence,) = json.loads(report_json(report))["sentences"]
    assert sentence["evidence_grade"] is None and sentence["hallucination_status"] is None
    table = written(report, width=300)
    assert "0 E4 contradicted" in table and table.count("E4 contradicted") == 1


@pytest.mark.parametrize(
    ("time", "expected"),
    [
        (None, None),
        (TimeSpan(), None),
        (
            TimeSpan(earliest="2181-04-02T00:00:00", latest="2181-04-02T23:59:59", precision="day"),
            "2181-04-02",
        ),
        (
            TimeSpan(
                earliest="2181-04-02T07:30:00", latest="2181-04-02T07:30:00", precision="minute"
            ),
            "2181-04-02T07:30",
        ),
        (
            TimeSpan(earliest="2181-04-02T00:00:00", latest="2181-04-05T23:59:59", precision="day"),
            "2181-04-02/2181-04-05",
        ),
        (TimeSpan(earliest="2181-04-02T00:00:00", precision="day"), "2181-04-02/.."),
    ],
)
def test_times_are_written_at_their_precision(time: TimeSpan | None, expected: str | None) -> None:
    assert written_time(time) == expected


def test_csv_has_a_row_a_sentence_and_a_row_a_claim(fictional_report: Report) -> None:
    sentences = list(csv.DictReader(io.StringIO(sentences_csv(fictional_report))))
    claims = list(csv.DictReader(io.StringIO(claims_csv(fictional_report))))
    assert [row["index"] for row in sentences] == [str(i) for i in range(12)]
    assert sentences[4]["evidence_grade"] == "E4"
    assert sentences[8]["evidence_grade"] == "" and sentences[8]["reason"].startswith("R2")
    expected = sum(len(f.result.claims) for f in fictional_report.findings if f.result)
    assert len(claims) == expected
    assert claims[3]["explanation"] == "The summary says 100 mg; the record says 50 mg, unchanged."


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t=", "\n=", " =", "＝", "\r@"])
def test_no_cell_is_a_formula(fictional_report: Report, start: str) -> None:
    report = with_text(fictional_report, f'{start}HYPERLINK("x","y")')
    for table in (sentences_csv(report), claims_csv(report)):
        for row in csv.reader(io.StringIO(table)):
            assert not any(cell.lstrip()[:1] in tuple("=+-@＝") for cell in row if cell)


@given(st.text(max_size=60))
def test_csv_cells_come_back_apart_from_the_guard(text: str) -> None:
    finding = Finding(index=0, start=0, end=len(text), text=text, status="failed")
    report = Report(
        patient_id="P", admission_id=None, target="t", judge="rules", summary=text, settings={},
        versions={}, findings=(finding,),
    )  # fmt: skip
    (row,) = csv.DictReader(io.StringIO(sentences_csv(report), newline=""))
    assert row["text"] in (visible(text), "'" + visible(text))


def test_markdown_leads_with_what_needs_a_reader(fictional_report: Report) -> None:
    text = report_markdown(fictional_report)
    first = text.split("## To be looked at")[1].split("## All sentences")[0]
    assert re.findall(r"^### (\d+)\.", first, re.M) == ["3", "4", "5", "6", "7", "8", "10"]
    assert "metoprolol succinate 50 mg PO daily" in first


def test_markdown_of_a_record_is_inert(fictional_report: Report) -> None:
    hostile = "<img src=x> [a](http://example.org) ![b](c) | `d` \n# e\n- f **g**"
    text = report_markdown(with_text(fictional_report, hostile))
    assert "<img" not in text.replace("\\<img", "")
    assert "](http" not in text.replace("\\](http", "")
    assert not re.search(r"^# e", text, re.M)
    assert "://" not in text


def test_table_names_what_was_not_checked(fictional_report: Report) -> None:
    text = " ".join(written(fictional_report).split())
    assert "2 not checkable, 2 undecided, 1 check failed" in text
    assert "clean" not in text and "passed" not in text
    assert "E4 contradicted" in text and "prescriptions" not in text
    assert "dc-1:304" not in text, "a place is told in words"


def test_notices_stand_in_every_report_for_readers(fictional_report: Report) -> None:
    report = fictional_report.model_copy(update={"notices": ("not read: 2 files (.pdf)",)})
    for write in (written, report_markdown, report_html, report_json):
        assert "not read: 2 files" in write(report).replace("\\", "")


def test_table_does_not_run_what_a_record_holds(fictional_report: Report) -> None:
    hostile = with_text(fictional_report, "[red]bold[/red] \x1b[2J\x1b]0;title\x07 \u202eback")
    text = written(hostile)
    assert "[red]bold[/red]" in text
    assert not set(text) & {"\x1b", "\x07", "\u202e"}


class Tags(HTMLParser):
    """Collects the elements that a browser would make."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        self.addresses += [v or "" for k, v in attrs if k in ("src", "href", "action", "srcset")]


def embedded(page: str) -> str:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)
    assert found is not None
    return found[1]


def test_html_makes_no_element_of_a_record_and_asks_for_nothing(fictional_report: Report) -> None:
    hostile = '</script><script>alert(1)</script><img src=x onerror="a()"><!-- --> & \' "'
    for report in (fictional_report, with_text(fictional_report, hostile)):
        page = report_html(report)
        tags = Tags()
        tags.feed(page)
        assert "img" not in tags.names and tags.names.count("script") == 2
        assert all(address.startswith(("#", "data:,")) for address in tags.addresses)
        assert "default-src 'none'" in page
        assert "<" not in embedded(page)


def test_html_data_keeps_the_text_of_cited_notes(fictional_report: Report) -> None:
    spare = {**fictional_report.sources, "spare": "never cited"}
    page = report_html(fictional_report.model_copy(update={"sources": spare}))
    assert json.loads(embedded(page))["notes"] == fictional_report.sources


def test_html_keeps_the_summary_and_its_gaps(fictional_report: Report) -> None:
    page = page_of(fictional_report)
    assert "".join(piece.text for piece in page.pieces) == fictional_report.summary
    found = [piece.sentence.index for piece in page.pieces if piece.sentence]
    assert found == [finding.index for finding in in_order(fictional_report)]


def test_html_tells_a_moved_quote_from_a_missing_note(fictional_report: Report) -> None:
    notes = {"dc-1": "another text entirely"}
    page = page_of(fictional_report.model_copy(update={"sources": notes}))
    moved, row = page.sentences[4].evidence
    missing, _ = page.sentences[5].evidence
    assert moved.moved and not moved.note
    assert not missing.moved and not missing.note
    assert [field.name for field in row.fields if field.cited] == ["dose_val_rx"]
    assert page.notes == {}


def test_html_says_what_every_mark_means(fictional_report: Report) -> None:
    page = html.unescape(report_html(fictional_report))
    for words in ("a cited item cannot be true together with it", "not checked, not clean"):
        assert words in page
    assert "R2: E4 without evidence" in page and "Refused verdict, not a finding" in page


def test_the_same_report_gives_the_same_bytes(fictional_report: Report) -> None:
    assert report_html(fictional_report) == report_html(fictional_report.model_copy(deep=True))


def test_a_lone_surrogate_can_be_written_everywhere(fictional_report: Report) -> None:
    report = with_text(fictional_report, "broken \ud83d letter")
    for write in (report_html, report_json, report_jsonl, report_markdown, sentences_csv):
        write(report).encode("utf-8")


def test_offsets_are_counted_as_a_browser_counts(fictional_report: Report) -> None:
    note = fictional_report.sources["dc-1"]
    evidence = page_of(fictional_report).sentences[4].evidence[0]
    units = note.encode("utf-16-le")
    quote = units[2 * evidence.start : 2 * evidence.end].decode("utf-16-le")
    assert quote == evidence.quote
    assert evidence.start == fictional_report.sources["dc-1"].index(quote) + 1


@given(st.text(max_size=40), st.data())
def test_utf16_offsets_agree_with_the_encoding(text: str, data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(text)))
    expected = len(text[:offset].encode("utf-16-le", "surrogatepass")) // 2
    assert Utf16Offsets(text).of(offset) == expected


@given(st.text(max_size=40), st.text(max_size=40))
def test_word_changes_spell_both_sentences(before: str, after: str) -> None:
    changes = word_changes(before, after)
    assert "".join(c.text for c in changes if c.kind != "added") == before
    assert "".join(c.text for c in changes if c.kind != "removed") == after


def test_advice_is_shown_as_it_stands_and_a_correction_by_its_changes() -> None:
    advice = "Review against the record: the record denies it: 'No family at the bedside.'."
    sentence = "Genetic testing for familial disorders was still pending when he left."
    assert suggested_changes(sentence, advice) == (Change(kind="kept", text=advice),)
    corrected = "Genetic testing for familial disorders was not pending when he left."
    kinds = {change.kind for change in suggested_changes(sentence, corrected)}
    assert kinds == {"kept", "removed", "added"}


def test_word_changes_mark_the_smallest_correction() -> None:
    changes = word_changes("Metoprolol 2.5 mg daily.", "Metoprolol 5 mg daily.")
    assert [(c.kind, c.text) for c in changes if c.kind != "kept"] == [
        ("removed", "2.5"),
        ("added", "5"),
    ]


@given(st.text(max_size=200), st.integers(2, 50))
def test_a_shortened_line_fits_and_holds_no_control(text: str, length: int) -> None:
    line = shortened(text, length)
    assert len(line) <= length
    assert "\n" not in line and "\x1b" not in line


def test_the_page_names_no_rules_and_no_ids_to_its_reader() -> None:
    told = (
        r"'28\ndays': E4 by other_number: the sentence says '28' where the record says '14' [ev_0a]"
        " [ev_1b]\n"
        "\"the 'sputum'\": abstained by hedged: the clause is too general [ev_2c]\n"
        "The rules and the model disagree."
    )
    assert plain_reasoning(told) == (
        "“28 days”: contradicted. The sentence says '28' where the record says '14'.\n"
        "“the 'sputum'”: undecided. The clause is too general.\n"
        "The rules and the model disagree."
    )


def test_the_table_quotes_the_claim_that_decided_at_its_narrowest_place(
    fictional_report: Report,
) -> None:
    finding = in_order(fictional_report)[4]
    assert finding.result is not None
    narrow, wide = finding.evidence[0], finding.evidence[1]
    wide = wide.model_copy(
        update={
            "relation": "contradicts",
            "evidence": wide.evidence.model_copy(update={"kind": "list", "quote": "a whole list"}),
        }
    )
    claims = [
        claim.model_copy(
            update={
                "grade": grade,
                "evidence": tuple(
                    Citation(id=use.evidence.id, relation=use.relation) for use in uses
                ),
            }
        )
        for claim, grade, uses in (
            (finding.result.claims[0], "E1", (narrow,)),
            (finding.result.claims[0], "E4", (wide,)),
        )
    ]
    result = finding.result.model_copy(update={"claims": tuple(claims), "evidence_grade": "E4"})
    both = finding.model_copy(update={"evidence": (narrow, wide), "result": result})
    report = fictional_report.model_copy(update={"findings": (both,)})
    assert "a whole list" in written(report, width=300)
