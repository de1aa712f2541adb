"""Signing in where the server sends no mail: the page says where the code is."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, expect

from e2e.support.server import Server


def test_who_asks_for_a_code_is_told_where_it_waits(context: BrowserContext, server: Server) -> None:
    page = context.new_page()
    page.goto(server.url)
    page.get_by_label("E-mail").fill("ann@example.com")
    page.get_by_role("button", name="Send code").click()
    expect(page.get_by_role("heading", level=1, name="Get your code")).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("This server sends no mail")
    page.get_by_label("6-digit code").fill(server.mail_code("ann@example.com"))
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_label("Name")).to_be_visible()
