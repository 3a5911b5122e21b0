"""The review desk over HTTP: who may ask, what is kept, and what hostile requests come to."""

import asyncio
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from exports.distillation.review_lines import REVIEWED, read_reviewed
from exports.distillation.run_folder import read_runs
from exports.run_file import run_json
from graph_state.findings import Report
from kg.errors import BadInputError
from service.application import application
from service.audit import first_fault
from service.calibration_input import reviewed_claims
from service.decision_store import DecisionStore
from service.desk import Desk
from service.guard import FORM_BYTES, Keys

KEYS = Keys(token="the-token", form="the-form-token")
HOST = "http://127.0.0.1:8000"
BASE = f"{HOST}/the-token/"

Run = Callable[..., tuple[int, str, str]]


class Visitor:
    """A browser with its own cookies, without a socket."""

    def __init__(self, desk: Desk, name: str = "") -> None:
        self.desk, self.app, self.cookies = desk, application(desk, KEYS), httpx.Cookies()
        if name:
            answer = self.post("reviewer", reviewer=name)
            assert answer.status_code == 303

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        async def asked() -> httpx.Response:
            transport = httpx.ASGITransport(app=self.app)
            async with httpx.AsyncClient(transport=transport, cookies=self.cookies) as client:
                answer = await client.request(method, path, **more)
                self.cookies.update(client.cookies)
                return answer

        return asyncio.run(asked())

    def get(self, path: str = "", **more: Any) -> httpx.Response:
        return self.ask("GET", BASE + path, **more)

    def post(self, path: str, **form: object) -> httpx.Response:
        return self.ask("POST", BASE + path, data={"form_token": KEYS.form, **form})

    def number(self, index: int) -> int:
        """Return where a sentence stands in the queue."""
        return next(one.number for one in self.desk.queue if one.finding.index == index)

    def decide(self, index: int, choice: str, version: int = 0, **form: object) -> httpx.Response:
        return self.post(f"sentence/{self.number(index)}", choice=choice, version=version, **form)

    def page(self, index: int) -> str:
        return self.get(f"sentence/{self.number(index)}").text


@pytest.fixture
def desk(fictional_report: Report, tmp_path: Path) -> Desk:
    return Desk([fictional_report], DecisionStore(tmp_path / "d.sqlite"))


def test_a_reviewer_gives_a_name_and_gets_the_queue(desk: Desk) -> None:
    visitor = Visitor(desk)
    assert "Who reviews?" in visitor.get().text
    assert visitor.get("sentence/0").status_code == 303
    visitor.post("reviewer", reviewer="  Dr.  Ada ")
    page = visitor.get().text
    assert "0 of 7 sentences reviewed" in page and "Dr. Ada" in page
    texts = re.findall(r'class="text"[^>]*>(.*?)<', page)
    assert texts[0].startswith("Her metoprolol") and len(texts) == 7
    assert len(re.findall(r'class="text"', visitor.get("?show=all").text)) == 12


def test_a_sentence_is_shown_with_its_proof_in_context(desk: Desk) -> None:
    page = Visitor(desk, "Ada").page(5)
    assert '<mark class="wrong">right lower lobe opacity</mark>' in page
    assert "<del>right</del>" in page and "<ins>left</ins>" in page
    assert page.index("new opacity in the left lower lobe</mark>") < page.index(
        "LEFT lower lobe</mark>"
    )
    assert "IMPRESSION: Left lower lobe pneumonia." in page
    assert "&lt;img src=x onerror=alert(1)&gt;" in page and "<img" not in page


def test_what_was_searched_is_shown_where_the_record_is_silent(desk: Desk) -> None:
    page = Visitor(desk, "Ada").page(7)
    assert "What was searched" in page and "procedures_icd, 2 notes" in page


def test_a_decision_leads_on_and_can_be_taken_back(desk: Desk) -> None:
    ada = Visitor(desk, "Ada")
    answer = ada.decide(4, "agree", seconds="3.5", clicks="1", comment="so it is")
    assert answer.status_code == 303
    assert answer.headers["location"] == f"/the-token/sentence/{ada.number(6)}?done={ada.number(4)}"
    assert "agreed by Ada" in ada.page(4) and "so it is" in ada.page(4)
    assert "1 of 7 sentences reviewed" in ada.get().text
    assert ada.post(f"sentence/{ada.number(4)}/undo", version=1).status_code == 303
    assert "0 of 7 sentences reviewed" in ada.get().text
    events = desk.store.events()
    assert [e.entry.decision is None for e in events] == [False, True]
    assert events[0].entry.seconds == 3.5 and first_fault(events) is None


def test_two_at_once_on_one_sentence_overwrite_nothing(desk: Desk) -> None:
    ada, ben = Visitor(desk, "Ada"), Visitor(desk, "Ben")
    ada.decide(5, "agree")
    answer = ben.decide(5, "false_alarm", comment="but the film says so")
    assert answer.status_code == 409
    assert "Meanwhile: agreed by Ada" in answer.text and "but the film says so" in answer.text
    assert [e.entry.reviewer for e in desk.store.events()] == ["Ada"]
    assert ben.decide(5, "false_alarm", version=1).status_code == 303


