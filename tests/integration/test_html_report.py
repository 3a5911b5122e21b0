"""The page in a real browser: a click leads to the proof, and nothing in a record can act."""

import json
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from selenium.webdriver import Chrome, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

from exports.html_report import report_html
from graph_state.findings import Report
from graph_state.review import Review

BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")

pytestmark = [
    pytest.mark.browser,
    pytest.mark.enable_socket,
    pytest.mark.skipif(
        BROWSER is None or DRIVER is None, reason="no chromium with chromedriver on this machine"
    ),
]


@pytest.fixture(scope="module")
def browser(browsers: Callable[[], Chrome]) -> Chrome:
    return browsers()


def log(browser: Chrome, kind: str) -> list[str]:
    """Empty one of the browser's logs."""
    entries: list[dict[str, str]] = browser.get_log(kind)  # type: ignore[no-untyped-call]
    return [entry["message"] for entry in entries]


def resize(browser: Chrome, width: int) -> None:
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


def opened(browser: Chrome, report: Report, folder: Path, width: int = 1280) -> Chrome:
    path = folder / "report.html"
    path.write_text(report_html(report), "utf-8")
    resize(browser, width)
    log(browser, "browser")
    log(browser, "performance")
    browser.get("about:blank")
    browser.get(path.as_uri())
    return browser


@pytest.fixture
def page(browser: Chrome, fictional_report: Report, tmp_path: Path) -> Chrome:
    return opened(browser, fictional_report, tmp_path)


def one(page: Chrome, selector: str) -> WebElement:
    return page.find_element(By.CSS_SELECTOR, selector)


def texts(page: Chrome, selector: str) -> list[str]:
    return [node.text for node in page.find_elements(By.CSS_SELECTOR, selector)]


def press(page: Chrome, keys: str) -> None:
    one(page, "body").send_keys(keys)


def current(page: Chrome) -> str | None:
    return one(page, ".sentence[aria-current]").get_attribute("data-index")


def shown_inside(page: Chrome, selector: str, frame: str) -> bool:
    script = """
      const a = document.querySelector(arguments[0]).getBoundingClientRect();
      const b = document.querySelector(arguments[1]).getBoundingClientRect();
      return a.height > 0 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
    """
    return bool(page.execute_script(script, selector, frame))


def settled(page: Chrome, selector: str, frame: str) -> bool:
    deadline = time.monotonic() + 3
    while not shown_inside(page, selector, frame):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def test_the_gravest_finding_opens_first(page: Chrome) -> None:
    assert current(page) == "4"
    assert texts(page, "#source mark.here") == ["metoprolol succinate 50 mg PO daily"]


def test_a_click_highlights_the_passage_in_its_note(page: Chrome) -> None:
    one(page, "#s-5").click()
    assert one(page, "#verdict h2").text.lower() == "e4 contradicted"
    assert texts(page, "#source mark.here") == ["new opacity in the left lower lobe"]
    assert "IMPRESSION: Left lower lobe pneumonia." in one(page, "#source .note").text
    assert one(page, "#s-5 mark").text == "right lower lobe opacity"
    assert texts(page, "#compared .passage .quote") == [
        "new opacity in the left lower lobe",
        "pneumonia of the LEFT lower lobe",
    ]
    assert texts(page, "#verdict del") == ["right"] and texts(page, "#verdict ins") == ["left"]


def test_a_passage_of_a_table_is_shown_as_its_row(page: Chrome) -> None:
    one(page, "#s-4").click()
    one(page, "#compared [data-passage='1']").click()
    assert texts(page, "#source .row tbody th") == [
        "drug",
        "dose_val_rx",
        "dose_unit_rx",
        "starttime",
    ]
    assert texts(page, "#source mark.here") == ["50"]


def test_each_claim_opens_its_own_evidence(page: Chrome) -> None:
    one(page, "#s-1").click()
    one(page, "[data-claim='0']").click()
    assert texts(page, "#source mark.here") == ["71 year old woman"]
    one(page, "[data-claim='1']").click()
    assert texts(page, "#source mark.here") == ["pneumonia of the LEFT lower lobe"]
    assert one(page, "#s-1 mark").text == "admitted with pneumonia"


