"""How long a conversation of 10,000 messages takes in a real browser, and how smoothly one is written beside it.

The embedded runtime serves the built web app (`LINEUP_E2E_DIST`, else web/dist) to Chromium. Times are of this machine
and its load: they are printed, nothing passes or fails. "tasks over 50 ms" are what a person feels as a jerk.
Run: `python -m bench.conversations`.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, expect, sync_playwright

from e2e.conftest import launch
from e2e.support.desk import Desk
from e2e.support.offline import until_kept
from e2e.support.page import App, new_context
from e2e.support.person import Person
from e2e.support.seeding import seed
from e2e.support.server import Server
from e2e.support.wire import Wire

MESSAGES = 10_000
PIECES = 300
_LONG = """() => {
  window.long = [];
  new PerformanceObserver((list) => { window.long.push(...list.getEntries().map((each) => each.duration)); })
    .observe({ entryTypes: ['longtask'] });
}"""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "data")
        chromium = launch(playwright)
        try:
            server.start()
            person = Person(server)
            person.new_workspace("First")
            desk = Desk(server, person, Path(folder) / "adapter")
            last = seed(desk, MESSAGES)
            browser = new_context(chromium)
            page = browser.new_page()
            App(page, server).sign_in_by_link()
            page.close()
            measure(browser, server, desk, last)
        finally:
            chromium.close()
            server.close()


def measure(browser: BrowserContext, server: Server, desk: Desk, last: int) -> None:
    end, first = f"line {MESSAGES - 1}", last - MESSAGES + 1
    place = desk.place("conversations", desk.conversation)
    page = browser.new_page()
    app = App(page, server)
    report("open, the log read from the server", lambda: shows(page, f"{server.url}/{place}", end))
    until_kept(page, f"line {MESSAGES - 2}")
    report("open again, from the copy in the browser", lambda: shows(page, None, end))
    report("a message 9,500 before the end", lambda: shows(page, f"{server.url}/{place}/at/{first + 500}", "line 500"))
    shows(page, f"{server.url}/{place}", end)
    streaming(page, desk, "the last page of it read")
    report("scroll to the start: all of it read", app.read_to_the_start)
    app.button("Jump to latest").click()
    streaming(page, desk, "all of it read")


def shows(page: Page, address: str | None, text: str) -> None:
    """Open the address (or reload) until the line is in the window."""
    if address is None:
        page.reload(wait_until="commit")
    else:
        page.goto(address, wait_until="commit")
    expect(page.get_by_role("log").get_by_text(text).first).to_be_in_viewport()


def streaming(page: Page, desk: Desk, what: str) -> None:
    """A message is written, a word at a time."""
    page.evaluate(_LONG)
    writing = page.locator(".msg--writing").last
    with Wire(desk) as wire:
        wire.stream_words(
            f"growing-{what[:3]}", PIECES, lambda text: expect(writing).to_contain_text(text),
            conversationId=desk.conversation,
        )  # fmt: skip
    long = page.evaluate("window.long")
    jerks = f"{len(long)} tasks over 50 ms, the longest {max(long, default=0):.0f} ms"
    print(f"{PIECES} pieces of streamed text, {what}: {jerks}")


def report(what: str, run: Callable[[], None]) -> None:
    started = time.perf_counter()
    run()
    print(f"{what}: {(time.perf_counter() - started) * 1000:.0f} ms")


if __name__ == "__main__":
    main()
