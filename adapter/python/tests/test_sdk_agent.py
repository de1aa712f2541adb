"""A whole agent against the small relay: tasks, reports, messages, cancels."""

from __future__ import annotations

import asyncio
from pathlib import Path

import lineup
import pytest
from sdk_relay import Relay, until
from sdk_running import quick_agent, running


async def test_a_task_from_assignment_to_result(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    agent = quick_agent()

    @agent.task
    async def handle(task: lineup.Task) -> str:
        assert (task.title, task.text, task.created_by) == ("Tidy", "all of it", "Ann")
        await task.progress(10, "reading")
        step = await task.child("Scan")
        await step.progress(50)
        await step.succeed("3 found")
        async with task.stream() as out:
            await out.write("Hello ")
            await until(lambda: relay.deltas)
            await out.write("world")
        await task.message("**bold**", attachments=[lineup.Link("log", "https://x.example/log")])
        await task.artifact("plan.md", url="https://x.example/plan", summary="the plan")
        await task.progress(90)
        return "Done"

    async with running(agent, tmp_path):
        relay.assign("t1", "Tidy", description="all of it")
        await until(lambda: relay.task("t1").status == "succeeded")
    task = relay.task("t1")
    assert (task.summary, task.progress, [a.name for a in task.artifacts]) == ("Done", 100, ["plan.md"])
    assert relay.messages() == ["Hello world", "**bold**"]
    children = [e for e in relay.state.entities().values() if getattr(e, "parent_task_id", None) == "t1"]
    assert [(c.title, c.status) for c in children] == [("Scan", "succeeded")]
    progress = [e.payload.progress for e in relay.events if e.type == "task.status_changed" and e.task_id == "t1"]
    assert progress == [10, 90, 100]
    assert relay.deltas[0]["payload"]["text"] == "Hello "


async def test_the_handler_starts_only_after_the_server_took_the_acceptance(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    agent, ran = quick_agent(), []
    relay.deaf = lambda frame: frame["type"] == "task.accepted"

    @agent.task
    async def handle(task: lineup.Task) -> None:
        ran.append(task.id)

    async with running(agent, tmp_path):
        relay.assign("t1")
        await until(lambda: relay.task("t1").delivered_at)
        await until(lambda: len(relay.hellos) >= 1)
        relay.person("task.cancel_requested", {"reason": "no"}, taskId="t1")
        relay.now = _later(relay, 61)
        relay.person("task.cancel_requested", {"force": True}, taskId="t1")
        relay.deaf = lambda frame: False
        relay.assign("t2")
        await until(lambda: relay.task("t2").status == "succeeded")
    assert ran == ["t2"]
    assert relay.task("t1").status == "cancelled"


def _later(relay: Relay, seconds: float):  # type: ignore[no-untyped-def]
    from datetime import timedelta

    now = relay.now
    return lambda: now() + timedelta(seconds=seconds)


async def test_a_cancel_reaches_the_handler_and_is_confirmed_when_it_has_stopped(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    agent, cleaned = quick_agent(), []

    @agent.task
    async def handle(task: lineup.Task) -> None:
        await task.progress(5)
        try:
            await asyncio.Event().wait()
        finally:
            assert task.cancelled.is_set()
            assert relay.task("t1").status == "running"
            cleaned.append(True)

    async with running(agent, tmp_path):
        relay.assign("t1")
        await until(lambda: relay.task("t1").progress == 5)
        relay.person("task.cancel_requested", {"reason": "enough"}, taskId="t1")
        await until(lambda: relay.task("t1").status == "cancelled")
    assert cleaned == [True]
    assert relay.task("t1").reason is None


async def test_a_task_that_the_server_ended_stops_and_says_nothing_more(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    agent, ends = quick_agent(), []

    @agent.task
    async def handle(task: lineup.Task) -> None:
        await task.progress(5)
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            ends.append(task.ended)
            with pytest.raises(lineup.TaskOver):
                await task.message("too late")
            raise

    async with running(agent, tmp_path) as watch:
        relay.assign("t1")
        await until(lambda: relay.task("t1").progress == 5)
        relay.drop = lambda frame: any(e["type"] == "task.cancel_requested" for e in frame["payload"].get("events", []))
        relay.person("task.cancel_requested", {}, taskId="t1")
        relay.drop = lambda frame: False
        relay.now = _later(relay, 61)
        relay.person("task.cancel_requested", {"force": True}, taskId="t1")
        await until(lambda: ends)
        await until(lambda: watch.views[-1].status == "stopped")
    assert ends[0] in ("cancel_forced", None)
    assert relay.messages() == []


async def test_a_crashed_handler_fails_without_telling_secrets(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    agent = quick_agent()

    @agent.task
    async def handle(task: lineup.Task) -> None:
        if task.id == "t1":
            raise RuntimeError("cannot log in with ghp_0123456789abcdef0123")
        raise lineup.TaskFailed("The build has no lock file.")

    async with running(agent, tmp_path):
        relay.assign("t1")
        relay.assign("t2")
        await until(lambda: relay.task("t1").terminal and relay.task("t2").terminal)
    assert relay.task("t1").status == relay.task("t2").status == "failed"
    assert "RuntimeError" in (relay.task("t1").error or "")
    assert "ghp_" not in (relay.task("t1").error or "")
    assert relay.task("t2").error == "The build has no lock file."


async def test_messages_reach_the_handler_in_order_and_the_task_they_are_about(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    agent, heard = quick_agent(), []

    @agent.task
    async def handle(task: lineup.Task) -> str:
        return f"you said: {(await task.next_message()).text}"

    @agent.message
    async def on_message(message: lineup.Message) -> None:
        heard.append((message.text, message.author, message.task_id))
        if message.task_id is None:
            await message.reply(f"re {message.text}")

    async with running(agent, tmp_path):
        for n in range(5):
            relay.say(f"m{n}")
        relay.assign("t1")
        await until(lambda: relay.task("t1").status == "running")
        relay.say("faster", taskId="t1")
        await until(lambda: relay.task("t1").status == "succeeded" and len(heard) == 6)
    assert relay.messages() == [f"re m{n}" for n in range(5)]
    assert heard[-1] == ("faster", "Ann", "t1")
    taken_up = [frame["payload"]["messageId"] for frame in relay.received if frame["type"] == "message.acknowledged"]
    assert taken_up == [event.payload.message_id for event in relay.events if event.type == "message.created"
                        and event.actor.kind == "user" and not event.payload.opens_task]  # fmt: skip
    assert relay.task("t1").summary == "you said: faster"


async def test_plain_functions_are_handlers_too(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    agent = quick_agent()

    @agent.task
    def handle(task: lineup.SyncTask) -> str:
        task.progress(10)
        step = task.child("Scan")
        step.succeed()
        with task.stream() as out:
            out.write("streamed")
        answer = task.ask(lineup.Approval("Go?"))
        return "yes" if answer.approved else "no"

    @agent.message
    def on_message(message: lineup.SyncMessage) -> None:
        message.reply("pong")

    async with running(agent, tmp_path):
        relay.assign("t1")
        relay.approve((await until(lambda: relay.cards("pending")))[0])
        relay.say("ping")
        await until(lambda: relay.task("t1").status == "succeeded" and "pong" in relay.messages())
    assert relay.task("t1").summary == "yes"


async def test_a_plain_function_that_waits_is_stopped_by_a_cancel(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    agent, ends = quick_agent(), []

    @agent.task
    def handle(task: lineup.SyncTask) -> None:
        try:
            task.ask(lineup.Input("Name?"))
        except lineup.TaskOver:
            ends.append(task.cancelled)
            raise

    async with running(agent, tmp_path):
        relay.assign("t1")
        await until(lambda: relay.cards("pending"))
        relay.person("task.cancel_requested", {}, taskId="t1")
        await until(lambda: relay.task("t1").status == "cancelled")
    assert ends == [True]


async def test_a_long_answer_becomes_messages_and_a_short_summary(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    agent = quick_agent()
    text = "Done: " + "很长的结果。" * 4_000

    @agent.task
    async def handle(task: lineup.Task) -> str:
        return text

    async with running(agent, tmp_path):
        relay.assign("t1")
        await until(lambda: relay.task("t1").status == "succeeded")
    assert "".join(relay.messages()) == text
    assert len(relay.messages()) > 1
    assert len(relay.task("t1").summary or "") == 300


async def test_what_is_too_large_is_refused_here_and_the_task_goes_on(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    agent = quick_agent()

    @agent.task
    async def handle(task: lineup.Task) -> None:
        for call in (
            task.message("x" * 20_000_000),
            task.message("好" * 12_000),
            task.message(" "),
            task.progress(101),
            task.progress(1, "x" * 301),
            task.artifact("a", url="ftp://x.example"),
            task.child("x" * 201),
            task.ask(lineup.Approval("t", details={"x": "y" * 30_000})),
        ):
            with pytest.raises(lineup.InvalidValue):
                await call
        await task.message("still here")

    async with running(agent, tmp_path):
        relay.assign("t1")
        await until(lambda: relay.task("t1").status == "succeeded")
    assert relay.messages() == ["still here"]


async def test_a_refused_report_is_raised_by_flush(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    agent, caught = quick_agent(), []

    @agent.task
    async def handle(task: lineup.Task) -> None:
        for n in range(51):
            await task.child(f"step {n}")
        try:
            await task.flush()
        except lineup.Refused as error:
            caught.append((error.code, error.command))

    async with running(agent, tmp_path):
        relay.assign("t1")
        await until(lambda: relay.task("t1").status == "succeeded")
    assert caught == [("limit_reached", "task.child_created")]


async def test_an_agent_without_a_task_handler_says_so(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    async with running(quick_agent(), tmp_path):
        relay.assign("t1")
        await until(lambda: relay.task("t1").status == "failed")
