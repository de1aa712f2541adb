"""Answers that come too late, twice, or to a card that has changed."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, expect

from e2e.support.desk import Desk
from e2e.support.page import App, new_context
from e2e.support.proxy import Proxy
from e2e.support.server import Server
from e2e.support.wire import Wire

Open = Callable[..., App]


def test_a_stale_tab_learns_that_the_task_has_ended(desk: Desk, far_app: App, far_line: Proxy) -> None:
    desk.run("asking:once")
    task = desk.give("Too late")
    far_app.open(desk.place("inbox"))
    approve = far_app.card("Too late").get_by_role("button", name="Approve")
    expect(approve).to_be_enabled()
    far_line.cut()
    far_app.is_offline()
    desk.tell("task.cancel_requested", {}, taskId=task, conversationId=desk.conversation)
    desk.wait_for_task(task, "cancelled")
    approve.click()
    expect(far_app.card("Too late")).to_contain_text("Saved; it is submitted once you are online")
    far_line.heal()
    far_app.reconnect()
    expect(far_app.card("Too late")).to_contain_text("Its task ended, the request is void")
    expect(far_app.card("Too late").get_by_role("button")).to_have_count(0)
    far_app.expect_badge(0)
    assert desk.notes() == []
    assert desk.log("interaction.answered") == []


def test_who_clicks_after_somebody_else_sees_who_decided_and_when(
    desk: Desk, far_app: App, far_line: Proxy, chromium: Browser, shared: Server
) -> None:
    desk.run("asking:once")
    task = desk.give("Who is first?")
    desk.person.post(f"/workspaces/{desk.workspace}/members", {"email": "bob@example.com", "role": "member"})
    far_app.open(desk.place("inbox"))
    expect(far_app.card("Who is first?").get_by_role("button", name="Approve")).to_be_enabled()
    far_line.cut()
    far_app.is_offline()
    bob = new_context(chromium)
    other = App(bob.new_page(), shared)
    other.sign_in("bob@example.com")
    other.open(desk.place("inbox"))
    other.card("Who is first?").get_by_role("button", name="Reject").click()
    desk.wait_for_task(task, "succeeded")
    bob.close()

    far_app.card("Who is first?").get_by_role("button", name="Approve").click()
    far_line.heal()
    far_app.reconnect()
    card = far_app.card("Who is first?")
    expect(card).to_contain_text("bob decided first. Your answer did not count and was not sent to the agent.")
    expect(card.locator(".verdict")).to_contain_text(re.compile(r"Rejected · bob · \d.*Reject"))
    expect(card.get_by_role("button")).to_have_count(0)
    assert desk.notes() == ["reject"]
    far_app.page.reload()
    far_app.in_sync()
    far_app.expect_badge(0)
    assert len(desk.log("interaction.answered")) == 1


def test_a_double_click_is_one_answer(desk: Desk, open_desk: Open) -> None:
    desk.run("asking:once")
    task = desk.give("Click me")
    app = open_desk("inbox")
    app.card("Click me").get_by_role("button", name="Approve").dblclick()
    desk.wait_for_task(task, "succeeded")
    expect(app.card("Click me")).to_contain_text("Approved")
    assert len(desk.log("interaction.answered")) == 1
    assert desk.notes() == ["approve"]


def test_a_viewer_reads_a_card_and_cannot_answer(desk: Desk, chromium: Browser, shared: Server) -> None:
    desk.run("asking:once")
    desk.give("For members only")
    card = desk.wait_for_cards()[0]
    desk.person.post(f"/workspaces/{desk.workspace}/members", {"email": "vera@example.com", "role": "viewer"})
    vera = new_context(chromium)
    app = App(vera.new_page(), shared)
    app.sign_in("vera@example.com")
    app.open(desk.place("inbox", card["id"]))
    decide = app.page.get_by_role("region", name="Decide")
    expect(decide).to_contain_text("You are a viewer and cannot answer cards.")
    expect(decide.get_by_role("button")).to_have_count(0)
    app.open(desk.place("conversations", desk.conversation))
    expect(app.page.get_by_label("Message", exact=True)).to_be_disabled()
    vera.close()


def card(title: str, **more: Any) -> dict[str, Any]:
    return {"id": "the-card", "type": "approval", "title": title, "risk": "low", **more}


def test_a_card_that_changes_in_sight_has_to_be_read_again(desk: Desk, open_desk: Open) -> None:
    with Wire(desk) as agent:
        task = desk.give("Change of mind")
        agent.send("task.accepted", {}, taskId=task)
        agent.ask(task, card("Delete one file?"))
        app = open_desk("inbox", "the-card")
        decide = app.page.get_by_role("region", name="Decide")
        approve = decide.get_by_role("button", name="Approve")
        expect(approve).to_be_enabled()
        agent.ask(task, card("Delete all files?"))
        expect(app.page.get_by_role("heading", level=1)).to_have_text("Delete all files?")
        expect(decide).to_contain_text("This card was just updated. Please read it again.")
        expect(approve).to_be_disabled()
        decide.get_by_role("button", name="I have read the new content").click()
        approve.click()
        expect(app.page.get_by_role("main")).to_contain_text("Recorded")


def test_an_answer_to_the_old_text_of_a_card_does_not_count(desk: Desk, far_app: App, far_line: Proxy) -> None:
    with Wire(desk) as agent:
        task = desk.give("Change of mind")
        agent.send("task.accepted", {}, taskId=task)
        agent.ask(task, card("Delete one file?"))
        far_app.open(desk.place("inbox", "the-card"))
        decide = far_app.page.get_by_role("region", name="Decide")
        approve = decide.get_by_role("button", name="Approve")
        expect(approve).to_be_enabled()
        far_line.cut()
        far_app.is_offline()
        agent.ask(task, card("Delete all files?"))
        approve.click()
        far_line.heal()
        far_app.reconnect()
        expect(decide).to_contain_text("Your answer was for the old content and did not count")
        expect(approve).to_be_disabled()
        assert desk.log("interaction.answered") == []
        decide.get_by_role("button", name="I have read the new content").click()
        approve.click()
        expect(far_app.page.get_by_role("main")).to_contain_text("Recorded")
    assert len(desk.log("interaction.answered")) == 1
