"""The keyboard's focus is always on something: never on the invisible ends of a dialog or a menu."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from e2e.support.desk import AGENT, CONVERSATION, Desk
from e2e.support.page import App
from e2e.support.wire import Wire

Open = Callable[..., App]
STEPS = 12
OFF_THE_GUARDS = "() => !document.activeElement.matches('[data-base-ui-focus-guard]')"
WHERE = "(box) => box.contains(document.activeElement)"


def walk(page: Page, dialog: Locator) -> None:
    """Tab and Shift+Tab all the way round a dialog: the focus stays in it, on things that have a name."""
    for key in ("Tab", "Shift+Tab"):
        for _ in range(STEPS):
            page.keyboard.press(key)
            page.wait_for_function(OFF_THE_GUARDS)
            assert dialog.evaluate(WHERE), key


def close(page: Page, overlay: Locator, opener: Locator | None = None) -> None:
    """By Escape; the focus is back where it was."""
    page.keyboard.press("Escape")
    expect(overlay).to_have_count(0)
    if opener is not None:
        expect(opener).to_be_focused()


def test_a_dialog_keeps_the_focus_on_its_controls(desk: Desk, open_desk: Open) -> None:
    app = open_desk("agents")
    page, dialog = app.page, app.page.get_by_role("dialog")
    opener = app.button("Connect my agent").first
    for opened in ("Connect my agent", None):
        if opened:
            opener.press("Enter")
            expect(dialog.get_by_test_id("pairing-code")).to_be_visible()
        else:
            page.keyboard.press("Shift+?")
            expect(dialog).to_be_visible()
        walk(page, dialog)
        close(page, dialog, opener)
    page.keyboard.press("n")
    expect(dialog.get_by_label("Subject")).to_be_focused()
    walk(page, dialog)
    close(page, dialog)
    page.keyboard.press("Control+k")
    expect(dialog.get_by_role("combobox")).to_be_focused()
    walk(page, dialog)
    close(page, dialog)


def test_a_question_that_follows_a_menu_keeps_the_focus_and_gives_it_back(desk: Desk, open_desk: Open) -> None:
    app = open_desk("agents")
    page = app.page
    more = app.button(re.compile(f"^{AGENT}: "))
    for item in ("Rename", "Revoke"):
        more.press("Enter")
        page.get_by_role("menuitem", name=item).press("Enter")
        dialog = page.get_by_role("dialog").or_(page.get_by_role("alertdialog"))
        expect(dialog).to_be_visible()
        walk(page, dialog)
        close(page, dialog, more)


def test_a_menu_that_is_left_by_tab_passes_the_focus_on(desk: Desk, open_desk: Open) -> None:
    with Wire(desk) as agent:
        task = desk.give("Wait")
        agent.send("task.accepted", {}, taskId=task)
        agent.ask(task, {"id": "card-1", "type": "approval", "title": "May I?", "risk": "low"})
        openers = [
            (("inbox",), "Not now"), (("inbox",), "Switch workspace"), (("conversations",), f"More for {CONVERSATION}"),
        ]  # fmt: skip
        app = open_desk("inbox")
        page, menu = app.page, app.page.get_by_role("menu")
        for place, name in openers:
            app.open(desk.place(*place))
            opener = app.button(re.compile(f"^{name}")).first
            for key in ("Tab", "Shift+Tab"):
                opener.press("Enter")
                expect(menu).to_be_visible()
                for _ in range(STEPS):
                    page.keyboard.press(key)
                    page.wait_for_function(OFF_THE_GUARDS)
                page.keyboard.press("Escape")
                expect(menu).to_have_count(0)
