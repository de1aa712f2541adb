"""A cancel by force: only after the agent had its minute, asked twice, and the agent is told when it is back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from e2e.support.desk import Desk
from e2e.support.page import App
from e2e.support.server import Server
from e2e.support.waiting import until

Open = Callable[..., App]
MINUTE = 61


class Clock:
    """The server's, which a test sets forward."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def be_ahead(self, seconds: int) -> None:
        """Of this machine's clock."""
        new = self.file.with_suffix(".new")
        new.write_text(str(seconds), encoding="ascii")
        new.replace(self.file)


@pytest.fixture(scope="module")
def clock(tmp_path_factory: pytest.TempPathFactory) -> Clock:
    return Clock(tmp_path_factory.mktemp("clock") / "ahead")


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory, clock: Clock) -> Iterator[Server]:
    """Instead of the one of every module: a server of the embedded runtime, with that clock."""
    server = Server(tmp_path_factory.mktemp("shared") / "data", "--clock-ahead", str(clock.file))
    server.start()
    yield server
    server.close()


@pytest.fixture
def asked(desk: Desk, open_desk: Open, clock: Clock) -> tuple[App, Locator, str]:
    """A task whose agent does not hear the request to stop: the page, the task's details, its id."""
    clock.be_ahead(0)
    desk.run("asking:stopped")
    task = desk.give("Long work")
    desk.wait_for_task(task, "running")
    desk.adapter.freeze()
    app = open_desk("tasks", task)
    details = app.page.get_by_role("complementary", name="Task details")
    details.get_by_role("button", name="Request cancel").click()
    expect(details).to_contain_text("Can be forced in")
    return app, details, task


def force(details: Locator) -> None:
    details.get_by_role("button", name="Force cancel", exact=True).click()
    details.get_by_role("button", name="Force cancel?").click()


def test_after_a_minute_it_is_forced_and_the_agent_stops_when_it_is_back(
    desk: Desk, asked: tuple[App, Locator, str], clock: Clock
) -> None:
    app, details, task = asked
    expect(details.get_by_role("button", name="Force cancel")).to_have_count(0)
    clock.be_ahead(MINUTE)
    app.page.reload()
    force(details)
    expect(details).to_contain_text("Forced without the agent’s word")
    assert desk.task(task)["status"] == "cancelled"
    assert desk.notes() == []
    desk.adapter.thaw()
    until(lambda: desk.notes() == ["stopped"], "the agent was told")
    assert desk.task(task)["reason"] == "cancel_forced"


def test_forcing_too_early_is_refused_in_words_and_can_be_tried_again(
    desk: Desk, asked: tuple[App, Locator, str], clock: Clock
) -> None:
    app, details, task = asked
    clock.be_ahead(MINUTE)
    app.page.reload()
    expect(details.get_by_role("button", name="Force cancel")).to_be_visible()
    clock.be_ahead(0)
    force(details)
    expect(details.get_by_role("alert")).to_have_text("Too early to force it: wait a little.")
    assert desk.task(task)["status"] == "running"
    clock.be_ahead(MINUTE)
    details.get_by_role("button", name="Force cancel?").click()
    expect(details).to_contain_text("Forced without the agent’s word")
    desk.wait_for_task(task, "cancelled")
