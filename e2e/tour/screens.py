"""The screens and states that a person can come to, by name: how each is reached on a page that is signed in."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page, expect

from e2e.support.page import App
from e2e.tour.studio import Studio

LIVE = re.compile("Live|实时")
STILL = """() => document.getAnimations().every(
  (one) => one.playState !== 'running' || one.effect.getComputedTiming().endTime === Infinity)"""
THEMES = ("light", "dark")
LANGUAGES = ("en", "zh")
SIZES = {"1440": (1440, 900), "800": (800, 1000), "390": (390, 844)}


@dataclass(frozen=True)
class Visit:
    """A page and the workspace that it shows."""

    page: Page
    app: App
    studio: Studio

    def open(self, *path: str) -> None:
        """A place of the workspace, when it stands still."""
        self.page.goto(f"{self.app.address}/{self.studio.place(*path)}")
        self.settle()

    def settle(self) -> None:
        """In sync with the server; nothing is being loaded, and nothing moves."""
        expect(self.page.locator(".sync").first).to_contain_text(LIVE)
        expect(self.page.get_by_role("main")).to_be_visible()
        self.page.wait_for_function("document.fonts.status === 'loaded'")
        expect(self.page.locator("[aria-busy=true]")).to_have_count(0)
        self.page.wait_for_function(STILL)

    def press(self, selector: str) -> None:
        """The first control that fits."""
        self.page.locator(selector).first.click()
        self.settle()


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
    "inbox-offline": offline(at("inbox")),
    "conversation-offline": offline(conversation(0)),
}


def visit(app: App, studio: Studio, theme: str) -> Visit:
    """The page of somebody who is signed in, in the studio's language and a theme."""
    app.page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
    app.page.evaluate("(locale) => localStorage.setItem('lineup.locale', locale)", studio.language)
    app.page.goto("about:blank")
    return Visit(app.page, app, studio)
