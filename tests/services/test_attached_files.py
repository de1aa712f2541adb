"""Files in messages, tasks, artifacts and cards: only finished ones of this workspace, as the server knows them."""

from __future__ import annotations

import base64
import hashlib
from typing import Any

import pytest

from tests.support.scene import Scene, build_scene, code_of

DATA = b"# Plan"


def uploaded(scene: Scene, who: str, *, finish: bool = True) -> dict[str, Any]:
    """A file, as `done` tells it; or the id of one that is not finished."""
    uploads = scene.world.services.uploads
    id = uploads.begin(scene.workspace, who, "plan.md", len(DATA), "text/markdown")["fileId"]
    uploads.part(scene.workspace, who, id, 0, base64.b64encode(DATA).decode())
    if not finish:
        return {"fileId": id, "name": "plan.md"}
    return dict(uploads.done(scene.workspace, who, id, hashlib.sha256(DATA).hexdigest())["file"])


@pytest.fixture
def file(scene: Scene) -> dict[str, Any]:
    return uploaded(scene, f"user:{scene.user}")


def say(scene: Scene, *attachments: dict[str, Any]) -> str:
    payload = {"content": "look", "attachments": list(attachments)}
    sent = scene.page.send("message.create", payload, conversationId=scene.conversation)
    scene.world.pump()
    return sent


def test_a_message_with_a_file_reaches_the_page_and_the_agent(scene: Scene, file: dict[str, Any]) -> None:
    say(scene, file)
    assert scene.page.events("message.created")[-1]["payload"]["attachments"] == [file]
    assert scene.adapter.events("message.delivered")[-1]["payload"]["attachments"] == [file]


def test_what_a_sender_says_of_a_file_does_not_count(scene: Scene, file: dict[str, Any]) -> None:
    say(scene, {"fileId": file["fileId"], "name": "harmless.txt", "mimeType": "image/png", "size": 1})
    assert scene.logged("message.created")[-1].payload.attachments[0].name == "plan.md"
    assert scene.page.events("message.created")[-1]["payload"]["attachments"] == [file]


def test_a_file_that_is_not_finished_is_refused(scene: Scene) -> None:
    unfinished = uploaded(scene, f"user:{scene.user}", finish=False)
    for attached in (unfinished, {"fileId": "nothing", "name": "x"}):
        assert code_of(scene.page, say(scene, attached)) == "file_incomplete"
    assert not scene.logged("message.created")


def test_a_file_of_another_workspace_is_refused(scene: Scene) -> None:
    other = build_scene(scene.world, "mallory@example.com")
    foreign = uploaded(other, f"user:{other.user}")
    assert code_of(scene.page, say(scene, foreign)) == "file_incomplete"


def test_the_same_envelope_after_the_upload_is_done_is_taken(scene: Scene) -> None:
    who = f"user:{scene.user}"
    unfinished = uploaded(scene, who, finish=False)
    frame = scene.page.envelope(
        "message.create", {"content": "look", "attachments": [unfinished]}, conversationId=scene.conversation
    )
    scene.page.send_together(frame)
    assert code_of(scene.page, frame["id"]) == "file_incomplete"
    digest = hashlib.sha256(DATA).hexdigest()
    scene.world.services.uploads.done(scene.workspace, who, unfinished["fileId"], digest)
    scene.page.frames.clear()
    scene.page.send_together(frame)
    assert scene.page.answer_to(frame["id"])["type"] == "system.ack"


@pytest.mark.parametrize("link", [{"name": "x"}, {"name": "x", "url": "https://a.example/", "fileId": "f"}])
def test_an_attachment_is_an_address_or_a_file(scene: Scene, link: dict[str, Any]) -> None:
    assert code_of(scene.page, say(scene, link)) == "bad_envelope"


def test_a_task_and_its_artifacts_have_files(scene: Scene, file: dict[str, Any]) -> None:
    payload = {"title": "Read it", "targetAgentId": scene.agent_id, "attachments": [file]}
    scene.page.send("task.create", payload, conversationId=scene.conversation, taskId="task-1")
    scene.world.pump()
    assert scene.adapter.events("task.assigned")[-1]["payload"]["attachments"] == [file]
    made = uploaded(scene, f"agent:{scene.agent_id}")
    scene.adapter.send("artifact.created", {"name": "The plan", "fileId": made["fileId"], "size": 3}, taskId="task-1")
    scene.world.pump()
    [artifact] = scene.find_task().artifacts
    assert (artifact.name, artifact.file_id, artifact.url, artifact.size, artifact.mime_type) == (
        "The plan", made["fileId"], None, len(DATA), "text/markdown",
    )  # fmt: skip


def test_a_card_says_of_its_file_what_is_true(scene: Scene) -> None:
    scene.task()
    made = uploaded(scene, f"agent:{scene.agent_id}")
    lying = scene.raise_card({"id": "card-1", "type": "review", "title": "Look", "attachment": {**made, "name": "x"}})
    assert code_of(scene.adapter, lying) == "invalid_request"
    scene.raise_card({"id": "card-2", "type": "review", "title": "Look", "attachment": made})
    assert scene.card("card-2").status == "pending"


def test_an_adapter_that_starts_from_its_snapshot_finds_what_was_attached(scene: Scene, file: dict[str, Any]) -> None:
    link = {"name": "site", "url": "https://a.example/"}
    for id, attachments in (("task-1", [file, link]), ("task-2", None)):
        payload = {"title": "Read it", "targetAgentId": scene.agent_id, "attachments": attachments}
        told = {name: value for name, value in payload.items() if value is not None}
        scene.page.send("task.create", told, conversationId=scene.conversation, taskId=id)
    snapshot = scene.world.services.queries.agent_snapshot(scene.workspace, scene.agent_id)
    assert [task.get("attachments") for task in snapshot["tasks"]] == [[file, link], None]
