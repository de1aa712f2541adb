"""Talking: to whom it goes, what still waits, what was not sent; words that fill a small screen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

from playwright.sync_api import Locator, expect

from e2e.support.desk import AGENT, Desk
from e2e.support.page import App
from e2e.support.person import Person
from e2e.support.proxy import Proxy
from e2e.support.server import Server
from e2e.support.waiting import until
from e2e.support.wire import Wire

Open = Callable[..., App]
SECOND = "Second agent"
PHONE = {"width": 360, "height": 640}


def message(app: App, text: str) -> Locator:
    return app.page.get_by_role("log").get_by_role("article").filter(has=app.page.get_by_text(text, exact=True))


def field(app: App) -> Locator:
    return app.page.get_by_label("Message", exact=True)


def test_a_message_to_a_busy_agent_is_queued_until_it_is_taken_up(desk: Desk, open_desk: Open) -> None:
    desk.run("talking:slow")
    desk.wait_for_agent("online")
    app = open_desk("conversations", desk.conversation)
    app.write("first")
    until(lambda: desk.log("message.acknowledged"), "the first one is taken up")
    app.write("second")
    expect(message(app, "second")).to_contain_text(f"Queued: {AGENT} is busy")
    expect(message(app, "first")).not_to_contain_text("Queued")
    (desk.adapter.home / "go").touch()
    expect(message(app, "heard second")).to_be_visible()
    expect(message(app, "second")).not_to_contain_text("Queued")


def test_one_of_several_agents_is_spoken_to_and_the_message_says_which(
    desk: Desk, open_desk: Open, shared: Server, owner: Person, tmp_path: Path
) -> None:
    second = Desk(shared, owner, tmp_path / "second", workspace=desk.workspace, names=(SECOND, "Its own"))
    both = str(uuid4())
    desk.tell("conversation.create", {"title": "Together", "agentIds": [desk.agent, second.agent]}, conversationId=both)
    app = open_desk("conversations", both)
    chosen = app.page.get_by_role("group", name="To")
    expect(chosen.get_by_role("radio", name=AGENT)).to_be_checked()
    chosen.get_by_text(SECOND).click()
    expect(field(app)).to_have_attribute("placeholder", f"Message {SECOND}")
    app.write("For you alone")
    expect(message(app, "For you alone")).to_contain_text(f"to {SECOND}")
    said = until(lambda: desk.log("message.created"), "it is in the log")[-1]
    assert said["payload"]["targetAgentId"] == second.agent
    app.page.reload()
    expect(chosen.get_by_role("radio", name=SECOND)).to_be_checked()
    second.close()


def test_what_could_not_be_sent_stays_over_a_reload_until_it_is_taken_back_and_written_anew(
    desk: Desk, far_app: App, far_line: Proxy
) -> None:
    far_app.open(desk.place("conversations", desk.conversation))
    expect(field(far_app)).to_be_editable()
    far_line.cut()
    far_app.is_offline()
    far_app.write("Are you there?")
    desk.tell("agent.revoke", {"agentId": desk.agent})
    far_line.heal()
    far_app.reconnect()
    expect(message(far_app, "Are you there?")).to_contain_text("Not sent")
    far_app.page.reload()
    far_app.in_sync()
    expect(message(far_app, "Are you there?")).to_contain_text("Not sent: This agent was revoked.")
    field(far_app).fill("and")
    far_app.button("Edit").click()
    expect(field(far_app)).to_have_value("Are you there?\n\nand")
    expect(field(far_app)).to_be_focused()
    expect(message(far_app, "Are you there?")).to_have_count(0)
    far_app.page.reload()
    far_app.in_sync()
    expect(field(far_app)).to_have_value("Are you there?\n\nand")
    expect(message(far_app, "Are you there?")).to_have_count(0)


def test_long_words_and_forty_columns_stay_on_a_small_phone(desk: Desk, open_desk: Open) -> None:
    heads = " | ".join(f"column {number}" for number in range(40))
    table = f"| {heads} |\n|{'---|' * 40}\n|{' value |' * 40}"
    with Wire(desk) as agent:
        for text in ("x" * 400, f"`{'y' * 400}`", f"```\n{'z' * 400}\n```", table):
            agent.send("message.create", {"content": text}, conversationId=desk.conversation)
    app = open_desk("conversations", desk.conversation)
    app.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    table_box = app.page.get_by_role("region", name="Table: column 0")
    expect(table_box).to_be_visible()
    wide = "(element) => element.scrollWidth > element.clientWidth + 1"
    assert not app.page.locator("html").evaluate(wide)
    assert not app.page.locator(".stream-wrap .pane-body").evaluate(wide)
    assert table_box.evaluate(wide)
    expect(field(app)).to_be_in_viewport()
    expect(app.sender()).to_be_in_viewport()


def test_code_is_in_colours_copied_raw_and_folded_when_long(desk: Desk, open_desk: Open) -> None:
    code = "\n".join(f"value_{number} = {number}  # \u202e here" for number in range(40))
    with Wire(desk) as agent:
        agent.send("message.create", {"content": f"```python\n{code}\n```"}, conversationId=desk.conversation)
    app = open_desk("conversations", desk.conversation)
    app.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    block = app.page.locator(".code")
    expect(block.locator(".tok-number").first).to_be_visible()
    expect(block).not_to_contain_text("value_39")
    app.button("Show all 40 lines").click()
    expect(block).to_contain_text("value_39")
    block.get_by_role("button", name="Copy").click()
    expect(block.get_by_role("button", name="Copied")).to_be_visible()
    assert app.page.evaluate("navigator.clipboard.readText()") == code


def test_what_streams_rewrites_its_end_only(desk: Desk, open_desk: Open) -> None:
    app = open_desk("conversations", desk.conversation)
    done = "".join(f"Part **{number}** is written.\n\n" for number in range(20))
    with Wire(desk) as agent:
        stream = {"messageId": str(uuid4()), "offset": 0, "text": done}
        agent.stream(stream, conversationId=desk.conversation)
        expect(app.page.get_by_text("Part 19 is written.")).to_be_visible()
        app.page.evaluate(
            """() => {
              window.touched = new Set();
              const all = { childList: true, subtree: true, characterData: true };
              new MutationObserver((changes) => changes.forEach((one) => window.touched.add(one.target)))
                .observe(document.querySelector('.msg--writing .md'), all);
            }"""
        )
        for number in range(5):
            piece = {**stream, "offset": len(done) + number * 5, "text": "more "}
            agent.stream(piece, conversationId=desk.conversation)
            expect(app.page.get_by_text(("more " * (number + 1)).strip(), exact=True)).to_be_visible()
        kept = app.page.evaluate("[...window.touched].filter((node) => node.textContent.includes('Part 3')).length")
        assert kept <= 1  # the list of blocks itself, and none of those that were finished


def test_words_do_not_pass_for_an_answer_and_what_waits_is_one_press_away(desk: Desk, open_desk: Open) -> None:
    with Wire(desk) as agent:
        task = desk.give("Tidy up")
        agent.send("task.accepted", {}, taskId=task)
        agent.ask(task, {"id": "card-a", "type": "approval", "title": "May I?", "risk": "low"})
        for ten in range(9):
            lines = [{"content": f"line {ten}{number}"} for number in range(10)]
            agent.send_all("message.create", lines, conversationId=desk.conversation)
        app = open_desk("conversations", desk.conversation)
        expect(app.page.get_by_text("To answer, open: May I?")).to_be_visible()
        app.button("Go to it").click()
        card = app.page.get_by_role("log").get_by_role("link", name="May I?")
        expect(card).to_be_focused()
        expect(card).to_be_in_viewport()
        app.write("Carefully, please", track=True)
        expect(app.page.get_by_role("alert")).to_contain_text("A new task does not answer it.")
        assert len(desk.log("task.created")) == 1
        app.button("Start a new task anyway").click()
        until(lambda: len(desk.log("task.created")) == 2, "it was meant")
        expect(app.page.get_by_label("Track as task")).not_to_be_checked()
