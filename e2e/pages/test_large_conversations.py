"""Long conversations: only what is near the window is in the page, and the place that one reads does not move."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, expect

from e2e.support.desk import Desk
from e2e.support.page import App
from e2e.support.waiting import until
from e2e.support.wire import Wire

Open = Callable[..., App]
MESSAGES = 400
_AT_ONCE = 10
TOP = "(line) => line.getBoundingClientRect().top"


def fill(desk: Desk, wire: Wire) -> None:
    """A long talk of the agent with itself."""
    for start in range(0, MESSAGES, _AT_ONCE):
        payloads = [{"content": f"line {number}"} for number in range(start, start + _AT_ONCE)]
        wire.send_all("message.create", payloads, conversationId=desk.conversation)


def line(app: App, number: int) -> Locator:
    return app.page.get_by_role("log").get_by_text(f"line {number}", exact=True)


def box(app: App) -> Locator:
    return app.page.locator(".stream-wrap .pane-body")


def test_a_long_conversation_opens_at_its_end_and_holds_only_what_is_near(desk: Desk, open_desk: Open) -> None:
    with Wire(desk) as wire:
        fill(desk, wire)
        app = open_desk("conversations", desk.conversation)
        expect(line(app, MESSAGES - 1)).to_be_in_viewport()
        assert app.said() == [f"line {number}" for number in range(MESSAGES)]
        held = app.page.locator("[data-sequence]").count()
        assert 0 < held < MESSAGES / 2
        expect(line(app, MESSAGES - 1)).to_be_in_viewport()
        wire.send("message.create", {"content": "one more"}, conversationId=desk.conversation)
        expect(app.page.get_by_text("one more", exact=True).last).to_be_in_viewport()


def test_who_reads_above_stays_there_while_more_comes_at_both_ends(desk: Desk, open_desk: Open) -> None:
    with Wire(desk) as wire:
        fill(desk, wire)
        app = open_desk("conversations", desk.conversation)
        expect(line(app, MESSAGES - 1)).to_be_in_viewport()
        reading = MESSAGES - 70
        box(app).evaluate("(box) => box.scrollBy(0, -2500)")
        until(lambda: line(app, reading).count() == 1, "the line is near")
        line(app, reading).scroll_into_view_if_needed()
        before = line(app, reading).evaluate(TOP)
        expect(app.page.get_by_role("button", name="Jump to latest")).to_be_visible()
        for number in range(5):
            wire.send("message.create", {"content": f"later {number}"}, conversationId=desk.conversation)
        until(lambda: any("later 4" in text for text in app.page.get_by_role("status").all_inner_texts()), "it is told")
        assert abs(line(app, reading).evaluate(TOP) - before) < 2
        app.page.get_by_role("button", name="New below").click()
        expect(app.page.get_by_role("log").get_by_text("later 4", exact=True)).to_be_in_viewport()


def test_earlier_messages_come_by_themselves_and_the_place_stays(desk: Desk, open_desk: Open) -> None:
    with Wire(desk) as wire:
        fill(desk, wire)
        app = open_desk("conversations", desk.conversation)
        expect(line(app, MESSAGES - 1)).to_be_in_viewport()
        first = MESSAGES - 95
        box(app).evaluate("(box) => { box.scrollTop = 200; }")
        until(lambda: app.page.locator(".stream-top").get_by_role("button").count() == 1, "there is more")
        until(lambda: line(app, first - 20).count() == 1, "earlier ones came")
        shown = app.page.get_by_role("log").get_by_text("line", exact=False).first
        expect(shown).to_be_attached()
        assert box(app).evaluate("(box) => box.scrollTop") > 500


def test_a_message_that_was_sought_is_shown_and_marked(desk: Desk, open_desk: Open) -> None:
    with Wire(desk) as wire:
        fill(desk, wire)
    sought = next(event for event in desk.log("message.created") if event["payload"]["content"] == "line 120")
    app = open_desk("conversations", desk.conversation, "at", str(sought["sequence"]))
    expect(line(app, 120)).to_be_in_viewport()
    expect(app.page.locator(".line--sought")).to_contain_text("line 120")
