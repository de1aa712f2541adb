"""Settings: letting somebody in, developer tokens, devices, and all records as a file."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from e2e.support.desk import Desk
from e2e.support.page import App


def test_somebody_is_let_in_as_a_viewer(open_desk: Callable[..., App]) -> None:
    app = open_desk("settings", "members")
    app.button("Invite").click()
    dialog = app.page.get_by_role("dialog")
    dialog.get_by_label("E-mail").fill("guest@example.com")
    dialog.get_by_role("radio", name="Viewer").check()
    dialog.get_by_role("button", name="Invite").click()
    expect(dialog.get_by_text("guest@example.com signs in with that address")).to_be_visible()
    dialog.get_by_role("button", name="Done").click()
    expect(app.page.get_by_role("listitem").filter(has_text="guest").filter(has_text="Viewer")).to_be_visible()


def test_a_token_is_shown_once_and_can_be_revoked(open_desk: Callable[..., App]) -> None:
    app = open_desk("settings", "tokens")
    app.button("New token").click()
    dialog = app.page.get_by_role("dialog")
    dialog.get_by_label("Name").fill("Report script")
    dialog.get_by_role("button", name="Create").click()
    expect(dialog.get_by_text(re.compile("^lud_"))).to_be_visible()
    dialog.get_by_role("button", name="Done").click()
    expect(app.page.get_by_text(re.compile("^lud_"))).to_have_count(0)
    app.button("Revoke").click()
    app.page.get_by_role("dialog").get_by_role("button", name="Revoke").click()
    expect(app.page.get_by_text("No tokens yet.")).to_be_visible()


def test_this_device_is_named_in_the_list(open_desk: Callable[..., App]) -> None:
    app = open_desk("settings", "devices")
    mine = app.page.get_by_role("listitem").filter(has_text="In use now")
    expect(mine).to_contain_text("Chrome · Linux")
    expect(mine).to_contain_text("This device")


def test_all_records_come_as_a_file(open_desk: Callable[..., App], desk: Desk, tmp_path: Path) -> None:
    app = open_desk("settings", "data")
    with app.page.expect_download() as download:
        app.button("Download").click()
    file = tmp_path / "log.jsonl"
    download.value.save_as(file)
    head, *events = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert head["workspaceId"] == desk.workspace
    assert [event["sequence"] for event in events] == [event["sequence"] for event in desk.log()]
