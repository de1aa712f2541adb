"""What the browser itself shows of the app: the icon and title of its tab, the colour of its frame."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from e2e.support.desk import Desk
from e2e.support.page import App, new_context
from e2e.support.person import Person
from e2e.support.server import Server
from infra.local.product import OWNER

LIGHT, DARK = "#f7f8fa", "#0e1115"
_TINT = """() => [...document.querySelectorAll('meta[name=theme-color]')]
  .find((meta) => matchMedia(meta.media).matches).content"""


@pytest.fixture
def own_app(chromium: Browser, shared: Server, owner: Person) -> Iterator[App]:
    """In a browser of its own, which may sign out."""
    context = new_context(chromium)
    app = App(context.new_page(), shared)
    app.sign_in(OWNER)
    yield app
    context.close()


def has_icon(page: Page, name: str) -> None:
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", re.compile(rf"/{name}\.svg$"))


def test_the_icon_is_marked_while_something_waits_and_nothing_of_it_is_left_after_signing_out(
    desk: Desk, own_app: App
) -> None:
    own_app.open(desk.place("inbox"))
    has_icon(own_app.page, "icon")
    desk.run("asking:once")
    desk.give("May I?")
    own_app.expect_badge(1)
    has_icon(own_app.page, "icon-waiting")
    own_app.button(re.compile("^Switch workspace")).click()
    own_app.page.get_by_role("menuitem", name="Sign out").click()
    expect(own_app.button("Send code")).to_be_visible()
    has_icon(own_app.page, "icon")
    expect(own_app.page).to_have_title("Sign in to LineUp Agents")


def test_the_frame_has_the_colour_of_the_chosen_theme(desk: Desk, own_app: App) -> None:
    own_app.open(desk.place("settings", "display"))
    assert own_app.page.evaluate(_TINT) == LIGHT
    theme = own_app.page.get_by_label("Appearance")
    theme.select_option("Dark")
    expect(own_app.page.locator("html")).to_have_attribute("data-theme", "dark")
    own_app.page.wait_for_function(f"({_TINT})() === '{DARK}'")
    own_app.page.reload()
    own_app.in_sync()
    own_app.page.wait_for_function(f"({_TINT})() === '{DARK}'")
    own_app.page.emulate_media(color_scheme="dark")
    theme.select_option("Light")
    own_app.page.wait_for_function(f"({_TINT})() === '{LIGHT}'")
    theme.select_option("Same as system")
    own_app.page.wait_for_function(f"({_TINT})() === '{DARK}'")
