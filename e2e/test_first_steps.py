"""The first steps as a newcomer takes them: on a phone, in Chinese, on a sub-path."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from e2e.support.adapter import Adapter
from e2e.support.page import App, new_context
from e2e.support.server import Server

TITLE = "Run the orders migration"
WIDTHS = (360, 390, 800, 1440)
PLACES = ("inbox", "conversations", "tasks", "agents", "settings")


def test_a_phone_is_enough(chromium: Browser, server: Server, adapter: Adapter) -> None:
    context = new_context(chromium, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    app = App(context.new_page(), server)
    page = app.page
    app.sign_up("ann@example.com", "Northbank Studio")
    adapter.start("demo", "--server", server.url, "--code", app.pairing_code(), "--pace", "0.05")
    app.confirm_agent("Ops agent")
    app.start_conversation("Orders service")
    app.write(TITLE, track=True)
    tabs = page.get_by_role("navigation", name="Main navigation")
    page.get_by_role("link", name="Back").click()
    tabs.get_by_role("link", name=re.compile("^Inbox")).click()
    expect(page).to_have_title(re.compile(r"^\(1\) "))
    page.get_by_role("link", name="Review impact and decide").tap()
    expect(page.get_by_role("heading", level=1, name=re.compile("migrations on production"))).to_be_visible()
    app.hold(re.compile("^Hold for 2 s"))
    expect(page.get_by_role("main")).to_contain_text("Task: Done")
    expect_no_sideways_scrolling(page)
    context.close()


def test_nothing_scrolls_sideways_at_any_width(app: App, server: Server, adapter: Adapter) -> None:
    app.sign_up("ann@example.com", "Northbank Studio with a rather long name of its own")
    adapter.start("demo", "--server", server.url, "--code", app.pairing_code(), "--pace", "0.05")
    app.confirm_agent("An operations agent with a long name")
    app.start_conversation("A conversation about the orders service and its migrations")
    app.write(f"{TITLE} and mind this token: {'a1b2c3d4' * 10}", track=True)
    expect(app.page.get_by_role("log").get_by_role("link", name="Review impact and decide")).to_be_visible()
    base, conversation = app.page.url.split("/conversations/")
    app.go("Inbox")
    app.page.get_by_role("link", name="Review impact and decide").first.click()
    card = app.page.url
    app.go("Tasks")
    app.page.get_by_role("main").get_by_role("link", name=re.compile(f"^{TITLE}")).click()
    addresses = [f"{base}/{place}" for place in PLACES]
    addresses += [f"{base}/conversations/{conversation}", card, app.page.url]
    for width in WIDTHS:
        app.page.set_viewport_size({"width": width, "height": 844})
        for address in addresses:
            app.page.goto(address)
            expect(app.page.get_by_role("main")).to_be_visible()
            expect_no_sideways_scrolling(app.page)


def expect_no_sideways_scrolling(page: Page) -> None:
    """Neither the page nor one of its panes is wider than what is seen of it; wide things scroll in their own box."""
    expect(page.locator(".sk")).to_have_count(0)
    too_wide = page.evaluate(
        """() => [...document.querySelectorAll('html, body, #root, .app, .side, .pane, .pane-body')]
          .filter((each) => each.clientWidth > 0 && each.scrollWidth > each.clientWidth)
          .map((each) => `${each.tagName}.${each.className} ${each.scrollWidth} > ${each.clientWidth}`)"""
    )
    assert too_wide == [], (page.url, page.viewport_size)


def test_the_whole_way_in_chinese(chromium: Browser, server: Server, adapter: Adapter) -> None:
    context = new_context(chromium, locale="zh-CN")
    page = context.new_page()
    page.goto(server.sign_in_link())
    page.get_by_label("名称").fill("北岸工作室")
    page.get_by_role("button", name="创建工作区").click()
    page.get_by_role("button", name=re.compile("^先用.* Agent 试试")).click()
    dialog = page.get_by_role("dialog")
    code = dialog.get_by_test_id("pairing-code").inner_text()
    adapter.start("demo", "--server", server.url, "--code", code, "--pace", "0.05")
    dialog.get_by_label("给它起个名字").fill("运维助手")
    dialog.get_by_role("button", name="确认并完成").click()
    dialog.get_by_role("button", name="发起第一个任务").click()
    expect(dialog.get_by_label("要它做什么？")).to_be_focused()
    expect(dialog.get_by_role("button", name="开始任务")).to_be_disabled()
    page.keyboard.type("执行订单迁移")
    dialog.get_by_role("button", name="开始任务").click()
    page.get_by_role("log").get_by_role("link", name="查看影响并决定").click()
    hold = page.get_by_role("button", name=re.compile("^按住 2 秒"))
    hold.hover()
    expect(hold).to_be_enabled()
    page.mouse.down()
    expect(page.get_by_role("main")).to_contain_text("Agent 已收到")
    page.mouse.up()
    page.get_by_role("navigation", name="工作区").get_by_role("link", name=re.compile("任务")).click()
    page.get_by_role("main").get_by_role("link", name="执行订单迁移").click()
    details = page.get_by_role("complementary", name="任务详情")
    expect(details).to_contain_text("已完成")
    expect(details.locator("ol.tl")).to_contain_text("批准了")
    assert page.locator("html").get_attribute("lang") == "zh-CN"
    context.close()


@pytest.fixture
def server_below(tmp_path: Path) -> Iterator[Server]:
    """A server on a sub-path."""
    server = Server(tmp_path / "data", "--base-path", "/lineup")
    server.start()
    yield server
    server.close()


def test_everything_works_on_a_sub_path(chromium: Browser, server_below: Server, adapter: Adapter) -> None:
    context = new_context(chromium)
    app = App(context.new_page(), server_below, f"{server_below.url}/lineup")
    app.sign_up("ann@example.com", "Northbank Studio")
    code = app.pairing_code()
    command = app.page.get_by_role("dialog").get_by_test_id("pairing-command")
    expect(command).to_have_text(f"lineup demo --server {app.address} --code {code}")
    adapter.start("demo", "--server", app.address, "--code", code, "--pace", "0.05")
    app.confirm_agent("Ops agent")
    app.start_conversation("Orders service")
    app.write(TITLE, track=True)
    app.page.get_by_role("log").get_by_role("link", name="Review impact and decide").click()
    app.hold(re.compile("^Hold for 2 s"))
    expect(app.page.get_by_role("main")).to_contain_text("Task: Done")
    app.page.reload()
    app.in_sync()
    assert app.page.url.startswith(f"{app.address}/#/")
    context.close()
