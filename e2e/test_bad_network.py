"""The adapter behind a bad network, or itself frozen or killed: every answer arrives once, every report arrives."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from playwright.sync_api import expect

from e2e.support.desk import Desk
from e2e.support.page import App
from e2e.support.proxy import Proxy
from e2e.support.waiting import until

Open = Callable[..., App]


def times(desk: Desk, kind: str) -> int:
    """How often the log says it."""
    return len(desk.log(kind))


def expect_one_answer(desk: Desk, task: str) -> None:
    """Answered, acknowledged and acted upon once."""
    desk.wait_for_task(task, "succeeded")
    assert desk.notes() == ["approve"]
    assert (times(desk, "interaction.answered"), times(desk, "interaction.acknowledged")) == (1, 1)


def test_a_frozen_adapter_gets_the_answer_once_it_reads_again(desk: Desk, open_desk: Open) -> None:
    desk.run("asking:once")
    task = desk.give("Are you there?")
    card = desk.wait_for_cards()[0]
    app = open_desk("inbox", card["id"])
    desk.adapter.freeze()
    app.page.get_by_role("region", name="Decide").get_by_role("button", name="Approve").click()
    steps = app.page.get_by_role("main").locator("ol.steps > li")
    expect(steps.nth(0)).to_contain_text("Recorded")
    expect(steps.nth(1)).to_contain_text("On its way")
    desk.wait_for_cards(status="delivered")
    desk.adapter.thaw()
    expect(steps.nth(1)).to_contain_text("Agent has it")
    expect(steps.nth(2)).to_contain_text("Task ended")
    expect_one_answer(desk, task)


def test_an_answer_whose_frame_was_lost_is_delivered_again(far_desk: Desk, proxy: Proxy) -> None:
    far_desk.run("asking:once")
    task = far_desk.give("Hello?")
    card = far_desk.wait_for_cards()[0]
    proxy.lose("down", card["id"], times=1)
    far_desk.answer(card)
    expect_one_answer(far_desk, task)
    assert [frame for frame in proxy.lost if "interaction.resolved" in frame] == proxy.lost != []


def test_an_answer_survives_a_cut_before_it_arrived(far_desk: Desk, proxy: Proxy) -> None:
    far_desk.run("asking:once")
    task = far_desk.give("Cut?")
    card = far_desk.wait_for_cards()[0]
    proxy.stand_still()
    far_desk.answer(card)
    far_desk.wait_for_cards(status="delivered")
    proxy.cut()
    proxy.heal()
    expect_one_answer(far_desk, task)


def test_a_kill_before_the_acknowledgement_does_not_repeat_the_work(far_desk: Desk, proxy: Proxy) -> None:
    far_desk.run("asking:once")
    task = far_desk.give("Only once?")
    card = far_desk.wait_for_cards()[0]
    proxy.lose("up", "interaction.acknowledged")
    far_desk.answer(card)
    until(far_desk.notes, "the handler has the answer")
    until(lambda: proxy.lost, "the acknowledgement was lost")
    far_desk.adapter.kill()
    assert far_desk.cards()[0]["status"] == "delivered"
    proxy.heal()
    far_desk.run("asking:once")
    expect_one_answer(far_desk, task)


def test_a_report_written_while_the_network_is_cut_arrives_with_its_own_time(far_desk: Desk, proxy: Proxy) -> None:
    far_desk.run("asking:working")
    task = far_desk.give("Long work")
    far_desk.wait_for_task(task, "running")
    until(lambda: far_desk.task(task).get("progress") == 50, "it works")
    proxy.cut()
    far_desk.wait_for_agent("offline")
    (far_desk.adapter.home / "go").touch()
    until(lambda: "succeeded" in far_desk.adapter.output(), "the handler is done")
    done = time.time()
    until(lambda: time.time() > done + 1.5, "time passes")
    proxy.heal()
    ended = far_desk.wait_for_task(task, "succeeded")
    assert ended["summary"] == "Finished while away"
    assert ended["endedAt"] <= iso(done)
    assert far_desk.notes() == ["finished"]


def iso(seconds: float) -> str:
    """A time as the log writes it."""
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds)) + f".{int(seconds * 1000) % 1000:03d}Z"


RETRIED = (1001, 1002, 1011, 1012, 1013, 4409, 4429)
"""Close codes after which a client comes back."""


def end_in_turn(line: Proxy, reconnected: Callable[[], None]) -> None:
    """End the connection with each code and with none (1006), and wait for the next one each time."""
    for code in (*RETRIED, None):
        before = line.opened
        if code is None:
            line.blink()
        else:
            line.close_sockets(code)
        until(partial(opened_another, line, before), f"reconnected after {code}")
        reconnected()


def opened_another(line: Proxy, before: int) -> bool:
    return line.opened > before


def test_the_adapter_reconnects_after_every_close_but_a_fatal_one(far_desk: Desk, proxy: Proxy) -> None:
    far_desk.run("asking:once")
    far_desk.wait_for_agent("online")
    end_in_turn(proxy, lambda: far_desk.wait_for_agent("online"))
    task = far_desk.give("Still there?")
    far_desk.answer(far_desk.wait_for_cards()[0])
    expect_one_answer(far_desk, task)
    proxy.close_sockets(4401)
    assert far_desk.adapter.wait() == 3
    assert "lineup pair" in far_desk.adapter.output()


def test_the_page_reconnects_after_every_close_but_a_fatal_one(desk: Desk, far_app: App, far_line: Proxy) -> None:
    far_app.open(desk.place("conversations", desk.conversation))
    end_in_turn(far_line, far_app.in_sync)
    far_app.write("Still there")
    expect(far_app.page.locator("article.msg--unsent")).to_have_count(0)
    assert [event["payload"]["content"] for event in desk.log("message.created")] == ["Still there"]
    far_line.close_sockets(4403)
    expect(far_app.page.get_by_role("alert")).to_contain_text("Connection stopped")
