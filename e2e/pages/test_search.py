"""Finding things: the search page, the command palette, and the sheet of shortcuts."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from e2e.support.desk import Desk
from e2e.support.page import App


def test_a_message_is_found_by_its_words_and_opened_where_it_stands(open_desk: Callable[..., App], desk: Desk) -> None:
    said: dict[str, Any] = {"content": "The invoice export of March is missing two rows."}
    desk.tell("message.create", said, conversationId=desk.conversation)
    app = open_desk("inbox")
    app.page.keyboard.press("/")
    field = app.page.get_by_label("Search conversations, tasks and messages")
    expect(field).to_be_focused()
    field.fill("INVOICE rows")
    hit = app.page.get_by_role("main").get_by_role("link", name=re.compile("invoice export"))
    expect(hit).to_have_count(1)
    expect(hit.locator("mark")).to_have_text(["invoice", "rows"])
    field.press("ArrowDown")
    expect(hit).to_be_focused()
    hit.press("Enter")
    expect(app.page.get_by_role("log").get_by_text("The invoice export of March")).to_be_visible()
    field = app.page.get_by_label("Search conversations, tasks and messages")
    app.page.go_back()
    expect(field).to_have_value("INVOICE rows")
    field.fill("no such words")
    expect(app.page.get_by_role("heading", name="Nothing found")).to_be_visible()


def test_the_palette_opens_a_task_by_its_name(open_desk: Callable[..., App], desk: Desk) -> None:
    task = desk.give("Compare the supplier quotes")
    app = open_desk("inbox")
    app.page.keyboard.press("Control+k")
    palette = app.page.get_by_role("dialog", name="Command palette")
    expect(palette).to_be_visible()
    app.page.keyboard.type("supplier")
    option = palette.get_by_role("option", name=re.compile("Compare the supplier quotes"))
    expect(option).to_have_attribute("data-highlighted", "")
    app.page.keyboard.press("Enter")
    expect(palette).to_have_count(0)
    expect(app.page).to_have_url(re.compile(rf"/tasks/{task}"))


def test_shortcuts_are_told_and_can_be_switched_off(open_desk: Callable[..., App]) -> None:
    app = open_desk("inbox")
    app.page.keyboard.press("Shift+?")
    sheet = app.page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(sheet.get_by_text("New conversation")).to_be_visible()
    app.page.keyboard.press("g")
    app.page.keyboard.press("t")
    expect(app.page).to_have_url(re.compile("/inbox"))
    app.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    app.page.keyboard.press("g")
    app.page.keyboard.press("t")
    expect(app.page).to_have_url(re.compile("/tasks"))
    app.page.keyboard.press("g")
    app.page.keyboard.press("s")
    app.page.get_by_role("navigation", name="Settings").get_by_role("link", name="Display").click()
    app.page.get_by_role("switch", name="Single-key shortcuts").uncheck()
    app.page.keyboard.press("g")
    app.page.keyboard.press("i")
    expect(app.page).to_have_url(re.compile("/settings/display"))
    app.page.get_by_role("switch", name="Single-key shortcuts").check()
