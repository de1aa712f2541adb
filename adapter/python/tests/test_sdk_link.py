"""The connection as a whole: reconnects, refusals, offline work, resync, a busy handler (Sync and Presence)."""

from __future__ import annotations

import asyncio
import threading
import time
from datetime import timedelta
from pathlib import Path

import lineup
import pytest
from lineup import config
from lineup.protocol import Options
from sdk_relay import Relay, until
from sdk_running import QUICK, quick_agent, running

from chalicelib.lap.times import parse


def counting(agent: lineup.Agent) -> list[str]:
    """The agent notes the tasks that it runs."""
    ran: list[str] = []

    @agent.task
    async def handle(task: lineup.Task) -> None:
        ran.append(task.id)

    return ran


@pytest.mark.parametrize("code", [1001, 1002, 1011, 1012, 1013, 4409, 4429])
async def test_it_comes_back_after_every_other_close(relay: Relay, tmp_path: Path, code: int) -> None:
    relay.pair(tmp_path)
    agent = quick_agent()
    ran = counting(agent)
    async with running(agent, tmp_path):
        await until(lambda: relay.connected)
        before = len(relay.hellos)
        await relay.close(code)
        await until(lambda: len(relay.hellos) > before)
        relay.assign("t1")
        await until(lambda: relay.task("t1").terminal)
    assert ran == ["t1"]


FATAL = [
    (4400, lineup.BadHello),
    (4401, lineup.CredentialInvalid),
    (4403, lineup.NotAllowed),
    (4410, lineup.ProtocolMismatch),
]


@pytest.mark.parametrize(("code", "kind"), FATAL)
async def test_it_stops_with_advice_at_a_fatal_close(
    relay: Relay, tmp_path: Path, code: int, kind: type[lineup.Stopped]
) -> None:
    relay.pair(tmp_path)
    serving = asyncio.create_task(quick_agent().serve(home=tmp_path))
    await until(lambda: relay.connected)
    await relay.close(code)
    with pytest.raises(kind) as caught:
        await asyncio.wait_for(serving, 20)
    assert caught.value.close_code == code
    assert "pair CODE" in str(caught.value) or code != 4401
    assert "lua_" not in str(caught.value)


