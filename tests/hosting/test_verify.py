"""What `verify` sees: a whole log is whole, and each kind of damage has its sentence."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from chalicelib.services import items
from chalicelib.services.ports import Delete, Expect, Item, Key, Put, Table
from infra.local import folder
from infra.local.commands import run
from infra.local.table import SqliteTable
from infra.transfer.check import verify
from infra.transfer.stores import SqliteSnapshot
from tests.support.scene import Scene, build_scene

Damage = Callable[[SqliteTable, str], None]


def test_a_workspace_in_which_everything_happened_is_whole(scene: Scene, view: SqliteSnapshot) -> None:
    report = verify(view)
    assert report.problems == []
    assert report.workspaces[scene.workspace].sequence == scene.head > 50
    assert report.events >= scene.head
    assert "All is well" in report.text()


def change(table: Table, key: Key, **data: object) -> None:
    item = table.get([key])[key]
    table.transact([Put(Item(key, {**item.data, **data}, indexes=item.indexes), Expect.ANY)])


def event(id: str, sequence: int) -> Key:
    return Key(items.log(id), items.position(sequence))


def a_receipt(table: SqliteTable, id: str) -> Key:
    return next(i.key for i in table.items() if items.receipt_of(i.key) and items.workspace_in(i.key) == id)


def a_task(table: Table, id: str) -> Key:
    return table.query(items.head(id).pk, prefix="p#task#")[0].key


def unlisted(table: Table, id: str) -> None:
    found = next(item for item in table.query(items.log(id), after=items.position(5)) if item.indexes)
    table.transact([Put(Item(found.key, found.data), Expect.ANY)])


DAMAGES: dict[str, Damage] = {
    "stands where event 7 should": lambda t, id: t.transact([Delete(event(id, 7))]),
    "the log ends at": lambda t, id: t.transact([Delete(t.query(items.log(id), reverse=True, limit=1)[0].key)]),
    "events after the head": lambda t, id: change(t, items.head(id), sequence=20),
    "event 7 says that it is 8": lambda t, id: change(t, event(id, 7), sequence=8),
    "event 7 cannot be read": lambda t, id: change(t, event(id, 7), actor="?"),
    "is listed in the wrong place": unlisted,
    "has no receipt": lambda t, id: t.transact([Delete(a_receipt(t, id))]),
    "fits no events": lambda t, id: change(t, a_receipt(t, id), sequence=100_000),
    "is not what the log makes of it": lambda t, id: change(t, a_task(t, id), title="other"),
    "is in the log only": lambda t, id: t.transact([Delete(a_task(t, id))]),
    "is not in the log": lambda t, id: copy_task(t, id),
    "without a head": lambda t, id: t.transact([Delete(items.head(id))]),
    "the head has no epoch": lambda t, id: change(t, items.head(id), epoch=""),
}


def copy_task(table: Table, id: str) -> None:
    key = a_task(table, id)
    item = table.get([key])[key]
    copied = Item(Key(key.pk, key.sk + "x"), {**item.data, "id": item.data["id"] + "x"}, indexes=item.indexes)
    table.transact([Put(copied, Expect.ABSENT)])


@pytest.mark.parametrize("sentence", DAMAGES)
def test_each_damage_is_told_and_nothing_of_the_contents(
    sentence: str, scene: Scene, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(SqliteTable(data / folder.DATABASE)) as table:
        DAMAGES[sentence](table, scene.workspace)
    assert run(["verify", "--data", str(data)]) == 1
    told = capsys.readouterr().out
    assert sentence in told and "problems:" in told
    assert "Tidy up" not in told and "hello" not in told


def test_it_reads_one_moment_while_the_server_writes(scene: Scene) -> None:
    path = scene.world.table._path
    opened = SqliteSnapshot(path)
    later = build_scene(scene.world, "zoe@example.com").workspace
    report = verify(opened)
    assert scene.workspace in report.workspaces and later not in report.workspaces
    assert report.problems == []
    opened.close()
    with closing(SqliteSnapshot(path)) as after:
        assert later in verify(after).workspaces


def test_what_is_no_data_is_refused_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", "--data", str(tmp_path / "none")]) == 1
    assert "There is no data at" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()
    (tmp_path / folder.DATABASE).write_bytes(b"no database" * 1000)
    assert run(["verify", "--data", str(tmp_path)]) == 1
    assert "cannot be read" in capsys.readouterr().err


def test_a_file_of_a_newer_program_is_refused(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(sqlite3.connect(data / folder.DATABASE)) as connection:
        connection.execute("PRAGMA user_version = 99")
    assert run(["verify", "--data", str(data)]) == 1
    assert "Update the program" in capsys.readouterr().err
