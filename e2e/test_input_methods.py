"""Enter while an input method composes chooses a word: nothing is sent."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from e2e.support.desk import Desk
from e2e.support.page import App

Open = Callable[..., App]
COMPOSING: dict[str, dict[str, object]] = {"in a composition": {"isComposing": True}, "as key 229": {"keyCode": 229}}


@pytest.fixture(params=COMPOSING, ids=lambda name: name.replace(" ", "-"))
def composing_enter(request: pytest.FixtureRequest) -> Callable[[Locator, str], None]:
    """Types a text into a field with an input method, and presses Enter in the middle of it.

    A key press whose default was not prevented submits the form, as browsers do.
    """
    init = {"key": "Enter", "code": "Enter", "bubbles": True, "cancelable": True, **COMPOSING[request.param]}

    def press(field: Locator, text: str) -> None:
        field.fill(text)
        field.dispatch_event("compositionstart")
        field.evaluate(
            """(element, init) => {
              const goesOn = element.dispatchEvent(new KeyboardEvent('keydown', init));
              if (goesOn && element.form && element.tagName === 'INPUT') element.form.requestSubmit();
            }""",
            init,
        )
        field.dispatch_event("compositionend")

    return press


Press = Callable[[Locator, str], None]


def test_nothing_is_sent_while_composing(desk: Desk, open_desk: Open, composing_enter: Press) -> None:
    """In the composer, a card's answer and note, a subject."""
    desk.run("asking:asking_for_text")
    task = desk.give("Text, please")
    card = desk.wait_for_cards()[0]

    app = open_desk("conversations", desk.conversation)
    composer = app.page.get_by_label("Message", exact=True)
    composing_enter(composer, "nihao")
    expect(composer).to_have_value("nihao")

    app.open(desk.place("inbox"))
    row = app.card("Which name?").get_by_role("textbox")
    composing_enter(row, "nihao")
    expect(row).to_have_value("nihao")

    app.open(desk.place("inbox", card["id"]))
    answer = app.page.get_by_label("Your answer")
    composing_enter(answer, "nihao")
    expect(answer).to_have_value("nihao")

    app.open(desk.place("conversations"))
    app.button("New conversation").first.click()
    subject = app.page.get_by_role("dialog").get_by_label("Subject")
    composing_enter(subject, "nihao")
    expect(subject).to_have_value("nihao")

    assert "nihao" not in str(desk.log())
    assert desk.log("interaction.answered") == []
    assert len(desk.log("conversation.created")) == 1

    app.open(desk.place("inbox", card["id"]))
    answer.fill("你好")
    answer.press("Enter")
    assert desk.wait_for_task(task, "succeeded")["summary"] == "The answer was 你好"


def test_nothing_is_done_while_composing_in_the_small_fields(
    desk: Desk, open_desk: Open, composing_enter: Press
) -> None:
    """A name of a link to attach, another name for the conversation."""
    app = open_desk("conversations", desk.conversation)
    app.button("Attach a link").click()
    app.page.get_by_label("Address of the link").fill("https://example.com/a")
    name = app.page.get_by_label("Name (optional)")
    composing_enter(name, "nihao")
    expect(name).to_have_value("nihao")
    expect(app.page.get_by_role("list", name="Attachments")).to_have_count(0)
    app.button("Cancel").click()

    app.page.get_by_role("main").get_by_role("button", name="More for").click()
    app.page.get_by_role("menuitem", name="Rename").click()
    subject = app.page.get_by_role("dialog").get_by_label("Subject")
    composing_enter(subject, "nihao")
    expect(subject).to_have_value("nihao")
    assert desk.log("conversation.renamed") == []
