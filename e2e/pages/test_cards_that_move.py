"""Nothing that moves on the page turns a press into an approval."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, expect

from e2e.support.desk import Desk
from e2e.support.page import App

Open = Callable[..., App]
PUSH_AND_CLICK = """(button) => {
  const banner = document.createElement('div');
  banner.style.height = '48px';
  document.querySelector('.banners').append(banner);
  const { left, top } = button.getBoundingClientRect();
  const point = { bubbles: true, cancelable: true, clientX: left + 8, clientY: top + 8, detail: 1, button: 0 };
  button.dispatchEvent(new PointerEvent('pointerdown', { ...point, pointerType: 'touch' }));
  button.dispatchEvent(new MouseEvent('click', point));
}"""


def push_under_the_finger(button: Locator) -> None:
    """A banner comes above and pushes the button under a finger that comes down in the same moment."""
    expect(button).to_be_enabled()
    button.evaluate(PUSH_AND_CLICK)


def test_an_approval_that_a_banner_pushed_under_the_finger_does_not_count(desk: Desk, open_desk: Open) -> None:
    desk.run("asking:once")
    task = desk.give("May I?")
    app = open_desk("inbox")
    approve = app.card("May I?").get_by_role("button", name="Approve")
    push_under_the_finger(approve)
    expect(app.page.get_by_text("The page just moved, so nothing was sent.")).to_be_visible()
    assert desk.cards("pending")
    approve.click()
    desk.wait_for_task(task, "succeeded")
    assert desk.notes() == ["approve"]


def test_a_hold_on_what_just_moved_does_not_begin(desk: Desk, open_desk: Open) -> None:
    desk.run("asking:risky")
    desk.give("Delete it?")
    (card,) = desk.wait_for_cards()
    app = open_desk("inbox", card["id"])
    hold = app.button("Hold for 2 s: Approve")
    push_under_the_finger(hold)
    expect(app.page.get_by_text("The page just moved, so nothing was sent.")).to_be_visible()
    expect(hold).not_to_have_attribute("data-holding", "true")
    assert desk.cards("pending")
