import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from e2e.support.adapter import Adapter
from e2e.support.page import App
from e2e.support.server import Server

expect.set_options(timeout=20_000)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "data")
    server.start()
    yield server
    server.close()


@pytest.fixture
def adapter(tmp_path: Path) -> Iterator[Adapter]:
    adapter = Adapter(tmp_path / "adapter")
    yield adapter
    adapter.close()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium",
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
        )
        yield browser
        browser.close()


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    context = chromium.new_context(locale="en-US", viewport={"width": 1440, "height": 900})
    context.set_default_timeout(20_000)
    yield context
    context.close()


@pytest.fixture
def app(context: BrowserContext, server: Server) -> App:
    return App(context.new_page(), server)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """A picture of every open page when a test fails, in .make/e2e."""
    outcome = yield
    report = outcome.get_result()  # type: ignore[attr-defined]
    context = getattr(item, "funcargs", {}).get("context")
    if report.when == "call" and report.failed and context is not None:
        folder = Path(".make/e2e")
        folder.mkdir(parents=True, exist_ok=True)
        for number, page in enumerate(context.pages):
            page.screenshot(path=folder / f"{item.name}-{number}.png")
