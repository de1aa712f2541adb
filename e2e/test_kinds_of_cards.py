"""The four kinds of cards as the demo agent asks them, and the ways to approve something risky."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from e2e.support.desk import Desk
from e2e.support.page import App

Open = Callable[..., App]
RISKY = "Delete the old backups?"


def decide(app: App) -> Locator:
    """The controls of the card that is open."""
    return app.page.get_by_role("region", name="Decide")


def open_question(app: App, title: str) -> None:
    """From the inbox."""
    app.go("Inbox")
    app.card(title).get_by_role("link", name=title).click()
    expect(app.page.get_by_role("heading", level=1, name=title)).to_be_focused()


def test_the_tour_takes_a_choice_an_input_two_reviews_and_an_approval(desk: Desk, open_desk: Open) -> None:
    desk.adapter.start("demo", "--pace", "0.05")
    task = desk.give("Tidy the project's dependencies and write a plan")
    app = open_desk("inbox")

    open_question(app, "How far should the updates go?")
    submit = decide(app).get_by_role("button", name="Submit")
    expect(submit).to_be_disabled()
    expect(decide(app).get_by_role("radio", checked=True)).to_have_count(0)
    decide(app).get_by_role("radio", name="Steady").check()
    submit.click()
    expect(app.page.get_by_role("main")).to_contain_text("Recorded")

    open_question(app, "Which test environment may I use?")
    answer = app.page.get_by_label("Your answer")
    answer.fill("staging")
    decide(app).get_by_role("button", name="Submit").click()
    expect(decide(app).get_by_role("alert")).to_have_text("Must start with http:// or https://")
    answer.fill("https://staging.example.com")
    decide(app).get_by_role("button", name="Submit").click()
    expect(app.page.get_by_role("main")).to_contain_text("Recorded")

    open_question(app, "Review the change")
    decide(app).get_by_role("button", name="Request changes").click()
    comment = app.page.get_by_label("Comment")
    expect(comment).to_be_focused()
    decide(app).get_by_role("button", name="Request changes").click()
    expect(decide(app).get_by_role("alert")).to_have_text("Say what should change first")
    comment.fill("One commit each, please")
    decide(app).get_by_role("button", name="Request changes").click()
    expect(app.page.get_by_role("main")).to_contain_text("Changes requested")

    open_question(app, "Review the revised plan")
    expect(app.page.get_by_role("main").get_by_text("One commit each, please").first).to_be_visible()
    decide(app).get_by_role("button", name="Looks good").click()
    expect(app.page.get_by_role("main")).to_contain_text("Recorded")

    open_question(app, "Run 3 database migrations on production? (simulated)")
    app.hold("Hold for 2 s: Run the migrations")
    desk.wait_for_task(task, "succeeded")
    app.open(desk.place("tasks", task))
    details = app.page.get_by_role("complementary", name="Task details")
    details.get_by_role("button", name="upgrade-plan.md").first.click()
    expect(app.page.get_by_role("cell", name="left-pad")).to_be_visible()


def test_a_high_risk_cannot_be_approved_from_the_list(desk: Desk, open_desk: Open) -> None:
    desk.run("asking:risky")
    desk.give(RISKY)
    app = open_desk("inbox")
    row = app.card(RISKY)
    expect(row).to_contain_text("High risk")
    expect(row.get_by_role("button", name=re.compile("Approve|Hold"))).to_have_count(0)
    expect(row.get_by_role("link", name="Review impact and decide")).to_be_visible()
    app.page.goto(f"{desk.server.url}/{desk.place('conversations', desk.conversation)}")
    inline = app.page.get_by_role("log").get_by_role("group", name=RISKY)
    expect(inline.get_by_role("link", name="Review impact and decide")).to_be_visible()
    expect(inline.get_by_role("button", name=re.compile("Approve|Hold"))).to_have_count(0)


def test_one_click_or_key_press_never_approves_a_high_risk(desk: Desk, open_desk: Open) -> None:
    desk.run("asking:risky")
    task = desk.give(RISKY)
    app = open_desk("inbox")
    open_question(app, RISKY)
    hold = app.button("Hold for 2 s: Approve")
    expect(hold).to_be_enabled()
    expect(hold).not_to_be_focused()
    for key in ("Enter", "Space", "a", "y"):
        app.page.keyboard.press(key)
    hold.click()
    hold.press("Enter")
    hold.press("Space")
    expect(hold).to_be_visible()
    expect(hold).not_to_have_attribute("data-holding", "true")
    decide(app).get_by_role("button", name="Reject").click()
    desk.wait_for_task(task, "succeeded")
    assert desk.notes() == ["reject"]
    assert len(desk.log("interaction.answered")) == 1


def test_a_high_risk_can_be_approved_by_typing(desk: Desk, open_desk: Open) -> None:
    desk.run("asking:risky")
    task = desk.give(RISKY)
    app = open_desk("inbox")
    open_question(app, RISKY)
    app.button("Type to confirm instead").click()
    field = app.page.get_by_label("Type the words above")
    approve = decide(app).get_by_role("button", name="Approve")
    for wrong in ("", "approve", "yes"):
        field.fill(wrong)
        expect(approve).to_be_disabled()
    field.press("Enter")
    field.fill("approve this")
    approve.click()
    desk.wait_for_task(task, "succeeded")
    assert desk.notes() == ["approve"]


def test_an_approval_needs_a_keyboard_only(desk: Desk, open_desk: Open) -> None:
    desk.run("asking:risky")
    task = desk.give(RISKY)
    app = open_desk("inbox")
    keyboard = app.page.keyboard
    tab_to(app, app.card(RISKY).get_by_role("link", name="Review impact and decide"))
    keyboard.press("Enter")
    expect(app.page.get_by_role("heading", level=1, name=RISKY)).to_be_focused()
    hold = app.button("Hold for 2 s: Approve")
    expect(hold).to_be_enabled()
    tab_to(app, hold)
    keyboard.down("Enter")
    expect(app.page.get_by_role("main")).to_contain_text("Recorded")
    keyboard.up("Enter")
    desk.wait_for_task(task, "succeeded")
    assert desk.notes() == ["approve"]


def tab_to(app: App, target: Locator) -> None:
    """Press Tab until the target has the focus; it has to come within 60 presses."""
    expect(target).to_be_visible()
    for _ in range(60):
        app.page.keyboard.press("Tab")
        if target.evaluate("(element) => element === document.activeElement"):
            return
    raise AssertionError("the focus never came there")


def test_a_refusal_ends_the_task_as_stopped_and_says_that_nothing_was_done(desk: Desk, open_desk: Open) -> None:
    desk.adapter.start("demo", "--pace", "0.05")
    task = desk.give("Run the orders migration")
    title, said = "Run 3 database migrations on production? (simulated)", "You rejected the migrations, so I stopped"
    app = open_desk("inbox")
    open_question(app, title)
    decide(app).get_by_role("button", name="Do not run them").click()
    desk.wait_for_task(task, "cancelled")
    expect(app.page.get_by_role("main")).to_contain_text(said)
    app.open(desk.place("tasks", task))
    details = app.page.get_by_role("complementary", name="Task details")
    expect(details).to_contain_text(said)
    expect(details).not_to_contain_text("Failed")
    app.open(desk.place("conversations", desk.conversation))
    expect(app.page.get_by_role("main")).to_contain_text(f"Task cancelled: Run the orders migration · {said}")
