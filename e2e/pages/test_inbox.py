"""The inbox as a list to work through: several at once, later, unread, with the keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from e2e.support.desk import Desk
from e2e.support.page import App

Open = Callable[..., App]


def focused(app: App) -> Locator:
    """Whatever has the focus."""
    return app.page.locator(":focus")


def test_low_risk_approvals_are_answered_together_after_each_was_named(desk: Desk, open_desk: Open) -> None:
    desk.run("asking:several")
    task = desk.give("3")
    app = open_desk("inbox")
    app.expect_badge(3)
    app.button("Answer several").click()
    for number in (1, 3):
        app.page.get_by_role("checkbox", name=f"Select Question {number}").check()
    app.button("Approve…").click()
    dialog = app.page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name="Approve 2 requests?")).to_be_visible()
    expect(dialog.get_by_role("listitem")).to_contain_text(["Question 1", "Question 3"])
    expect(dialog.get_by_role("button", name="Cancel")).to_be_focused()
    assert len(desk.cards("pending")) == 3
    dialog.get_by_role("button", name="Approve 2").click()
    app.expect_badge(1)
    (left,) = desk.wait_for_cards(1, "pending")
    assert left["card"]["title"] == "Question 2"
    app.card("Question 2").get_by_role("button", name="Reject").click()
    desk.wait_for_task(task, "succeeded")
    assert desk.notes() == ["approve reject approve"]


def test_a_risky_card_cannot_be_selected(desk: Desk, open_desk: Open) -> None:
    desk.run("asking:risky")
    desk.give("Delete it?")
    app = open_desk("inbox")
    expect(app.card("Delete it?")).to_be_visible()
    expect(app.button("Answer several")).to_have_count(0)
    app.page.keyboard.press("j")
    expect(focused(app)).to_have_text("Delete it?")
    app.page.keyboard.press("x")
    expect(app.page.get_by_role("checkbox")).to_have_count(0)


def test_one_key_goes_from_card_to_card_and_none_answers(desk: Desk, open_desk: Open) -> None:
    desk.run("asking:several")
    desk.give("2")
    desk.wait_for_cards(2)
    app = open_desk("inbox")
    keyboard = app.page.keyboard
    app.expect_badge(2)
    for key, title in (("j", "Question 1"), ("j", "Question 2"), ("k", "Question 1")):
        keyboard.press(key)
        expect(focused(app)).to_have_text(title)
    keyboard.press("Enter")
    heading = app.page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Question 1")
    keyboard.press("j")
    expect(heading).to_have_text("Question 2")
    for key in ("a", "y", "e", "r", "1", "Enter", "Space"):
        keyboard.press(key)
    keyboard.press("k")
    expect(heading).to_have_text("Question 1")
    keyboard.press("Escape")
    expect(app.page.get_by_role("heading", level=1, name="Inbox")).to_be_visible()
    assert len(desk.cards("pending")) == 2


def test_a_card_that_was_opened_is_not_new_any_more_on_any_device(desk: Desk, open_desk: Open) -> None:
    desk.run("asking:once")
    desk.give("May I?")
    app = open_desk("inbox")
    row = app.card("May I?")
    expect(row.get_by_role("heading")).to_contain_text("New")
    row.get_by_role("link", name="May I?").click()
    expect(app.page.get_by_role("heading", level=1, name="May I?")).to_be_visible()
    app.page.keyboard.press("Escape")
    expect(row.get_by_role("heading")).not_to_contain_text("New")
    row.get_by_role("link", name="May I?").focus()
    app.page.keyboard.press("u")
    expect(row.get_by_role("heading")).to_contain_text("New")
    app.page.keyboard.press("u")
    expect(row.get_by_role("heading")).not_to_contain_text("New")
    with app.page.expect_response(re.compile("/mine$")):
        app.page.reload()
    expect(row.get_by_role("heading")).not_to_contain_text("New")


def test_a_card_that_is_put_aside_leaves_the_badge_and_can_be_brought_back(desk: Desk, open_desk: Open) -> None:
    desk.run("asking:several")
    desk.give("2")
    app = open_desk("inbox")
    app.expect_badge(2)
    app.card("Question 1").get_by_role("button", name="Not now").click()
    app.page.get_by_role("menuitem", name="Tomorrow morning").click()
    app.expect_badge(1)
    expect(app.card("Question 1")).to_have_count(0)
    expect(app.card("Question 2").get_by_role("link", name="Question 2")).to_be_focused()
    app.button("Undo").click()
    app.expect_badge(2)
    app.card("Question 2").get_by_role("link", name="Question 2").focus()
    app.page.keyboard.press("s")
    app.page.get_by_role("menuitem", name="For 1 hour").click()
    app.expect_badge(1)
    app.page.get_by_text("Put aside").click()
    app.button("Bring back: Question 2").click()
    app.expect_badge(2)
    assert len(desk.cards("pending")) == 2


def test_a_failed_task_is_dismissed_and_can_be_run_again(desk: Desk, open_desk: Open) -> None:
    desk.run("asking:patient")
    task = desk.give("Quickly?")
    desk.wait_for_task(task, "failed")
    app = open_desk("inbox")
    attention = app.page.get_by_role("region", name="Failed")
    expect(attention).to_contain_text("Quickly?")
    app.button("Dismiss: Quickly?").click()
    expect(attention).to_have_count(0)
    app.button("Undo").click()
    attention.get_by_role("link", name="Quickly?").click()
    details = app.page.get_by_role("complementary", name="Task details")
    details.get_by_role("button", name="Run again").click()
    details.get_by_role("link", name="see the new task").click()
    expect(details).to_contain_text("Retry of")
    app.go("Inbox")
    expect(app.card("Quickly?").first).to_be_visible()
    again = next(one for one in desk.snapshot()["tasks"] if one.get("retryOf") == task)
    assert again["title"] == "Quickly?"
