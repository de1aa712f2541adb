"""What the tools that move whole tables ask about a key, and what a new epoch changes."""

from __future__ import annotations

import pytest

from chalicelib.services import items
from chalicelib.services.log import with_new_epoch
from chalicelib.services.ports import Key, Put, Version
from tests.support.scene import Scene


@pytest.mark.parametrize(
    ("key", "workspace"),
    [
        (items.head("w"), "w"),
        (items.receipt("w", "e"), "w"),
        (Key(items.log("w"), items.position(1)), "w"),
        (items.membership("u", "w"), None),
        (items.schema(), None),
    ],
)
def test_a_key_tells_its_workspace(key: Key, workspace: str | None) -> None:
    assert items.workspace_in(key) == workspace


def test_only_receipts_are_receipts() -> None:
    assert items.receipt_of(items.receipt("w", "e")) == ("w", "e")
    others = [items.head("w"), Key(items.log("w"), "1"), Key(items.agent_log("w", "a"), "1"), items.user("u")]
    assert not any(items.receipt_of(key) for key in others)


def test_rows_of_sockets_and_counters_stay_behind_and_signs_of_life_do_not() -> None:
    gone = [items.connection("c"), Key(items.connections("w"), "c"), items.single("rate", "code/x/1")]
    kept = [items.presence("w", "a"), items.reached("w", "a"), items.head("w"), items.single("cred", "h")]
    assert all(items.of_sockets(key) for key in gone)
    assert not any(items.of_sockets(key) for key in kept)


def test_what_is_good_once_is_known_and_credentials_and_sessions_are_not_of_it() -> None:
    assert all(items.good_once(items.single(kind, "h")) for kind in ("code", "link", "ticket", "pair"))
    assert not any(items.good_once(items.single(kind, "h")) for kind in ("cred", "session", "email"))
    assert not items.good_once(Key("user#u", "link"))


def test_a_new_epoch_keeps_the_position_and_sends_every_client_to_its_snapshot(scene: Scene) -> None:
    scene.task()
    key, before = items.head(scene.workspace), scene.epoch
    head = scene.world.table.get([key])[key]
    scene.world.table.transact([Put(with_new_epoch(head), Version(head.version))])
    assert scene.epoch != before
    after = scene.world.table.get([key])[key]
    assert {**after.data, "epoch": before} == head.data
    back = scene.come_back(epoch=before, lastSequence=1)
    assert back.last("system.resync_required")["payload"]["reason"] == "epoch"
    scene.report(progress=50)
    assert scene.logged("task.status_changed")
