"""The server gets a new build while tabs of the old one are open."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from e2e.support.build import Build
from e2e.support.page import App, new_context
from e2e.support.server import Server
from e2e.support.waiting import until

_SAVES_DATA = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"
"""Then nothing is fetched before it is asked for."""
_SHOWN = "document.dispatchEvent(new Event('visibilitychange'))"
_KEPT = """async () => (await (await caches.open('lineup-shell-1')).keys()).map((request) => request.url)"""


@pytest.fixture
def build(tmp_path: Path) -> Build:
    return Build(tmp_path / "dist")


@pytest.fixture
def renewed(build: Build, tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "data", "--dist", str(build.folder))
    try:
        server.start()
        yield server
    finally:
        server.close()


@pytest.fixture
def saving(chromium: Browser) -> Iterator[BrowserContext]:
    context = new_context(chromium)
    context.add_init_script(_SAVES_DATA)
    yield context
    context.close()


@pytest.fixture
def bare(chromium: Browser) -> Iterator[BrowserContext]:
    """Without a service worker too."""
    context = new_context(chromium, service_workers="block")
    context.add_init_script(_SAVES_DATA)
    yield context
    context.close()


def signed_up(context: BrowserContext, server: Server) -> App:
    app = App(context.new_page(), server)
    app.sign_up("owner@example.com", "First")
    app.in_sync()
    return app


def entry(page: Page) -> str:
    source: str = page.evaluate("document.querySelector('script[type=module]').src")
    return source.rsplit("/", 1)[1]


def heading(app: App, name: str) -> None:
    expect(app.page.get_by_role("main").get_by_role("heading", level=1, name=name)).to_be_visible()


def test_an_open_tab_says_so_and_reloads_when_it_is_told_to(
    build: Build, renewed: Server, context: BrowserContext
) -> None:
    app = signed_up(context, renewed)
    app.page.keyboard.press("/")
    app.page.get_by_role("searchbox").fill("half a word")
    line = app.page.locator(".banner").filter(has_text="A new version is here")
    app.page.evaluate(_SHOWN)
    old = build.entry
    expect(line).to_have_count(0)
    build.renew()
    app.page.evaluate(_SHOWN)
    expect(line).to_be_visible()
    expect(app.page.get_by_role("searchbox")).to_have_value("half a word")
    assert entry(app.page) == old
    line.get_by_role("button", name="Later").click()
    expect(line).to_have_count(0)
    app.page.evaluate(_SHOWN)
    renewed.stop()
    app.is_offline()
    renewed.start()
    app.reconnect()
    expect(line).to_be_visible()
    line.get_by_role("button", name="Reload").click()
    app.in_sync()
    assert entry(app.page) == build.entry


def test_a_tab_goes_on_with_the_build_that_it_began_with_and_then_its_files_go(
    build: Build, renewed: Server, saving: BrowserContext
) -> None:
    app = signed_up(saving, renewed)
    old = build.entry
    app.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    until(lambda: app.page.evaluate("navigator.serviceWorker.controller !== null"), "it is in charge")
    build.renew()
    new = App(saving.new_page(), renewed)
    new.page.goto(renewed.url)
    new.in_sync()
    assert entry(new.page) == build.entry
    until(lambda: f"{renewed.url}/assets/{build.entry}" in new.page.evaluate(_KEPT), "the new build is kept")
    new.page.evaluate("navigator.serviceWorker.controller.postMessage('tidy')")
    app.go("Tasks")
    heading(app, "Tasks")
    assert entry(app.page) == old
    app.page.close()
    new.page.reload()
    new.in_sync()
    until(lambda: not [url for url in new.page.evaluate(_KEPT) if old in url], "the old build is gone")
    new.go("Tasks")
    heading(new, "Tasks")


@pytest.mark.refused(404)
@pytest.mark.complains("Refused to apply style", "Unable to preload CSS")
def test_what_is_gone_from_the_server_leads_to_a_reload(build: Build, renewed: Server, bare: BrowserContext) -> None:
    app = signed_up(bare, renewed)
    build.renew()
    app.page.keyboard.press("Shift+?")
    line = app.page.locator(".banner").filter(has_text="A new version is here")
    expect(line).to_be_visible()
    app.go("Tasks")
    main = app.page.get_by_role("main")
    expect(main.get_by_role("heading", name="A new version is here")).to_be_visible()
    main.get_by_role("button", name="Reload").click()
    app.in_sync()
    heading(app, "Tasks")
    assert re.search(r"/tasks$", app.page.url)
