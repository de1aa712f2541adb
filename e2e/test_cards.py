"""Cards in the inbox: many, new, ended, changed, lapsed, and with hostile texts."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Browser, expect

from e2e.support.desk import Desk
from e2e.support.page import App, new_context
from e2e.support.server import Server
from infra.local.product import OWNER

Open = Callable[..., App]


def test_five_cards_are_five_rows_and_the_task_goes_on_after_the_last(desk: Desk, open_desk: Open) -> None:
    desk.run("asking:several")
    task = desk.give("5")
    app = open_desk("inbox")
    app.expect_badge(5)
    expect(app.page.locator("ul.cards > li")).to_have_count(5)
    for left, (number, answer) in enumerate([(3, "Reject"), (1, "Approve"), (5, "Approve"), (2, "Approve")][::-1], 1):
        app.expect_badge(6 - left)
        app.card(f"Question {number}").get_by_role("button", name=answer).click()
        expect(app.card(f"Question {number}")).to_contain_text("Agent has it")
    assert desk.task(task)["status"] == "waiting_for_human"
    app.card("Question 4").get_by_role("button", name="Approve").click()
    desk.wait_for_task(task, "succeeded")
    app.expect_badge(0)
    assert desk.notes() == ["approve approve reject approve approve"]


def test_a_browser_that_never_saw_the_card_can_answer_it(desk: Desk, chromium: Browser, shared: Server) -> None:
    desk.run("asking:once")
    task = desk.give("May I?")
    desk.wait_for_cards()
    context = new_context(chromium)
    app = App(context.new_page(), shared)
    app.sign_in(OWNER)
    app.open(desk.place("inbox"))
    app.card("May I?").get_by_role("button", name="Approve").click()
    expect(app.card("May I?")).to_contain_text("Approved")
    desk.wait_for_task(task, "succeeded")
    context.close()


def test_cards_stay_over_a_kill_of_the_server_and_nothing_changes_for_the_viewer(
    desk: Desk, open_desk: Open, shared: Server
) -> None:
    desk.run("asking:several")
    task = desk.give("3")
    app = open_desk("inbox")
    app.expect_badge(3)
    before = app.page.locator("ul.cards").inner_text()
    shared.kill()
    app.is_offline()
    expect(app.page.locator("ul.cards > li")).to_have_count(3)
    shared.start()
    app.reconnect()
    assert app.page.locator("ul.cards").inner_text() == before
    app.expect_badge(3)
    for number in (2, 3, 1):
        app.card(f"Question {number}").get_by_role("button", name="Approve").click()
    desk.wait_for_task(task, "succeeded")
    app.expect_badge(0)


def test_a_lapsed_card_is_expired_and_not_refused(desk: Desk, open_desk: Open) -> None:
    desk.run("asking:patient")
    app = open_desk("inbox")
    task = desk.give("Quickly?")
    expect(app.card("Quickly?")).to_contain_text("Expired, nobody answered")
    expect(app.card("Quickly?").get_by_role("button")).to_have_count(0)
    assert desk.wait_for_task(task, "failed")["error"] == "Nobody answered, so I did nothing"
    assert desk.notes() == ["expired"]
    app.page.goto(f"{desk.server.url}/{desk.place('tasks', task)}")
    timeline = app.page.get_by_role("complementary", name="Task details").locator("ol.tl")
    expect(timeline).to_contain_text("“Quickly?” expired: nobody answered")
    expect(timeline).not_to_contain_text("rejected")
