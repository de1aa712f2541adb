"""What a person does in the web app, by roles and names as a screen reader hears them (English)."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from e2e.support.server import Server


class App:
    """One browser page."""

    def __init__(self, page: Page, server: Server) -> None:
        self.page = page
        self.server = server

    def sign_up(self, email: str, workspace: str) -> None:
        """By e-mail code, and a first workspace (§15.1)."""
        self.page.goto(self.server.url)
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
        """With the link that the server printed."""
        self.page.goto(self.server.sign_in_link())

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
        code = dialog.get_by_text(re.compile(r"^[0-9A-Z]{4}-[0-9A-Z]{4}$"))
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
        """In the dialog that opens after pairing, or by hand."""
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_role("button", name="Start a first task").click()
        dialog.get_by_label("Subject").fill(subject)
        dialog.get_by_role("button", name="Start conversation").click()
        expect(self.page.get_by_label("Message", exact=True)).to_be_visible()

    def write(self, text: str, *, track: bool = False) -> None:
        """In the conversation that is open."""
        self.page.get_by_label("Message", exact=True).fill(text)
        box = self.page.get_by_label("Track as task")
        if box.is_checked() != track:
            box.click()
        self.button("Send").click()

    def hold(self, name: str | re.Pattern[str]) -> None:
        """Hold a risky control with the mouse until what it does has happened."""
        control = self.button(name)
        control.scroll_into_view_if_needed()
        control.hover()
        self.page.mouse.down()
        expect(self.page.get_by_text("Recorded").first).to_be_visible(timeout=10_000)
        self.page.mouse.up()
