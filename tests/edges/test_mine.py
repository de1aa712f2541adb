"""Pins, read positions, snoozes and drafts: each person's own, on all of their devices."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.api import Api
from tests.support.scene import Scene


@pytest.fixture
def ann(api: Api, scene: Scene) -> Mine:
    return Mine(api, scene, "ann@example.com")


class Mine:
    """One person's, over HTTP."""

    def __init__(self, api: Api, scene: Scene, email: str) -> None:
        self.api, self.token = api, api.token(email)
        self.path = f"/workspaces/{scene.workspace}/mine"

    def set(self, kind: str, id: str, value: Any) -> Any:
        return self.api.post(self.path, {"entries": [{"kind": kind, "id": id, "value": value}]}, self.token)

    def all(self) -> dict[str, Any]:
        return {f"{e['kind']}/{e['id']}": e["value"] for e in self.api.get(self.path, self.token).body["entries"]}


VALUES: dict[str, Any] = {
    "pin": {}, "seen": {}, "dismissed": {}, "read": {"sequence": 7}, "snooze": {"until": "2026-07-25T08:00:00.000Z"},
    "draft": {"text": "half a thought", "links": [], "device": "this browser"},
}  # fmt: skip


@pytest.mark.parametrize("kind", VALUES)
def test_what_is_kept_is_found_again_and_taken_away_by_null(ann: Mine, kind: str) -> None:
    reply = ann.set(kind, "conv-1", VALUES[kind])
    assert (reply.status, reply.body["entries"][0]["value"]) == (200, VALUES[kind])
    assert ann.all() == {f"{kind}/conv-1": VALUES[kind]}
    ann.set(kind, "conv-1", None)
    assert ann.all() == {}


def test_a_read_position_only_grows(ann: Mine) -> None:
    ann.set("read", "conv-1", {"sequence": 9})
    assert ann.set("read", "conv-1", {"sequence": 4}).body["entries"][0]["value"] == {"sequence": 9}
    assert ann.all() == {"read/conv-1": {"sequence": 9}}


def test_a_snooze_may_wait_for_an_agent(ann: Mine, scene: Scene) -> None:
    ann.set("snooze", "card-1", {"whenOnline": scene.agent_id})
    assert ann.all() == {"snooze/card-1": {"whenOnline": scene.agent_id}}


@pytest.mark.parametrize(
    "entry",
    [{"kind": "secret", "id": "x", "value": {}}, {"kind": "pin", "id": "x/y", "value": {}}, {"kind": "read", "id": "c"},
     {"kind": "read", "id": "c", "value": {"sequence": -1}}, {"kind": "snooze", "id": "c", "value": {"until": "soon"}},
     {"kind": "draft", "id": "c", "value": {"text": "x" * 16_001, "links": [], "device": "d"}}, "text", None],
)  # fmt: skip
def test_what_makes_no_sense_is_refused_and_changes_nothing(ann: Mine, entry: Any) -> None:
    good = {"kind": "pin", "id": "conv-1", "value": {}}
    reply = ann.api.post(ann.path, {"entries": [good, entry]}, ann.token)
    assert (reply.status, reply.code) == (400, "invalid_request")
    assert ann.all() == {}


def test_other_pages_of_the_same_person_hear_of_it_and_nobody_else(ann: Mine, scene: Scene) -> None:
    second = scene.world.browser(scene.user, scene.workspace)
    before = len(scene.adapter.frames)
    ann.set("pin", "conv-1", {})
    for page in (scene.page, second):
        [frame] = page.all("system.mine")
        assert [(e["kind"], e["id"], e["value"]) for e in frame["payload"]["entries"]] == [("pin", "conv-1", {})]
    assert len(scene.adapter.frames) == before
    assert all(event.type != "system.mine" for event in scene.log())


def test_a_viewer_has_their_own_and_a_stranger_none(api: Api, scene: Scene, ann: Mine) -> None:
    ann.set("pin", "conv-1", {})
    api.post(f"/workspaces/{scene.workspace}/members", {"email": "vera@example.com", "role": "viewer"}, ann.token)
    vera = Mine(api, scene, "vera@example.com")
    assert vera.all() == {}
    assert vera.set("read", "conv-1", {"sequence": 1}).status == 200
    assert ann.all() == {"pin/conv-1": {}}
    stranger = Mine(api, scene, "mallory@example.com")
    assert api.get(stranger.path, stranger.token).status in (403, 404)
    assert stranger.set("pin", "conv-1", {}).status in (403, 404)


def test_marks_of_what_is_long_over_are_forgotten_and_pins_are_not(ann: Mine, scene: Scene) -> None:
    ann.set("seen", "card-1", {})
    ann.set("pin", "conv-1", {})
    scene.world.later(91 * 24 * 3600)
    ann.token = ann.api.token("ann@example.com")
    assert ann.all() == {"pin/conv-1": {}}


def test_a_long_draft_is_kept_although_no_frame_holds_it(ann: Mine, scene: Scene) -> None:
    long = {"text": "字" * 16_000, "links": [], "device": "d"}
    assert ann.set("draft", "conv-1", long).status == 200
    assert ann.all() == {"draft/conv-1": long}
    assert scene.page.all("system.mine") == []


def test_there_is_an_end_to_how_much_is_kept(ann: Mine, scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chalicelib.services.mine.MOST", 3)
    for n in range(3):
        assert ann.set("seen", f"card-{n}", {}).status == 200
    assert ann.set("seen", "card-3", {}).code == "limit_reached"
    assert ann.set("seen", "card-0", {}).status == 200
