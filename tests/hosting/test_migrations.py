"""Stored items of an older shape become today's: with migrations that are made up, since there are none yet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from mypy_boto3_dynamodb import DynamoDBClient

from chalicelib.services import items
from chalicelib.services.ports import ConditionFailed, Expect, Item, Key, Put, Write
from infra.local import folder
from infra.local.commands import run
from infra.local.refused import StartRefused
from infra.local.table import SqliteTable
from infra.local.upgrade import upgrade
from infra.transfer import rootkey
from infra.transfer.dynamo import DynamoStore
from infra.transfer.migrations import BATCH, MIGRATIONS, migrate, read_mark
from infra.transfer.refused import Refused
from infra.transfer.stores import Store, snapshot
from tests.hosting.conftest import ROOT_KEY

COUNT = 3 * BATCH + 7


def shout(item: Item) -> Item:
    """Schema 1 to 2: names are upper case, and listed."""
    if not item.key.sk.startswith("row"):
        return item
    name = str(item.data["name"]).upper()
    return replace(item, data={**item.data, "name": name}, indexes={"lsi1": name})


def count(item: Item) -> Item:
    """Schema 2 to 3: `length` beside the name."""
    return replace(item, data={**item.data, "length": len(item.data["name"])}) if "name" in item.data else item


@pytest.fixture(params=["sqlite", "dynamodb"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """Filled by a program of schema 1, which did not note it."""
    if request.param == "sqlite":
        with closing(SqliteTable(tmp_path / "lineup.db")) as table:
            fill(table)
            yield table
        return
    client: DynamoDBClient = request.getfixturevalue("dynamodb")
    made = DynamoStore(client, request.getfixturevalue("dynamo_name"))
    fill(made)
    yield made


def fill(store: Store) -> None:
    for number in range(0, COUNT, 50):
        rows = range(number, min(number + 50, COUNT))
        store.transact([Put(Item(Key("p", f"row{n:05}"), {"name": f"ann{n}"}), Expect.ABSENT) for n in rows])
    store.transact([Put(Item(items.head("w"), {"sequence": 0, "epoch": "e", "floor": 1}), Expect.ABSENT)])


def rows(store: Store) -> list[Item]:
    found: list[Item] = []
    while page := store.query("p", after=found[-1].key.sk if found else None, limit=1000):
        found += page
    return found


def migrated(store: Store) -> None:
    expected = [{"name": f"ANN{n}", "length": len(f"ann{n}")} for n in range(COUNT)]
    assert [dict(item.data) for item in rows(store)] == expected
    assert read_mark(store, 3).schema == 3
    assert store.query("p", index="lsi1", prefix="ANN7", limit=1)


def test_items_are_brought_through_every_schema_once(store: Store) -> None:
    assert migrate(store, migrations=(shout, count)) == 2 * COUNT
    migrated(store)
    versions = {item.version for item in rows(store)}
    assert versions == {3}
    assert migrate(store, migrations=(shout, count)) == 0
    assert {item.version for item in rows(store)} == versions


class Dying:
    """A store whose process dies at a write."""

    def __init__(self, store: Store, writes: int) -> None:
        self._store, self._left = store, writes

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def transact(self, writes: Sequence[Write]) -> None:
        if not self._left:
            raise KeyboardInterrupt
        self._left -= 1
        self._store.transact(writes)


@pytest.mark.parametrize("writes", range(10))
def test_a_crash_at_any_write_loses_nothing_and_the_next_start_goes_on(writes: int, store: Store) -> None:
    with pytest.raises(KeyboardInterrupt):
        migrate(Dying(store, writes), migrations=(shout, count))  # type: ignore[arg-type]
    migrate(store, migrations=(shout, count))
    migrated(store)


def test_a_write_of_the_product_meanwhile_is_kept(store: Store) -> None:
    class Raced(Dying):
        def transact(self, writes: Sequence[Write]) -> None:
            if self._left == -1 and len(writes) > 1:  # once, before the first batch
                self._left = -2
                other = Item(Key("p", "row00003"), {"name": "changed"})
                self._store.transact([Put(other, Expect.ANY)])
            self._store.transact(writes)

    migrate(Raced(store, -1), migrations=(shout,))  # type: ignore[arg-type]
    names = [item.data["name"] for item in rows(store)]
    assert names[3] == "CHANGED"
    assert names[4] == "ANN4" and names[0] == "ANN0"


def test_data_of_a_newer_program_is_refused(store: Store) -> None:
    migrate(store, migrations=(shout, count))
    with pytest.raises(Refused, match="schema 3, this program knows 2"):
        migrate(store, migrations=(shout,))
    with pytest.raises(ConditionFailed):
        store.transact([Put(Item(items.schema(), {}), Expect.ABSENT)])


def test_the_schema_number_and_the_migrations_fit() -> None:
    assert len(MIGRATIONS) + 1 == items.SCHEMA


def test_an_empty_table_begins_at_the_newest_schema(tmp_path: Path) -> None:
    with closing(SqliteTable(tmp_path / "lineup.db")) as table:
        assert migrate(table, migrations=(shout, count)) == 0
        assert read_mark(table, 3).schema == 3


# --- the embedded runtime's start ---


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A folder of a program of schema 1."""
    made = tmp_path / "old"
    made.mkdir()
    folder.write_secret(made, ROOT_KEY)
    with closing(SqliteTable(made / folder.DATABASE)) as table:
        fill(table)
    return made


def test_before_a_migration_the_database_is_copied_beside(old: Path) -> None:
    with closing(SqliteTable(old / folder.DATABASE)) as table:
        upgrade(table, old, (shout, count))
        migrated(table)
        upgrade(table, old, (shout, count))
    (copy,) = old.glob("before-upgrade-1-*.sqlite3")
    with snapshot(copy) as view:
        assert rows(view)[0].data == {"name": "ann0"}


def test_a_start_without_anything_to_migrate_copies_nothing_and_notes_the_key(old: Path) -> None:
    with closing(SqliteTable(old / folder.DATABASE)) as table:
        upgrade(table, old)
        assert read_mark(table).key == rootkey.fingerprint(ROOT_KEY)
    assert list(old.glob("before-*")) == []


def test_an_upgrade_that_the_program_does_not_know_stops_the_start(
    old: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(SqliteTable(old / folder.DATABASE)) as table:
        upgrade(table, old, (shout, count))
    assert run(["--data", str(old), "--port", "0"]) == 1
    assert "LineUp cannot start: The data is of schema 3" in capsys.readouterr().err
    assert run(["migrate", "--data", str(old)]) == 1


@pytest.mark.parametrize("key", [None, b"x" * 32])
def test_a_root_key_that_is_gone_or_another_stops_the_start_instead_of_making_a_new_one(
    key: bytes | None, old: Path
) -> None:
    with closing(SqliteTable(old / folder.DATABASE)) as table:
        upgrade(table, old)
        (old / folder.SECRET).unlink()
        if key:
            folder.write_secret(old, key)
        with pytest.raises(StartRefused, match="back from a backup"):
            upgrade(table, old)
    assert (old / folder.SECRET).exists() == bool(key)
