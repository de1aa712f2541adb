"""Whatever comes over a socket: a typed answer, the connection stays, the state is as it was."""

import json
import re
from typing import Any

import pytest

from chalicelib.lap import commands
from chalicelib.lap.errors import CODES
from chalicelib.lap.ids import ID_PATTERN
from tests.support.scene import Scene
from tests.support.world import Socket

AT = "2026-07-24T12:00:00Z"


def message(**changes: Any) -> dict[str, Any]:
    envelope = {
        "id": "m-1", "type": "message.create", "version": "0.1", "occurredAt": AT, "conversationId": "conv-1",
        "payload": {"content": "hello"}, **changes,
    }  # fmt: skip
    return {k: v for k, v in envelope.items() if v is not ...}


def content(text: str) -> str:
    return json.dumps(message(payload={"content": text}))


FRAMES: dict[str, tuple[str, str]] = {
    "not json": ("{nope", "bad_json"),
    "empty": ("", "bad_json"),
    "blank": (" \n", "bad_json"),
    "two values": ("{} {}", "bad_json"),
    "a byte order mark": ("\ufeff{}", "bad_json"),
    "an empty array": ("[]", "bad_envelope"),
    "a number": ("1", "bad_envelope"),
    "null": ("null", "bad_envelope"),
    "a text": ('"hello"', "bad_envelope"),
    "an array of numbers": ("[1]", "bad_envelope"),
    "an array of arrays": ("[[]]", "bad_envelope"),
    "11 envelopes": (json.dumps([message(id=f"m-{n}") for n in range(11)]), "too_many_envelopes"),
    "33 KB": (content("x" * 33_000), "frame_too_large"),
    "20 MB": (content("x" * 20_000_000), "frame_too_large"),
    "25 KB in 9,000 letters": (json.dumps(message(payload={"content": "语" * 9_000}), ensure_ascii=False),
                               "event_too_large"),
    "an event of 25 KB": (content("x" * 25_000), "event_too_large"),
    "nested 10,000 deep": ("[" * 10_000 + "]" * 10_000, "too_deep"),
    "nested 10,000 deep in a field": ('{"a":' * 4_000 + "1" + "}" * 4_000, "too_deep"),
    "nested 40 deep": ("[" * 40 + "]" * 40, "too_deep"),
    "a wrong version": (json.dumps(message(version="0.2")), "protocol_version"),
    "a version of another kind": (json.dumps(message(version=1)), "protocol_version"),
    "no type": (json.dumps(message(type=...)), "bad_envelope"),
    "a type of another kind": (json.dumps(message(type=7)), "bad_envelope"),
    "no payload": (json.dumps(message(payload=...)), "bad_envelope"),
    "null for a payload": (json.dumps(message(payload=None)), "bad_envelope"),
    "an array for a payload": (json.dumps(message(payload=[])), "bad_envelope"),
    "no id": (json.dumps(message(id=...)), "bad_envelope"),
    "a number for an id": (json.dumps(message(id=1)), "bad_envelope"),
    "an empty id": (json.dumps(message(id="")), "bad_envelope"),
    "an id with blanks": (json.dumps(message(id="m 1")), "bad_envelope"),
    "an id with a line end": (json.dumps(message(id="m-1\n")), "bad_envelope"),
    "an id of 65 letters": (json.dumps(message(id="m" * 65)), "bad_envelope"),
    "an id with #": (json.dumps(message(id="m#1")), "bad_envelope"),
    "a conversation that is no id": (json.dumps(message(conversationId="conv/1")), "bad_envelope"),
    "no time": (json.dumps(message(occurredAt=...)), "bad_envelope"),
    "a time without a zone": (json.dumps(message(occurredAt="2026-07-24T12:00:00")), "bad_envelope"),
    "a number for a time": (json.dumps(message(occurredAt=1753358400)), "bad_envelope"),
    "a time before all time": (json.dumps(message(occurredAt="0001-01-01T00:00:00+23:59")), "bad_envelope"),
    "a number for a text": (json.dumps(message(payload={"content": 5})), "bad_envelope"),
    "a blank text": (content(" \n "), "bad_envelope"),
    "a text over the limit": (content("x" * 16_001), "bad_envelope"),
    "a lone surrogate": (content("\ud800"), "bad_envelope"),
    "NaN": (json.dumps(message(payload={"content": "a", "x": float("nan")})), "bad_json"),
    "Infinity": (json.dumps(message(payload={"content": "a", "x": float("inf")})), "bad_json"),
    "1e999": (json.dumps(message(payload={"content": "a", "x": 7})).replace("7}", "1e999}"), "bad_envelope"),
    "a number of 5,000 digits": ('{"x":' + "9" * 5_000 + "}", "bad_json"),
    "a script for a link": (
        json.dumps(message(payload={"content": "a", "attachments": [{"name": "a", "url": "javascript:alert(1)"}]})),
        "bad_envelope",
    ),
    "no such conversation": (json.dumps(message(conversationId="elsewhere")), "not_found"),
    "no conversation": (json.dumps(message(conversationId=...)), "not_found"),
}  # fmt: skip


