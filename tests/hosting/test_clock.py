"""The clock of a running server is set back: it goes on, in order, and nothing is lost or done twice."""

from __future__ import annotations

import logging
import re
from pathlib import Path

import pytest

from chalicelib.lap.errors import Refused
from infra.local.logs import Repeats
from infra.transfer.backup import back_up
from infra.transfer.check import verify
from infra.transfer.restore import restore
from tests.hosting.conftest import put_into
from tests.support.scene import Scene, build_scene
from tests.support.world import World

HOUR = 3600


@pytest.fixture
def scene(world: World) -> Scene:
    """Work was under way when the clock went back."""
    scene = build_scene(world)
    scene.task("before")
    scene.ask("card-1", "before")
    return scene


def test_what_is_said_after_it_comes_after_it_and_what_was_asked_is_answered(scene: Scene) -> None:
    before, page = scene.head, scene.page
    scene.world.clock.forward(-HOUR)
    sent = page.send("message.create", {"content": "later"}, conversationId="conv-1")
    scene.world.pump()
    assert page.answer_to(sent)["type"] == "system.ack"
    assert [event.type for event in scene.log(before)] == ["message.created"]
    page.send("message.create", {"content": "later"}, id=sent, conversationId="conv-1")
    assert scene.head == before + 1
    scene.answer(page)
    assert scene.card().status in ("answered", "delivered")
    scene.task("after")
    sequences = [event["sequence"] for event in page.events()]
    assert sequences == list(range(sequences[0], scene.head + 1))
    assert verify(scene.world.table).problems == []


def test_who_comes_back_gets_exactly_what_was_missed(scene: Scene) -> None:
    epoch, cursor = scene.epoch, scene.head
    scene.leave()
    scene.world.clock.forward(-HOUR)
    scene.assign("while-away")
    scene.world.pump()
    adapter = scene.come_back(epoch=epoch, lastSequence=cursor)
    assert [event["taskId"] for event in adapter.events("task.assigned")] == ["while-away"]
    assert scene.agent().status == "online"


def test_an_agent_that_beats_stays_online_over_it_and_when_the_old_time_comes_again(scene: Scene) -> None:
    scene.world.clock.forward(-HOUR)
    scene.wait(HOUR + 200)
    assert scene.agent().status == "online"
    scene.leave()
    assert scene.agent().status == "offline"


def test_codes_and_sessions_of_before_stay_good(world: World) -> None:
    accounts = world.services.accounts
    accounts.send_code("zoe@example.com", "en", "203.0.113.7")
    code = re.search(r"\b\d{6}\b", world.outbox.mails[-1].text)
    world.clock.forward(-HOUR)
    assert code is not None
    signed = accounts.verify_code("zoe@example.com", code.group(), "en")
    world.clock.forward(-HOUR)
    assert accounts.tokens.bearer_of(signed.access).user_id == signed.user_id
    assert accounts.tokens.refresh(signed.refresh).user_id == signed.user_id
    with pytest.raises(Refused, match="code_expired"):  # it was used
        accounts.verify_code("zoe@example.com", code.group(), "en")
    accounts.send_code("zoe@example.com", "en", "203.0.113.7")


def test_a_backup_of_it_is_whole_and_restores(scene: Scene, tmp_path: Path) -> None:
    scene.world.clock.forward(-HOUR)
    scene.task("after")
    file, report = back_up(put_into(scene.world, tmp_path / "data"), tmp_path / "one.tar.gz")
    restored, _ = restore(file, tmp_path / "new")
    assert report.problems == restored.problems == []
    assert restored.digest == report.digest


def test_lines_in_the_log_are_not_held_back_until_the_old_time_comes_again() -> None:
    repeats = Repeats()
    written = []
    for at in (10_000.0, 10_001.0, 5_000.0, 5_001.0):
        record = logging.LogRecord("lineup.x", logging.ERROR, "x.py", 1, "failed", (), None)
        record.created = at
        written.append(repeats.filter(record))
    assert written == [True, False, True, False]
