"""A handler that runs again after its process stopped says and asks nothing twice."""

from __future__ import annotations

import asyncio
from pathlib import Path

import lineup
from sdk_relay import Relay, until
from sdk_running import quick_agent, running


async def run_until(relay: Relay, home: Path, handler: object, check: object) -> None:
    """Run an agent with `handler` until `check` holds, then stop the process politely."""
    agent = quick_agent()
    agent.task(handler)  # type: ignore[type-var]
    async with running(agent, home):
        await until(check)  # type: ignore[arg-type]


async def test_another_text_is_another_question_and_the_first_one_is_withdrawn(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    migrations = 3

    async def handle(task: lineup.Task) -> str:
        answer = await task.ask(lineup.Approval("Migrate?", details={"migrations": migrations}), key="migrate")
        return f"{migrations} {answer.approved}"

    relay.assign("t1")
    await run_until(relay, tmp_path, handle, lambda: relay.cards("pending"))
    migrations = 5
    await run_until(relay, tmp_path, handle, lambda: len(relay.cards()) == 2 and relay.cards("withdrawn"))
    card = relay.cards("pending")[0]
    assert card.card.details == {"migrations": 5}
    relay.approve(card)
    await run_until(relay, tmp_path, handle, lambda: relay.task("t1").terminal)
    assert relay.task("t1").summary == "5 True"


async def test_an_approval_of_the_old_text_does_not_count_for_the_new_one(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    migrations = 3
    approved: list[int] = []

    async def handle(task: lineup.Task) -> str:
        answer = await task.ask(lineup.Approval("Migrate?", details={"migrations": migrations}), key="migrate")
        if answer.approved:
            approved.append(migrations)
        await asyncio.Event().wait()
        return ""

    relay.assign("t1")
    await run_until(relay, tmp_path, handle, lambda: relay.cards("pending"))
    relay.approve(relay.cards("pending")[0])
    migrations = 5
    await run_until(relay, tmp_path, handle, lambda: relay.cards("pending") and relay.cards("acknowledged"))
    assert approved == []
    migrations = 3
    await run_until(relay, tmp_path, handle, lambda: approved)
    assert approved == [3]


async def test_answers_that_are_here_are_in_the_resumed_task(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    found: list[object] = []

    async def handle(task: lineup.Task) -> str:
        if task.resumed:
            found.append(task.answers["go"])
            return "resumed"
        await task.ask(lineup.Approval("Go?"), key="go")
        await task.message("asked")
        await asyncio.Event().wait()
        return ""

    relay.assign("t1")

    def step() -> bool:
        for card in relay.cards("pending"):
            relay.approve(card)
        return "asked" in relay.messages()

    await run_until(relay, tmp_path, handle, step)
    await run_until(relay, tmp_path, handle, lambda: relay.task("t1").terminal)
    assert isinstance(found[0], lineup.ApprovalAnswer) and found[0].approved


async def test_a_stream_is_finished_under_its_old_id_and_another_text_is_another_message(
    relay: Relay, tmp_path: Path
) -> None:
    relay.pair(tmp_path)
    run = 0

    async def handle(task: lineup.Task) -> str:
        async with task.stream() as out:
            await out.write("first")
        async with task.stream() as out:
            await out.write(f"run {run}")
        async with task.stream() as out:
            await out.write("cut ")
            if run == 1:
                await until(lambda: any(d["payload"]["text"].startswith("cut") for d in relay.deltas))
                await task.message("stop here")
                await asyncio.Event().wait()
            await out.write("short")
        return "done"

    relay.assign("t1")
    run = 1
    await run_until(relay, tmp_path, handle, lambda: "stop here" in relay.messages())
    run = 2
    await run_until(relay, tmp_path, handle, lambda: relay.task("t1").terminal)
    assert relay.messages() == ["first", "run 1", "stop here", "run 2", "cut short"]
    cut = {d["payload"]["messageId"] for d in relay.deltas if d["payload"]["text"].startswith("cut")}
    final = [e.payload.message_id for e in relay.events if getattr(e.payload, "content", "") == "cut short"]
    assert cut == set(final)


async def test_a_task_that_was_ended_while_we_were_away_is_not_run_again(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    runs: list[bool] = []

    async def handle(task: lineup.Task) -> str:
        runs.append(task.resumed)
        await task.progress(1)
        await asyncio.Event().wait()
        return ""

    relay.assign("t1")
    await run_until(relay, tmp_path, handle, lambda: relay.task("t1").progress == 1)
    from datetime import timedelta

    relay.person("task.cancel_requested", {}, taskId="t1")
    now = relay.now
    relay.now = lambda: now() + timedelta(seconds=61)
    relay.person("task.cancel_requested", {"force": True}, taskId="t1")
    relay.assign("t2")
    await run_until(relay, tmp_path, handle, lambda: relay.task("t2").progress == 1)
    assert runs == [False, False]


async def test_a_cancel_asked_while_we_were_away_is_confirmed_without_running_the_handler(
    relay: Relay, tmp_path: Path
) -> None:  # fmt: skip
    relay.pair(tmp_path)
    runs: list[bool] = []

    async def handle(task: lineup.Task) -> str:
        runs.append(task.resumed)
        await task.progress(1)
        await asyncio.Event().wait()
        return ""

    relay.assign("t1")
    await run_until(relay, tmp_path, handle, lambda: relay.task("t1").progress == 1)
    relay.person("task.cancel_requested", {"reason": "enough"}, taskId="t1")
    await run_until(relay, tmp_path, handle, lambda: relay.task("t1").status == "cancelled")
    assert runs == [False]
