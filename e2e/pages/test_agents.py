"""An agent's page: its tasks, what is the matter with it, and a pairing that does not go on."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from lineup.cli.pair import redeem
from playwright.sync_api import Route, expect

from e2e.support.adapter import Adapter
from e2e.support.desk import AGENTS, Desk
from e2e.support.page import App
from e2e.support.watching import network_breaks

Open = Callable[..., App]


def test_an_agent_that_is_away_in_the_middle_of_work_says_what_becomes_of_it(desk: Desk, open_desk: Open) -> None:
    desk.run("asking:working")
    task = desk.give("Long work")
    desk.wait_for_task(task, "running")
    app = open_desk("agents", desk.agent)
    pane = app.page.get_by_role("complementary", name="Diagnostics")
    expect(pane).to_contain_text("All is well")
    expect(pane.get_by_role("region", name="Tasks").get_by_role("link", name="Long work")).to_be_visible()
    desk.adapter.kill()
    expect(pane).to_contain_text("Connection lost")
    expect(pane).to_contain_text("Its tasks are kept for another")
    expect(pane.get_by_test_id("start-command")).to_have_text("lineup run module:name")
    app.go("Inbox")
    lost = app.page.get_by_role("region", name="Connection lost")
    expect(lost.get_by_test_id("start-command")).to_have_text("lineup run module:name")
    lost.get_by_role("link", name="Long work").click()
    details = app.page.get_by_role("complementary", name="Task details")
    expect(details.get_by_test_id("start-command")).to_have_text("lineup run module:name")


def test_an_agent_that_was_paired_and_never_started_says_so_and_can_be_removed(desk: Desk, open_desk: Open) -> None:
    home = desk.adapter.home / "second"
    redeem(home, desk.person.pairing_code(desk.workspace), desk.server.url, "Second", None)
    app = open_desk("agents")
    row = app.page.get_by_role("main").get_by_role("listitem").filter(has_text="Second")
    expect(row).to_contain_text("Paired, not started yet")
    expect(row.get_by_test_id("start-command")).to_be_visible()
    expect(row).not_to_contain_text("connected")
    row.get_by_role("button", name="Remove").click()
    app.page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    expect(row).to_contain_text("Revoked")


def test_after_pairing_what_to_run_stays_until_it_is_connected(desk: Desk, open_desk: Open) -> None:
    app = open_desk("agents")
    app.button("Connect my agent").first.click()
    dialog = app.page.get_by_role("dialog")
    dialog.get_by_text("My own agent").click()
    expect(dialog.get_by_test_id("run-command")).to_have_text("lineup run module:name")
    adapter = Adapter(desk.adapter.home / "own")
    redeem(adapter.home, dialog.get_by_test_id("pairing-code").inner_text(), desk.server.url, "Mine", None)
    expect(dialog.get_by_role("heading", name="Mine is paired. Now start it.")).to_be_visible()
    expect(dialog.get_by_test_id("start-command")).to_have_text("lineup run module:name")
    expect(dialog.get_by_role("list", name="Progress")).to_contain_text("Paired, not started yet")
    dialog.get_by_text("It does not connect?").click()
    expect(dialog).to_contain_text("there is no module")
    adapter.start("run", "asking:once", cwd=AGENTS)
    try:
        expect(dialog.get_by_label("Give it a name")).to_have_value("Mine")
    finally:
        adapter.close()


def test_what_was_begun_on_the_first_page_goes_on_there(desk: Desk, open_desk: Open) -> None:
    workspace = desk.person.new_workspace("Fresh")
    adapter = Adapter(desk.adapter.home / "fresh")
    code = desk.person.pairing_code(workspace)
    adapter.start("demo", "--server", desk.server.url, "--code", code, "--pace", "0.05")
    try:
        app = open_desk("agents")
        app.open(f"#/w/{workspace}/inbox")
        first = app.page.get_by_role("main")
        expect(first.get_by_role("heading", name="Confirm Demo agent")).to_be_visible()
        agents = app.page.get_by_role("navigation", name="Workspace").get_by_role("link", name=re.compile("^Agents"))
        expect(agents).to_contain_text("1 to confirm")
        first.get_by_role("button", name="Confirm name").click()
        dialog = app.page.get_by_role("dialog")
        dialog.get_by_role("button", name="Confirm and finish").click()
        expect(dialog.get_by_role("button", name="Start a first task")).to_be_focused()
        dialog.get_by_role("button", name="Later").click()
        expect(agents).to_contain_text("1/1")
    finally:
        adapter.close()


def test_the_diagnostics_hold_facts_and_no_content(desk: Desk, open_desk: Open) -> None:
    desk.run("asking:working")
    task = desk.give("A secret plan")
    desk.wait_for_task(task, "running")
    app = open_desk("agents", desk.agent)
    app.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    app.button("Copy diagnostics").click()
    expect(app.button("Copied")).to_be_visible()
    text = app.page.evaluate("navigator.clipboard.readText()")
    facts = json.loads(text.splitlines()[0])
    assert facts["agent"] == desk.agent
    assert [one["task"] for one in facts["tasks"]] == [task]
    assert "secret plan" not in text


def test_a_pairing_whose_progress_cannot_be_asked_for_says_so_and_goes_on(desk: Desk, open_desk: Open) -> None:
    app = open_desk("agents")
    app.button("Connect my agent").first.click()
    dialog = app.page.get_by_role("dialog")
    expect(dialog.get_by_test_id("pairing-code")).to_be_visible()

    def lost(route: Route) -> None:
        route.abort()

    network_breaks()
    app.page.route("**/pairings/*", lost)
    expect(dialog.get_by_role("status").filter(has_text="The code stays valid")).to_be_visible()
    app.page.unroute("**/pairings/*", lost)
    expect(dialog.get_by_role("status").filter(has_text="The code stays valid")).to_have_count(0)
    dialog.get_by_text("It does not connect?").click()
    expect(dialog).to_contain_text("command not found")
    expect(dialog).to_contain_text(f"Only this machine can open {desk.server.url}")
