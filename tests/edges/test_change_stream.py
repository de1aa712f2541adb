"""The change stream of the table, as DynamoDB sends it: a doorbell, in any order, more than once."""

import json
from typing import Any

import pytest

from chalicelib import wiring
from chalicelib.edges import streams
from tests.support.api import Api
from tests.support.scene import Scene, build_scene


def image(workspace_id: str, sequence: int, sk: str = "HEAD") -> dict[str, Any]:
    return {
        "pk": {"S": f"ws#{workspace_id}"}, "sk": {"S": sk}, "data": {"S": json.dumps({"sequence": sequence})}
    }  # fmt: skip


def record(workspace_id: str, old: int, new: int, **more: Any) -> dict[str, Any]:
    change: dict[str, Any] = {"NewImage": image(workspace_id, new), "SequenceNumber": f"{workspace_id}-{new}"}
    if old:
        change["OldImage"] = image(workspace_id, old)
    return {"eventID": f"e-{new}", "dynamodb": {**change, **more}}


def say(scene: Scene, count: int) -> int:
    before = scene.head
    for n in range(count):
        scene.page.send("message.create", {"content": f"line {n}"}, conversationId="conv-1")
    return before


def test_records_in_any_order_and_twice_are_one_range(api: Api, scene: Scene) -> None:
    before = say(scene, 3)
    records = [record(scene.workspace, before + n, before + n + 1) for n in (2, 0, 1, 0, 2)]
    posts = scene.world.wires.posts
    assert streams.on_head_change({"Records": records}) == {"batchItemFailures": []}
    assert [e["payload"]["content"] for e in scene.page.events("message.created")] == ["line 0", "line 1", "line 2"]
    assert scene.world.wires.posts - posts == 2


def test_records_of_other_items_and_deletions_are_ignored(api: Api, scene: Scene) -> None:
    other = {"eventID": "x", "dynamodb": {"NewImage": image(scene.workspace, 5, "p#task#t")}}
    gone = {"eventID": "y", "dynamodb": {"OldImage": image(scene.workspace, 5)}}
    posts = scene.world.wires.posts
    assert streams.on_head_change({"Records": [other, gone, {"eventID": "z"}]}) == {"batchItemFailures": []}
    assert streams.on_head_change({}) == {"batchItemFailures": []}
    assert scene.world.wires.posts == posts


def test_one_workspaces_trouble_holds_up_nobody_else(api: Api, scene: Scene, caplog: pytest.LogCaptureFixture) -> None:
    other = build_scene(scene.world, "mallory@example.com")
    before = say(scene, 1)
    last = other.head
    scene.world.lose_event(other.workspace, last)
    records = [record(other.workspace, last - 1, last), record(scene.workspace, before, before + 1)]
    failed = streams.on_head_change({"Records": records})
    assert failed == {"batchItemFailures": [{"itemIdentifier": f"{other.workspace}-{last}"}]}
    assert len(scene.page.events("message.created")) == 1
    assert f"fan-out failed for workspace {other.workspace}: Hole" in caplog.text


def test_a_gone_connection_fails_no_batch_and_is_forgotten_alone(api: Api, scene: Scene) -> None:
    gone = scene.world.browser(scene.user, scene.workspace)
    stuffed = scene.world.browser(scene.user, scene.workspace)
    scene.world.wires.closed[gone.id] = 1006
    scene.world.wires.stuffed.add(stuffed.id)
    before = say(scene, 1)
    records = [record(scene.workspace, before, before + 1)]
    assert streams.on_head_change({"Records": records}) == {"batchItemFailures": []}
    assert len(scene.page.events("message.created")) == 1
    open_now = {c.id for c in wiring.services().connections.of_workspace(scene.workspace)}
    assert open_now == {scene.page.id, scene.adapter.id, stuffed.id}
