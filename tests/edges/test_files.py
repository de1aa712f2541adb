"""Uploading, and who may have what."""

from __future__ import annotations

import pytest

from chalicelib.lap.limits import FILE_BYTES, FILE_PART_BYTES
from chalicelib.services import uploads
from chalicelib.services.failures import Refused
from chalicelib.services.rates import Rates
from tests.support.api import Api
from tests.support.scene import Scene, build_scene
from tests.support.uploading import PNG, Uploader


def person(api: Api, scene: Scene, email: str = "ann@example.com") -> Uploader:
    return Uploader(api, f"/workspaces/{scene.workspace}/files", api.token(email))


@pytest.fixture
def ann(api: Api, scene: Scene) -> Uploader:
    return person(api, scene)


@pytest.fixture
def agent(api: Api, scene: Scene) -> Uploader:
    return Uploader(api, "/agent/files", scene.credential)


def test_a_file_of_several_parts_is_the_same_when_it_comes_back(api: Api, ann: Uploader) -> None:
    data = bytes(range(33, 127)) * 20_000
    file = ann.file(data, name="long.txt")
    assert file == {"fileId": file["fileId"], "name": "long.txt", "size": len(data), "mimeType": "text/plain"}
    told = ann.address(file["fileId"])
    assert told.status == 200
    assert {name: told.body[name] for name in ("name", "size", "mimeType")} == {
        "name": "long.txt", "size": len(data), "mimeType": "text/plain",
    }  # fmt: skip
    path, _, _ = told.body["url"].partition("?")
    assert path == f"files/{ann.where.split('/')[2]}/{file['fileId']}"
    assert api.world.files.get(path) == data


def test_parts_may_come_in_any_order_and_twice(ann: Uploader) -> None:
    data = b"a" * FILE_PART_BYTES + b"b"
    id = ann.begin("x.txt", len(data)).body["fileId"]
    assert ann.part(id, 1, b"c").body == {"received": len(data)}
    assert ann.part(id, 0, data[:FILE_PART_BYTES]).body == {"received": FILE_PART_BYTES}
    assert ann.done(id, data).code == "file_incomplete"
    ann.part(id, 1, b"b")
    assert ann.done(id, data).status == 200


def test_done_may_be_said_again(ann: Uploader) -> None:
    file = ann.file(b"hello")
    assert ann.done(file["fileId"], b"hello").body == {"file": file}
    assert ann.done(file["fileId"], b"other").code == "id_conflict"


def test_what_is_missing_is_named(ann: Uploader) -> None:
    data = b"a" * (2 * FILE_PART_BYTES + 1)
    id = ann.begin("x.txt", len(data)).body["fileId"]
    ann.part(id, 1, data[:FILE_PART_BYTES])
    refused = ann.done(id, data)
    assert (refused.status, refused.code, refused.body["error"]["details"]) == (
        409, "file_incomplete", {"missing": [0, 2]},
    )  # fmt: skip


def test_no_part_is_longer_than_what_was_announced(ann: Uploader) -> None:
    id = ann.begin("x.txt", 5).body["fileId"]
    for number, data in ((0, b"123456"), (0, b"1234"), (1, b"12345"), (999, b"12345")):
        assert ann.part(id, number, data).code == "invalid_request"
    assert ann.api.post(f"{ann.where}/{id}/parts/0", {"data": "no base6"}, ann.token).code == "invalid_request"
    assert ann.api.post(f"{ann.where}/{id}/parts/-1", {"data": "aGVsbG8="}, ann.token).code == "not_found"
    assert ann.part(id, 0, b"12345").status == 200


def test_a_file_has_at_most_ten_megabytes_and_at_least_one_byte(ann: Uploader) -> None:
    assert (ann.begin("x.txt", FILE_BYTES + 1).status, ann.begin("x.txt", FILE_BYTES + 1).code) == (
        413, "file_too_large",
    )  # fmt: skip
    assert ann.begin("x.txt", FILE_BYTES).status == 201
    assert ann.begin("x.txt", 0).code == "invalid_request"


@pytest.mark.parametrize("told", ["application/x-msdownload", "application/x-executable", "a", "../../x", "image/"])
def test_types_that_are_never_taken_are_refused_at_once(ann: Uploader, told: str) -> None:
    refused = ann.begin("x", 5, told)
    assert (refused.status, refused.code) == (415, "file_type")


@pytest.mark.parametrize(
    ("told", "data"),
    [("image/png", b"GIF89a..."), ("text/plain", b"MZ\x90\0\0"), ("application/octet-stream", b"\x7fELF\2\1\1\0"),
     ("image/jpeg", b"<script>"), ("application/pdf", b"PK\x03\x04"), ("text/html", PNG)],
)  # fmt: skip
def test_what_is_inside_must_be_what_was_told(ann: Uploader, told: str, data: bytes) -> None:
    assert ann.send(data, told).code == "file_type"


