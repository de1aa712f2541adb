"""Tables that can be walked whole: a SQLite file as of one moment while its server runs, and DynamoDB.

Only here is a Scan allowed: the product itself finds everything by key.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from chalicelib.services.ports import Item, Key, Table, Write
from chalicelib.services.writes import check_query, distinct
from infra.local import table_file, table_sql
from infra.local.restoring import refuse_half_done
from infra.transfer.refused import Refused

if TYPE_CHECKING:
    from infra.transfer.dynamo import DynamoStore


class Store(Table, Protocol):
    """A Table that gives all it has. `exclusive`: no other process can write to it while it is open."""

    @property
    def exclusive(self) -> bool: ...

    def items(self) -> Iterator[Item]:
        """Every live item once, in any order."""
        ...


class SqliteSnapshot:
    """A SQLite file as of one moment, for one thread. Its server may run and write on; this holds no lock of it.

    Raises `Refused` for a file that is not there or that a newer program wrote, `StartRefused` where a restore was cut
    short.
    """

    exclusive = False

    def __init__(self, path: Path, now: Callable[[], float] = time.time) -> None:
        refuse_half_done(path.parent)
        if not path.is_file():
            raise Refused(f"There is no data at {path}.")
        self._now = now
        try:
            self._connection = table_file.connect(path, read_only=True)
        except sqlite3.Error as error:
            raise _unreadable(path, error) from error
        try:
            table_file.schema_of(self._connection, path)
            self._connection.execute("BEGIN")
            self._connection.execute("SELECT 1 FROM items LIMIT 1").fetchone()  # from here on nothing changes
        except (table_file.DatabaseTooNew, sqlite3.Error) as error:
            self._connection.close()
            raise _unreadable(path, error) from error

    def get(self, keys: Sequence[Key]) -> dict[Key, Item]:
        """See `ports.Table.get`."""
        wanted = distinct(keys)
        return table_sql.fetch(self._connection, wanted, int(self._now())) if wanted else {}

    def query(
        self,
        pk: str,
        *,
        after: str | None = None,
        before: str | None = None,
        prefix: str | None = None,
        limit: int = 100,
        reverse: bool = False,
        index: str | None = None,
    ) -> list[Item]:
        """See `ports.Table.query`."""
        check_query(limit, index)
        bounds = {"after": after, "before": before, "prefix": prefix, "index": index}
        return table_sql.select(self._connection, pk, int(self._now()), **bounds, limit=limit, reverse=reverse)

    def transact(self, writes: Sequence[Write]) -> None:
        """A moment that has passed cannot be changed: raises `Refused`."""
        raise Refused("This is a reading view.")

    def items(self) -> Iterator[Item]:
        """See `Store.items`; in order of their keys."""
        return table_sql.everything(self._connection, int(self._now()))

    def close(self) -> None:
        """Give the moment up."""
        self._connection.close()


def _unreadable(path: Path, error: Exception) -> Refused:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    hint = ". SQLite must be able to write in its folder" if code == sqlite3.SQLITE_CANTOPEN else ""
    return Refused(f"{path} cannot be read: {error}{hint}.")


@contextmanager
def snapshot(path: Path) -> Iterator[SqliteSnapshot]:
    """The file as of now, closed at the end of the block."""
    opened = SqliteSnapshot(path)
    try:
        yield opened
    finally:
        opened.close()


@contextmanager
def dynamo(table_name: str, endpoint_url: str | None) -> Iterator[DynamoStore]:
    """The DynamoDB table `table_name`, with the credentials and the region that boto3 finds. Raises `Refused`, also for
    what AWS refuses during the block."""
    # Imported on use: one machine needs none of it.
    from infra.transfer.dynamo import open_store, refusals

    with refusals(table_name):
        yield open_store(table_name, endpoint_url)
