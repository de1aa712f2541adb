"""Of which shape the stored items are, and how older ones become today's.

Migration n takes an item of schema n and gives it as schema n + 1, or as it is if it does not concern it. It is a pure
function that may meet its own result (a crash, and it starts over): then it changes nothing. It keeps keys. One that
runs on DynamoDB while the product serves must give what the program before it can still read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from chalicelib.services import items
from chalicelib.services.ports import ConditionFailed, Contention, Expect, Item, Put, Table, Version
from infra.transfer.refused import Refused
from infra.transfer.stores import Store

Migration = Callable[[Item], Item]

#: Append, never edit; `items.SCHEMA` is one more than there are.
MIGRATIONS: tuple[Migration, ...] = ()

BATCH = 50
TRIES = 20


@dataclass(frozen=True, slots=True)
class Mark:
    """What the data says of itself: its schema and the fingerprint of its root key ("" if it does not say)."""

    schema: int
    key: str
    item: Item | None


def read_mark(table: Table, newest: int = items.SCHEMA) -> Mark:
    """The mark. Raises `Refused` for data of a newer program and for an unfinished import."""
    found = table.get([items.schema(), items.unfinished_import()])
    if items.unfinished_import() in found:
        raise Refused("An import into this data is not complete. Run the same import again: it goes on where it was.")
    item = found.get(items.schema())
    mark = Mark(int(item.data["schema"]), str(item.data.get("key", "")), item) if item else Mark(1, "", None)
    if mark.schema > newest:
        raise Refused(f"The data is of schema {mark.schema}, this program knows {newest}. Update the program.")
    return mark


def write_mark(table: Table, mark: Mark, schema: int, key: str) -> Mark:
    """Say so, unless it is said already; gives the mark that is there now."""
    data: dict[str, Any] = {"schema": schema} | ({"key": key} if key else {})
    if mark.item is not None and dict(mark.item.data) == data:
        return mark
    item = Item(items.schema(), data)
    table.transact([Put(item, Version(mark.item.version) if mark.item else Expect.ABSENT)])
    return read_mark(table, schema)


def is_empty(store: Store) -> bool:
    """Whether nothing is stored, but for what the data says of itself."""
    ours = (items.schema(), items.unfinished_import())
    return next((item for item in store.items() if item.key not in ours), None) is None


def migrate(
    store: Store,
    *,
    migrations: Sequence[Migration] = MIGRATIONS,
    key: str = "",
    before: Callable[[int], None] = lambda schema: None,
) -> int:
    """Bring all items to the newest schema; how many changed. Safe to repeat after a crash at any point.

    `before` is called with the old schema once something is to do (a backup). `key` is the root key's fingerprint,
    noted beside. Raises `Refused` as `read_mark` does.
    """
    newest = len(migrations) + 1
    mark = read_mark(store, newest)
    if mark.item is None and is_empty(store):
        write_mark(store, mark, newest, key)
        return 0
    if mark.schema < newest:
        before(mark.schema)
    changed = 0
    for number in range(mark.schema, newest):
        changed += _run(store, migrations[number - 1])
        mark = write_mark(store, mark, number + 1, key or mark.key)
    write_mark(store, mark, newest, key or mark.key)
    return changed


def _run(store: Store, migration: Migration) -> int:
    changed = 0
    for batch in _batches(_changed(store, migration)):
        try:
            store.transact([Put(after, Version(after.version)) for after in batch])
        except (ConditionFailed, Contention):  # somebody else wrote one of them, or deleted it: one by one
            for item in batch:
                _alone(store, item, migration)
        changed += len(batch)
    return changed


def _changed(store: Store, migration: Migration) -> Iterator[Item]:
    for item in store.items():
        after = migration(item)
        if after.key != item.key:
            raise ValueError("a migration keeps the keys")
        if after != item:
            yield after


def _batches(changed: Iterator[Item]) -> Iterator[list[Item]]:
    batch: list[Item] = []
    for item in changed:
        batch.append(item)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _alone(store: Store, item: Item, migration: Migration) -> None:
    for _ in range(TRIES):
        try:
            now = store.get([item.key]).get(item.key)
            if now is None or (after := migration(now)) == now:
                return
            store.transact([Put(after, Version(now.version))])
            return
        except (ConditionFailed, Contention):
            continue
    raise Refused(f"An item of {item.key.pk} is written all the time. Stop the traffic and run it again.")
