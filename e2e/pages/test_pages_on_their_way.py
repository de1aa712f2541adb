"""Pages whose code comes after the first load."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Route, expect

from e2e.support.desk import Desk
from e2e.support.page import App, new_context
from e2e.support.person import Person
from e2e.support.server import Server
from infra.local.product import OWNER

_HOLES = """() => {
  window.holes = 0;
  new MutationObserver(() => {
    const heading = document.querySelector('#main h1');
    if (!heading || !heading.checkVisibility({ visibilityProperty: true })) window.holes += 1;
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""


@pytest.fixture
def bare_app(chromium: Browser, shared: Server, owner: Person) -> Iterator[App]:
    """In a browser that keeps nothing for the app: what it needs is asked of the network each time."""
    context = new_context(chromium, service_workers="block")
    app = App(context.new_page(), shared)
    app.sign_in(OWNER)
    yield app
    context.close()


def test_the_page_before_stays_until_the_next_one_is_here(desk: Desk, bare_app: App) -> None:
    held: list[Route] = []
    bare_app.page.route("**/assets/TasksPage-*.js", lambda route: held.append(route))
    bare_app.page.goto("about:blank")
    bare_app.open(desk.place("inbox"))
    bare_app.page.evaluate(_HOLES)
    bare_app.go("Tasks")
    expect(bare_app.page.get_by_role("progressbar", name="Loading")).to_be_visible()
    heading = bare_app.page.get_by_role("main").get_by_role("heading", level=1)
    expect(heading).to_have_text("Inbox")
    bare_app.page.keyboard.press("Shift+?")
    expect(bare_app.page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    bare_app.page.keyboard.press("Escape")
    for route in held:
        route.continue_()
    expect(heading).to_have_text("Tasks")
    expect(bare_app.page.get_by_role("progressbar", name="Loading")).to_have_count(0)
    assert bare_app.page.evaluate("window.holes") == 0


def test_what_was_fetched_while_the_browser_had_nothing_to_do_is_drawn_at_once(desk: Desk, bare_app: App) -> None:
    with (
        bare_app.page.expect_response("**/assets/TasksPage-*.js"),
        bare_app.page.expect_response("**/assets/Palette-*.js"),
    ):
        bare_app.page.goto("about:blank")
        bare_app.open(desk.place("inbox"))
    bare_app.page.evaluate(_HOLES)
    for place in ("Tasks", "Conversations", "Agents", "Settings"):
        bare_app.go(place)
        expect(bare_app.page.get_by_role("main").get_by_role("heading", level=1)).to_have_text(place)
    assert bare_app.page.evaluate("window.holes") == 0