def test_nobody_else_goes_on_with_an_upload(api: Api, scene: Scene, ann: Uploader, agent: Uploader) -> None:
    scene.world.member(scene.user, scene.workspace)
    bob = person(api, scene, "bob@example.com")
    id = ann.begin("x.txt", 5).body["fileId"]
    for other in (bob, agent):
        assert other.part(id, 0, b"12345").code == "not_found"
        assert other.done(id, b"12345").code == "not_found"
    ann.part(id, 0, b"12345")
    assert ann.done(id, b"12345").status == 200
    assert bob.done(id, b"12345").code == "not_found"


def test_an_upload_that_is_not_finished_in_a_day_is_forgotten(api: Api, ann: Uploader) -> None:
    id = ann.begin("x.txt", 5).body["fileId"]
    api.world.clock.forward(uploads.UNFINISHED_SECONDS + 1)
    again = Uploader(api, ann.where, api.token())
    assert again.part(id, 0, b"12345").code == "not_found"


def test_of_many_unfinished_uploads_the_oldest_gives_way(api: Api, ann: Uploader) -> None:
    oldest = ann.begin("x.txt", 5).body["fileId"]
    ann.part(oldest, 0, b"12345")
    for _ in range(uploads.UNFINISHED):
        api.world.clock.forward(1)
        newest = ann.begin("x.txt", 5).body["fileId"]
    assert ann.done(oldest, b"12345").code == "not_found"
    ann.part(newest, 0, b"12345")
    assert ann.done(newest, b"12345").status == 200


def test_a_workspace_has_room_for_so_much(api: Api, scene: Scene, ann: Uploader) -> None:
    world = api.world
    small = uploads.Uploads(world.table, world.files, Rates(world.table, world.clock), world.clock, workspace_bytes=9)
    id = small.begin(scene.workspace, "user:a", "x.txt", 5, "text/plain")["fileId"]
    other = small.begin(scene.workspace, "user:a", "x.txt", 5, "text/plain")["fileId"]
    for one in (id, other):
        small.part(scene.workspace, "user:a", one, 0, "aGVsbG8=")
    sha = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"
    small.done(scene.workspace, "user:a", id, sha)
    with pytest.raises(Refused) as refused:
        small.done(scene.workspace, "user:a", other, sha)
    assert refused.value.code == "file_too_large"


def test_viewers_download_and_do_not_upload(api: Api, scene: Scene, ann: Uploader) -> None:
    scene.world.member(scene.user, scene.workspace, "viewer", "eve@example.com")
    eve = person(api, scene, "eve@example.com")
    assert (eve.begin("x.txt", 5).status, eve.begin("x.txt", 5).code) == (403, "not_allowed")
    assert eve.address(ann.file()["fileId"]).status == 200


def test_another_workspaces_files_are_not_there(api: Api, scene: Scene, ann: Uploader) -> None:
    file = ann.file()["fileId"]
    other = build_scene(api.world, "mallory@example.com")
    mallory = person(api, other, "mallory@example.com")
    assert mallory.address(file).code == "not_found"
    assert Uploader(api, ann.where, mallory.token).address(file).code == "not_found"
    assert Uploader(api, "/agent/files", other.credential).address(file).code == "not_found"
    assert Uploader(api, ann.where, "").address(file).code == "unauthenticated"


def test_agents_upload_and_download_until_they_are_revoked(api: Api, scene: Scene, agent: Uploader) -> None:
    file = agent.file(PNG, "image/png", "shot.png")["fileId"]
    assert agent.address(file).status == 200
    scene.page.send("agent.revoke", {"agentId": scene.agent_id})
    scene.world.pump()
    for reply in (agent.address(file), agent.begin("x.txt", 5), agent.part(file, 0, b"1"), agent.done(file, b"1")):
        assert reply.code == "credential_invalid"


def test_an_agent_that_nobody_confirmed_has_no_files(api: Api, scene: Scene) -> None:
    unconfirmed = scene.world.agent(scene.user, scene.workspace, confirmed=False)
    assert Uploader(api, "/agent/files", unconfirmed).begin("x.txt", 5).code == "agent_not_confirmed"


def test_uploads_are_paced(api: Api, scene: Scene, ann: Uploader) -> None:
    codes = [ann.address("nothing").code for _ in range(310)]
    assert codes[0] == "not_found" and codes[-1] == "rate_limited"
