"""The demonstration of §15, all seven steps, in a real browser with the real server and the real adapter.

In the middle of the approval the adapter is killed, the browser closed and the server restarted.
"""

from __future__ import annotations

import re

from playwright.sync_api import BrowserContext, Page, expect

from e2e.support.adapter import Adapter
from e2e.support.page import App
from e2e.support.server import Server

TITLE = "Run the orders migration"


def test_the_whole_loop_survives_everything(
    app: App, server: Server, adapter: Adapter, context: BrowserContext
) -> None:
    # 1. sign up, 2. pair
    app.sign_up("ann@example.com", "Northbank Studio")
    code = app.pairing_code()
    adapter.start("demo", "--server", server.url, "--code", code, "--pace", "0.05")
    app.confirm_agent("Ops agent")

    # 3. a task; the browser is closed and opened again
    app.start_conversation("Orders service")
    app.write(TITLE, track=True)
    expect(app.page.get_by_text("Tracked as task").first).to_be_visible()
    address = app.page.url
    app.page.close()
    app = App(context.new_page(), server)
    app.page.goto(address)
    expect(app.page.get_by_role("log").get_by_text(TITLE).first).to_be_visible()

    # 5. the card is in the inbox, and says why, what and how risky
    app.go("Inbox")
    app.page.get_by_role("link", name="Review impact and decide").first.click()
    expect(app.page.get_by_text("High risk").first).to_be_visible()
    expect(app.page.get_by_role("heading", name=re.compile("migration", re.I)).first).to_be_visible()

    # 6. the adapter dies: the page says so, and the task is not lost
    adapter.kill()
    app.go("Agents")
    expect(app.page.get_by_role("main").get_by_text("Connection lost").first).to_be_visible()

    # the decision is made while the agent is away; then the server restarts, too
    app.go("Inbox")
    app.page.get_by_role("link", name="Review impact and decide").first.click()
    app.hold(re.compile("^Hold for 2 s"))
    server.kill()
    server.start()
    adapter.start("demo", "--pace", "0.05")

    # 7. it goes on by itself, once; a result, an artifact, a timeline
    app.go("Tasks")
    app.page.get_by_role("main").get_by_text(TITLE).first.click()
    detail = app.page.get_by_role("complementary", name="Task details")
    expect(detail.get_by_text(re.compile("Succeeded: ")).first).to_be_visible()
    check_timeline(app.page, detail.inner_text())


def check_timeline(page: Page, text: str) -> None:
    """At least two progress changes, a step, one approval, one acknowledgement, one artifact, one end."""
    assert len(re.findall(r"\d+%", text)) >= 2, text
    assert "Artifacts" in text
    for sentence in (
        "created the task",
        "started",
        "added the step",
        "asks:",
        "approved",
        "has the answer",
        "artifact",
    ):
        assert sentence in text, (sentence, text)
    assert text.count("approved “") == 1
    assert text.count("Succeeded: ") == 1
