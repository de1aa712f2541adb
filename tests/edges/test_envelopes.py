"""Commands over HTTP: the same rules as on a socket, with a status."""

import json
from typing import Any

import pytest

from tests.support.api import Api, Reply
from tests.support.scene import Scene


class Person:
    """Somebody with a token."""

    def __init__(self, api: Api, scene: Scene, email: str) -> None:
        self.api, self.scene = api, scene
        self.token = api.token(email)

    def send(self, *envelopes: Any) -> Reply:
        body = envelopes[0] if len(envelopes) == 1 else list(envelopes)
        return self.api.post(f"/workspaces/{self.scene.workspace}/envelopes", body, self.token)

    def answer(self, option: str, card: str = "card-1", digest: str = "") -> Reply:
        payload = {
            "interactionId": card,
            "digest": digest or self.scene.card(card).digest,
            "response": {"type": "approval", "optionId": option},
        }
        return self.send(self.scene.page.envelope("interaction.respond", payload))


@pytest.fixture
def ann(api: Api, scene: Scene) -> Person:
    return Person(api, scene, "ann@example.com")


def error_of(reply: Reply) -> dict[str, Any]:
    error = reply.body["results"][0]["error"]
    assert isinstance(error, dict)
    return error


def message(scene: Scene, content: str = "hello", **more: Any) -> dict[str, Any]:
    return scene.page.envelope("message.create", {"content": content}, conversationId="conv-1", **more)


def test_a_command_is_accepted_and_its_repeat_gets_the_same_answer(scene: Scene, ann: Person) -> None:
    envelope = message(scene)
    first, second = ann.send(envelope), ann.send(envelope)
    assert (first.status, first.body["results"]) == (
        200, [{"id": envelope["id"], "sequence": scene.head, "duplicate": False}]
    )  # fmt: skip
    assert second.body["results"] == [{"id": envelope["id"], "sequence": scene.head, "duplicate": True}]


def test_a_second_decision_is_409_with_who_and_when(api: Api, scene: Scene, ann: Person) -> None:
    scene.task()
    scene.ask()
    scene.world.member(scene.user, scene.workspace)
    bob = Person(api, scene, "bob@example.com")
    assert ann.answer("approve").status == 200
    at = scene.world.now
    reply = bob.answer("reject")
    details = error_of(reply)["details"]
    assert (reply.status, error_of(reply)["code"]) == (409, "already_resolved")
    assert (details["by"]["id"], details["at"], details["response"]["decision"]) == (scene.user, at, "approve")
    assert bob.answer("approve").status == 200


def test_a_viewer_is_403_and_on_record(api: Api, scene: Scene, ann: Person) -> None:
    scene.task()
    scene.ask()
    scene.world.member(scene.user, scene.workspace, "viewer", "eve@example.com")
    reply = Person(api, scene, "eve@example.com").answer("approve")
    assert (reply.status, error_of(reply)["code"]) == (403, "not_allowed")
    assert scene.card().status == "pending"
    assert len(scene.logged("access.denied")) == 1


def test_a_stale_card_is_409(scene: Scene, ann: Person) -> None:
    scene.task()
    scene.ask()
    reply = ann.answer("approve", digest="old")
    assert (reply.status, error_of(reply)["code"]) == (409, "digest_mismatch")
    scene.report("failed")
    reply = ann.answer("approve")
    assert (reply.status, error_of(reply)["code"]) == (409, "cancelled")


def test_a_stranger_is_404(api: Api, scene: Scene) -> None:
    reply = Person(api, scene, "mallory@example.com").send(message(scene))
    assert (reply.status, reply.code) == (404, "not_found")


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"conversationId": "nowhere"}, 404, "not_found"),
        ({"type": "task.accepted"}, 400, "unknown_type"),
        ({"type": "workspace.create"}, 400, "unknown_type"),
        ({"type": "client.hello"}, 400, "unknown_type"),
        ({"version": "2"}, 400, "protocol_version"),
        ({"payload": {}}, 400, "bad_envelope"),
        ({"payload": {"content": "x" * 25_000}}, 413, "event_too_large"),
        ({"workspaceId": "another"}, 403, "wrong_workspace"),
        ({"id": "a b"}, 400, "bad_envelope"),
        ({"id": "\ud800"}, 400, "bad_envelope"),
    ],
)
def test_what_is_refused_has_a_status(
    scene: Scene, ann: Person, change: dict[str, Any], status: int, code: str
) -> None:
    before = scene.head
    reply = ann.send({**message(scene), **change})
    assert (reply.status, error_of(reply)["code"], scene.head) == (status, code, before)


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"", "bad_envelope"), (b"null", "bad_envelope"), (b"[]", "bad_envelope"), (b"{}", "bad_envelope"),
        (b"[1]", "bad_envelope"), (b"[" * 40 + b"]" * 40, "too_deep"),
    ],
)  # fmt: skip
def test_bodies_that_hold_no_envelope_are_400(scene: Scene, ann: Person, raw: bytes, code: str) -> None:
    reply = ann.api.call("POST", f"/workspaces/{scene.workspace}/envelopes", token=ann.token, raw=raw)
    assert (reply.status, error_of(reply)["code"]) == (400, code)


@pytest.mark.parametrize("raw", [b"{nope", b'{"a": 1', b"[" * 100_000])
def test_bodies_that_are_no_json_are_400(scene: Scene, ann: Person, raw: bytes) -> None:
    reply = ann.api.call("POST", f"/workspaces/{scene.workspace}/envelopes", token=ann.token, raw=raw)
    assert (reply.status, reply.code) == (400, "bad_json")


def test_each_of_several_has_its_result_and_the_status_is_the_first_refusals(scene: Scene, ann: Person) -> None:
    good, lost = message(scene), message(scene) | {"conversationId": "nowhere"}
    reply = ann.send(good, {"type": "no.such"}, lost, 5, good)
    codes = [r.get("error", {}).get("code", r.get("sequence")) for r in reply.body["results"]]
    assert (reply.status, codes) == (400, [scene.head, "unknown_type", "not_found", "bad_envelope", scene.head])
    assert ann.send(*(message(scene) for _ in range(11))).status == 400


def test_errors_say_what_to_do_in_the_readers_language(api: Api, scene: Scene) -> None:
    replies = {lang: api.call("GET", "/me", accept_language=lang) for lang in ("zh-CN,zh;q=0.9", "en", "")}
    texts = [reply.body["error"]["next"] for reply in replies.values()]
    assert texts == ["请先登录。", "Sign in first.", "Sign in first."]
    assert len({reply.body["error"]["diagnostic"] for reply in replies.values()}) == 3


def test_a_secret_is_not_told_back(scene: Scene, ann: Person) -> None:
    scene.task()
    scene.raise_card({"id": "card-1", "type": "input", "title": "Token?", "input": {"secret": True, "maxLength": 3}})
    payload = {
        "interactionId": "card-1",
        "digest": scene.card().digest,
        "response": {"type": "input", "text": "hunter2"},
    }
    reply = ann.send(scene.page.envelope("interaction.respond", payload))
    assert (reply.status, error_of(reply)["code"]) == (422, "invalid_answer")
    assert "hunter2" not in json.dumps(reply.body)
