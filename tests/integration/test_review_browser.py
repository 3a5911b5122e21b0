"""The review desk in two real browsers at once: keys, conflicts, undo, blindness, small screens."""

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import pytest
from selenium.webdriver import Chrome, Keys
from selenium.webdriver.common.by import By

from agents.known_judges import known_judges
from graph_state.findings import Report
from service.application import application
from service.checking import Checker
from service.decision_store import DecisionStore
from service.desk import Desk
from service.guard import Keys as Secrets
from service.serving import listening, server_of

pytestmark = [
    pytest.mark.browser,
    pytest.mark.server,
    pytest.mark.enable_socket,
    pytest.mark.skipif(
        not (shutil.which("chromium") or shutil.which("google-chrome"))
        or not shutil.which("chromedriver"),
        reason="no chromium with chromedriver on this machine",
    ),
]

Browsers = Callable[[], Chrome]


@pytest.fixture(scope="module")
def two(browsers: Browsers) -> tuple[Chrome, Chrome]:
    return browsers(), browsers()


@contextmanager
def served(desk: Desk | None) -> Iterator[str]:
    """Serve a desk with its upload page in a thread and yield its address."""
    secrets = Secrets()
    server = server_of(application(desk, secrets, Checker(known_judges())))
    with listening(0) as taken:
        thread = Thread(target=server.run, kwargs={"sockets": [taken]})
        thread.start()
        deadline = time.monotonic() + 10
        while not server.started:
            assert time.monotonic() < deadline, "the server does not start"
            time.sleep(0.02)
        try:
            yield f"http://127.0.0.1:{taken.getsockname()[1]}/{secrets.token}/"
        finally:
            server.should_exit = True
            thread.join(10)


@pytest.fixture
def store(tmp_path: Path) -> DecisionStore:
    return DecisionStore(tmp_path / "d.sqlite")


def begin(browser: Chrome, address: str, name: str, width: int = 1280) -> None:
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    browser.get(address)
    browser.find_element(By.ID, "reviewer").send_keys(name, Keys.ENTER)
    browser.find_element(By.CSS_SELECTOR, ".queue")


def press(browser: Chrome, keys: str) -> None:
    """Press a key and wait for the page that it leads to."""
    before = browser.find_element(By.TAG_NAME, "html").id
    browser.find_element(By.TAG_NAME, "body").send_keys(keys)
    deadline = time.monotonic() + 5
    while browser.find_element(By.TAG_NAME, "html").id == before:
        assert time.monotonic() < deadline, f"{keys!r} leads nowhere"
        time.sleep(0.02)


def text(browser: Chrome, selector: str) -> str:
    return browser.find_element(By.CSS_SELECTOR, selector).text


def test_two_reviewers_at_once(
    two: tuple[Chrome, Chrome], fictional_report: Report, store: DecisionStore
) -> None:
    ada, ben = two
    with served(Desk([fictional_report], store)) as address:
        begin(ada, address, "Ada")
        begin(ben, address, "Ben")
        press(ada, "j")
        press(ben, "j")
        assert text(ada, ".sentence-text") == text(ben, ".sentence-text")
        press(ada, "a")
        assert "Saved" in text(ada, ".notice")
        ben.find_element(By.ID, "comment").send_keys("not so", Keys.ESCAPE)
        press(ben, "f")
        assert "Meanwhile: agreed by Ada" in text(ben, ".notice")
        assert ben.find_element(By.ID, "comment").get_attribute("value") == "not so"
        press(ben, "f")
        press(ben, "u")
        assert "agreed by Ada" in text(ben, "#said")
        press(ben, "n")
        ben.find_element(By.TAG_NAME, "body").send_keys("e")
        words = ben.find_element(By.ID, "correction")
        words.clear()
        words.send_keys("No allergy to penicillin is known.", Keys.ESCAPE)
        press(ben, "s")
        events = store.events()
        assert [e.entry.reviewer for e in events] == ["Ada", "Ben", "Ben", "Ben"]
        assert all(e.entry.seconds is not None for e in events if e.entry.decision)
        last = events[-1].entry.decision
        assert last is not None and last.correction == "No allergy to penicillin is known."
        for browser in two:
            errors = browser.get_log("browser")  # type: ignore[no-untyped-call]
            # A conflict is answered with the status 409, which a browser logs.
            assert [one for one in errors if "409" not in one["message"]] == []


def test_raters_are_blind_and_a_draft_outlives_a_closed_page(
    two: tuple[Chrome, Chrome], fictional_report: Report, store: DecisionStore
) -> None:
    zora, ben = two
    with served(Desk([fictional_report], store, blind=True)) as address:
        begin(zora, address, "Zora")
        begin(ben, address, "Ben")
        press(zora, "j")
        press(zora, "a")
        press(ben, "j")
        assert "Zora" not in ben.page_source
        ben.find_element(By.ID, "comment").send_keys("half a th")
        ben.get("about:blank")
        deadline = time.monotonic() + 5
        while not store.draft(Desk([fictional_report], store, True).queue[0].place("Ben"), "Ben"):
            assert time.monotonic() < deadline, "the draft is lost"
            time.sleep(0.05)
        ben.get(address + "sentence/0")
        assert ben.find_element(By.ID, "comment").get_attribute("value") == "half a th"


@pytest.mark.parametrize("width", [400, 1280])
def test_nothing_runs_off_the_screen_and_every_control_has_a_name(
    two: tuple[Chrome, Chrome], fictional_report: Report, store: DecisionStore, width: int
) -> None:
    browser = two[0]
    with served(Desk([fictional_report], store)) as address:
        begin(browser, address, "Ada", width)
        for page in ("", "sentence/0", "sentence/3", "summary/0", "figures"):
            browser.get(address + page)
            wide = browser.execute_script("return document.documentElement.scrollWidth")
            assert wide <= width, page
            for control in browser.find_elements(By.CSS_SELECTOR, "button, textarea, select, a"):
                assert control.accessible_name.strip() or not control.is_displayed()


def test_a_record_is_dropped_verdicts_stream_and_the_report_opens(
    two: tuple[Chrome, Chrome], tmp_path: Path
) -> None:
    browser = two[0]
    note = tmp_path / "note.txt"
    note.write_text("Home medications:\nfurosemide 40 mg daily\n\nAllergies: sulfa\n")
    with served(None) as address:
        browser.get(address)
        browser.find_element(By.ID, "files").send_keys(str(note))
        assert "note.txt" in text(browser, "#file-list li")
        browser.find_element(By.ID, "summary").send_keys("She takes furosemide 80 mg daily.")
        browser.find_element(By.ID, "start").click()
        assert "She takes furosemide 80 mg" in text(browser, "#sentences .text")
        deadline = time.monotonic() + 30
        while not browser.find_element(By.ID, "report").is_displayed():
            assert time.monotonic() < deadline, text(browser, "#state")
            time.sleep(0.05)
        assert "1 contradicted" in text(browser, "#state")
        browser.find_element(By.ID, "report").click()
        assert text(browser, "#source mark.here") == "furosemide 40 mg daily"
        assert browser.get_log("browser") == []  # type: ignore[no-untyped-call]
