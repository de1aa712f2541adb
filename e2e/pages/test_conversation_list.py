"""The list of conversations: what is unread, pinned, put away, half written; on this device and on others of mine."""

from __future__ import annotations

import re
from collections.abc import Callable
from uuid import uuid4

from playwright.sync_api import Locator, expect

from e2e.support.desk import CONVERSATION, Desk
from e2e.support.page import App
from e2e.support.wire import Wire

Open = Callable[..., App]
OTHER = "Quiet corner"


def row(app: App, title: str) -> Locator:
    return app.page.get_by_role("listitem").filter(has=app.page.get_by_role("link", name=title, exact=True)).last


def section(app: App, name: str) -> Locator:
    return app.page.get_by_role("region", name=name, exact=True)


def pick(app: App, title: str, action: str) -> None:
    row(app, title).get_by_role("button", name=f"More for {title}").click()
    app.page.get_by_role("menuitem", name=action, exact=True).click()


def start_other(desk: Desk) -> str:
    id = str(uuid4())
    desk.tell("conversation.create", {"title": OTHER, "agentIds": [desk.agent]}, conversationId=id)
    return id


def test_what_an_agent_says_is_unread_until_it_was_on_the_screen_here_or_elsewhere(
    desk: Desk, open_desk: Open, far_app: App
) -> None:
    app = open_desk("conversations")
    far_app.open(desk.place("conversations"))
    with Wire(desk) as agent:
        agent.send("message.create", {"content": "Look at this"}, conversationId=desk.conversation)
    for each in (app, far_app):
        expect(row(each, CONVERSATION)).to_contain_text("Unread")
    app.page.get_by_role("main").get_by_role("link", name=CONVERSATION).click()
    expect(app.page.get_by_role("log").get_by_text("Look at this")).to_be_visible()
    expect(row(far_app, CONVERSATION)).not_to_contain_text("Unread")
    app.open(desk.place("conversations"))
    expect(row(app, CONVERSATION)).not_to_contain_text("Unread")


def test_a_pinned_conversation_stands_first_on_all_devices(desk: Desk, open_desk: Open, far_app: App) -> None:
    start_other(desk)
    app = open_desk("conversations")
    far_app.open(desk.place("conversations"))
    pick(app, CONVERSATION, "Pin")
    for each in (app, far_app):
        expect(section(each, "Pinned").get_by_role("link", name=CONVERSATION)).to_be_visible()
        expect(section(each, "Others").get_by_role("link", name=OTHER)).to_be_visible()
    pick(far_app, CONVERSATION, "Unpin")
    expect(section(app, "Pinned")).to_have_count(0)


def test_a_conversation_is_put_away_taken_back_and_comes_back_when_something_is_said(
    desk: Desk, open_desk: Open
) -> None:
    start_other(desk)
    app = open_desk("conversations")
    pick(app, OTHER, "Archive")
    expect(section(app, "Conversations").get_by_role("link", name=OTHER)).to_have_count(0)
    app.button("Undo").click()
    expect(section(app, "Conversations").get_by_role("link", name=OTHER)).to_be_visible()
    app.page.get_by_role("main").get_by_role("link", name=CONVERSATION).focus()
    app.page.keyboard.press("e")
    app.button(re.compile("archived$")).click()
    expect(section(app, "Archived").get_by_role("link", name=CONVERSATION)).to_be_visible()
    app.go("Inbox")
    recent = app.page.get_by_role("navigation", name="Workspace")
    expect(recent.get_by_role("link", name=OTHER)).to_be_visible()
    expect(recent.get_by_role("link", name=CONVERSATION)).to_have_count(0)
    app.go("Conversations")
    expect(recent.get_by_role("link", name=OTHER)).to_have_count(0)  # the list stands on the page
    app.button(re.compile("archived$")).click()
    with Wire(desk) as agent:
        agent.send("message.create", {"content": "Still here"}, conversationId=desk.conversation)
    expect(section(app, "Conversations").get_by_role("link", name=CONVERSATION)).to_be_visible()


def test_a_draft_is_marked_in_the_list_and_goes_on_on_another_device(desk: Desk, open_desk: Open, far_app: App) -> None:
    app = open_desk("conversations", desk.conversation)
    app.page.get_by_label("Message", exact=True).fill("Half a thought")
    far_app.open(desk.place("conversations"))
    expect(row(far_app, CONVERSATION)).to_contain_text("Draft: Half a thought")
    far_app.open(desk.place("conversations", desk.conversation))
    field = far_app.page.get_by_label("Message", exact=True)
    expect(field).to_have_value("Half a thought")
    far_app.sender().click()
    expect(app.page.get_by_role("article").get_by_text("Half a thought")).to_be_visible()
    expect(app.page.get_by_label("Message", exact=True)).to_have_value("")


def test_what_is_written_here_stays_when_another_device_sends_something_else(
    desk: Desk, open_desk: Open, far_app: App
) -> None:
    app = open_desk("conversations", desk.conversation)
    far_app.open(desk.place("conversations", desk.conversation))
    field = app.page.get_by_label("Message", exact=True)
    field.fill("From here")
    expect(far_app.page.get_by_label("Message", exact=True)).to_have_value("From here")
    far_app.write("From there")
    expect(app.page.get_by_role("article").get_by_text("From there")).to_be_visible()
    expect(far_app.page.get_by_label("Message", exact=True)).to_have_value("")
    expect(field).to_have_value("From here")


def test_the_list_stands_beside_the_open_conversation_on_wide_screens_only(desk: Desk, open_desk: Open) -> None:
    start_other(desk)
    app = open_desk("conversations", desk.conversation)
    pane = section(app, "All conversations")
    expect(pane.get_by_role("link", name=CONVERSATION)).to_have_attribute("aria-current", "page")
    pane.get_by_role("link", name=OTHER).click()
    expect(app.page.get_by_role("heading", level=1, name=OTHER)).to_be_visible()
    app.page.set_viewport_size({"width": 1200, "height": 800})
    expect(pane).to_have_count(0)


def test_a_conversation_is_renamed_from_its_menu(desk: Desk, open_desk: Open) -> None:
    app = open_desk("conversations")
    pick(app, CONVERSATION, "Rename")
    app.page.get_by_role("dialog").get_by_role("textbox").fill("Orders, again")
    app.button("Save").click()
    expect(row(app, "Orders, again")).to_be_visible()
