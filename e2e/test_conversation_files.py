"""Files in a conversation: up with the message, looked at here, down by a signed address; and what is no file."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from e2e.support.desk import Desk
from e2e.support.page import App
from e2e.support.waiting import until

Open = Callable[..., App]
NOTES = "# Plan\n\nFirst **this**, then that.\n"
LONG = "word " * 400_000


def picture() -> bytes:
    """A PNG of 40 by 30 grey points."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + bytes([120] * 40) for _ in range(30))
    head = struct.pack(">IIBBBBB", 40, 30, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def choose(app: App, *files: tuple[str, str, bytes]) -> None:
    chosen = [{"name": name, "mimeType": kind, "buffer": data} for name, kind, data in files]
    app.page.locator("input[type=file]").set_input_files(chosen)  # type: ignore[arg-type]


def said(desk: Desk) -> dict[str, Any]:
    """The last message, once the log has one."""
    found: dict[str, Any] = until(lambda: desk.log("message.created"), "it is in the log")[-1]["payload"]
    return found


def field(app: App) -> Locator:
    return app.page.get_by_label("Message", exact=True)


def attached(app: App) -> Locator:
    return app.page.locator("form").get_by_role("list", name="Attachments")


def test_files_go_with_a_message_and_are_seen_and_saved(desk: Desk, open_desk: Open) -> None:
    app = open_desk("conversations", desk.conversation)
    choose(app, ("plan.md", "text/markdown", NOTES.encode()), ("grey.png", "image/png", picture()))
    expect(attached(app).get_by_role("button", name=re.compile("^View"))).to_have_count(2)
    app.write("Two files")
    message = app.page.get_by_role("log").get_by_role("article").filter(has_text="Two files")
    expect(message.locator("img")).to_have_js_property("naturalWidth", 40)
    message.get_by_role("button", name="View plan.md").click()
    dialog = app.page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name="Plan", exact=True)).to_be_visible()
    with app.page.expect_download() as download:
        dialog.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == "plan.md"
    assert download.value.path().read_text(encoding="utf-8") == NOTES
    sent = said(desk)["attachments"]
    assert [(file["name"], file["size"]) for file in sent] == [("plan.md", len(NOTES)), ("grey.png", len(picture()))]


@pytest.mark.refused(415)
def test_what_is_too_large_empty_or_of_a_wrong_type_says_so_and_can_be_taken_away(desk: Desk, open_desk: Open) -> None:
    app = open_desk("conversations", desk.conversation)
    choose(app, ("huge.bin", "application/zip", b"PK\x03\x04" + b"0" * 10_485_760), ("empty.txt", "text/plain", b""))
    choose(app, ("fake.png", "image/png", b"#!/bin/sh\nrm -rf /\n"))
    uploads = app.page.get_by_role("list", name="Files being uploaded").get_by_role("listitem")
    expect(uploads.filter(has_text="huge.bin")).to_contain_text("at most 10 MB")
    expect(uploads.filter(has_text="empty.txt")).to_contain_text("empty")
    expect(uploads.filter(has_text="fake.png")).to_contain_text("not taken")
    field(app).fill("With nothing")
    expect(app.sender()).to_be_disabled()
    for name in ("huge.bin", "empty.txt", "fake.png"):
        app.button(f"Remove {name}").click()
    app.write("With nothing")
    expect(app.page.get_by_role("log").get_by_text("With nothing")).to_be_visible()
    assert "attachments" not in said(desk)


@pytest.mark.refused(409)
def test_a_lost_line_keeps_the_upload_until_it_is_tried_again(desk: Desk, open_desk: Open) -> None:
    app = open_desk("conversations", desk.conversation)
    lost = {"error": {"code": "file_incomplete"}}
    app.page.route("**/files/*/parts/*", lambda route: route.fulfill(status=409, json=lost))
    choose(app, ("notes.txt", "text/plain", b"one two three"))
    expect(app.button("Try again")).to_be_visible()
    app.page.unroute("**/files/*/parts/*")
    app.button("Try again").click()
    expect(attached(app).get_by_role("button", name="View notes.txt")).to_be_visible()
    app.sender().click()
    expect(app.page.get_by_role("log").get_by_role("button", name="View notes.txt")).to_be_visible()


def test_two_megabytes_that_are_pasted_do_not_freeze_the_page_and_go_as_a_file(desk: Desk, open_desk: Open) -> None:
    app = open_desk("conversations", desk.conversation)
    field(app).fill("Before")
    field(app).evaluate(
        """(field, text) => {
          field.focus();
          const data = new DataTransfer();
          data.setData('text/plain', text);
          field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
        }""",
        LONG,
    )
    expect(app.page.get_by_role("alert")).to_contain_text("2,000,000 characters")
    expect(field(app)).to_have_value("Before")
    app.button("Attach as a text file").click()
    expect(attached(app).get_by_role("button", name="View pasted text.txt")).to_be_visible()
    app.sender().click()
    app.page.get_by_role("log").get_by_role("button", name="View pasted text.txt").click()
    dialog = app.page.get_by_role("dialog")
    expect(dialog).to_contain_text("the first 40,000 of 2,000,000 characters")
    dialog.get_by_role("button", name="Show more").click()
    expect(dialog).to_contain_text("the first 80,000 of 2,000,000 characters")


def test_two_megabytes_that_are_put_into_the_field_are_offered_as_a_file_too(desk: Desk, open_desk: Open) -> None:
    app = open_desk("conversations", desk.conversation)
    field(app).fill(LONG)
    expect(app.page.get_by_role("alert")).to_contain_text("2,000,000 characters")
    expect(field(app)).to_have_value("")
    field(app).fill("x" * 20_000)
    expect(app.page.get_by_role("alert")).to_contain_text("Too long for one message")
    expect(app.sender()).to_be_disabled()


def test_a_file_that_is_dropped_anywhere_is_attached(desk: Desk, open_desk: Open) -> None:
    app = open_desk("conversations", desk.conversation)
    app.page.get_by_role("log").evaluate(
        """(log) => {
          const data = new DataTransfer();
          data.items.add(new File(['dropped'], 'dropped.txt', { type: 'text/plain' }));
          for (const kind of ['dragover', 'drop']) {
            log.dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
          }
        }"""
    )
    expect(attached(app).get_by_role("button", name="View dropped.txt")).to_be_visible()
