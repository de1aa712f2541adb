"""A page that is left in the moment in which something was written or answered."""

from __future__ import annotations

from playwright.sync_api import expect

from e2e.support.desk import Desk
from e2e.support.offline import go_offline
from e2e.support.page import App
from e2e.support.proxy import Proxy

PRESS_AND_LEAVE = "(button) => { button.click(); location.reload(); }"


def test_messages_written_offline_right_before_leaving_are_all_sent_in_order(
    desk: Desk, far_app: App, far_line: Proxy
) -> None:
    go_offline(desk, far_line, [far_app], "conversations", desk.conversation)
    texts = [f"offline {number}" for number in range(1, 9)]
    for number, text in enumerate(texts, 1):
        field = far_app.page.get_by_label("Message", exact=True)
        field.fill(text)
        far_app.sender().evaluate(PRESS_AND_LEAVE)
        expect(far_app.page.locator("article.msg--unsent .txt")).to_have_text(texts[:number])
        expect(field).to_have_value("")
    far_line.heal()
    far_app.reconnect()
    expect(far_app.page.locator("article.msg--unsent")).to_have_count(0)
    assert far_app.said() == texts
    assert [event["payload"]["content"] for event in desk.log("message.created")] == texts


def test_an_answer_given_offline_right_before_leaving_reaches_the_agent_once(
    desk: Desk, far_app: App, far_line: Proxy
) -> None:
    desk.run("asking:once")
    task = desk.give("May I?")
    desk.wait_for_cards()
    go_offline(desk, far_line, [far_app], "inbox")
    far_app.expect_badge(1)
    reject = far_app.card("May I?").get_by_role("button", name="Reject")
    expect(reject).to_be_enabled()  # it stood still for a moment
    reject.evaluate(PRESS_AND_LEAVE)
    far_app.is_offline()
    far_app.expect_badge(0)
    far_line.heal()
    far_app.reconnect()
    desk.wait_for_task(task, "succeeded")
    assert len(desk.log("interaction.answered")) == 1
    assert desk.notes() == ["reject"]