def test_raters_on_a_blind_desk_see_nothing_of_each_other(
    fictional_report: Report, tmp_path: Path
) -> None:
    desk = Desk([fictional_report], DecisionStore(tmp_path / "d.sqlite"), blind=True)
    zora, ben = Visitor(desk, "Zora"), Visitor(desk, "Ben")
    zora.decide(5, "agree", comment="plainly wrong")
    for page in (ben.page(5), ben.get().text, ben.get("figures").text, ben.get("summary/0").text):
        assert "Zora" not in page and "plainly wrong" not in page
    assert "left lower lobe opacity" not in ben.get("summary/0").text
    assert ben.decide(5, "false_alarm").status_code == 303
    assert "agreed by Zora" in zora.page(5)


def test_an_edit_changes_grade_types_and_words(desk: Desk) -> None:
    ada = Visitor(desk, "Ada")
    words = "Chest X-ray showed a LEFT lower lobe opacity,\r\nunchanged."
    ada.decide(5, "edit", grade="E3", types=["exam_result_error", "time_error"], correction=words)
    (event,) = desk.store.events()
    decision = event.entry.decision
    assert decision is not None and decision.grade == "E3"
    assert decision.types == ("exam_result_error", "time_error")
    assert decision.correction == words.replace("\r\n", "\n")
    text = ada.get("summary/0").text
    assert "LEFT lower lobe opacity,\nunchanged.</mark>" in text


def test_the_corrected_text_takes_over_corrections_and_never_advice(
    fictional_report: Report, tmp_path: Path
) -> None:
    findings = tuple(
        f.model_copy(
            update={
                "result": f.result.model_copy(
                    update={"suggestion": "Review against the record: the list is closed."}
                )
            }
        )
        if f.index == 6 and f.result
        else f
        for f in fictional_report.findings
    )
    report = fictional_report.model_copy(update={"findings": findings})
    desk = Desk([report], DecisionStore(tmp_path / "d.sqlite"))
    ada = Visitor(desk, "Ada")
    assert "Advice" in ada.page(6) and "Proposed correction" in ada.page(5)
    for index in (5, 6):
        ada.decide(index, "agree")
    page = ada.get("summary/0").text
    assert "<mark>Chest X-ray showed a left lower lobe opacity.</mark>" in page
    assert "Review against the record" not in page
    assert "1 of the sentences called wrong still stand" in page


def test_a_comment_outlives_a_closed_browser(desk: Desk) -> None:
    ada = Visitor(desk, "Ada")
    ada.post(f"sentence/{ada.number(5)}/draft", comment="half a th")
    assert "half a th" in Visitor(desk, "Ada").page(5)
    assert "half a th" not in Visitor(desk, "Ben").page(5)


def test_markup_in_names_comments_and_records_is_inert(desk: Desk) -> None:
    hostile = "<script>alert(1)</script>\"'>"
    eve = Visitor(desk, hostile)
    eve.decide(5, "agree", comment=hostile)
    for page in (
        eve.get().text,
        eve.page(5),
        eve.get("?show=decided").text,
        eve.get("figures").text,
    ):
        assert "<script>alert" not in page


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/", {}, 404),
        ("/wrong-token/", {}, 404),
        ("/the-token/", {"host": "evil.example"}, 400),
        ("/the-token/", {"host": "127.0.0.1.evil.example:80"}, 400),
        ("/the-token/static/../guard.py", {}, 404),
        ("/the-token/static/%2e%2e%2fguard.py", {}, 404),
        ("/the-token/static/base.html", {}, 404),
        ("/the-token/sentence/99", {}, 400),
        ("/the-token/summary/9", {}, 400),
        ("/the-token/nowhere", {}, 404),
    ],
)
def test_who_does_not_know_the_way_gets_nothing(
    desk: Desk, path: str, headers: dict[str, str], status: int
) -> None:
    answer = Visitor(desk, "Ada").ask("GET", HOST + path, headers=headers)
    assert answer.status_code == status and "metoprolol" not in answer.text


def test_every_answer_forbids_what_a_page_of_ours_never_does(desk: Desk) -> None:
    ada = Visitor(desk, "Ada")
    for answer in (ada.get(), ada.get("static/desk.js"), ada.get("nowhere"), ada.ask("GET", HOST)):
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"
    assert "http" not in re.sub(r"<a [^>]*>", "", ada.get().text).replace("CuraView", "")