def test_an_omission_opens_its_source(page: Chrome) -> None:
    one(page, "[data-omission='0']").click()
    assert texts(page, "#source mark.here") == ["sulfa drugs, shellfish"]
    one(page, "[data-omission='1']").click()
    assert "ev_elsewhere" in one(page, "#verdict").text


def test_filters_set_the_rest_aside_and_lead_the_keys(page: Chrome) -> None:
    one(page, "[data-value='E3']").click()
    one(page, "[data-value='failed']").click()
    assert one(page, "#shown").text == "2 of 12 sentences"
    aside = page.find_elements(By.CSS_SELECTOR, ".sentence.aside")
    assert len(aside) == 10
    assert current(page) == "7", "what is shown is one of what the filter leaves"
    press(page, "j")
    assert current(page) == "8"
    press(page, "j")
    assert current(page) == "7"
    one(page, "[data-value='medication_error']").click()
    assert one(page, "#shown").text == "0 of 12 sentences"
    one(page, "#clear").click()
    assert not page.find_elements(By.CSS_SELECTOR, ".sentence.aside")


def test_the_comparison_is_seen_at_once_and_the_header_is_small(page: Chrome) -> None:
    one(page, "#s-5").click()
    assert settled(page, "#compared .comparison", "#verdict")
    resize(page, 400)
    assert one(page, ".top").rect["height"] <= 150


def test_print_holds_things_once(page: Chrome, fictional_report: Report) -> None:
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        shown = one(page, "body").text
    finally:
        page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    assert shown.count("allergy to sulfa drugs and shellfish") == 1
    assert shown.count("The summary says right; the record says left.") == 1
    assert shown.count("Closed world: the allergy list does not name penicillin.") == 1


def test_keys_walk_through_all_that_needs_a_reader(page: Chrome) -> None:
    seen = []
    for _ in range(7):
        seen.append(current(page))
        press(page, "j")
    assert seen == ["4", "5", "6", "7", "8", "10", "3"]
    press(page, "k")
    assert current(page) == "3"
    press(page, Keys.ARROW_UP)
    assert current(page) == "10"
    assert "undecided" in (one(page, "#announce").get_attribute("textContent") or "")


def test_decisions_are_marked_kept_and_downloaded(page: Chrome, browser: Chrome) -> None:
    press(page, "a")
    press(page, "j")
    press(page, "r")
    press(page, "j")
    press(page, "a")
    press(page, "a")
    assert one(page, "#reviewed").text == "2 of 7 reviewed"
    assert one(page, "#s-4 .mark").text == "E4✓" and one(page, "#s-5 .mark").text == "E4✗"
    folder = Path(str(browser.capabilities["chrome"]["userDataDir"])).parent
    one(page, "#download").click()
    deadline = time.monotonic() + 10
    while not (found := sorted(folder.glob("curaview-decisions-*.json"))):
        assert time.monotonic() < deadline, "nothing was downloaded"
        time.sleep(0.05)
    document = json.loads(found[0].read_text("utf-8"))
    assert document["schema"] == "curaview.decisions/1" and document["patient_id"] == "P-0042"
    assert [(d["index"], d["decision"]) for d in document["decisions"]] == [
        (4, "accepted"),
        (5, "rejected"),
    ]
    page.refresh()
    assert one(page, "#reviewed").text == "2 of 7 reviewed"


def test_a_review_before_the_report_is_shown(
    browser: Chrome, fictional_report: Report, tmp_path: Path
) -> None:
    review = Review(accepted=(4,), rejected=(6,))
    page = opened(browser, fictional_report.model_copy(update={"review": review}), tmp_path)
    assert one(page, "#s-4 .mark").text == "E4✓" and one(page, "#s-6 .mark").text == "E4✗"
    assert one(page, "#reviewed").text == "2 of 7 reviewed"


def test_markup_in_a_record_is_inert(page: Chrome) -> None:
    assert page.title.startswith("CuraView")
    assert not page.find_elements(By.CSS_SELECTOR, "img")
    assert "</script><img src=x onerror=alert(1)>" in one(page, "#source .note").text
    assert log(page, "browser") == []


