"""Messages over a bad network: nothing lost, nothing double, the same order for everybody."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from e2e.support.desk import Desk
from e2e.support.offline import go_offline
from e2e.support.page import App
from e2e.support.proxy import Proxy
from e2e.support.server import Server
from e2e.support.waiting import until

MESSAGES = 25


def test_what_was_written_offline_survives_a_reload_and_arrives_in_order_once(
    desk: Desk, far_app: App, far_line: Proxy
) -> None:
    go_offline(desk, far_line, [far_app], "conversations", desk.conversation)
    texts = [f"offline {number}" for number in range(1, 6)]
    for text in texts:
        far_app.write(text)
    waiting = far_app.page.locator("article.msg--unsent .txt")
    expect(waiting).to_have_text(texts)
    far_app.page.reload()
    expect(waiting).to_have_text(texts)
    expect(far_app.page.get_by_text("Offline: sent when you are back").first).to_be_visible()
    far_line.heal()
    far_app.reconnect()
    expect(waiting).to_have_count(0)
    assert far_app.said() == texts
    assert [event["payload"]["content"] for event in desk.log("message.created")] == texts


@pytest.mark.refused(429)
def test_two_browsers_and_an_agent_over_bad_lines_end_with_the_same_list(
    far_desk: Desk, proxy: Proxy, far_app: App, far_line: Proxy, browser: BrowserContext, shared: Server
) -> None:
    chance = random.Random(7)
    far_desk.run("asking:echo")
    far_desk.wait_for_agent("online")
    near = browser.new_page()
    first, second = App(near, shared), far_app
    for app in (first, second):
        app.open(far_desk.place("conversations", far_desk.conversation))
    for number in range(MESSAGES):
        for name, app in (("near", first), ("far", second)):
            app.write(f"{name} {number}")
        for line in (far_line, proxy):
            match chance.randrange(8):
                case 0:
                    line.blink()
                case 1:
                    line.close_sockets(1001)
    expected = [f"{name} {number}" for name in ("near", "far") for number in range(MESSAGES)]
    for app in (first, second):
        until(lambda app=app: len(app.said()) == 4 * MESSAGES, "all is said", 60)
    lists = [app.said() for app in (first, second)]
    assert lists[0] == lists[1] == [event["payload"]["content"] for event in far_desk.log("message.created")]
    assert sorted(lists[0]) == sorted(expected + [f"echo {text}" for text in expected])
    for name in ("near", "far", "echo near", "echo far"):
        own = [text for text in lists[0] if text.startswith(f"{name} ")]
        assert own == [f"{name} {number}" for number in range(MESSAGES)]
    near.close()


def test_a_message_whose_answer_died_with_the_server_is_there_once(
    desk: Desk, far_app: App, far_line: Proxy, shared: Server
) -> None:
    far_app.open(desk.place("conversations", desk.conversation))
    far_line.lose("down", "system.")
    far_app.write("Only once")
    until(lambda: desk.log("message.created"), "the server has it")
    until(lambda: far_line.lost, "its answer was lost")
    shared.kill()
    far_app.is_offline()
    shared.start()
    far_line.heal()
    far_app.reconnect()
    expect(far_app.page.locator("article.msg--unsent")).to_have_count(0)
    assert far_app.said() == ["Only once"]
    assert len(desk.log("message.created")) == 1


def test_two_tabs_of_one_browser_send_what_was_written_offline_once(
    desk: Desk, far_app: App, far_line: Proxy, far_browser: BrowserContext, shared: Server
) -> None:
    other = App(far_browser.new_page(), shared, far_line.url)
    go_offline(desk, far_line, [far_app, other], "conversations", desk.conversation)
    far_app.write("from the first tab")
    other.write("from the second tab")
    other.page.reload()
    other.is_offline()
    far_line.heal()
    for app in (far_app, other):
        app.reconnect()
        expect(app.page.locator("article.msg--unsent")).to_have_count(0)
    said = [event["payload"]["content"] for event in desk.log("message.created")]
    assert sorted(said) == ["from the first tab", "from the second tab"]
    for app in (far_app, other):
        until(lambda app=app: app.said() == said, "both show both")
    other.page.close()


def test_streamed_text_is_seen_as_it_is_written_by_those_who_come_late_too(
    desk: Desk, open_desk: Callable[..., App], browser: BrowserContext, shared: Server
) -> None:
    desk.run("asking:streaming")
    app = open_desk("conversations", desk.conversation)
    task = desk.give("Write")
    writing = app.page.locator("article.msg--writing .txt")
    expect(writing).to_have_text("The first half")
    late = App(browser.new_page(), shared)
    late.open(desk.place("conversations", desk.conversation))
    expect(late.page.locator("article.msg--writing .txt")).to_have_text("The first half")
    (desk.adapter.home / "go").touch()
    desk.wait_for_task(task, "succeeded")
    for one in (app, late):
        expect(one.page.locator("article.msg--writing")).to_have_count(0)
        assert one.said().count("The first half and the second.") == 1
    late.page.close()