@pytest.mark.parametrize(
    ("headers", "form", "status"),
    [
        ({"origin": "http://evil.example"}, {}, 403),
        ({"sec-fetch-site": "cross-site"}, {}, 403),
        ({"origin": "null"}, {}, 403),
        ({}, {"form_token": "guessed"}, 400),
        ({}, {"form_token": ""}, 400),
        ({"content-type": "text/plain"}, {}, 400),
        ({}, {"choice": "delete"}, 400),
        ({}, {"choice": "right"}, 400),
        ({}, {"version": "x"}, 400),
        ({}, {"choice": "edit", "grade": "E9"}, 400),
        ({}, {"choice": "edit", "types": "spelling"}, 400),
        ({}, {"seconds": "-1"}, 400),
        ({}, {"comment": "x" * 5000}, 400),
        ({}, {"comment": "x" * FORM_BYTES}, 413),
    ],
)
def test_a_form_that_is_not_ours_or_malformed_changes_nothing(
    desk: Desk, headers: dict[str, str], form: dict[str, str], status: int
) -> None:
    ada = Visitor(desk, "Ada")
    sent = {"form_token": KEYS.form, "choice": "agree", "version": "0", **form}
    answer = ada.ask("POST", f"{BASE}sentence/{ada.number(5)}", data=sent, headers=headers)
    assert answer.status_code == status
    assert desk.store.events() == []


@pytest.mark.parametrize("name", ["", " ", "x" * 81, "a\x00b"])
def test_a_name_must_be_one(desk: Desk, name: str) -> None:
    assert Visitor(desk).post("reviewer", reviewer=name).status_code == 400


@pytest.fixture
def reviewed_run(fictional_report: Report, tmp_path: Path) -> Path:
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / "a.run.json").write_text(run_json(fictional_report))
    desk = Desk([fictional_report], DecisionStore(folder / "decisions.sqlite"))
    ada = Visitor(desk, "Ada")
    ada.decide(4, "agree", seconds="2", clicks="1")
    ada.decide(5, "false_alarm", seconds="4", clicks="3")
    return folder


def test_the_log_can_be_verified_and_a_change_is_told(run: Run, reviewed_run: Path) -> None:
    status, out, _ = run("review", reviewed_run, "--verify-log")
    assert status == 0 and out.startswith("2 events, none changed; the last seal is ")
    import sqlite3

    connection = sqlite3.connect(reviewed_run / "decisions.sqlite")
    connection.execute("DROP TRIGGER events_remain")
    connection.execute("DELETE FROM events WHERE number = 1")
    connection.commit()
    connection.close()
    status, _, err = run("review", reviewed_run, "--verify-log")
    assert (status, err) == (2, "curaview: the log was changed: event 1 is missing\n")


def test_figures_and_decisions_can_be_had_without_a_browser(
    run: Run, reviewed_run: Path, tmp_path: Path
) -> None:
    status, out, _ = run("review", reviewed_run, "--figures")
    assert status == 0 and "50.0 %" in out and "median seconds" in out
    folder = tmp_path / "exported"
    assert run("review", reviewed_run, "--export", folder)[0] == 0
    lines = [json.loads(line) for line in (folder / REVIEWED).read_text().splitlines()]
    assert {(line["index"], line["wrong"], line["reviewer"]) for line in lines} == {
        (4, True, "Ada"),
        (5, False, "Ada"),
    }
    (read,) = read_runs([folder], None)
    assert read.reviewed is not None and len(read.reports) == 1 and not read.errors
    settled = {place[3]: (one.grade, one.types) for place, one in read.reviewed.items()}
    assert settled == {4: ("E4", ("medication_error",)), 5: ("E1", ())}


def test_what_raters_disagree_on_teaches_nothing(
    run: Run, fictional_report: Report, tmp_path: Path
) -> None:
    (tmp_path / "a.run.json").write_text(run_json(fictional_report))
    desk = Desk([fictional_report], DecisionStore(tmp_path / "decisions.sqlite"), blind=True)
    Visitor(desk, "Ada").decide(4, "agree")
    Visitor(desk, "Ben").decide(4, "false_alarm")
    Visitor(desk, "Ben").decide(5, "agree")
    assert run("review", tmp_path, "--export", tmp_path / "out")[0] == 0
    (read,) = read_runs([tmp_path / "out"], None)
    assert read.reviewed is not None and [place[3] for place in read.reviewed] == [5]
    claims = reviewed_claims(desk.reviewed("Ben"))
    assert {(claim.rule, claim.outcome, claim.agreed) for claim in claims} == {
        ("medication_dose", "E4", False),
        ("exam_laterality", "E4", True),
    }


def test_a_malformed_line_of_reviewers_is_named(tmp_path: Path) -> None:
    path = tmp_path / REVIEWED
    path.write_text('{"settled": {"grade": "E7"}, "patient_id": "p"}\n')
    with pytest.raises(BadInputError, match="line 1: "):
        read_reviewed(path)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["gone"], "gone: no such folder"),
        (["."], "holds no *.run.json"),
        ([".", "--verify-log"], "no decisions yet"),
    ],
)
def test_a_folder_without_a_run_is_refused(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    status, _, err = run("review", *arguments)
    assert status == 2 and message in err and err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
