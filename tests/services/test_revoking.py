"""Revoking an agent closes its line, refuses the next one and settles what was open."""

import json
from typing import Any

import pytest

from chalicelib import wiring
from chalicelib.edges import sockets
from tests.support.scene import Scene, code_of


def handshake(credential: str, id: str = "next") -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {credential}"}
    return sockets.connect({"headers": headers, "requestContext": {"connectionId": id}})


@pytest.fixture(autouse=True)
def installed(scene: Scene) -> Any:
    wiring.install(scene.world.services)
    yield
    wiring.install(None)


def revoke(scene: Scene) -> str:
    sent = scene.page.send("agent.revoke", {"agentId": scene.agent_id})
    assert scene.page.answer_to(sent)["type"] == "system.ack"
    return sent


def test_the_live_connection_is_closed_with_4401_before_the_answer(scene: Scene) -> None:
    scene.task()
    revoke(scene)
    assert scene.world.wires.closed[scene.adapter.id] == 4401
    error = scene.adapter.last("system.error")["payload"]
    assert (error["code"], error["closeCode"], error["retryable"]) == ("credential_invalid", 4401, False)


def test_the_next_handshake_is_refused(scene: Scene) -> None:
    assert handshake(scene.credential)["statusCode"] == 200
    revoke(scene)
    refused = handshake(scene.credential)
    assert refused["statusCode"] == 401
    assert "pair again" in refused["body"]
    notes = [note["what"] for note in scene.world.services.agent_log.list(scene.workspace, scene.agent_id)]
    assert notes[:2] == ["refused", "revoked"]


def test_a_hello_that_was_on_its_way_is_closed(scene: Scene) -> None:
    handshake(scene.credential)
    scene.world.wires.open("next")
    revoke(scene)
    hello = scene.adapter.envelope("agent.hello", {"capabilities": []})
    scene.world.services.sessions.received("next", json.dumps(hello))
    assert scene.world.wires.closed["next"] == 4401


def test_open_work_is_failed_and_its_cards_are_cancelled(scene: Scene) -> None:
    scene.task()
    scene.task("task-2")
    scene.assign("task-3")
    scene.world.pump()
    scene.ask()
    scene.ask("card-2", task=None)
    revoke(scene)
    scene.world.later(0)
    tasks = [scene.find_task(id) for id in ("task-1", "task-2", "task-3")]
    assert {(t.status, t.reason) for t in tasks} == {("failed", "agent_revoked")}
    assert [scene.card(id).status for id in ("card-1", "card-2")] == ["cancelled", "cancelled"]
    assert code_of(scene.page, scene.answer(scene.page, "card-2")) == "cancelled"
    assert scene.agent().status == "revoked"


def test_frames_still_in_the_pipe_of_another_process_are_refused(scene: Scene) -> None:
    scene.task()
    other = scene.world.services.sessions
    other.received(scene.adapter.id, "warm")
    scene.world.rebuilt()
    revoke(scene)
    before, posts = scene.head, scene.world.wires.posts
    report = scene.adapter.envelope("task.status_changed", {"progress": 50}, taskId="task-1")
    delta = scene.adapter.envelope(
        "message.delta", {"messageId": "m", "offset": 0, "text": "psst"}, conversationId="conv-1"
    )
    for envelope in (delta, report):
        other.received(scene.adapter.id, json.dumps(envelope))
    assert (scene.head, scene.world.wires.posts) == (before, posts)
    assert scene.snapshot()["drafts"] == []


def test_revoking_twice_is_once(scene: Scene) -> None:
    revoke(scene)
    revoke(scene)
    assert len(scene.logged("agent.revoked")) == 1


def test_a_revoked_agent_cannot_be_given_work(scene: Scene) -> None:
    revoke(scene)
    sent = scene.page.send("task.create", {"title": "Go", "targetAgentId": scene.agent_id}, conversationId="conv-1")
    assert code_of(scene.page, sent) == "agent_revoked"
    sent = scene.page.send("message.create", {"content": "hello"}, conversationId="conv-1")
    assert code_of(scene.page, sent) == "agent_revoked"


def test_a_member_may_revoke_and_a_viewer_may_not(scene: Scene) -> None:
    eve_id = scene.world.member(scene.user, scene.workspace, "viewer", "eve@example.com")
    eve = scene.world.browser(eve_id, scene.workspace)
    assert code_of(eve, eve.send("agent.revoke", {"agentId": scene.agent_id})) == "not_allowed"
    assert scene.agent().status == "online"


def test_one_credential_is_revoked_and_the_others_go_on(scene: Scene) -> None:
    other = scene.world.adapter(scene.world.agent(scene.user, scene.workspace))
    revoke(scene)
    assert other.id not in scene.world.wires.closed
    other.send("conversation.create", {"title": "Mine"}, id="mine")
    assert other.answer_to("mine")["type"] == "system.ack"


def test_a_card_of_a_revoked_agent_takes_no_answer(scene: Scene) -> None:
    scene.task()
    scene.ask()
    revoke(scene)
    assert code_of(scene.page, scene.answer(scene.page)) == "agent_revoked"
    assert scene.card().response is None
    scene.world.later(1)
    assert scene.card().status == "cancelled"
