"""The screens and states that a person can come to, by name: how each is reached on a page that is signed in."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from playwright.sync_api import Cookie, Page, expect

from e2e.support.page import App
from e2e.tour.studio import Studio

LIVE = re.compile("Live|实时")
STILL = """() => document.getAnimations().every(
  (one) => one.playState !== 'running' || one.effect.getComputedTiming().endTime === Infinity)"""
BUSY = "[aria-busy=true], [data-arming]:not([aria-hidden=true] *, [inert] *, [data-base-ui-inert] *)"
OVERLAY = "[role=dialog], [role=alertdialog], [role=menu]"
THEMES = ("light", "dark")
LANGUAGES = ("en", "zh")
SIZES = {"1440": (1440, 900), "800": (800, 1000), "390": (390, 844)}


@dataclass(frozen=True)
class Visit:
    """A page and the workspace that it shows."""

    page: Page
    app: App
    studio: Studio
    kept: list[Cookie] = field(default_factory=list)
    """The cookies of who was signed out."""

    def open(self, *path: str) -> None:
        """A place of the workspace, when it stands still."""
        self.page.goto(f"{self.app.address}/{self.studio.place(*path)}")
        self.settle()

    def settle(self) -> None:
        """In sync with the server; nothing is being loaded, no control waits to work, and nothing moves."""
        expect(self.page.locator(".sync").first).to_contain_text(LIVE)
        expect(self.page.locator("main, [role=main]").first).to_be_visible()
        self.page.wait_for_function("document.fonts.status === 'loaded'")
        expect(self.page.locator(BUSY)).to_have_count(0)
        self.page.wait_for_function(STILL)

    def open_empty(self, *path: str) -> None:
        """A place of a workspace to which nothing is connected yet."""
        self.page.goto(f"{self.app.address}/{'/'.join(['#/w', self.studio.empty, *path])}")
        self.settle()

    def press(self, selector: str) -> None:
        """The first control that fits and can be seen."""
        self.page.locator(selector).filter(visible=True).first.click()
        self.settle()

    def keys(self, *keys: str) -> None:
        """Pressed with the page in focus."""
        for key in keys:
            self.page.keyboard.press(key)
        self.settle()

    def sign_out(self) -> None:
        """This browser forgets who is here, until `come_back`."""
        self.kept.extend(self.page.context.cookies())
        self.page.context.clear_cookies()
        self.page.goto("about:blank")
        self.page.goto(self.app.address)

    def come_back(self) -> None:
        """Online, signed in and with nothing open, whatever a state did."""
        self.page.context.set_offline(False)
        if self.page.locator(OVERLAY).count() > 0:
            self.page.goto("about:blank")
        if self.kept:
            self.page.context.add_cookies(self.kept)  # type: ignore[arg-type]
            self.kept.clear()
            self.page.goto("about:blank")


Reach = Callable[[Visit], None]


def at(*path: str) -> Reach:
    """A screen with an address of its own."""
    return lambda visit: visit.open(*path)


def card(name: str) -> Reach:
    """A card, opened."""
    return lambda visit: visit.open("inbox", visit.studio.cards[name])


def task(name: str) -> Reach:
    """A task, opened."""
    return lambda visit: visit.open("tasks", visit.studio.tasks[name])


def conversation(number: int) -> Reach:
    """A conversation."""
    return lambda visit: visit.open("conversations", visit.studio.conversations[number])


def after(first: Reach, *selectors: str) -> Reach:
    """A state that a press on controls leads to."""

    def reach(visit: Visit) -> None:
        first(visit)
        for selector in selectors:
            visit.press(selector)

    return reach


def by_keys(first: Reach, *keys: str) -> Reach:
    """A state that keys lead to."""

    def reach(visit: Visit) -> None:
        first(visit)
        visit.keys(*keys)

    return reach


def over(reach: Reach) -> Reach:
    """With a dialog or a menu open; their code comes when they are asked for."""

    def opened(visit: Visit) -> None:
        reach(visit)
        expect(visit.page.locator(OVERLAY).first).to_be_visible()
        visit.settle()

    return opened


def empty(*path: str) -> Reach:
    """A screen before anything is connected."""
    return lambda visit: visit.open_empty(*path)


def found(visit: Visit) -> None:
    """Search, with what it finds."""
    visit.open("search", visit.studio.text["words"])
    expect(visit.page.locator(".hit").first).to_be_visible()


def palette(visit: Visit) -> None:
    """The command palette, with some letters."""
    over(by_keys(at("inbox"), "Control+k"))(visit)
    visit.page.keyboard.type(visit.studio.text["words"])
    visit.settle()


def workspaces(visit: Visit) -> None:
    """The other workspaces; on phones they are in the settings."""
    visit.open("inbox")
    if visit.page.locator(".ws").filter(visible=True).count() > 0:
        visit.press(".ws")
    else:
        visit.open("settings")


def agent(visit: Visit) -> None:
    """An agent's pane."""
    visit.open("agents", visit.studio.agents[0])


