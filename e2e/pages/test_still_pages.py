"""Nothing on a page jumps: while it loads, the first time and from the kept copy, and while an agent writes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from e2e.support.desk import Desk
from e2e.support.offline import be_ready
from e2e.support.page import App
from e2e.support.wire import Wire

Open = Callable[..., App]
BOUND = 0.05
SIZES = {"desktop": {"width": 1440, "height": 900}, "phone": {"width": 390, "height": 844}}
OBSERVE = """
window.shifts = [];
const name = (node) => (node?.nodeType === 1 ? `${node.tagName}.${node.className}` : node?.nodeName);
const place = ({ top, left, height }) => [top, left, height].map(Math.round).join(' ');
window.note = (entries) => {
  for (const { value, hadRecentInput, sources } of entries) {
    if (hadRecentInput) continue;
    const moved = sources.map((one) => `${name(one.node)}: ${place(one.previousRect)} to ${place(one.currentRect)}`);
    window.shifts.push({ value, moved });
  }
};
window.observer = new PerformanceObserver((list) => note(list.getEntries()));
window.observer.observe({ type: 'layout-shift', buffered: true });
"""
TAKE = """async () => {
  for (let n = 0; n < 3; n += 1) await new Promise(requestAnimationFrame);
  note(window.observer.takeRecords());
  return window.shifts;
}"""


def expect_stillness(page: Page, when: str) -> None:
    """All that moved without a person's doing since the page began."""
    shifts: list[dict[str, Any]] = page.evaluate(TAKE)
    assert sum(shift["value"] for shift in shifts) < BOUND, (when, shifts)


def load(app: App, desk: Desk, *path: str) -> None:
    """As in a new tab, until nothing is being loaded any more."""
    app.page.goto("about:blank")
    app.open(desk.place(*path))
    expect(app.page.locator(".sk, [aria-busy=true]")).to_have_count(0)


@pytest.mark.parametrize("size", SIZES)
def test_no_page_jumps_while_it_loads(desk: Desk, open_desk: Open, page: Page, size: str) -> None:
    page.set_viewport_size(SIZES[size])  # type: ignore[arg-type]
    page.add_init_script(OBSERVE)
    with Wire(desk) as agent:
        task = desk.give("Copy the database")
        agent.send("task.accepted", {}, taskId=task)
        agent.send("task.status_changed", {"progress": 40, "summary": "Half of it"}, taskId=task)
        agent.ask(task, {"id": "card-1", "type": "approval", "title": "May I?", "risk": "low", "impact": "It is slow."})
        for number in range(30):
            said = {"content": f"Line {number}, with **some** more words and `code`."}
            agent.send("message.create", said, conversationId=desk.conversation)
        places = [
            ("inbox",), ("inbox", "card-1"), ("conversations",), ("conversations", desk.conversation), ("tasks",),
            ("tasks", task), ("agents",), ("agents", desk.agent), ("search", "line"), ("settings", "devices"),
        ]  # fmt: skip
        app = open_desk("inbox")
        for place in places:
            load(app, desk, *place)
            expect_stillness(page, f"{place}, the first time")
        be_ready(page, desk.workspace)
        for place in places:
            load(app, desk, *place)
            expect_stillness(page, f"{place}, from the copy")


@pytest.mark.parametrize("size", SIZES)
def test_nothing_jumps_while_an_agent_writes(desk: Desk, open_desk: Open, page: Page, size: str) -> None:
    page.set_viewport_size(SIZES[size])  # type: ignore[arg-type]
    page.add_init_script(OBSERVE)
    with Wire(desk) as agent:
        for number in range(12):
            said = {"content": f"Line {number}\n\nwith another paragraph."}
            agent.send("message.create", said, conversationId=desk.conversation)
        app = open_desk("conversations", desk.conversation)
        load(app, desk, "conversations", desk.conversation)
        id, written = str(uuid4()), ""
        for number in range(40):
            piece = f"Part **{number}** of a long text that fills a line or two.\n\n"
            agent.stream({"messageId": id, "offset": len(written), "text": piece}, conversationId=desk.conversation)
            written += piece
            expect(page.get_by_text(f"Part {number} of").last).to_be_visible()
        agent.send("message.create", {"messageId": id, "content": written}, conversationId=desk.conversation)
        expect(page.locator(".msg--writing")).to_have_count(0)
        expect(page.get_by_text("Part 39 of")).to_be_in_viewport()
        expect_stillness(page, "writing")
