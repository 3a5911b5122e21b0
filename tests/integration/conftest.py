"""A real browser for tests of pages; without one on the machine they are skipped."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
)


def start_browser(folder: Path) -> Chrome:
    """Start a browser with a profile of its own."""
    options = ChromeOptions()
    options.binary_location = shutil.which("chromium") or shutil.which("google-chrome") or ""
    for flag in (*FLAGS, f"--user-data-dir={folder / 'profile'}"):
        options.add_argument(flag)
    options.add_experimental_option("prefs", {"download.default_directory": str(folder)})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = Chrome(options=options, service=Service(shutil.which("chromedriver")))
    driver.implicitly_wait(2)
    return driver


@pytest.fixture(scope="module")
def browsers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], Chrome]]:
    """Start as many browsers as a test module asks for, each another person's."""
    started: list[Chrome] = []

    def start() -> Chrome:
        started.append(start_browser(tmp_path_factory.mktemp("browser")))
        return started[-1]

    yield start
    for driver in started:
        driver.quit()