def pairing(visit: Visit) -> None:
    """A code that waits for its agent."""
    visit.open("agents")
    visit.press(".topbar button, .pane-head .btn--primary")
    expect(visit.page.get_by_test_id("pairing-code")).to_be_visible()


def sign_in(visit: Visit) -> None:
    """Nobody is signed in."""
    visit.sign_out()
    expect(visit.page.locator("input[type=email]")).to_be_visible()


def sign_in_code(visit: Visit) -> None:
    """The code of a mail is asked for."""
    sign_in(visit)
    visit.page.route("**/api/auth/code", lambda route: route.fulfill(json={"sent": True}))  # a tour asks too often
    visit.page.locator("input[type=email]").fill("nobody@example.com")
    visit.page.locator("form button[type=submit]").click()
    expect(visit.page.locator("input[inputmode=numeric]")).to_be_visible()
    visit.page.unroute("**/api/auth/code")


def offline(first: Reach) -> Reach:
    """The same, with the network gone."""

    def reach(visit: Visit) -> None:
        first(visit)
        visit.page.context.set_offline(True)
        visit.page.evaluate("window.dispatchEvent(new Event('offline'))")
        expect(visit.page.locator(".banners > *").first).to_be_visible()

    return reach


SCREENS: dict[str, Reach] = {
    "inbox": at("inbox"),
    "card-high-risk": card("migrate"),
    "card-choice": card("region"),
    "card-choice-many": card("checks"),
    "card-input": card("url"),
    "card-secret": card("password"),
    "card-review": card("plan"),
    "card-low-risk": card("packages"),
    "card-gone": at("inbox", "nothing"),
    "receipt-acknowledged": card("search"),
    "receipt-recorded": card("cache"),
    "receipt-withdrawn": card("traffic"),
    "conversations": at("conversations"),
    "conversation": conversation(0),
    "conversation-of-who-left": conversation(3),
    "tasks": at("tasks"),
    "task": task("plan"),
    "task-cancelling": task("node"),
    "task-failed": task("export"),
    "task-interrupted": task("changelogs"),
    "task-gone": at("tasks", "nothing"),
    "agents": at("agents"),
    "settings": at("settings"),
    "agent": agent,
    "agent-menu": over(after(at("agents"), ".agent [aria-haspopup=menu]")),
    "agent-revoke": over(after(at("agents"), ".agent [aria-haspopup=menu]", ".menu-item--danger")),
    "pairing": pairing,
    "conversation-new": over(by_keys(at("conversations"), "n")),
    "conversation-menu": over(after(conversation(0), ".pane-head [aria-haspopup=menu], .topbar [aria-haspopup=menu]")),
    "workspace-menu": workspaces,
    "later-menu": over(after(at("inbox"), "[data-later]")),
    "palette": palette,
    "keys": over(by_keys(at("inbox"), "Shift+?")),
    "search": found,
    "search-nothing": at("search", "zzzz"),
    "settings-account": at("settings", "account"),
    "settings-display": at("settings", "display"),
    "settings-members": at("settings", "members"),
    "settings-devices": at("settings", "devices"),
    "settings-tokens": at("settings", "tokens"),
    "settings-data": at("settings", "data"),
    "first-run": empty("inbox"),
    "conversations-empty": empty("conversations"),
    "tasks-empty": empty("tasks"),
    "agents-empty": empty("agents"),
    "sign-in": sign_in,
    "sign-in-code": sign_in_code,
    "inbox-offline": offline(at("inbox")),
    "conversation-offline": offline(conversation(0)),
}


def visit(app: App, studio: Studio, theme: str) -> Visit:
    """The page of somebody who is signed in, in the studio's language and a theme."""
    app.page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
    app.page.goto(app.address)
    app.page.evaluate("(locale) => localStorage.setItem('lineup.locale', locale)", studio.language)
    app.page.goto("about:blank")
    return Visit(app.page, app, studio)
