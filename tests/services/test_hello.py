"""The first frame: who one is, and what follows from not saying so."""

import json
from typing import Any

import pytest

from chalicelib.services import replay
from chalicelib.services.connections import Connection
from tests.support.scene import Scene, code_of
from tests.support.world import Socket


def page(scene: Scene) -> Socket:
    return Socket(scene.world, scene.world.name("page"), "client")


def adapter(scene: Scene) -> Socket:
    return Socket(scene.world, scene.world.name("adapter"), "agent", scene.workspace, scene.agent_id)


def ticket(scene: Scene) -> str:
    return scene.world.services.accounts.create_ticket(scene.user, scene.workspace)


@pytest.mark.parametrize("end", [page, adapter])
def test_commands_before_hello_are_refused_and_the_line_stays(scene: Scene, end: Any) -> None:
    socket, before = end(scene), scene.head
    sent = socket.send("message.create", {"content": "hello"}, conversationId="conv-1")
    assert code_of(socket, sent) == "hello_required"
    beat = socket.send("client.heartbeat" if end is page else "agent.heartbeat", {})
    assert code_of(socket, beat) == "hello_required"
    assert (scene.head, scene.world.wires.closed) == (before, {})


def test_each_envelope_before_hello_has_its_answer(scene: Scene) -> None:
    socket = page(scene)
    first = socket.envelope("message.create", {"content": "a"}, conversationId="conv-1")
    hello = socket.envelope("client.hello", {"ticket": ticket(scene)})
    socket.send_together(first, hello, {"id": "odd", "type": "no.such"})
    assert [code_of(socket, envelope["id"]) for envelope in (first, hello)] == ["hello_required"] * 2
    assert socket.last("system.warning")["payload"]["id"] == "odd"
    assert scene.logged("message.created") == []


def test_hello_and_commands_may_come_in_one_frame(scene: Scene) -> None:
    socket = page(scene)
    hello = socket.envelope("client.hello", {"ticket": ticket(scene)})
    first = socket.envelope("message.create", {"content": "a"}, conversationId="conv-1")
    socket.send_together(hello, first)
    assert [f["type"] for f in socket.frames] == ["system.welcome", "system.ack"]


@pytest.mark.parametrize("bad", ["", "nope", "\0", "x" * 2000])
def test_a_bad_ticket_closes_and_nothing_behind_it_is_done(scene: Scene, bad: str) -> None:
    socket, before = page(scene), scene.head
    hello = socket.envelope("client.hello", {"ticket": bad})
    command = socket.envelope("message.create", {"content": "a"}, conversationId="conv-1")
    socket.send_together(hello, command, socket.envelope("client.heartbeat", {}), hello)
    assert scene.world.wires.closed == {socket.id: 4400}
    assert scene.head == before
    assert [f["type"] for f in socket.frames] == ["system.error"]


def test_a_ticket_works_once_and_for_half_a_minute(scene: Scene) -> None:
    once, late = ticket(scene), ticket(scene)
    page(scene).send("client.hello", {"ticket": once})
    again = page(scene)
    again.send("client.hello", {"ticket": once})
    assert scene.world.wires.closed == {again.id: 4400}
    scene.world.clock.forward(30)
    too_late = page(scene)
    too_late.send("client.hello", {"ticket": late})
    assert scene.world.wires.closed[too_late.id] == 4400


def test_hello_twice_is_a_way_to_ask_again(scene: Scene) -> None:
    before = scene.head
    scene.page.send("client.hello", {"epoch": scene.epoch, "cursor": 0})
    scene.adapter.send("agent.hello", {"epoch": scene.epoch, "lastSequence": 0, "capabilities": ["a"]})
    assert [e["sequence"] for e in scene.page.events()][-before:] == list(range(1, before + 1))
    assert scene.adapter.last("system.events")["payload"]["to"] == before
    assert (scene.head, scene.world.wires.closed) == (before, {})


