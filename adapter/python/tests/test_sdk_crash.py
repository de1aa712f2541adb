"""`kill -9` at every point: nothing is lost, nothing is asked or done twice (cases.md, Decisions and Sync)."""

from __future__ import annotations

import asyncio
import os
import stat
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sdk_relay import Relay, until

HERE = Path(__file__).parent


class Worker:
    """`lineup run sdk_worker:agent` in another process."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.notes_file = home / "notes"
        self.process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        path = os.pathsep.join(str(p) for p in (HERE.parent, HERE))
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "lineup", "run", "sdk_worker:agent", "--home", str(self.home),
            env={**os.environ, "PYTHONPATH": path, "SDK_NOTES": str(self.notes_file)}, cwd=HERE,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
        )  # fmt: skip

    async def kill(self) -> None:
        assert self.process is not None
        if self.process.returncode is None:
            self.process.kill()
        await self.process.communicate()

    def notes(self) -> list[str]:
        return self.notes_file.read_text().splitlines() if self.notes_file.exists() else []


@pytest.fixture
async def worker(relay: Relay, tmp_path: Path) -> AsyncIterator[Worker]:
    relay.pair(tmp_path)
    worker = Worker(tmp_path)
    yield worker
    if worker.process is not None:
        await worker.kill()


def finish(relay: Relay) -> None:
    """Answer what is open."""
    for card in relay.cards("pending"):
        if card.card.type == "approval":
            relay.approve(card)
        else:
            relay.answer(card, {"type": "input", "text": "hunter2"})


async def to_the_end(relay: Relay) -> None:
    def step() -> bool:
        finish(relay)
        return relay.task("t1").terminal

    await until(step)


def check_once(relay: Relay, worker: Worker) -> None:
    """The whole story happened once."""
    assert relay.task("t1").summary == "migrated"
    assert relay.messages() == ["Here is the plan", "migrating"]
    assert sorted(card.card.title for card in relay.cards()) == ["Migrate?", "Which token?"]
    assert relay.kinds().count("interaction.requested") == relay.kinds().count("interaction.acknowledged") == 2
    assert [n for n in worker.notes() if "done" in n] in (["t1 done with hunter2"], [])  # none: killed on its brink
    children = [e for e in relay.events if e.type == "task.created" and e.payload.parent_task_id == "t1"]
    assert len(children) == 1


async def test_killed_while_a_question_is_open_and_answered_meanwhile(relay: Relay, worker: Worker) -> None:
    await worker.start()
    relay.assign("t1")
    await until(lambda: relay.cards("pending"))
    await worker.kill()
    await until(lambda: not relay.connected)
    finish(relay)
    await worker.start()
    await to_the_end(relay)
    check_once(relay, worker)
    assert worker.notes()[:2] == ["t1 started", "t1 resumed"]


async def test_killed_with_the_question_open_and_answered_afterwards(relay: Relay, worker: Worker) -> None:
    await worker.start()
    relay.assign("t1")
    await until(lambda: relay.cards("pending"))
    for _ in range(2):
        await worker.kill()
        hellos = len(relay.hellos)
        await worker.start()
        await until(lambda hellos=hellos: len(relay.hellos) > hellos and relay.connected)
    await to_the_end(relay)
    check_once(relay, worker)


async def test_killed_after_it_received_the_answer_and_before_it_acknowledged(relay: Relay, worker: Worker) -> None:
    relay.deaf = lambda frame: frame["type"] == "interaction.acknowledged"
    await worker.start()
    relay.assign("t1")
    await until(lambda: relay.cards("pending"))
    finish(relay)
    await until(lambda: "migrating" in relay.messages() or relay.cards("delivered"))
    await worker.kill()
    relay.deaf = lambda frame: False
    await worker.start()
    await to_the_end(relay)
    check_once(relay, worker)


async def test_killed_when_it_was_done_but_its_report_had_not_arrived(relay: Relay, worker: Worker) -> None:
    reports: list[dict[str, Any]] = []

    def lose_the_report(frame: dict[str, Any]) -> bool:
        lost = frame["payload"].get("status") == "succeeded" and frame.get("taskId") == "t1"
        reports.extend([frame] if lost else [])
        return lost

    relay.deaf = lose_the_report
    await worker.start()
    relay.assign("t1")

    def step() -> bool:
        finish(relay)
        return bool(reports)

    await until(step)
    await worker.kill()
    relay.deaf = lambda frame: False
    await worker.start()
    await until(lambda: relay.task("t1").terminal)
    check_once(relay, worker)
    assert worker.notes() == ["t1 started", "t1 done with hunter2"]


async def test_killed_at_many_moments(relay: Relay, worker: Worker) -> None:
    relay.assign("t1")
    for events in (len(relay.events) + n for n in (1, 2, 4, 6, 8, 10)):
        await worker.start()

        def reached(events: int = events) -> bool:
            finish(relay)
            return len(relay.events) >= events or relay.task("t1").terminal

        await until(reached)
        await worker.kill()
        await until(lambda: not relay.connected)
    await worker.start()
    await to_the_end(relay)
    check_once(relay, worker)


async def test_messages_said_while_it_was_dead_are_answered_once(relay: Relay, worker: Worker) -> None:
    relay.say("one")
    await worker.start()
    await until(lambda: "re one" in relay.messages())
    await worker.kill()
    await until(lambda: not relay.connected)
    relay.say("two")
    relay.say("three")
    await worker.start()
    await until(lambda: "re three" in relay.messages())
    assert relay.messages() == ["re one", "re two", "re three"]
    assert worker.notes() == ["heard one", "heard two", "heard three"]


async def test_ctrl_c_is_a_clean_end(relay: Relay, worker: Worker) -> None:
    import signal

    await worker.start()
    relay.assign("t1")
    await until(lambda: relay.cards("pending"))
    assert worker.process is not None
    worker.process.send_signal(signal.SIGINT)
    await until(lambda: not relay.connected, seconds=2)
    assert await asyncio.wait_for(worker.process.wait(), 5) == 0
    output = (await worker.process.communicate())[0].decode()
    assert "Traceback" not in output and "lua_" not in output
    assert relay.task("t1").status == "waiting_for_human"


async def test_nobody_else_can_read_the_journal(relay: Relay, worker: Worker) -> None:
    await worker.start()
    relay.assign("t1")
    await until(lambda: relay.cards("pending"))
    found = [path for path in worker.home.iterdir() if path.name != "notes"]
    assert {"journal-a1.sqlite3", "journal-a1.sqlite3-wal", "credential.json"} <= {path.name for path in found}
    assert [path.name for path in found if stat.S_IMODE(path.stat().st_mode) & 0o077] == []
