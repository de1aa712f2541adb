"""A small phone whose on-screen keyboard lies over the page, as Safari's does: what one writes in stays in sight."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from e2e.support.desk import Desk
from e2e.support.page import App
from e2e.support.wire import Wire

Open = Callable[..., App]
WIDTH, HEIGHT, KEYBOARD = 360, 640, 290
#: Chromium has none on a desktop: the part of the page that is seen says that it is smaller.
PRETEND = """
const seen = Object.assign(new EventTarget(), { scale: 1, offsetTop: 0, height: innerHeight });
Object.defineProperty(window, 'visualViewport', { value: seen });
window.coverWithKeyboard = (height) => {
  seen.height = innerHeight - height;
  seen.dispatchEvent(new Event('resize'));
};
"""


@pytest.fixture
def phone(page: Page) -> Iterator[Page]:
    page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    page.add_init_script(PRETEND)
    yield page


def open_keyboard(page: Page, field: Locator) -> None:
    field.click()
    page.evaluate("(height) => coverWithKeyboard(height)", KEYBOARD)


def expect_above_the_keyboard(control: Locator) -> None:
    box: Any = control.bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= HEIGHT - KEYBOARD, box


def test_the_composer_is_above_the_keyboard_with_what_was_said_last(desk: Desk, phone: Page, open_desk: Open) -> None:
    with Wire(desk) as agent:
        for number in range(20):
            agent.send("message.create", {"content": f"line {number}"}, conversationId=desk.conversation)
    app = open_desk("conversations", desk.conversation)
    field = phone.get_by_label("Message", exact=True)
    open_keyboard(phone, field)
    expect_above_the_keyboard(field)
    expect_above_the_keyboard(app.button("Send"))
    expect_above_the_keyboard(phone.get_by_role("log").get_by_text("line 19", exact=True))
    expect_above_the_keyboard(phone.get_by_role("banner"))
    field.fill("\n".join(f"line {number} of a long text" for number in range(30)))
    expect_above_the_keyboard(field)
    expect_above_the_keyboard(app.button("Send"))
    phone.evaluate("coverWithKeyboard(0)")
    box: Any = app.button("Send").bounding_box()
    assert box["y"] > HEIGHT - KEYBOARD


@pytest.mark.parametrize(
    "card",
    [
        {"type": "input", "title": "Which name?", "description": "It is shown.\n\n" * 12},
        {"type": "review", "title": "Is it good?", "content": {"format": "markdown", "text": "A line.\n\n" * 12}},
    ],
    ids=lambda card: card["type"],
)
def test_the_field_of_an_open_card_is_above_the_keyboard(
    desk: Desk, phone: Page, open_desk: Open, card: dict[str, Any]
) -> None:
    with Wire(desk) as agent:
        task = desk.give("Ask me")
        agent.send("task.accepted", {}, taskId=task)
        agent.ask(task, {"id": "card-1", "risk": "low", **card})
        app = open_desk("inbox", "card-1")
        if card["type"] == "review":
            app.button("Request changes").click()
        phone.get_by_role("article").hover()
        phone.mouse.wheel(0, 20_000)
        field = phone.get_by_role("region", name="Decide").get_by_role("textbox")
        open_keyboard(phone, field)
        expect(field).to_be_focused()
        expect_above_the_keyboard(field)
