"""A person asks to stop a task: it counts as cancelled when the agent has stopped."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from e2e.support.desk import Desk
from e2e.support.page import App

Open = Callable[..., App]


def test_a_cancel_is_a_request_until_the_agent_confirms(desk: Desk, open_desk: Open) -> None:
    desk.run("asking:working")
    task = desk.give("Long work")
    desk.wait_for_task(task, "running")
    desk.adapter.freeze()
    app = open_desk("tasks", task)
    details = app.page.get_by_role("complementary", name="Task details")
    details.get_by_role("button", name="Request cancel").click()
    expect(details).to_contain_text("It counts as cancelled once the agent confirms.")
    expect(details).to_contain_text("Can be forced in")
    expect(details.get_by_role("button", name="Request cancel")).to_have_count(0)
    assert desk.task(task)["status"] == "running"
    desk.adapter.thaw()
    desk.wait_for_task(task, "cancelled")
    expect(details).to_contain_text("Cancelled")
    assert desk.notes() == []


def test_a_task_of_an_agent_that_is_away_waits_for_it(desk: Desk, open_desk: Open) -> None:
    app = open_desk("conversations", desk.conversation)
    app.write("Once you are here", track=True)
    app.go("Tasks")
    expect(app.page.get_by_role("main").get_by_role("row").filter(has_text="Once you are here")).to_contain_text(
        "Queued"
    )
    desk.run("asking:once")
    app.go("Inbox")
    app.card("Once you are here").get_by_role("button", name="Approve").click()
    expect(app.card("Once you are here")).to_contain_text("Task ended")
    assert desk.notes() == ["approve"]
