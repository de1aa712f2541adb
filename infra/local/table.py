"""`ports.Table` on one SQLite file (WAL, synchronous=FULL), with the change feed that stands for a DynamoDB stream.

One writer (`table_writer.py`), a pool of readers that never wait for it, and a lock that keeps a second process away
(`table_file.py`). An acknowledged write survives `kill -9` and a power loss.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chalicelib.services.ports import Item, Key, Write
from chalicelib.services.writes import check_query, distinct, prepare
from infra.local import table_file, table_sql
from infra.local.table_file import DatabaseInUse, DatabaseTooNew
from infra.local.table_writer import Writer

__all__ = ["Change", "DatabaseInUse", "DatabaseTooNew", "SqliteTable"]


@dataclass(frozen=True, slots=True)
class Change:
    """One committed change of a fed item: `old` is None when it is new, `new` is None when it was deleted."""

    seq: int
    old: Item | None
    new: Item | None


class SqliteTable:
    """The Table in the file `path` (its folder must exist).

    `now` gives a Unix time in seconds (for expiry). Changes of items whose sort key is `feed_sk` go to the feed.
    Raises `DatabaseInUse` when the file is open elsewhere, `DatabaseTooNew` when a newer program wrote it, and
    `StartRefused` where a restore was cut short.
    """

    #: No other process can write to it while it is open here.
    exclusive = True

    def __init__(self, path: Path | str, now: Callable[[], float] = time.time, feed_sk: str = "HEAD") -> None:
        self._path = Path(path)
        self._now = now
        self._lock = table_file.lock(self._path)
        try:
            self._writer = Writer(table_file.open_writer(self._path), now, feed_sk)
        except BaseException:
            self._lock.close()
            raise
        self._idle: deque[sqlite3.Connection] = deque()
        self._closed = False

    def get(self, keys: Sequence[Key]) -> dict[Key, Item]:
        """See `ports.Table.get`."""
        wanted = distinct(keys)
        if not wanted:
            return {}
        with self._reader() as connection:
            return table_sql.fetch(connection, wanted, int(self._now()))

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
        with self._reader() as connection:
            return table_sql.select(
                connection,
                pk,
                int(self._now()),
                after=after,
                before=before,
                prefix=prefix,
                limit=limit,
                reverse=reverse,
                index=index,
            )

    def transact(self, writes: Sequence[Write]) -> None:
        """See `ports.Table.transact`. Never raises `Contention`: writers wait for each other."""
        prepared = prepare(writes)
        if prepared:
            self._writer.submit(prepared)

    def items(self) -> Iterator[Item]:
        """All live items as of the first one, in order of their keys; read while writes go on."""
        with self._reader() as connection:
            yield from table_sql.everything(connection, int(self._now()))

    def changes(self, limit: int = 100) -> list[Change]:
        """The oldest changes that are not acknowledged, at most `limit`, in order of commit."""
        with self._reader() as connection:
            rows = connection.execute(table_sql.CHANGES, (self._writer.acknowledged, limit)).fetchall()
        return [_change(row) for row in rows]

    def acknowledge(self, seq: int) -> None:
        """Changes up to and including `seq` are handled. A crash soon after may bring them again."""
        self._writer.acknowledge(seq)

    def wait_for_change(self, timeout: float) -> bool:
        """Wait up to `timeout` seconds for a change that is not acknowledged; whether there is one. One consumer."""
        return self._writer.wait_for_change(timeout)

    def online_backup(self, path: Path | str) -> None:
        """Write a copy as of now to the new file `path`; reads and writes go on. Raises `FileExistsError`.

        Whoever restores it must give HEAD a new `epoch`, since cursors may be ahead of it.
        """
        with self._reader() as connection:
            table_file.back_up(connection, Path(path))

    def close(self) -> None:
        """Wait for the commit under way, close everything and free the file. Calling it again is fine."""
        self._closed = True
        while self._idle:
            self._idle.pop().close()
        self._writer.close()
        self._lock.close()

    @contextmanager
    def _reader(self) -> Iterator[sqlite3.Connection]:
        """A reading connection of this caller's own; as many exist as there ever were readers at once."""
        if self._closed:
            raise sqlite3.ProgrammingError("the table is closed")
        try:
            connection = self._idle.pop()
        except IndexError:
            connection = table_file.connect(self._path, read_only=True)
        try:
            yield connection
        finally:
            self._idle.append(connection)
            if self._closed:
                self.close()


def _change(row: Sequence[Any]) -> Change:
    seq, pk, sk, old_version, old_data, new_version, new_data = row
    key = Key(pk, sk)
    old = None if old_version is None else Item(key, json.loads(old_data), old_version)
    new = None if new_version is None else Item(key, json.loads(new_data), new_version)
    return Change(seq, old, new)
