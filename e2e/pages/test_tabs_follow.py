"""The tabs of one browser follow each other: who is signed in, the theme, the language, the shortcuts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from e2e.support.desk import CONVERSATION, Desk
from e2e.support.page import App, new_context
from e2e.support.person import Person
from e2e.support.server import Server
from e2e.support.waiting import until
from infra.local.product import OWNER

SIGN_IN = "Sign in to LineUp Agents"
ICON = """
window.onIcon = undefined;
navigator.setAppBadge = async (count) => { window.onIcon = count; };
navigator.clearAppBadge = async () => { window.onIcon = 0; };
"""


@pytest.fixture(scope="module")
def home(chromium: Browser, shared: Server, owner: Person) -> Iterator[BrowserContext]:
    """A browser that the owner signed in to, and that its tests may sign out of."""
    context = new_context(chromium)
    context.add_init_script(ICON)
    App(context.new_page(), shared).sign_in(OWNER)
    yield context
    context.close()


@pytest.fixture
def tabs(home: BrowserContext, shared: Server, desk: Desk) -> Iterator[tuple[App, App]]:
    """Two tabs at the inbox of the desk."""
    pair = App(home.new_page(), shared), App(home.new_page(), shared)
    for app in pair:
        app.open(desk.place("inbox"))
    yield pair
    for app in pair:
        app.page.close()


def everything(page: Page) -> str:
    """What can be read in the page, its title and its icon."""
    seen: list[object] = [page.locator("body").inner_text(), page.title(), page.evaluate("window.onIcon")]
    return json.dumps(seen)


def test_signing_out_in_one_tab_leaves_nothing_to_be_seen_in_the_others_and_signing_in_brings_them_back(
    desk: Desk, tabs: tuple[App, App]
) -> None:
    one, other = tabs
    desk.run("asking:once")
    desk.give("May I?")
    desk.wait_for_cards()
    other.expect_badge(1)
    until(lambda: other.page.evaluate("window.onIcon") == 1, "the icon counts it")
    other.page.keyboard.press("Control+k")
    expect(other.page.get_by_role("dialog")).to_be_visible()
    one.open(desk.place("settings", "account"))
    one.button("Sign out").first.click()
    for app in tabs:
        expect(app.page.get_by_role("heading", level=1, name=SIGN_IN)).to_be_visible()
        expect(app.page).to_have_title(SIGN_IN)
        expect(app.page.get_by_role("main")).not_to_contain_text("You were signed out")
        until(lambda app=app: app.page.evaluate("window.onIcon") == 0, "nothing is at the icon")
        for trace in ("May I?", "Studio", CONVERSATION, OWNER):
            assert trace not in everything(app.page)
    one.sign_in(OWNER)
    other.in_sync()
    expect(other.card("May I?")).to_be_visible()
    expect(other.page.get_by_role("dialog")).to_have_count(0)
    other.expect_badge(1)


def test_theme_language_and_shortcuts_are_the_same_in_all_tabs(desk: Desk, tabs: tuple[App, App]) -> None:
    one, other = tabs
    for app in tabs:
        app.open(desk.place("settings", "display"))
    one.page.get_by_label("Appearance").select_option("dark")
    expect(other.page.get_by_label("Appearance")).to_have_value("dark")
    expect(other.page.locator("html")).to_have_attribute("data-theme", "dark")
    one.page.get_by_role("switch", name="Single-key shortcuts").click()
    expect(other.page.get_by_role("switch", name="Single-key shortcuts")).not_to_be_checked()
    one.page.get_by_label("Language").select_option("zh")
    expect(other.page.locator("html")).to_have_attribute("lang", re.compile("^zh"))
    expect(other.page.get_by_role("heading", name="设置").first).to_be_visible()
