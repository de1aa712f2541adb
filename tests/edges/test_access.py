"""Who may ask what: strangers learn nothing, viewers look, owners decide."""

import jwt
import pytest

from chalicelib import wiring
from chalicelib.edges import sockets
from tests.support.api import Api
from tests.support.scene import Scene

HERE = "/workspaces/{w}"
READS = ("/snapshot", "/events", "/conversations/conv-1/events", "/tasks/task-1/events", "/agents/{a}/log")


@pytest.fixture
def ann(api: Api, scene: Scene) -> str:
    return api.token("ann@example.com")


def paths(scene: Scene) -> list[str]:
    return [(HERE + read).format(w=scene.workspace, a=scene.agent_id) for read in READS]


@pytest.mark.parametrize(
    "headers",
    [{}, {"authorization": ""}, {"authorization": "Bearer"}, {"authorization": "Bearer  "},
     {"authorization": "Basic YTpi"}, {"authorization": "Bearer nope"}, {"authorization": "Bearer a.b.c"},
     {"authorization": "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIiwiYXVkIjoibGluZXVwIiwiZXhwIjo5OTk5OTk5OTk5fQ."}],
)  # fmt: skip
def test_without_a_valid_token_every_route_answers_401(api: Api, scene: Scene, headers: dict[str, str]) -> None:
    here = HERE.format(w=scene.workspace)
    asked = [("GET", path) for path in [*paths(scene), "/me", "/agent/snapshot"]]
    asked += [("POST", here + end) for end in ("/tickets", "/envelopes", "/pairings", "/members")]
    asked += [("PATCH", "/me"), ("POST", "/workspaces")]
    for method, path in asked:
        reply = api.call(method, path, **headers)
        assert (reply.status, reply.body["error"]["retryable"]) == (401, False), path


def test_an_expired_token_is_refused(api: Api, scene: Scene, ann: str) -> None:
    api.world.clock.forward(899)
    assert api.get("/me", ann).status == 200
    api.world.clock.forward(1)
    assert api.get("/me", ann).code == "unauthenticated"


def test_a_token_of_another_installation_is_refused(api: Api, scene: Scene, ann: str) -> None:
    forged = jwt.encode(
        {"sub": scene.user, "aud": "lineup", "exp": 9_999_999_999, "iat": 0}, b"k" * 32, algorithm="HS256"
    )
    assert api.get("/me", forged).status == 401
    assert api.get("/me", ann).status == 200


def test_the_bearer_scheme_is_read_in_any_case(api: Api, ann: str) -> None:
    assert api.call("GET", "/me", authorization=f"bearer {ann}").status == 200


def test_a_stranger_cannot_tell_a_workspace_from_none(api: Api, scene: Scene) -> None:
    stranger = api.token("mallory@example.com")
    for path in paths(scene):
        theirs, none = api.get(path, stranger), api.get(path.replace(scene.workspace, "nowhere"), stranger)
        assert (theirs.status, theirs.code) == (none.status, none.code) == (404, "not_found")
        assert theirs.body["error"]["message"] == none.body["error"]["message"]
    for end, body in (("/tickets", None), ("/pairings", {}), ("/members", {"email": "mallory@example.com"})):
        assert api.post(HERE.format(w=scene.workspace) + end, body, stranger).status == 404


@pytest.mark.parametrize("id", ["%00", "a%20b", "x" * 3000, "%F0%9F%98%80", "..", "%23HEAD", "'"])
def test_what_is_no_id_names_nothing(api: Api, scene: Scene, ann: str, id: str) -> None:
    here = HERE.format(w=scene.workspace)
    ends = (f"/conversations/{id}/events", f"/tasks/{id}/events", f"/agents/{id}/log", f"/pairings/{id}")
    for path in (f"/workspaces/{id}/snapshot", *(here + end for end in ends)):
        assert api.get(path, ann).status == 404, path


def test_a_viewer_looks_but_does_not_act(api: Api, scene: Scene, ann: str) -> None:
    here = HERE.format(w=scene.workspace)
    added = api.post(here + "/members", {"email": "eve@example.com", "role": "viewer"}, ann)
    assert (added.status, added.body["member"]["role"]) == (201, "viewer")
    eve = api.token("eve@example.com")
    assert [api.get(path, eve).status for path in paths(scene)] == [200] * len(READS)
    assert api.post(here + "/tickets", None, eve).status == 201
    assert (r := api.post(here + "/pairings", {}, eve)).status == 403 and r.code == "not_allowed"
    assert (r := api.post(here + "/members", {"email": "x@example.com"}, eve)).status == 403 and r.code == "not_allowed"


