"""A secret answer is seen by its agent, until it is acknowledged, and by nothing else."""

import json
from pathlib import Path

from tests.support.scene import Scene, position_of
from tests.support.world import Socket

SECRET = "hunter2-correct-horse"
CARD = {"id": "card-1", "type": "input", "title": "Token?", "input": {"secret": True}}


def give(scene: Scene) -> None:
    scene.raise_card(CARD)
    sent = scene.respond(scene.page, "card-1", {"type": "input", "text": SECRET})
    assert scene.page.answer_to(sent)["type"] == "system.ack"


def told(socket: Socket) -> list[dict[str, object]]:
    return [event["payload"]["response"] for event in socket.events("interaction.resolved")]


def on_disk(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file())


def test_the_agent_gets_the_secret_and_everyone_else_its_mask(scene: Scene) -> None:
    scene.task()
    give(scene)
    assert told(scene.adapter) == [{"type": "input", "secret": True, "text": SECRET}]
    [shown] = scene.page.events("interaction.answered")
    assert shown["payload"]["response"] == {"type": "input", "secret": True}
    assert SECRET not in json.dumps(scene.page.frames)


def test_the_secret_is_in_no_record_on_disk(scene: Scene, tmp_path: Path) -> None:
    scene.task()
    give(scene)
    assert SECRET.encode() not in on_disk(tmp_path)
    assert b"Token?" in on_disk(tmp_path)
    readable = [scene.snapshot(), scene.world.services.queries.events(scene.workspace, 0, 200)]
    assert SECRET not in json.dumps(readable)


def test_the_secret_is_gone_after_the_acknowledgement(scene: Scene) -> None:
    scene.task()
    cursor = position_of(scene.adapter)
    give(scene)
    again = scene.come_back(epoch=scene.epoch, lastSequence=cursor)
    assert told(again) == [{"type": "input", "secret": True, "text": SECRET}]
    again.send("interaction.acknowledged", {"interactionId": "card-1"})
    scene.world.pump()
    late = scene.come_back(epoch=scene.epoch, lastSequence=cursor)
    assert told(late) == [{"type": "input", "secret": True}]
    scene.raise_card(CARD)
    assert late.last("interaction.resolved")["payload"]["response"] == {"type": "input", "secret": True}
    assert scene.world.table.query(f"ws#{scene.workspace}#secrets") == []


def test_asking_again_before_the_acknowledgement_brings_the_secret_again(scene: Scene) -> None:
    scene.task()
    give(scene)
    scene.raise_card(CARD)
    assert scene.adapter.last("interaction.resolved")["payload"]["response"]["text"] == SECRET


def test_a_second_secret_is_refused_without_telling_the_first(scene: Scene) -> None:
    scene.task()
    give(scene)
    sent = scene.respond(scene.page, "card-1", {"type": "input", "text": "another"})
    error = scene.page.answer_to(sent)["payload"]
    assert error["code"] == "already_resolved"
    assert SECRET not in json.dumps(error)


def test_a_field_beside_the_answer_to_a_secret_card_is_not_kept(scene: Scene, tmp_path: Path) -> None:
    scene.task()
    scene.raise_card(CARD)
    payload = {
        "interactionId": "card-1",
        "digest": scene.card().digest,
        "response": {"type": "input", "text": SECRET, "value": SECRET},
        "value": SECRET,
    }
    scene.page.send("interaction.respond", payload)
    scene.world.pump()
    assert scene.card().status == "delivered"
    assert SECRET.encode() not in on_disk(tmp_path)


def test_a_refused_secret_leaves_no_trace(scene: Scene, tmp_path: Path) -> None:
    scene.task()
    scene.raise_card({**CARD, "input": {"secret": True, "maxLength": 5}})
    sent = scene.respond(scene.page, "card-1", {"type": "input", "text": SECRET})
    error = scene.page.answer_to(sent)["payload"]
    assert error["code"] == "invalid_answer"
    assert SECRET not in json.dumps(error)
    assert SECRET.encode() not in on_disk(tmp_path)


def test_a_viewers_attempt_with_a_secret_leaves_no_trace(scene: Scene, tmp_path: Path) -> None:
    scene.task()
    scene.raise_card(CARD)
    eve_id = scene.world.member(scene.user, scene.workspace, "viewer", "eve@example.com")
    eve = scene.world.browser(eve_id, scene.workspace)
    payload = {
        "interactionId": "card-1",
        "digest": scene.card().digest,
        "response": {"type": "input", "text": SECRET},
        "value": SECRET,
    }
    eve.send("interaction.respond", payload)
    assert len(scene.logged("access.denied")) == 1
    assert SECRET.encode() not in on_disk(tmp_path)


def test_the_secret_of_a_revoked_agent_is_dropped(scene: Scene) -> None:
    scene.task()
    scene.raise_card(CARD)
    scene.leave()
    scene.respond(scene.page, "card-1", {"type": "input", "text": SECRET})
    assert len(scene.world.table.query(f"ws#{scene.workspace}#secrets")) == 1
    scene.page.send("agent.revoke", {"agentId": scene.agent_id})
    scene.world.later(1)
    assert scene.world.table.query(f"ws#{scene.workspace}#secrets") == []
