"""Files of messages, tasks and artifacts, up and down."""

from __future__ import annotations

import asyncio
from pathlib import Path

import lineup
import pytest
from aiohttp import web
from lineup.files import write_new
from sdk_relay import Relay, until
from sdk_running import quick_agent, running


async def test_what_a_person_attached_is_downloaded(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    agent = quick_agent()
    attached = [relay.files.keep("up", "../notes.txt", b"read me"), {"name": "site", "url": "https://x.example/"}]

    @agent.task
    async def handle(task: lineup.Task) -> str:
        file, link = task.attachments
        assert (file.name, file.file_id, file.size, file.mime_type) == ("../notes.txt", "up", 7, "text/plain")
        assert await file.download() == b"read me"
        assert (link.url, link.file_id) == ("https://x.example/", None)
        with pytest.raises(lineup.InvalidValue, match="address"):
            await link.download()
        first, second = await file.save(tmp_path), await file.save(tmp_path)
        return f"{first.name} {second.name} {first.read_text()}"

    async with running(agent, tmp_path):
        relay.assign("t1", attachments=attached)
        await until(lambda: relay.task("t1").status == "succeeded")
    assert relay.task("t1").summary == "notes.txt notes-2.txt read me"


async def test_paths_are_uploaded_for_artifacts_messages_and_cards(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    agent = quick_agent()
    report = tmp_path / "报告.md"
    report.write_text("# A longer report")

    @agent.task
    async def handle(task: lineup.Task) -> None:
        await task.artifact(path=report, summary="all of it")
        await task.artifact("The report", path=str(report))
        await task.message("see", attachments=[report, lineup.Link("x", "https://x.example/")])
        await task.ask(lineup.Review("Fine?", attachment=await task.upload(report)))

    async with running(agent, tmp_path):
        relay.assign("t1")
        [card] = await until(lambda: relay.cards("pending"))
        relay.answer(card, {"type": "review", "decision": "approve"})
        await until(lambda: relay.task("t1").status == "succeeded")
    assert [told["name"] for told, _ in relay.files.kept.values()] == ["报告.md"]  # the same content, once
    assert relay.files.kept["f0"][1] == report.read_bytes()
    artifacts = [(a.name, a.file_id, a.url, a.summary) for a in relay.task("t1").artifacts]
    assert artifacts == [("报告.md", "f0", None, "all of it"), ("The report", "f0", None, None)]
    [message] = [e for e in relay.events if e.type == "message.created" and e.actor.kind == "agent"]
    assert [(a.file_id, a.url) for a in message.payload.attachments] == [("f0", None), (None, "https://x.example/")]
    assert card.card.attachment is not None and card.card.attachment.file_id == "f0"  # type: ignore[union-attr]


async def test_an_upload_waits_while_the_server_cannot_take_it(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    agent = quick_agent()
    troubles = [web.json_response({"error": {"code": "busy", "retryable": True}}, status=503), web.Response(status=502)]
    relay.files.trouble = lambda path: troubles.pop() if troubles and "parts" in path else None
    (tmp_path / "a.txt").write_text("twelve bytes")

    @agent.task
    async def handle(task: lineup.Task) -> None:
        await task.artifact(path=tmp_path / "a.txt")

    async with running(agent, tmp_path):
        relay.assign("t1")
        await until(lambda: relay.task("t1").status == "succeeded")
    assert not troubles
    [(_, data)] = relay.files.kept.values()
    assert data == b"twelve bytes"


async def test_a_file_that_the_server_does_not_take_is_refused(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    agent, seen = quick_agent(), []
    refusal = {"error": {"code": "file_type", "message": "No.", "retryable": False}}
    relay.files.trouble = lambda path: web.json_response(refusal, status=415)
    (tmp_path / "a.exe").write_bytes(b"MZ")
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "large").write_bytes(bytes(lineup.files.limits.FILE_BYTES + 1))

    @agent.task
    async def handle(task: lineup.Task) -> None:
        for name in ("a.exe", "empty", "large", "none"):
            try:
                await task.artifact(path=tmp_path / name)
            except (lineup.LineupError, OSError) as error:
                seen.append(type(error))
        for given in ({}, {"url": "https://x.example/", "path": "a"}):
            with pytest.raises(lineup.InvalidValue):
                await task.artifact("x", **given)  # type: ignore[arg-type]

    async with running(agent, tmp_path):
        relay.assign("t1")
        await until(lambda: relay.task("t1").status == "succeeded")
    assert seen == [lineup.Refused, lineup.InvalidValue, lineup.TooLarge, FileNotFoundError]


async def test_a_resumed_handler_uploads_nothing_again(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    (tmp_path / "a.txt").write_text("once")
    agent, said = quick_agent(), asyncio.Event()

    async def handle(task: lineup.Task) -> None:
        await task.artifact("a", path=tmp_path / "a.txt")
        if not task.resumed:
            said.set()
            await asyncio.sleep(60)

    agent.task(handle)
    async with running(agent, tmp_path):
        relay.assign("t1")
        await until(lambda: said.is_set() and relay.task("t1").artifacts)
    again = quick_agent()
    again.task(handle)
    async with running(again, tmp_path):
        await until(lambda: relay.task("t1").status == "succeeded")
    assert relay.files.asked.count("POST ") == 1
    assert len(relay.task("t1").artifacts) == 1


async def test_plain_handlers_have_the_same(relay: Relay, tmp_path: Path) -> None:
    relay.pair(tmp_path)
    agent = quick_agent()
    (tmp_path / "out.txt").write_text("out")
    attached = [relay.files.keep("up", "in.txt", b"in")]

    @agent.task
    def handle(task: lineup.SyncTask) -> str:
        task.artifact(path=tmp_path / "out.txt")
        task.message("see", attachments=[tmp_path / "out.txt", task.upload(tmp_path / "out.txt", name="other.txt")])
        path = task.attachments[0].save(tmp_path)
        return f"{path.name} {task.attachments[0].download().decode()}"

    @agent.message
    def answer(message: lineup.SyncMessage) -> None:
        message.reply(message.attachments[0].download().decode())

    async with running(agent, tmp_path):
        relay.assign("t1", attachments=attached)
        await until(lambda: relay.task("t1").status == "succeeded")
        relay.person("message.create", {"content": "and?", "attachments": attached}, conversationId="c1")
        await until(lambda: len(relay.messages()) == 2)
    assert relay.task("t1").summary == "in.txt in"
    assert relay.messages() == ["see", "in"]


@pytest.mark.parametrize("name", ["../../x.txt", "a/b/x.txt", "C:\\x.txt", "/etc/x.txt", "..", "", "x.txt"])
def test_a_name_chosen_by_others_stays_in_the_folder(tmp_path: Path, name: str) -> None:
    path = write_new(tmp_path, name, b"1")
    assert path.parent == tmp_path and path.name in ("x.txt", "file")