def test_only_an_owner_lets_people_in(api: Api, scene: Scene, ann: str) -> None:
    here = HERE.format(w=scene.workspace)
    api.post(here + "/members", {"email": "bob@example.com"}, ann)
    bob = api.token("bob@example.com")
    before = scene.world.services.queries.workspace(scene.workspace)
    assert api.post(here + "/members", {"email": "mallory@example.com", "role": "owner"}, bob).code == "not_allowed"
    assert scene.world.services.queries.workspace(scene.workspace) == before
    assert api.get("/me", api.token("mallory@example.com")).body["workspaces"] == []
    [entry] = api.get("/me", bob).body["workspaces"]
    assert (entry["name"], entry["role"]) == ("Studio", "member")


def test_the_last_owner_stays_one(api: Api, scene: Scene, ann: str) -> None:
    reply = api.post(
        HERE.format(w=scene.workspace) + "/members", {"email": "ann@example.com", "role": "viewer"}, ann
    )  # fmt: skip
    assert (reply.status, reply.code) == (409, "illegal_transition")
    assert [w["role"] for w in api.get("/me", ann).body["workspaces"]] == ["owner"]


def test_a_changed_role_counts_at_once(api: Api, scene: Scene, ann: str) -> None:
    here = HERE.format(w=scene.workspace)
    for role, status in (("member", 201), ("viewer", 403), ("member", 201)):
        api.post(here + "/members", {"email": "bob@example.com", "role": role}, ann)
        assert api.post(here + "/pairings", {}, api.token("bob@example.com")).status == status


def test_the_profile_is_changed_field_by_field(api: Api, ann: str) -> None:
    changed = api.call("PATCH", "/me", {"displayName": "安"}, token=ann).body["user"]
    assert (changed["displayName"], changed["locale"]) == ("安", "en")
    for workspace in api.call("GET", "/me", token=ann).body["workspaces"]:
        shown = api.call("GET", f"/workspaces/{workspace['id']}/snapshot", token=ann).body["workspace"]["members"]
        assert "安" in [member["name"] for member in shown]
    assert api.call("PATCH", "/me", {"locale": "zh"}, token=ann).body["user"]["displayName"] == "安"
    for bad in ({"displayName": ""}, {"displayName": "x" * 81}, {"locale": "fr"}, [], "x", {"displayName": 5}):
        assert api.call("PATCH", "/me", bad, token=ann).code == "invalid_request"


# --- handshakes ---


def handshake(headers: dict[str, str]) -> int:
    event = {"headers": headers, "requestContext": {"connectionId": "c-1"}}
    return int(sockets.connect(event)["statusCode"])


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "lineup.local:8800", "Origin": "http://lineup.local:8800"}, 200),
        ({"host": "lineup.local", "origin": "https://lineup.local"}, 200),
        ({"Host": "lineup.local"}, 200),
        ({"Host": "lineup.local", "Origin": "http://evil.example"}, 403),
        ({"Host": "lineup.local", "Origin": "http://lineup.local.evil.example"}, 403),
        ({"Host": "lineup.local", "Origin": "null"}, 403),
        ({"Host": "lineup.local", "Origin": "http://lineup.local:81"}, 403),
        ({"Authorization": "Bearer lua_nope"}, 401),
        ({"Authorization": "Basic x"}, 401),
        ({"Authorization": ""}, 200),
        ({}, 200),
    ],
)
def test_a_handshake_needs_our_origin_or_a_credential(api: Api, headers: dict[str, str], status: int) -> None:
    assert handshake(headers) == status


def test_an_adapter_is_let_in_by_its_credential_whatever_its_origin(api: Api, scene: Scene) -> None:
    assert handshake({"authorization": f"Bearer {scene.credential}", "origin": "http://evil.example"}) == 200
    found = wiring.services().connections.find("c-1")
    assert found is not None
    assert (found.kind, found.workspace_id, found.actor_id) == ("agent", scene.workspace, scene.agent_id)


def test_an_adapters_snapshot_is_its_own(api: Api, scene: Scene) -> None:
    scene.task()
    other = scene.world.agent(scene.user, scene.workspace)
    assert [t["id"] for t in api.get("/agent/snapshot", scene.credential).body["tasks"]] == ["task-1"]
    assert api.get("/agent/snapshot", other).body["tasks"] == []
    scene.page.send("agent.revoke", {"agentId": scene.agent_id})
    assert api.get("/agent/snapshot", scene.credential).code == "credential_invalid"