def test_another_protocol_version_is_closed_with_4410(scene: Scene) -> None:
    for socket in (page(scene), adapter(scene)):
        kind = "client.hello" if socket.id.startswith("page") else "agent.hello"
        socket.raw(json.dumps({**socket.envelope(kind, {}), "version": "9.0"}))
        assert scene.world.wires.closed[socket.id] == 4410
        assert socket.last("system.error")["payload"]["code"] == "protocol_version"


def test_garbage_before_hello_is_answered_and_the_line_stays(scene: Scene) -> None:
    socket = page(scene)
    for text in ("", "[]", "{}", "null", '{"type":"agent.hello","id":"a"}', "[1]", "[" * 10_000):
        seen = len(socket.frames)
        socket.raw(text)
        assert len(socket.frames) == seen + 1, text
    socket.send("client.hello", {"ticket": ticket(scene)})
    assert socket.frames[-1]["type"] == "system.welcome"


def test_the_welcome_says_where_things_are(scene: Scene) -> None:
    welcome = scene.page.last("system.welcome")["payload"]
    assert (welcome["epoch"], welcome["floor"], welcome["heartbeatSeconds"]) == (scene.epoch, 1, 25)
    assert welcome["limits"] == {
        "frameBytes": 28672, "eventBytes": 24576, "frameEnvelopes": 10, "framesPerMinute": 120
    }  # fmt: skip
    mine = scene.adapter.last("system.welcome")["payload"]["agent"]
    assert mine == {"id": scene.agent_id, "name": "Coder", "status": "online", "workspaceName": "Studio"}


def test_too_many_frames_are_told_to_slow_down_and_a_flood_is_closed(scene: Scene) -> None:
    for n in range(70):
        scene.page.send("client.heartbeat", {}, id=f"beat-{n}")
    slow = [f["payload"] for f in scene.page.all("system.error")]
    assert {(e["code"], e["retryable"]) for e in slow} == {("rate_limited", True)}
    assert scene.world.wires.closed == {}
    scene.world.clock.forward(10)
    sent = scene.page.send("message.create", {"content": "hello"}, conversationId="conv-1")
    assert scene.page.answer_to(sent)["type"] == "system.ack"
    for _ in range(300):
        scene.page.send("client.heartbeat", {})
    assert scene.world.wires.closed[scene.page.id] == 4429


def test_an_adapter_that_is_far_behind_gets_every_message_in_turns(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay, "TOO_FAR", 5)
    monkeypatch.setattr(replay, "PAGE", 2)
    world = scene.world
    start = world.services.log.head(scene.workspace)
    scene.adapter.drop()
    for number in range(12):
        scene.page.send("message.create", {"content": f"m{number}"}, conversationId=scene.conversation)
    cursor = start.sequence
    heard: list[str] = []
    for _ in range(6):
        adapter = world.adapter(scene.credential, epoch=start.epoch, lastSequence=cursor)
        heard += [event["payload"]["content"] for event in adapter.events("message.delivered")]
        assert not adapter.all("system.resync_required")
        cursor = adapter.last("system.events")["payload"]["to"]
        adapter.drop()
    assert heard == [f"m{number}" for number in range(12)]


def test_a_socket_that_never_says_hello_is_closed_and_one_that_does_stays(scene: Scene) -> None:
    mute = page(scene)
    scene.world.later(16)
    assert mute.last("system.error")["payload"]["closeCode"] == 1008
    assert scene.world.wires.closed == {mute.id: 1008}


def test_a_socket_belongs_to_one_workspace_whatever_hellos_it_sends_at_once(scene: Scene) -> None:
    world = scene.world
    other = world.workspace(scene.user, "Other")
    socket = page(scene)
    tickets = [ticket(scene), world.services.accounts.create_ticket(scene.user, other)]
    stale = world.services.connections.find(socket.id)
    socket.send("client.hello", {"ticket": tickets[0]})
    again = Connection(socket.id, "client", other, scene.user, "Ann")
    assert stale is not None and not stale.greeted
    assert world.services.connections.greet(again) is None
    assert [c.id for c in world.services.connections.of_workspace(other)] == []