@pytest.mark.parametrize("name", FRAMES)
@pytest.mark.parametrize("end", ["page", "adapter"])
def test_bad_input_is_answered(scene: Scene, end: str, name: str) -> None:
    socket: Socket = getattr(scene, end)
    text, code = FRAMES[name]
    before, seen = scene.head, len(socket.frames)
    socket.raw(text)
    [answer] = socket.frames[seen:]
    assert (answer["type"], answer["payload"]["code"]) == ("system.error", code)
    assert answer["payload"]["retryable"] is CODES[code].retryable
    assert answer["payload"]["message"]
    assert_intact(scene, socket, before)


def assert_intact(scene: Scene, socket: Socket, head: int) -> None:
    assert scene.head == head
    assert scene.world.wires.closed == {}
    sent = socket.send("message.create", {"content": "still here"}, conversationId="conv-1")
    assert socket.answer_to(sent)["payload"]["sequence"] == head + 1


@pytest.mark.parametrize("end", ["page", "adapter"])
def test_types_that_are_not_for_this_end_are_unknown(scene: Scene, end: str) -> None:
    socket: Socket = getattr(scene, end)
    mine, theirs = (commands.CLIENT, commands.AGENT) if end == "page" else (commands.AGENT, commands.CLIENT)
    foreign = sorted((set(theirs) - set(mine)) | set(commands.INTERNAL))
    foreign += ["system.ack", "system.events", "message.created", "no.such.type", "", "agent.hello", "client.hello"]
    own_hello = "client.hello" if end == "page" else "agent.hello"
    before = scene.head
    for kind in foreign:
        if kind == own_hello:
            continue
        seen = len(socket.frames)
        sent = socket.send(kind, {"interactionId": "card-1", "agentId": scene.agent_id}, taskId="task-1")
        [warning] = socket.frames[seen:]
        assert warning["type"] == "system.warning"
        assert warning["payload"] == {"id": sent, "code": "unknown_type", "fields": [kind]}
        scene.world.clock.forward(1)
    assert_intact(scene, socket, before)


def test_unknown_fields_are_kept_and_warned_about(scene: Scene) -> None:
    payload = {"content": "hello", "mood": {"happy": True}}
    sent = scene.page.send("message.create", payload, conversationId="conv-1", priority=3)
    assert scene.page.answer_to(sent)["type"] == "system.ack"
    warning = scene.page.last("system.warning")["payload"]
    assert (warning["id"], warning["code"]) == (sent, "unknown_field")
    assert sorted(warning["fields"]) == ["payload.mood", "priority"]
    [event] = scene.logged("message.created")
    assert event.extra == {"mood": {"happy": True}}


