"""Pairing as the web app and an adapter do it: a code here, a credential there."""

import pytest

from tests.support.api import Api, Reply
from tests.support.scene import Scene


@pytest.fixture
def here(scene: Scene) -> str:
    return f"/workspaces/{scene.workspace}"


@pytest.fixture
def ann(api: Api, scene: Scene) -> str:
    return api.token("ann@example.com")


def create(api: Api, here: str, token: str, **body: object) -> Reply:
    return api.post(here + "/pairings", body, token)


def test_a_code_becomes_a_credential_that_opens_a_socket(api: Api, scene: Scene, here: str, ann: str) -> None:
    made = create(api, here, ann, kind="codex", name="Laptop")
    assert made.status == 201
    assert made.body["expiresAt"] == "2026-07-24T12:10:00.000Z"
    following = f"{here}/pairings/{made.body['pairingId']}"
    assert api.get(following, ann).body == {"status": "waiting", "agent": None}
    facts = {"code": made.body["code"].lower(), "runtime": "python 3.11", "agentVersion": "2"}
    given = api.post("/pair", facts)
    assert (given.status, given.body["workspaceName"]) == (201, "Studio")
    assert given.body["credential"].startswith("lua_")
    followed = api.get(following, ann).body
    assert (followed["status"], followed["agent"]["name"], followed["agent"]["kind"]) == ("redeemed", "Laptop", "codex")
    assert "credential" not in followed
    scene.world.adapter(given.body["credential"])
    assert api.get(following, ann).body["status"] == "connected"
    envelope = scene.page.envelope("agent.confirm", {"agentId": given.body["agentId"], "name": "Laptop"})
    assert api.post(here + "/envelopes", envelope, ann).status == 200
    assert api.get(following, ann).body["status"] == "confirmed"


@pytest.mark.parametrize(
    ("seconds", "tries", "status", "code"),
    [(599, 1, 201, ""), (601, 1, 410, "pairing_expired"), (10, 2, 409, "pairing_used")],
)
def test_a_code_is_good_for_ten_minutes_and_once(
    api: Api, here: str, ann: str, seconds: int, tries: int, status: int, code: str
) -> None:
    made = create(api, here, ann).body["code"]
    api.world.clock.forward(seconds)
    for _ in range(tries):
        reply = api.post("/pair", {"code": made})
    assert (reply.status, reply.code if code else "") == (status, code)


def test_an_unknown_code_is_404_and_guessing_is_429(api: Api, here: str, ann: str) -> None:
    replies = [api.post("/pair", {"code": "AAAA-AAAA"}) for _ in range(11)]
    assert {(r.status, r.code) for r in replies[:9]} == {(404, "pairing_unknown")}
    assert (replies[-1].status, replies[-1].code) == (429, "rate_limited")
    assert replies[-1].body["error"]["details"]["retryAfter"] > 0


@pytest.mark.parametrize(
    "body", [None, {}, [], {"code": ""}, {"code": 7}, {"code": "x" * 41}, {"code": "A", "name": ""}]
)
def test_a_bad_request_names_the_field(api: Api, body: object) -> None:
    reply = api.post("/pair", body)
    assert (reply.status, reply.code) == (400, "invalid_request")


def test_a_pairing_is_followed_in_its_own_workspace_only(api: Api, here: str, ann: str) -> None:
    made = create(api, here, ann).body
    mallory = api.token("mallory@example.com")
    other = api.post("/workspaces", {"name": "Other"}, mallory).body["workspace"]["id"]
    assert api.get(f"{here}/pairings/{made['pairingId']}", mallory).code == "not_found"
    assert api.get(f"/workspaces/{other}/pairings/{made['pairingId']}", mallory).code == "not_found"


def test_the_connection_log_tells_what_happened_and_no_secret(api: Api, scene: Scene, here: str, ann: str) -> None:
    scene.world.clock.forward(1)
    scene.leave()
    entries = api.get(f"{here}/agents/{scene.agent_id}/log", ann).body["entries"]
    assert [entry["what"] for entry in entries] == ["disconnected", "connected", "paired"]
    assert scene.credential not in str(entries)
