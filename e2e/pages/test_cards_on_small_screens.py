"""Cards on a phone, on a machine whose clock is wrong, and with a notice on the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from e2e.support.desk import Desk
from e2e.support.page import App
from e2e.support.wire import Wire

Open = Callable[..., App]
SMALL, PHONE = {"width": 360, "height": 640}, {"width": 390, "height": 844}
OVERLAPS = """([one, other]) => {
  const [a, b] = [one, other].map((name) => document.querySelector(name).getBoundingClientRect());
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}"""


@pytest.fixture
def phone(page: Page) -> Iterator[Page]:
    page.set_viewport_size(PHONE)
    yield page


def card(title: str, **more: Any) -> dict[str, Any]:
    return {"id": f"card-{title[0].lower()}", "type": "approval", "title": title, "risk": "low", **more}


def test_a_long_command_has_to_be_read_to_its_end_before_it_can_be_approved(desk: Desk, open_desk: Open) -> None:
    command = "\n".join(
        f"step {number}: rsync --archive --delete /srv/data/{number}/ backup:/srv/" for number in range(28)
    )
    with Wire(desk) as agent:
        task = desk.give("Copy it")
        agent.send("task.accepted", {}, taskId=task)
        agent.ask(task, card("Run these?", description=command))
        app = open_desk("inbox", "card-r")
        app.page.set_viewport_size(SMALL)
        app.page.reload()
        approve = app.button("Approve")
        expect(app.page.get_by_text("Scroll to the end to decide")).to_be_visible()
        expect(approve).to_be_disabled()
        assert app.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        app.page.get_by_role("article").hover()
        app.page.mouse.wheel(0, 20_000)
        expect(approve).to_be_enabled()
        approve.click()
        expect(app.page.get_by_role("main")).to_contain_text("Recorded")


def test_a_notice_never_lies_over_what_decides(desk: Desk, phone: Page, open_desk: Open) -> None:
    desk.run("asking:several")
    desk.give("2")
    first = next(one for one in desk.wait_for_cards(2) if one["card"]["title"] == "Question 1")
    app = open_desk("inbox", first["id"])
    phone.get_by_role("banner").get_by_role("button", name="Not now").click()
    phone.get_by_role("menuitem", name="For 1 hour").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Question 2")
    expect(phone.locator(".toast")).to_contain_text("Comes back")
    assert not phone.evaluate(OVERLAPS, [".toast", ".decide"])
    app.button("Undo").click()
    assert len(desk.cards("pending")) == 2


def test_a_clock_that_is_two_hours_fast_ends_no_card(desk: Desk, open_desk: Open, page: Page) -> None:
    soon = datetime.now(UTC) + timedelta(minutes=30)
    with Wire(desk) as agent:
        task = desk.give("Wait for me")
        agent.send("task.accepted", {}, taskId=task)
        agent.ask(task, card("Still open?", expiresAt=soon.isoformat(timespec="milliseconds").replace("+00:00", "Z")))
        page.clock.install(time=datetime.now(UTC) + timedelta(hours=2))
        app = open_desk("inbox")
        row = app.card("Still open?")
        expect(row).to_contain_text("min left")
        row.get_by_role("button", name="Approve").click()
        expect(row).to_contain_text("Approved")
    assert len(desk.log("interaction.answered")) == 1


def test_an_answer_that_the_agent_does_not_confirm_says_how_far_it_came(desk: Desk, open_desk: Open) -> None:
    desk.run("asking:once")
    task = desk.give("May I?")
    desk.wait_for_cards()
    desk.adapter.freeze()
    app = open_desk("inbox")
    row = app.card("May I?")
    row.get_by_role("button", name="Approve").click()
    expect(row).to_contain_text("Recorded")
    expect(row).not_to_contain_text("Agent has it")
    expect(row.get_by_role("button", name="Approve")).to_have_count(0)
    desk.adapter.thaw()
    expect(row).to_contain_text("Agent has it")
    desk.wait_for_task(task, "succeeded")
    assert desk.notes() == ["approve"]
