"""Export and import between the engines: the log is the same, and clients go on where they were."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from mypy_boto3_dynamodb import DynamoDBClient

from chalicelib.services import items
from chalicelib.services.ports import Contention, Expect, Item, Key, Put, Table
from infra.local import folder
from infra.local.commands import run
from infra.local.table import SqliteTable
from infra.transfer import rootkey
from infra.transfer.check import Report, verify
from infra.transfer.dynamo import DynamoStore
from infra.transfer.exporting import export
from infra.transfer.importing import import_file
from infra.transfer.lines import read_items
from infra.transfer.migrations import migrate
from infra.transfer.refused import Refused
from infra.transfer.stores import Store, snapshot
from tests.hosting.conftest import ROOT_KEY, put_into
from tests.support.scene import Scene, build_scene, position_of
from tests.support.world import World


@dataclass
class Cloud:
    """An empty DynamoDB table, and how the commands name it."""

    store: DynamoStore
    arguments: list[str]


@pytest.fixture
def cloud(dynamodb: DynamoDBClient, dynamodb_endpoint: str, dynamo_name: str, monkeypatch: pytest.MonkeyPatch) -> Cloud:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "test")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "test")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    arguments = ["--table", dynamo_name, "--endpoint-url", dynamodb_endpoint]
    return Cloud(DynamoStore(dynamodb, dynamo_name), arguments)


def serve_from(world: World, table: Table) -> None:
    """A new process on another table."""
    if isinstance(world.table, SqliteTable):
        world.table.close()
    world.table = table  # type: ignore[assignment]
    world.rebuilt()


def contents(file: Path) -> list[tuple[Any, ...]]:
    """An export's items without their versions, in order of their keys."""
    found = [
        (i.key.pk, i.key.sk, json.dumps(i.data, sort_keys=True), i.indexes, i.expires_at) for i in read_items(file)
    ]
    return sorted(found, key=lambda row: row[:2])


def checked(store: Store) -> Report:
    report = verify(store)
    assert report.problems == []
    return report