def test_nul_and_odd_characters_in_texts_come_back_as_they_went_in(scene: Scene) -> None:
    odd = "a\0b\u202ec\u2028d\u200be\ufefff\U0001f600\r\n\x1b[31m"
    scene.page.send("message.create", {"content": odd}, conversationId="conv-1")
    scene.page.send("conversation.rename", {"title": odd}, conversationId="conv-1")
    scene.world.pump()
    assert scene.adapter.events("message.delivered")[-1]["payload"]["content"] == odd
    assert scene.snapshot()["conversations"][0]["title"] == odd
    scene.world.rebuilt()
    assert scene.logged("message.created")[-1].payload.content == odd


def test_huge_numbers_are_kept_or_refused_and_break_nothing(scene: Scene) -> None:
    huge = 10**300
    scene.task()
    for kind, payload in (
        ("task.status_changed", {"progress": huge}),
        ("task.status_changed", {"progress": -1}),
        ("task.status_changed", {"progress": True}),
        ("artifact.created", {"name": "a", "url": "https://a.example", "size": huge}),
        (
            "interaction.requested",
            {"interaction": {"id": "c", "type": "approval", "title": "t", "details": {"n": huge}}},
        ),
        ("agent.heartbeat", {"cursor": huge}),
        ("agent.heartbeat", {"cursor": -1}),
        ("agent.hello", {"epoch": scene.epoch, "lastSequence": huge}),
        ("message.delta", {"messageId": "m", "offset": huge, "text": "x"}),
    ):
        seen = len(scene.adapter.frames)
        scene.adapter.send(kind, payload, taskId="task-1", conversationId="conv-1")
        assert scene.adapter.frames[seen:], kind
    scene.world.pump()
    assert scene.snapshot()["head"] == scene.head
    assert scene.world.wires.closed == {}


def test_what_is_echoed_is_always_valid(scene: Scene) -> None:
    """An id or a type that is not valid Unicode, or no id at all, must not come back in a frame."""
    for text in (
        '{"id":"\\ud800","type":"message.create","occurredAt":"x"}',
        '{"id":"\\ud800","type":"no.such","occurredAt":"x"}',
        '{"id":"m-1","type":"\\ud800"}',
        '{"id":"m-1","version":"\\ud800","type":"x"}',
        '{"id":"a b","type":"no.such"}',
        '[{"id":"m-1","type":"\\ud800"},{"id":"m-2","type":"\\ud800"}]',
        '{"id":"m-1","type":"message.create","occurredAt":"' + AT + '","\\ud800":1,"payload":{"content":"a"}}',
    ):
        seen = len(scene.page.frames)
        scene.page.raw(text)
        answers = scene.page.frames[seen:]
        assert answers, text
        for answer in answers:
            json.dumps(answer, ensure_ascii=False).encode()
            assert re.fullmatch(ID_PATTERN, answer["payload"].get("id", "none"))


def test_a_secret_in_a_bad_frame_is_not_echoed(scene: Scene) -> None:
    response = {"type": "input", "text": "hunter2" * 1000}
    scene.page.send("interaction.respond", {"interactionId": "c", "digest": 5, "response": response})
    scene.page.raw('{"type": "interaction.respond", "payload": "hunter2"')
    assert len(scene.page.all("system.error")) == 2
    assert "hunter2" not in json.dumps(scene.page.frames)


def test_good_envelopes_beside_bad_ones_count(scene: Scene) -> None:
    before = scene.head
    scene.page.raw(json.dumps([message(id="m-1"), 5, message(id="m-2", type="nope"), message(id="m-3", payload={})]))
    kinds = sorted((f["type"], f["payload"].get("code", "")) for f in scene.page.frames[-4:])
    assert kinds == [
        ("system.ack", ""), ("system.error", "bad_envelope"), ("system.error", "bad_envelope"),
        ("system.warning", "unknown_type"),
    ]  # fmt: skip
    assert scene.head == before + 1


def test_unknown_connections_are_ignored(scene: Scene) -> None:
    before = scene.head
    scene.world.services.sessions.received("nobody", content("hello"))
    scene.world.services.sessions.closed("nobody")
    assert scene.head == before
