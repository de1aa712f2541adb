"""Where a person is signed in, and signing out elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from chalicelib.services.devices import device_of
from chalicelib.services.ports import Contention, Write
from tests.support.api import Api, Reply
from tests.support.scene import Scene

FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1"


def devices(api: Api, token: str) -> dict[str, bool]:
    return {one["device"]: one["current"] for one in api.get("/me/sessions", token).body["sessions"]}


def id_of(api: Api, token: str, device: str) -> str:
    found = api.get("/me/sessions", token).body["sessions"]
    return str(next(one["id"] for one in found if one["device"] == device))


@pytest.fixture
def desktop(api: Api) -> Reply:
    return api.sign_in(user_agent=FIREFOX)


@pytest.fixture
def phone(api: Api, desktop: Reply) -> Reply:
    return api.sign_in(user_agent=PHONE)


def refreshed(api: Api, signed: Reply) -> Reply:
    return api.post("/auth/refresh", cookie=signed.cookie_pair)


def test_each_sign_in_is_a_device_and_the_own_one_is_marked(api: Api, desktop: Reply, phone: Reply) -> None:
    assert devices(api, desktop.body["accessToken"]) == {"Firefox · Windows": True, "Safari · iPhone": False}
    assert devices(api, phone.body["accessToken"]) == {"Firefox · Windows": False, "Safari · iPhone": True}


def test_going_on_is_the_same_device_with_a_later_use(api: Api, desktop: Reply) -> None:
    before = api.get("/me/sessions", desktop.body["accessToken"]).body["sessions"]
    api.world.later(3600)
    again = refreshed(api, desktop)
    [after] = api.get("/me/sessions", again.body["accessToken"]).body["sessions"]
    assert (after["id"], after["createdAt"], after["device"]) == tuple(
        before[0][name] for name in ("id", "createdAt", "device")
    )
    assert after["lastUsedAt"] > before[0]["lastUsedAt"]


def test_a_device_that_is_signed_out_cannot_go_on(api: Api, desktop: Reply, phone: Reply) -> None:
    token = desktop.body["accessToken"]
    assert api.post(f"/me/sessions/{id_of(api, token, 'Safari · iPhone')}/end", {}, token).status == 200
    assert refreshed(api, phone).code == "unauthenticated"
    assert refreshed(api, desktop).status == 200
    assert list(devices(api, token)) == ["Firefox · Windows"]


def test_its_sockets_close_and_it_gets_no_ticket_although_its_access_token_lives(
    api: Api, scene: Scene, desktop: Reply, phone: Reply
) -> None:
    open_page = scene.world.browser(scene.user, scene.workspace)
    token, ended = desktop.body["accessToken"], phone.body["accessToken"]
    api.post("/me/sessions/end-all", {}, token)
    assert scene.world.wires.closed[open_page.id] == 1012
    assert scene.adapter.id not in scene.world.wires.closed
    assert api.post(f"/workspaces/{scene.workspace}/tickets", {}, ended).code == "unauthenticated"
    assert api.post(f"/workspaces/{scene.workspace}/tickets", {}, token).status == 201


def test_an_ended_device_opens_no_new_way_in_although_its_access_token_lives(
    api: Api, scene: Scene, desktop: Reply, phone: Reply
) -> None:
    here, ended = f"/workspaces/{scene.workspace}", phone.body["accessToken"]
    api.post("/me/sessions/end-all", {}, desktop.body["accessToken"])
    for path, body in {
        f"{here}/tokens": {"name": "kept"}, f"{here}/members": {"email": "mallory@example.com", "role": "owner"},
        f"{here}/pairings": {"kind": "sdk"}, "/me/sessions/end-all": {},
    }.items():  # fmt: skip
        assert api.post(path, body, ended).code == "unauthenticated", path
    assert refreshed(api, desktop).status == 200


def test_an_ended_device_decides_nothing(api: Api, scene: Scene, desktop: Reply, phone: Reply) -> None:
    scene.task()
    scene.ask("card-high", risk="high")
    api.post("/me/sessions/end-all", {}, desktop.body["accessToken"])
    response = {"type": "approval", "optionId": "approve"}
    envelope = {
        "id": "too-late", "type": "interaction.respond", "version": "0.1", "occurredAt": "2026-07-24T12:00:00Z",
        "payload": {"interactionId": "card-high", "digest": scene.card("card-high").digest, "response": response},
    }  # fmt: skip
    reply = api.post(f"/workspaces/{scene.workspace}/envelopes", envelope, phone.body["accessToken"])
    assert reply.code == "unauthenticated"
    assert scene.card("card-high").status == "pending"


def test_signing_out_everywhere_reaches_every_device_however_many(api: Api, desktop: Reply) -> None:
    tokens = api.world.services.accounts.tokens
    user_id = desktop.body["user"]["id"]
    for _ in range(201):
        tokens.start(user_id)
    assert api.post("/me/sessions/end-all", {}, desktop.body["accessToken"]).body == {"ended": 201}
    assert list(devices(api, desktop.body["accessToken"])) == ["Firefox · Windows"]


def test_a_refresh_that_met_another_write_is_tried_again(
    api: Api, desktop: Reply, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit, failures = api.world.table.transact, iter([Contention("at this moment")])

    def contended(writes: Sequence[Write]) -> None:
        for failure in failures:
            raise failure
        commit(writes)

    monkeypatch.setattr(api.world.table, "transact", contended)
    again = refreshed(api, desktop)
    api.world.later(3600)
    assert refreshed(api, again).status == 200


def test_signing_out_everywhere_may_keep_this_device(api: Api, desktop: Reply, phone: Reply) -> None:
    token = desktop.body["accessToken"]
    assert api.post("/me/sessions/end-all", {"exceptCurrent": True}, token).body == {"ended": 1}
    assert api.post("/me/sessions/end-all", {"exceptCurrent": False}, token).body == {"ended": 1}
    assert refreshed(api, desktop).code == refreshed(api, phone).code == "unauthenticated"


def test_signing_out_takes_the_device_off_the_list(api: Api, desktop: Reply, phone: Reply) -> None:
    api.post("/auth/signout", cookie=phone.cookie_pair)
    assert list(devices(api, desktop.body["accessToken"])) == ["Firefox · Windows"]


def test_nobody_ends_another_person_s_sign_in(api: Api, desktop: Reply) -> None:
    mine = id_of(api, desktop.body["accessToken"], "Firefox · Windows")
    other = api.token("mallory@example.com")
    api.post(f"/me/sessions/{mine}/end", {}, other)
    api.post("/me/sessions/end-all", {}, other)
    assert refreshed(api, desktop).status == 200


def test_a_foreign_page_ends_nothing(api: Api, desktop: Reply) -> None:
    token = desktop.body["accessToken"]
    reply = api.post("/me/sessions/end-all", {}, token, origin="https://evil.example")
    assert reply.code == "origin_not_allowed"
    assert refreshed(api, desktop).status == 200


@pytest.mark.parametrize(
    ("agent", "device"),
    [(FIREFOX, "Firefox · Windows"), (PHONE, "Safari · iPhone"), ("curl/8.0", ""), ("", ""),
     ("Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36", "Chrome · Linux"),
     ("Mozilla/5.0 (Linux; Android 15) Chrome/140 Mobile Safari/537 MicroMessenger/8.0", "WeChat · Android"),
     ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Chrome/140 Safari/537 Edg/140", "Edge · macOS")],
)  # fmt: skip
def test_browsers_are_told_apart(agent: str, device: str) -> None:
    assert device_of(agent) == device