def test_nothing_is_asked_of_the_network(page: Chrome) -> None:
    for key in "jjjjjjj":
        press(page, key)
    messages = [json.loads(entry)["message"] for entry in log(page, "performance")]
    sent = [m["params"] for m in messages if m["method"] == "Network.requestWillBeSent"]
    addresses = {params["request"]["url"].split(":")[0] for params in sent}
    assert addresses <= {"file", "data", "about"}
    assert any(params["request"]["url"].startswith("file:") for params in sent)


def test_script_that_gets_into_the_page_is_refused(page: Chrome) -> None:
    page.execute_script(
        "const s = document.createElement('script'); s.textContent = 'document.title = \"ran\"';"
        "document.body.append(s)"
    )
    assert page.title != "ran"


def behind(report: Report, before: str) -> Report:
    """Return the report with every note preceded by a text, and its evidence moved along."""
    dump = report.model_dump()
    for finding in dump["findings"]:
        for cited in finding["evidence"]:
            source = cited["evidence"]["source"]
            if source["note"]:
                source["start"] += len(before)
                source["end"] += len(before)
    dump["sources"] = {name: before + text for name, text in report.sources.items()}
    return Report.model_validate(dump)


def test_a_far_passage_of_a_long_note_is_scrolled_to(
    browser: Chrome, fictional_report: Report, tmp_path: Path
) -> None:
    before = "An unremarkable day was noted 🙂. " * 5000 + "\n" + "Stable.\n" * 4000
    report = behind(fictional_report, before)
    page = opened(browser, report, tmp_path)
    one(page, "#s-5").click()
    assert texts(page, "#source mark.here") == ["new opacity in the left lower lobe"]
    assert settled(page, "#source mark.here", "#source")


def test_wide_panes_stand_side_by_side_and_narrow_ones_stack(page: Chrome) -> None:
    assert one(page, "#proof").rect["y"] == one(page, "#summary").rect["y"]
    resize(page, 400)
    proof, summary = one(page, "#proof").rect, one(page, "#summary").rect
    assert proof["y"] >= summary["y"] + summary["height"]
    width = page.execute_script("return document.documentElement.scrollWidth")
    assert width <= 400
    one(page, "#s-5").click()
    assert settled(page, "#verdict h2", "html")


def test_every_control_has_a_name_and_every_sentence_its_verdict(page: Chrome) -> None:
    for button in page.find_elements(By.CSS_SELECTOR, "button"):
        assert button.accessible_name.strip() or not button.is_displayed()
    assert "(E4 contradicted)" in one(page, "#s-4").accessible_name
    assert "(not checkable)" in one(page, "#s-11").accessible_name


CONTRAST = """
const canvas = new OffscreenCanvas(1, 1).getContext("2d", {willReadFrequently: true});
const rgba = (color) => {
  canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1);
  return [...canvas.getImageData(0, 0, 1, 1).data];
};
const light = (color) => {
  const [r, g, b] = color.slice(0, 3).map((v) => v / 255)
    .map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const behind = (node) => {
  for (let at = node; at; at = at.parentElement) {
    const color = rgba(getComputedStyle(at).backgroundColor);
    if (color[3] === 255) return color;
  }
  return [255, 255, 255, 255];
};
const poor = [];
for (const node of document.querySelectorAll("body *")) {
  const own = [...node.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
  if (!own || !node.checkVisibility() || node.closest(".unseen, :disabled, script")) continue;
  const [one, two] = [light(rgba(getComputedStyle(node).color)), light(behind(node))];
  const ratio = (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
  if (ratio < 4.5) poor.push(`${node.tagName}.${node.className} ${ratio.toFixed(2)}`);
}
return poor;
"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_stands_out_from_its_ground(page: Chrome, theme: str) -> None:
    page.execute_script("document.documentElement.dataset.theme = arguments[0]", theme)
    one(page, "[data-value='E4']").click()
    one(page, "#s-5").click()
    assert page.execute_script(CONTRAST) == []