async def test_a_handshake_refused_with_401_is_as_final_as_4401(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    relay.refuse = 401
    with pytest.raises(lineup.CredentialInvalid):
        await asyncio.wait_for(quick_agent().serve(home=tmp_path), 20)


async def test_an_announced_close_code_is_believed(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    serving = asyncio.create_task(quick_agent().serve(home=tmp_path))
    await until(lambda: relay.connected)
    error = {"code": "credential_invalid", "message": "", "retryable": False, "closeCode": 4401}
    relay.send("system.error", error)
    with pytest.raises(lineup.CredentialInvalid):
        await asyncio.wait_for(serving, 20)


async def test_a_handshake_refused_otherwise_is_tried_again(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    relay.refuse = 503
    async with running(quick_agent(), tmp_path) as watch:
        await until(lambda: watch.phases.count("waiting") >= 3)
        relay.refuse = None
        await until(lambda: "online" in watch.phases)


async def test_the_agent_finishes_while_the_network_is_cut(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    agent, cut, finished = quick_agent(), asyncio.Event(), asyncio.Event()
    times: list[float] = []

    @agent.task
    async def handle(task: lineup.Task) -> str:
        await task.progress(10)
        await cut.wait()
        await task.message("made offline")
        times.append(time.time())
        finished.set()
        return "done offline"

    async with running(agent, tmp_path) as watch:
        relay.assign("t1")
        await until(lambda: relay.task("t1").progress == 10)
        await relay.down()
        await until(lambda: watch.phases[-1] in ("waiting", "connecting"))
        cut.set()
        await finished.wait()
        await until(lambda: watch.views[-1].status == "succeeded")
        later = timedelta(minutes=10)
        now = relay.now
        relay.now = lambda: now() + later
        await relay.up()
        await until(lambda: relay.task("t1").terminal)
    task = relay.task("t1")
    assert (task.status, task.summary) == ("succeeded", "done offline")
    assert relay.messages() == ["made offline"]
    assert abs(parse(task.ended_at or "").timestamp() - times[0]) < 60


async def test_the_clock_of_the_machine_may_be_wrong_by_a_year(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    now = relay.now
    relay.now = lambda: now() + timedelta(days=365)
    agent = quick_agent()

    @agent.task
    async def handle(task: lineup.Task) -> None:
        await task.message("hello")

    async with running(agent, tmp_path):
        await until(lambda: relay.connected)
        relay.assign("t1")
        await until(lambda: relay.task("t1").terminal)
    said = next(e for e in relay.events if e.type == "message.created" and e.actor.kind == "agent")
    assert abs((parse(said.occurred_at) - relay.now()).total_seconds()) < 60


async def test_a_new_agent_waits_for_its_confirmation_and_then_works(tmp_path: Path) -> None:
    async with Relay(confirmed=False) as relay:
        relay.pair(tmp_path)
        agent = quick_agent()
        ran = counting(agent)
        async with running(agent, tmp_path) as watch:
            await until(lambda: "unconfirmed" in watch.phases)
            relay.confirm()
            await until(lambda: watch.phases[-1] == "online")
            relay.assign("t1")
            await until(lambda: relay.task("t1").terminal)
        assert ran == ["t1"]


async def test_another_epoch_is_rebuilt_from_the_snapshot_without_a_loop(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    agent = quick_agent()
    ran = counting(agent)
    async with running(agent, tmp_path):
        relay.assign("t1")
        await until(lambda: relay.task("t1").terminal)
        relay.epoch = "epoch-2"
        relay.drop = lambda frame: frame["type"] == "system.events"
        relay.assign("t2")
        relay.drop = lambda frame: False
        await relay.close(1012)
        await until(lambda: relay.task("t2").terminal)
        relay.assign("t3")
        await until(lambda: relay.task("t3").terminal)
    assert ran == ["t1", "t2", "t3"]
    assert relay.snapshots == 1


async def test_without_a_journal_open_tasks_come_back_from_the_snapshot(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path / "old")
    agent = quick_agent()

    @agent.task
    async def handle(task: lineup.Task) -> str:
        answer = await task.ask(lineup.Input("Token?", secret=True), key="token")
        return "resumed" if task.resumed and answer.text == "hunter2" else "fresh"

    async with running(agent, tmp_path / "old"):
        relay.assign("t1")
        card = (await until(lambda: relay.cards("pending")))[0]
    relay.answer(card, {"type": "input", "text": "hunter2"})
    config.store(tmp_path / "new", config.Credential(relay.url, "lua_test", "a1", "ws"))
    async with running(agent, tmp_path / "new"):
        await until(lambda: relay.task("t1").terminal)
    assert relay.task("t1").summary == "resumed"
    assert len(relay.cards()) == 1


async def test_heartbeats_go_on_beside_a_handler_that_blocks_its_loop(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    agent = quick_agent(Options(heartbeat=0.05, backoff_first=0.01, backoff_most=0.05))

    def beats() -> int:
        return sum(frame["type"] == "agent.heartbeat" for frame in relay.received)

    @agent.task
    async def handle(task: lineup.Task) -> None:
        enough = beats() + 5
        while beats() < enough:
            sum(range(1_000))  # CPU work that never awaits

    worker = threading.Thread(target=agent.run, kwargs={"home": tmp_path}, daemon=True)
    worker.start()
    relay.assign("t1")
    await until(lambda: relay.task("t1").terminal)
    agent.stop()
    await until(lambda: not worker.is_alive())
    assert relay.task("t1").status == "succeeded"


async def test_leaving_is_a_clean_close_and_the_task_stays_open(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    agent = quick_agent()
    runs: list[bool] = []

    @agent.task
    async def handle(task: lineup.Task) -> str:
        runs.append(task.resumed)
        await task.message("started")
        if not task.resumed:
            await asyncio.Event().wait()
        return "second run"

    async with running(agent, tmp_path):
        relay.assign("t1")
        await until(lambda: relay.messages())
    await until(lambda: not relay.connected)
    assert relay.task("t1").status == "running"
    async with running(agent, tmp_path):
        await until(lambda: relay.task("t1").terminal)
    assert runs == [False, True]
    assert relay.messages() == ["started"]


async def test_two_processes_may_not_share_a_journal(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    async with running(quick_agent(), tmp_path):
        await until(lambda: relay.connected)
        with pytest.raises(lineup.JournalInUse, match="--home"):
            await quick_agent().serve(home=tmp_path)
    async with running(quick_agent(QUICK), tmp_path):
        await until(lambda: relay.connected)
