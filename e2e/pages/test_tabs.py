"""Several tabs of one browser behave as one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, expect

from e2e.support.desk import Desk
from e2e.support.offline import go_offline
from e2e.support.page import App
from e2e.support.proxy import Proxy
from e2e.support.server import Server
from e2e.support.waiting import until


@pytest.fixture
def other(far_browser: BrowserContext, shared: Server, far_line: Proxy) -> Iterator[App]:
    """A second tab beside `far_app`."""
    page = far_browser.new_page()
    yield App(page, shared, far_line.url)
    page.close()


def test_what_a_closed_tab_had_to_send_shows_in_the_other_and_is_sent_from_there_once(
    desk: Desk, far_app: App, other: App, far_line: Proxy
) -> None:
    go_offline(desk, far_line, [far_app, other], "conversations", desk.conversation)
    texts = [f"offline {number}" for number in range(1, 4)]
    for text in texts:
        other.write(text)
    expect(far_app.page.locator("article.msg--unsent .txt")).to_have_text(texts)
    other.page.close()
    far_line.heal()
    far_app.reconnect()
    expect(far_app.page.locator("article.msg--unsent")).to_have_count(0)
    assert far_app.said() == texts
    assert [event["payload"]["content"] for event in desk.log("message.created")] == texts


def test_what_one_tab_sends_stays_its_own_and_both_show_it_once(
    desk: Desk, far_app: App, other: App, far_line: Proxy
) -> None:
    go_offline(desk, far_line, [far_app, other], "conversations", desk.conversation)
    other.write("from the other")
    expect(far_app.page.locator("article.msg--unsent")).to_have_count(1)
    far_line.heal()
    for app in (far_app, other):
        app.reconnect()
        expect(app.page.locator("article.msg--unsent")).to_have_count(0)
        until(lambda app=app: app.said() == ["from the other"], "it shows it once")
    assert len(desk.log("message.created")) == 1


def test_a_card_answered_in_one_tab_waits_in_neither(desk: Desk, far_app: App, other: App, far_line: Proxy) -> None:
    desk.run("asking:once")
    task = desk.give("May I?")
    desk.wait_for_cards()
    go_offline(desk, far_line, [far_app, other], "inbox")
    far_app.expect_badge(1)
    other.card("May I?").get_by_role("button", name="Reject").click()
    for app in (far_app, other):
        app.expect_badge(0)
    other.page.close()
    far_line.heal()
    far_app.reconnect()
    desk.wait_for_task(task, "succeeded")
    assert desk.notes() == ["reject"]
