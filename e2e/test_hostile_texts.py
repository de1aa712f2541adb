"""Everything that an agent says is shown as what it is, and does nothing."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Dialog, expect

from e2e.support.desk import Desk
from e2e.support.page import App
from e2e.support.wire import Wire

Open = Callable[..., App]
HOSTILE = """
<img src="https://evil.example/pixel.png" onerror="alert(1)"><script>alert(2)</script>
<a href="javascript:alert(3)">raw</a> <iframe src="https://evil.example"></iframe>

[script](javascript:alert(4)) [entity](javas&#99;ript:alert(5)) [tab](java\tscript:alert(6))
[data](data:text/html,<script>alert(7)</script>) [fine](https://example.com/page)
![image](https://evil.example/image.png) <style>body { display: none }</style>
"""


def test_hidden_characters_are_shown_and_copied_raw(desk: Desk, open_desk: Open) -> None:
    desk.run("asking:odd")
    task = desk.give("Odd names")
    card = desk.wait_for_cards()[0]
    app = open_desk("inbox", card["id"])
    heading = app.page.get_by_role("heading", level=1)
    expect(heading).to_have_text("WhichU+000AfileU+202E?")
    expect(app.page.get_by_role("radio", name="safeU+202Eexe.txt")).to_be_visible()
    expect(app.page.get_by_role("radio", name="zeroU+200Bwidth")).to_be_visible()
    assert copied(app, "h1 bdi") == "Which\nfile\u202e?"
    app.page.get_by_role("radio", name=re.compile("^zero")).check()
    app.button("Submit").click()
    desk.wait_for_task(task, "succeeded")
    app.open(desk.place("tasks", task))
    details = app.page.get_by_role("complementary", name="Task details")
    artifact = details.get_by_role("link", name=re.compile("^report"))
    expect(artifact).to_have_text("reportU+202Efdp.exe")


def copied(app: App, selector: str) -> str:
    """What selecting all of an element and copying puts on the clipboard."""
    text: str = app.page.evaluate(
        """(selector) => {
          const element = document.querySelector(selector);
          getSelection().selectAllChildren(element);
          const data = new DataTransfer();
          const event = new ClipboardEvent('copy', { clipboardData: data, bubbles: true, cancelable: true });
          element.dispatchEvent(event);
          return event.defaultPrevented ? data.getData('text/plain') : getSelection().toString();
        }""",
        selector,
    )
    return text


def test_hostile_markdown_is_only_text(desk: Desk, open_desk: Open) -> None:
    app = open_desk("conversations", desk.conversation)
    dialogs: list[str] = []
    asked: list[str] = []

    def note_dialog(dialog: Dialog) -> None:
        dialogs.append(dialog.message)
        dialog.dismiss()

    app.page.on("dialog", note_dialog)
    app.page.on("request", lambda request: asked.append(request.url))
    with Wire(desk) as agent:
        agent.send("message.create", {"content": HOSTILE}, conversationId=desk.conversation)
        agent.send("message.create", {"content": "the end"}, conversationId=desk.conversation)
        expect(app.page.get_by_role("log").get_by_text("the end")).to_be_visible()
    said = app.page.get_by_role("log").locator("article.msg .txt").first
    expect(said.get_by_role("link", name="fine")).to_be_visible()
    links = said.get_by_role("link").evaluate_all("(links) => links.map((link) => link.getAttribute('href'))")
    assert [link for link in links if not link.startswith("https://")] == []
    assert "https://example.com/page" in links
    expect(said.locator("script, iframe, style, img, [onerror]")).to_have_count(0)
    assert [url for url in asked if not url.startswith(desk.server.url)] == []
    assert dialogs == []
