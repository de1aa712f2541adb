"""An agent that leaves, is killed, or is revoked: what the page and the terminal say."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, expect

from e2e.support.desk import AGENT, Desk
from e2e.support.page import App

Open = Callable[..., App]


def row(app: App) -> Locator:
    """The agent's row on the agents page."""
    return app.page.locator("li.agent").filter(has=app.page.get_by_role("heading", name=AGENT))


def test_an_agent_that_is_stopped_is_offline_at_once(desk: Desk, open_desk: Open) -> None:
    desk.run("asking:once")
    app = open_desk("agents")
    expect(row(app).get_by_role("heading")).to_contain_text("Online")
    assert desk.adapter.interrupt() == 0
    expect(row(app).get_by_role("heading")).to_contain_text("Offline", timeout=2_000)


def test_an_agent_that_is_killed_in_its_work_shows_a_lost_connection(desk: Desk, open_desk: Open) -> None:
    desk.run("asking:working")
    task = desk.give("Long work")
    desk.wait_for_task(task, "running")
    app = open_desk("agents")
    desk.adapter.kill()
    expect(row(app).get_by_role("heading")).to_contain_text("Connection lost")
    expect(row(app)).to_contain_text("kept for another")
    (desk.adapter.home / "go").touch()
    desk.run("asking:working")
    expect(row(app).get_by_role("heading")).to_contain_text("Online")
    desk.wait_for_task(task, "succeeded")
    assert desk.notes() == ["finished"]


def test_a_revoked_agent_stops_and_says_what_to_do(desk: Desk, open_desk: Open) -> None:
    desk.run("asking:once")
    task = desk.give("Never mind")
    desk.wait_for_cards()
    app = open_desk("agents")
    app.button(f"{AGENT}: More actions").click()
    app.page.get_by_role("menuitem", name="Revoke").click()
    dialog = app.page.get_by_role("dialog", name=f"Revoke {AGENT}?")
    expect(dialog.get_by_role("button", name="Cancel")).to_be_focused()
    dialog.get_by_role("button", name="Revoke").click()
    assert desk.adapter.wait() == 3
    assert "revoked" in desk.adapter.output()
    assert "lineup pair" in desk.adapter.output()
    assert "Traceback" not in desk.adapter.output()
    expect(row(app).get_by_role("heading")).to_contain_text("Revoked")
    desk.wait_for_task(task, "failed")
    app.go("Inbox")
    app.expect_badge(0)
    again = desk.adapter.run("demo", check=False)
    assert again.returncode == 3
    assert "lineup pair" in again.stderr
