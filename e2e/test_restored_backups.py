"""A server whose data is set back to a backup: pages and agents end with what it has, and nothing is decided twice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from e2e.support.desk import Desk
from e2e.support.page import App
from e2e.support.person import Person
from e2e.support.server import Server


@pytest.fixture
def own_desk(server: Server, tmp_path: Path) -> Iterator[Desk]:
    """A desk on a server of its own."""
    person = Person(server)
    desk = Desk(server, person, tmp_path / "adapter")
    yield desk
    desk.close()
    person.close()


def test_after_a_restored_backup_everybody_ends_with_what_the_server_has(
    own_desk: Desk, tmp_path: Path, context: BrowserContext
) -> None:
    desk, server = own_desk, own_desk.server
    desk.run("asking:echo")
    app = App(context.new_page(), server)
    app.sign_in_by_link()
    app.open(desk.place("conversations", desk.conversation))
    messages = app.page.get_by_role("log").locator("article.msg:not(.msg--unsent) .txt")

    def say(text: str, *before: str) -> None:
        app.write(text)
        expect(messages).to_have_text([*before, text, f"echo {text}"])

    say("one")
    assert server.stop() == 0
    server.save(tmp_path / "backup")
    server.start()
    app.reconnect()
    say("two", "one", "echo one")
    assert server.stop() == 0
    server.bring_back(tmp_path / "backup")
    server.start()
    app.reconnect()
    expect(messages).to_have_text(["one", "echo one"])
    say("three", "one", "echo one")


class Past:
    """A backup of the desk's server, taken on creation; `return_to` it sets the data back."""

    def __init__(self, desk: Desk, folder: Path) -> None:
        self._server, self._folder = desk.server, folder
        assert self._server.stop() == 0
        self._server.save(folder)
        self._server.start()

    def return_to(self) -> None:
        """Lose what came after."""
        assert self._server.stop() == 0
        self._server.bring_back(self._folder)
        self._server.start()


def test_an_approval_that_was_carried_out_is_not_open_again(own_desk: Desk, tmp_path: Path) -> None:
    desk = own_desk
    desk.run("asking:several")
    ended, going = desk.give("1"), desk.give("2")
    desk.wait_for_cards(3)
    past = Past(desk, tmp_path / "backup")
    for card in desk.cards("pending"):
        if card["taskId"] == ended or card["card"]["title"] == "Question 1":
            desk.answer(card)
    desk.wait_for_task(ended, "succeeded")
    desk.wait_for_cards(2, "acknowledged")
    past.return_to()
    [left] = desk.wait_for_cards(1)
    assert left["taskId"] == going and left["card"]["title"] == "Question 2"
    assert desk.wait_for_task(ended, "succeeded")["summary"] == "Answers: approve"
    assert {card["status"] for card in desk.cards()} == {"pending", "withdrawn", "cancelled"}
    desk.answer(left, "reject")
    desk.wait_for_task(going, "succeeded")
    assert desk.notes() == ["approve", "approve reject"]


def test_who_rejects_what_was_carried_out_before_the_set_back_is_told(
    own_desk: Desk, tmp_path: Path, context: BrowserContext
) -> None:
    desk = own_desk
    desk.run("asking:several")
    task = desk.give("2")
    desk.wait_for_cards(2)
    past = Past(desk, tmp_path / "backup")
    approved = next(card for card in desk.cards("pending") if card["card"]["title"] == "Question 1")
    desk.answer(approved)
    desk.wait_for_cards(1, "acknowledged")
    desk.adapter.kill()
    past.return_to()
    desk.answer(approved, "reject")
    desk.run("asking:several")
    app = App(context.new_page(), desk.server)
    app.sign_in_by_link()
    app.open(desk.place("conversations", desk.conversation))
    expect(app.page.get_by_role("log")).to_contain_text("This answer was not followed.")
    [other] = desk.wait_for_cards(1)
    desk.answer(other)
    desk.wait_for_task(task, "succeeded")
    assert desk.notes() == ["approve approve"]
    assert desk.log("interaction.acknowledged")[-1]["payload"]["interactionId"] == other["id"]
    assert len(desk.log("interaction.acknowledged")) == 1
