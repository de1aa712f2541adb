"""Developer tokens: a program acts as a person in one workspace, within bounds."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.api import Api, Reply
from tests.support.scene import Scene, build_scene


@pytest.fixture
def ann(api: Api) -> str:
    return api.token()


def made(api: Api, scene: Scene, ann: str, **more: Any) -> str:
    reply = api.post(f"/workspaces/{scene.workspace}/tokens", {"name": "CI", **more}, ann)
    assert reply.status == 201
    return str(reply.body["token"])


def listed(api: Api, scene: Scene, ann: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = api.get(f"/workspaces/{scene.workspace}/tokens", ann).body["tokens"]
    return found


def said(api: Api, scene: Scene, token: str, text: str = "hello") -> Reply:
    envelope = {
        "id": f"say-{text}", "type": "message.create", "version": "0.1", "occurredAt": "2026-07-24T12:00:00Z",
        "conversationId": "conv-1", "payload": {"content": text},
    }  # fmt: skip
    return api.post(f"/workspaces/{scene.workspace}/envelopes", envelope, token)


def answered(api: Api, scene: Scene, token: str, card: str) -> Reply:
    payload = {
        "interactionId": card, "digest": scene.card(card).digest,
        "response": {"type": "approval", "optionId": "approve"},
    }  # fmt: skip
    envelope = {
        "id": f"answer-{card}", "type": "interaction.respond", "version": "0.1", "occurredAt": "2026-07-24T12:00:00Z",
        "payload": payload,
    }  # fmt: skip
    return api.post(f"/workspaces/{scene.workspace}/envelopes", envelope, token)


def test_a_program_reads_and_speaks_under_the_person_s_name_and_its_own(api: Api, scene: Scene, ann: str) -> None:
    token = made(api, scene, ann)
    assert said(api, scene, token).status == 200
    assert scene.logged("message.created")[-1].actor.name == "ann (CI)"
    assert api.get(f"/workspaces/{scene.workspace}/snapshot", token).status == 200
    assert api.get(f"/workspaces/{scene.workspace}/events", token, after=0).body["events"]
    assert api.get(f"/workspaces/{scene.workspace}/search", token, q="hello").body["hits"]


def test_it_is_listed_without_its_secret_and_with_its_last_use(api: Api, scene: Scene, ann: str) -> None:
    token = made(api, scene, ann, expiresInDays=30)
    [before] = listed(api, scene, ann)
    assert set(before) == {"id", "name", "createdAt", "expiresAt"}
    said(api, scene, token)
    [after] = listed(api, scene, ann)
    assert after["lastUsedAt"] and token not in str(after)


def test_a_revoked_token_is_worth_nothing(api: Api, scene: Scene, ann: str) -> None:
    token = made(api, scene, ann)
    [one] = listed(api, scene, ann)
    assert api.post(f"/workspaces/{scene.workspace}/tokens/{one['id']}/revoke", {}, ann).status == 200
    assert said(api, scene, token).code == "unauthenticated"
    assert listed(api, scene, ann) == []


def test_a_token_ends_with_its_time(api: Api, scene: Scene, ann: str) -> None:
    token = made(api, scene, ann, expiresInDays=1)
    scene.world.later(24 * 3600 + 1)
    assert said(api, scene, token).code == "unauthenticated"


def test_it_decides_nothing_risky(api: Api, scene: Scene, ann: str) -> None:
    token = made(api, scene, ann)
    scene.task()
    scene.ask("card-high", risk="high")
    scene.ask("card-low", risk="low")
    refused = answered(api, scene, token, "card-high")
    assert (refused.status, refused.body["results"][0]["error"]["code"]) == (403, "not_allowed")
    assert scene.card("card-high").status == "pending"
    assert answered(api, scene, token, "card-low").status == 200
    by = scene.card("card-low").answered_by
    assert by is not None and (by.token, by.name) == ("CI", "ann (CI)")


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/me"), ("GET", "/me/sessions"), ("POST", "/me/sessions/end-all"), ("POST", "/workspaces"),
     ("GET", "/workspaces/W/tokens"), ("POST", "/workspaces/W/tokens"), ("POST", "/workspaces/W/tickets"),
     ("POST", "/workspaces/W/pairings"), ("POST", "/workspaces/W/members"), ("GET", "/workspaces/W/mine")],
)  # fmt: skip
def test_it_reaches_no_account_no_socket_and_no_other_token(
    api: Api, scene: Scene, ann: str, method: str, path: str
) -> None:
    token = made(api, scene, ann)
    reply = api.call(method, path.replace("W", scene.workspace), {} if method == "POST" else None, token=token)
    assert reply.code == "unauthenticated"


def test_it_is_good_in_its_workspace_only(api: Api, scene: Scene, ann: str) -> None:
    token = made(api, scene, ann)
    other = api.post("/workspaces", {"name": "Other"}, ann).body["workspace"]["id"]
    assert api.get(f"/workspaces/{other}/snapshot", token).code == "not_found"


def test_others_neither_see_nor_revoke_it(api: Api, scene: Scene, ann: str) -> None:
    made(api, scene, ann)
    [one] = listed(api, scene, ann)
    api.post(f"/workspaces/{scene.workspace}/members", {"email": "bob@example.com", "role": "member"}, ann)
    bob = api.token("bob@example.com")
    assert listed(api, scene, bob) == []
    assert api.post(f"/workspaces/{scene.workspace}/tokens/{one['id']}/revoke", {}, bob).code == "not_found"
    stranger = build_scene(scene.world, "mallory@example.com")
    mallory = api.token("mallory@example.com")
    assert stranger.workspace != scene.workspace
    assert api.get(f"/workspaces/{scene.workspace}/tokens", mallory).code == "not_found"


def test_a_viewer_makes_none_and_a_token_of_who_became_a_viewer_may_only_read(api: Api, scene: Scene, ann: str) -> None:
    members = f"/workspaces/{scene.workspace}/members"
    api.post(members, {"email": "bob@example.com", "role": "member"}, ann)
    bob = api.token("bob@example.com")
    token = made(api, scene, bob)
    api.post(members, {"email": "bob@example.com", "role": "viewer"}, ann)
    assert said(api, scene, token).body["results"][0]["error"]["code"] == "not_allowed"
    assert api.get(f"/workspaces/{scene.workspace}/snapshot", token).status == 200
    assert api.post(f"/workspaces/{scene.workspace}/tokens", {"name": "x"}, bob).code == "not_allowed"


def test_there_are_not_too_many(api: Api, scene: Scene, ann: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chalicelib.services.apitokens.MOST", 1)
    made(api, scene, ann)
    reply = api.post(f"/workspaces/{scene.workspace}/tokens", {"name": "two"}, ann)
    assert reply.code == "limit_reached"