def test_a_move_to_dynamodb_and_back_keeps_every_item_and_every_client_gets_exactly_what_it_missed(
    scene: Scene, cloud: Cloud, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = scene.world
    other = build_scene(world, "zoe@example.com")
    other.task("open")
    cursor, page_cursor, epoch = position_of(other.adapter), position_of(other.page), other.epoch
    other.leave()
    for number in range(30):
        other.page.send("message.create", {"content": f"你好 😀 {number} {'x' * 900}"}, conversationId="conv-1")
        world.clock.forward(1)
    other.assign("while-away")
    missed = other.log(cursor)
    data = put_into(world, tmp_path / "data")
    with snapshot(data / folder.DATABASE) as view:
        before = checked(view)

    there, back = tmp_path / "there.jsonl", tmp_path / "back.jsonl"
    assert run(["export", "--data", str(data), str(there), "--with-key", str(tmp_path / "key")]) == 0
    assert run(["import", *cloud.arguments, str(there)]) == 0
    assert before.digest in capsys.readouterr().out
    serve_from(world, cloud.store)
    returning(other, epoch, cursor, page_cursor, [event.id for event in missed])

    assert run(["export", *cloud.arguments, "--stopped", str(back)]) == 0
    home = tmp_path / "home"
    assert run(["import", "--data", str(home), "--with-key", str(tmp_path / "key"), str(back)]) == 0
    assert folder.secret(home) == ROOT_KEY
    serve_from(world, SqliteTable(home / folder.DATABASE, now=lambda: world.clock.time.timestamp()))
    assert other.epoch == epoch
    page = world.browser(other.user, other.workspace, epoch=epoch, cursor=page_cursor)
    assert [event["sequence"] for event in page.events()] == list(range(page_cursor + 1, other.head + 1))
    assert [event["id"] for event in page.events()][: len(missed)] == [event.id for event in other.log(page_cursor)][
        : len(missed)
    ]
    other.page = page
    other.task("after-all")


def returning(scene: Scene, epoch: str, cursor: int, page_cursor: int, missed: list[str]) -> None:
    """Old cursors on the new engine."""
    assert scene.epoch == epoch
    page = scene.world.browser(scene.user, scene.workspace, epoch=epoch, cursor=page_cursor)
    assert page.all("system.resync_required") == []
    assert [event["sequence"] for event in page.events()] == list(range(page_cursor + 1, scene.head + 1))
    adapter = scene.world.adapter(scene.credential, epoch=epoch, lastSequence=cursor)
    assert adapter.all("system.resync_required") == []
    frames = [frame["payload"] for frame in adapter.all("system.events")]
    assert frames[0]["from"] == cursor
    assert all(after["from"] == before["to"] for before, after in pairwise(frames))
    assert [task["taskId"] for task in adapter.events("task.assigned")] == ["while-away"]
    assert len(adapter.events("message.delivered")) == 30
    assert {event.id for event in scene.log(cursor)} >= set(missed)


def test_the_file_of_a_move_there_and_back_is_the_same_but_for_versions(
    scene: Scene, data: Path, cloud: Cloud, tmp_path: Path
) -> None:
    there, back, again = (tmp_path / name for name in ("there", "back", "again"))
    with snapshot(data / folder.DATABASE) as view:
        sent = export(view, there, live=False)
        digest = checked(view).digest
    assert migrate(cloud.store) == 0  # as a deployment does: a table that only says its schema is empty
    import_file(cloud.store, there, new_epoch=False)
    returned = export(cloud.store, back, live=False)
    with closing(SqliteTable(tmp_path / "again.db")) as table:
        import_file(table, back, new_epoch=False)
        export(table, again, live=False)
        assert checked(table).digest == checked(cloud.store).digest == digest
    assert contents(there) == contents(back) == contents(again)
    assert {item.version for item in read_items(again)} == {1}
    assert {**sent.counts, "leftOut": 0} == {**returned.counts, "leftOut": 0}
    assert there.stat().st_mode & 0o777 == 0o600


def test_rows_of_sockets_stay_behind_and_signs_of_life_tell_who_did_not_come_back(world: World, tmp_path: Path) -> None:
    scene = build_scene(world)
    with snapshot(world.table._path) as view:
        header = export(view, tmp_path / "file", live=False)
    assert header.counts["leftOut"] >= 4
    serve_from(world, SqliteTable(tmp_path / "new.db", now=lambda: world.clock.time.timestamp()))
    import_file(world.table, tmp_path / "file", new_epoch=False)
    assert world.services.connections.of_workspace(scene.workspace) == []
    assert scene.agent().status == "online"
    world.later(60)
    assert scene.agent().status == "offline"


def test_a_copy_has_a_new_epoch_and_sends_clients_to_their_snapshot(scene: Scene, data: Path, tmp_path: Path) -> None:
    world = scene.world
    other = build_scene(world, "zoe@example.com")
    epoch, cursor = other.epoch, other.head
    link = world.services.accounts.create_sign_in_link("zoe@example.com")
    with snapshot(world.table._path) as view:
        export(view, tmp_path / "file", live=True)
    serve_from(world, SqliteTable(tmp_path / "new.db", now=lambda: world.clock.time.timestamp()))
    with pytest.raises(Refused, match="not stopped"):
        import_file(world.table, tmp_path / "file", new_epoch=False)
    import_file(world.table, tmp_path / "file", new_epoch=True)
    assert other.epoch != epoch
    back = other.come_back(epoch=epoch, lastSequence=cursor)
    assert back.last("system.resync_required")["payload"]["reason"] == "epoch"
    with pytest.raises(Exception, match="link_invalid"):
        world.services.accounts.take_link(link, "en")
    assert checked(world.table).workspaces[other.workspace].sequence == other.head


class Breaking:
    """A store that breaks down at a write; the test goes on with the real one."""

    def __init__(self, store: Store, writes: int) -> None:
        self._store, self._left = store, writes

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def transact(self, writes: Any) -> None:
        if self._left == 0:
            raise ConnectionError("the machine lost power")
        self._left -= 1
        self._store.transact(writes)


@pytest.mark.parametrize("writes", [0, 1, 2, 5])
def test_an_import_that_broke_down_goes_on_and_no_server_starts_on_half_of_it(
    writes: int, scene: Scene, data: Path, tmp_path: Path
) -> None:
    with snapshot(data / folder.DATABASE) as view:
        export(view, tmp_path / "file", live=False)
        digest = checked(view).digest
    new = tmp_path / "new"
    new.mkdir()
    folder.write_secret(new, ROOT_KEY)
    with closing(SqliteTable(new / folder.DATABASE)) as table:
        with pytest.raises(ConnectionError):
            import_file(Breaking(table, writes), tmp_path / "file", new_epoch=False)  # type: ignore[arg-type]
        assert not [item for item in table.items() if items.is_head(item.key)]
    if writes:
        assert run(["verify", "--data", str(new)]) in (0, 1)
        assert run(["serve", "--data", str(new), "--port", "0"]) == 1
        other = tmp_path / "other"
        with snapshot(data / folder.DATABASE) as view:
            export(view, other, live=True)
        with closing(SqliteTable(new / folder.DATABASE)) as table, pytest.raises(Refused, match="Another import"):
            import_file(table, other, new_epoch=True)
    with closing(SqliteTable(new / folder.DATABASE)) as table:
        import_file(table, tmp_path / "file", new_epoch=False)
        assert checked(table).digest == digest
        assert {item.version for item in table.items()} == {1}
        assert items.unfinished_import() not in table.get([items.unfinished_import()])
        with pytest.raises(Refused, match="There is data already"):
            import_file(table, tmp_path / "file", new_epoch=False)


def test_a_table_under_contention_is_waited_for(data: Path, tmp_path: Path) -> None:
    class Busy(Breaking):
        def transact(self, writes: Any) -> None:
            self._left += 1
            if self._left % 3:
                raise Contention("throttled")
            self._store.transact(writes)

    pauses: list[float] = []
    with snapshot(data / folder.DATABASE) as view:
        export(view, tmp_path / "file", live=False)
        digest = checked(view).digest
    with closing(SqliteTable(tmp_path / "new.db")) as table:
        table.transact([Put(Item(items.unfinished_import(), note(tmp_path / "file")), Expect.ABSENT)])
        import_file(Busy(table, 0), tmp_path / "file", new_epoch=False, pause=pauses.append)  # type: ignore[arg-type]
        assert checked(table).digest == digest
    assert pauses and max(pauses) <= 2.0


def note(file: Path) -> dict[str, Any]:
    return {"digest": json.loads(file.read_bytes().splitlines()[0])["digest"], "newEpoch": False}


@pytest.mark.parametrize("damage", ["cut", "changed", "schema", "format", "other"])
def test_a_damaged_or_newer_export_is_refused_before_anything_is_written(
    damage: str, data: Path, tmp_path: Path
) -> None:
    file = tmp_path / "file"
    with snapshot(data / folder.DATABASE) as view:
        export(view, file, live=False)
    raw = file.read_bytes()
    file.write_bytes(
        {
            "cut": raw[:-200],
            "changed": raw[:-30] + b"x" + raw[-29:],
            "schema": raw.replace(b'"schema": 1', b'"schema": 9', 1),
            "format": raw.replace(b'"version": 1', b'"version": 9', 1),
            "other": b"{}\n",
        }[damage]
    )
    with closing(SqliteTable(tmp_path / "new.db")) as table:
        with pytest.raises(Refused):
            import_file(table, file, new_epoch=False)
        assert list(table.items()) == []


def test_an_export_of_data_that_moves_meanwhile_is_refused_and_leaves_no_file(
    scene: Scene, cloud: Cloud, tmp_path: Path
) -> None:
    cloud.store.transact([Put(Item(Key("ws#w", "HEAD"), {"sequence": 1, "epoch": "e", "floor": 1}), Expect.ABSENT)])

    class Moving(Breaking):
        def items(self) -> Iterator[Item]:
            for item in self._store.items():
                yield item
                self._store.transact([Put(item, Expect.ANY)])

    with pytest.raises(Refused, match="Stop what writes"):
        export(Moving(cloud.store, 0), tmp_path / "file", live=True)  # type: ignore[arg-type]
    assert list(tmp_path.glob("file*")) == []


def test_an_export_of_a_running_server_is_good_for_a_copy_only(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, key, new = tmp_path / "file", tmp_path / "key", tmp_path / "new"
    with closing(SqliteTable(data / folder.DATABASE)):
        assert run(["export", "--data", str(data), str(file), "--with-key", str(key)]) == 0
    assert "not for a move" in capsys.readouterr().out
    arguments = ["import", "--data", str(new), "--with-key", str(key), str(file)]
    assert run(arguments) == 1
    assert "--new-epoch" in capsys.readouterr().err
    assert run([*arguments, "--new-epoch"]) == 0


def test_without_the_right_root_key_nothing_is_imported(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, key, new = tmp_path / "file", tmp_path / "key", tmp_path / "new"
    assert run(["export", "--data", str(data), str(file)]) == 0
    assert ROOT_KEY.decode() not in capsys.readouterr().out
    assert run(["import", "--data", str(new), str(file)]) == 1
    assert "--with-key" in capsys.readouterr().err
    rootkey.write(b"o" * 32, key)
    assert run(["import", "--data", str(tmp_path / "newer"), "--with-key", str(key), str(file)]) == 1
    assert "not the one of the exported data" in capsys.readouterr().err
    assert run(["export", "--data", str(data), str(file)]) == 1
    assert "exists; name a new file" in capsys.readouterr().err


def test_a_root_key_travels_as_text_whatever_it_was(tmp_path: Path) -> None:
    for number, key in enumerate([bytes(range(200, 232)), b"a parameter's own text, long enough to be one"]):
        rootkey.write(key, tmp_path / f"{number}")
        assert rootkey.read(tmp_path / f"{number}") == key
        assert (tmp_path / f"{number}").stat().st_mode & 0o777 == 0o600
    (tmp_path / "parameter").write_text("0123456789abcdef0123456789abcdef\n")
    assert rootkey.read(tmp_path / "parameter") == b"0123456789abcdef0123456789abcdef"
    for bad in ("short", "base64:????", ""):
        with pytest.raises(Refused):
            rootkey.of_text(bad)


def test_a_table_that_is_not_there_is_refused_in_words(cloud: Cloud, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", *cloud.arguments[2:], "--table", "nobodys"]) == 1
    assert "The DynamoDB table nobodys cannot be opened" in capsys.readouterr().err


def test_after_another_kind_of_restore_a_command_starts_new_epochs(
    world: World, cloud: Cloud, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scene = build_scene(world)
    epoch = scene.epoch
    with snapshot(world.table._path) as view:
        export(view, tmp_path / "file", live=False)
    import_file(cloud.store, tmp_path / "file", new_epoch=False)
    assert run(["new-epoch", *cloud.arguments]) == 0
    assert "1 workspaces have a new epoch" in capsys.readouterr().out
    key = items.head(scene.workspace)
    assert cloud.store.get([key])[key].data["epoch"] != epoch
    assert run(["migrate", *cloud.arguments]) == 0
