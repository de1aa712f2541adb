"""What a person does in the web app, by roles and names as a screen reader hears them (English)."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from e2e.support.server import Server
from e2e.support.waiting import until
from e2e.support.watching import watch

_WALK = """async () => {
  const box = document.querySelector('.stream-wrap .pane-body');
  const frames = async () => { for (let n = 0; n < 3; n += 1) await new Promise(requestAnimationFrame); };
  const texts = new Map();
  while (document.querySelector('.stream-top button')) {
    box.scrollTop = 0;
    await frames();
  }
  for (box.scrollTop = 0; ; box.scrollTop += box.clientHeight) {
    await frames();
    for (const line of box.querySelectorAll('[data-sequence]')) {
      const text = line.querySelector('.txt').innerText;
      if (line.checkVisibility({ visibilityProperty: true })) texts.set(Number(line.dataset.sequence), text);
    }
    if (box.scrollTop + box.clientHeight >= box.scrollHeight - 2) break;
  }
  return [...texts].sort(([a], [b]) => a - b).map(([, text]) => text);
}"""
_TO_START = """async () => {
  const box = document.querySelector('.stream-wrap .pane-body');
  while (document.querySelector('.stream-top button')) {
    box.scrollTop = 0;
    await new Promise(requestAnimationFrame);
  }
  for (let n = 0; n < 5; n += 1) {
    await new Promise(requestAnimationFrame);
    box.scrollTop = 0;
  }
}"""
DESKTOP = {"width": 1440, "height": 900}


def new_context(chromium: Browser, **options: Any) -> BrowserContext:
    """A browser that was never here; its pages are watched."""
    settings = {"locale": "en-US", "viewport": DESKTOP, **options}
    context = chromium.new_context(**settings)
    context.set_default_timeout(20_000)
    watch(context)
    return context


class App:
    """One browser page."""

    def __init__(self, page: Page, server: Server, address: str | None = None) -> None:
        """`address` is where this page finds the server, if it is another one than the server's own."""
        self.page = page
        self.server = server
        self.address = address or server.url

    def sign_up(self, email: str, workspace: str) -> None:
        """By e-mail code, and a first workspace (§15.1)."""
        self.page.goto(self.address)
        self.page.get_by_label("E-mail").fill(email)
        self.page.get_by_role("button", name="Send code").click()
        code_field = self.page.get_by_label("6-digit code")
        expect(code_field).to_be_visible()
        code_field.fill(self.server.mail_code(email))
        self.button("Sign in").click()
        self.page.get_by_label("Name").fill(workspace)
        self.button("Create workspace").click()
        expect(self.page.get_by_role("heading", name="Bring your agent in")).to_be_visible()

    def sign_in_by_link(self) -> None:
        """With the link that the server printed, as somebody who has a workspace."""
        self.page.goto(self.server.sign_in_link())
        self.in_sync()

    def sign_in(self, email: str) -> None:
        """By e-mail code, as somebody who has a workspace."""
        self.page.goto(self.address)
        self.page.get_by_label("E-mail").fill(email)
        self.button("Send code").click()
        code_field = self.page.get_by_label("6-digit code")
        expect(code_field).to_be_visible()
        code_field.fill(self.server.mail_code(email))
        self.button("Sign in").click()
        self.in_sync()

    def open(self, place: str) -> None:
        """A place such as `#/w/.../inbox`, and wait until it is in sync."""
        self.page.goto(f"{self.address}/{place}")
        self.in_sync()

    def in_sync(self) -> None:
        """Until the page follows the log."""
        expect(self.page.locator(".sync").first).to_contain_text("Live")

    def is_offline(self) -> None:
        """Until the page says that it has lost the server."""
        expect(self.page.locator(".banners")).to_contain_text("Offline")

    def reconnect(self) -> None:
        """The browser says that it has a network again: the page does not wait for its next try."""
        self.page.evaluate("window.dispatchEvent(new Event('online'))")
        self.in_sync()

    def card(self, title: str | re.Pattern[str]) -> Locator:
        """A card's row in the inbox."""
        waiting = self.page.locator("ul.cards > li")
        return waiting.filter(has=self.page.get_by_role("heading", name=title))

    def expect_badge(self, count: int) -> None:
        """The number at the inbox and in the window's title."""
        inbox = self.page.get_by_role("navigation", name="Workspace").get_by_role("link", name=re.compile("^Inbox"))
        name = re.compile(rf"^Inbox.*\b{count}\b" if count else "^Inbox$")
        expect(inbox).to_have_accessible_name(name)
        expect(self.page).to_have_title(re.compile(rf"^\({count}\) " if count else r"^(?!\()"))

    def said(self) -> list[str]:
        """The messages of the conversation that is open, in order, without those that wait to be sent. Scrolls from
        the start to the end: what is far from the window is not in the page."""
        found: list[str] = self.page.evaluate(_WALK)
        return found

    def read_to_the_start(self) -> None:
        """Scroll up in the conversation that is open until all of it is read."""
        self.page.evaluate(_TO_START)

    def button(self, name: str | re.Pattern[str]) -> Locator:
        """A button by its name."""
        return self.page.get_by_role("button", name=name)

    def go(self, place: str) -> None:
        """One of the main places: Inbox, Conversations, Tasks, Agents."""
        navigation = self.page.get_by_role("navigation", name="Workspace")
        navigation.get_by_role("link", name=re.compile(place)).first.click()

    def pairing_code(self) -> str:
        """Open the pairing dialog for the demo agent and read its code."""
        self.button("Try it with the demo agent").first.click()
        dialog = self.page.get_by_role("dialog")
        code = dialog.get_by_test_id("pairing-code")
        expect(code).to_be_visible()
        return code.inner_text()

    def confirm_agent(self, name: str) -> None:
        """Name what connected and confirm it."""
        dialog = self.page.get_by_role("dialog")
        field = dialog.get_by_label("Give it a name")
        expect(field).to_be_visible(timeout=20_000)
        field.fill(name)
        dialog.get_by_role("button", name="Confirm and finish").click()
        expect(dialog.get_by_text(f"{name} is ready")).to_be_visible()

    def start_conversation(self, subject: str) -> None:
        """By hand, instead of the first task that is offered after pairing."""
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_role("button", name="Later").click()
        # The page of agents is fetched on the way: until it is here, keys belong to nobody.
        expect(self.page.get_by_role("main")).to_be_visible()
        expect(dialog).to_have_count(0)
        self.page.keyboard.press("n")
        dialog.get_by_label("Subject").fill(subject)
        dialog.get_by_role("button", name="Start conversation").click()
        expect(self.page.get_by_label("Message", exact=True)).to_be_visible()

    def write(self, text: str, *, track: bool = False) -> None:
        """In the conversation that is open. What another device writes may come into the empty field at that moment."""
        field = self.page.get_by_label("Message", exact=True)
        until(lambda: field.fill(text) or field.input_value() == text, "it stands in the field")
        box = self.page.get_by_label("Track as task")
        if box.is_checked() != track:
            box.click()
        self.button("Start task" if track else "Send").click()

    def sender(self) -> Locator:
        """The button at what is being written, whether it sends a message or starts a task."""
        return self.button(re.compile("^(Send|Start task)$"))

    def hold(self, name: str | re.Pattern[str]) -> None:
        """Hold a risky control with the mouse until what it does has happened."""
        control = self.button(name)
        control.scroll_into_view_if_needed()
        control.hover()
        expect(control).to_be_enabled()  # it stood still for a moment
        self.page.mouse.down()
        expect(self.page.get_by_role("main").get_by_text("Recorded").first).to_be_visible(timeout=10_000)
        self.page.mouse.up()
