"""The SQL of the SQLite Table: one statement for each kind of write, and the two reads.

A write's condition is part of its statement: rows that a statement did not change are conditions that did not hold.
Which ones is looked up only then. An item that has expired but is still stored counts as absent everywhere.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from typing import Any

from chalicelib.services.ports import INDEXES, Check, Delete, Expect, Expectation, Item, Key, Put, Version, Write
from chalicelib.services.writes import key_of

Row = tuple[Any, ...]

COLUMNS = "pk, sk, version, data, expires_at, lsi1, lsi2"
LIVE = "(expires_at IS NULL OR expires_at > :now)"
# Python's sqlite3 binds None slowly (it looks for an adapter each time): "" stands for NULL, none of these can be "".
_OPTIONAL = "NULLIF(?4, ''), NULLIF(?5, ''), NULLIF(?6, '')"
_CONTENT = f"(data, expires_at, lsi1, lsi2) = (?3, {_OPTIONAL})"
_INSERT = f"""INSERT INTO items ({COLUMNS}) VALUES (?1, ?2, 1, ?3, {_OPTIONAL})
    ON CONFLICT (pk, sk) DO UPDATE SET {_CONTENT}, version = """
PUT_ABSENT = f"{_INSERT} 1 WHERE items.expires_at <= ?7"
PUT_ANY = f"{_INSERT} items.version + 1"
PUT_VERSION = f"""UPDATE items SET {_CONTENT}, version = version + 1
    WHERE pk = ?1 AND sk = ?2 AND version = ?7 AND (expires_at IS NULL OR expires_at > ?8)"""
DELETE = "DELETE FROM items WHERE pk = ? AND sk = ?"
LIVE_VERSION = f"SELECT version FROM items WHERE pk = :pk AND sk = :sk AND {LIVE}"
PUT_CHANGE = """INSERT INTO changes
    SELECT ?1, ?2, ?3, old.version, old.data, iif(?5, 1, coalesce(old.version, 0) + 1), ?4
    FROM (SELECT ?2 AS pk, ?3 AS sk) LEFT JOIN items AS old USING (pk, sk)"""
DELETE_CHANGE = """INSERT INTO changes
    SELECT ?1, pk, sk, version, data, NULL, NULL FROM items WHERE pk = ?2 AND sk = ?3"""
CHANGES = "SELECT * FROM changes WHERE seq > ? ORDER BY seq LIMIT ?"
FORGET = "DELETE FROM changes WHERE seq <= ?"
EXPIRED = "SELECT pk, sk FROM items WHERE expires_at <= :now LIMIT :most"


class Plan:
    """The writes of one transaction, sorted by statement; `now` is a Unix time in seconds.

    One `executemany` for each kind of put costs half of a call for each. At most one write per key: any order will do.
    `fed` are the writes of items at `feed_sk`.
    """

    __slots__ = ("absent", "any", "deletes", "fed", "guards", "now", "version", "writes")

    def __init__(self, writes: Sequence[tuple[Write, str]], now: int, feed_sk: str) -> None:
        self.writes = writes
        self.now = now
        self.absent: list[Row] = []
        self.any: list[Row] = []
        self.version: list[Row] = []
        self.guards: list[Delete | Check] = []
        self.deletes: list[Row] = []
        self.fed: list[tuple[Put | Delete, str]] = []
        for write, data in writes:
            if isinstance(write, Put):
                self._put(write, data)
                key = write.item.key
            else:
                self._guard(write)
                key = write.key
            if key.sk == feed_sk and not isinstance(write, Check):
                self.fed.append((write, data))

    def record(self, connection: sqlite3.Connection, seq: int) -> int:
        """Before `run`: write what it will change to the feed, after change `seq`; gives the last one."""
        for write, data in self.fed:
            key = key_of(write)
            if isinstance(write, Put):
                row: Row = (seq + 1, key.pk, key.sk, data, write.expect is Expect.ABSENT)
                seq += connection.execute(PUT_CHANGE, row).rowcount
            else:
                seq += connection.execute(DELETE_CHANGE, (seq + 1, key.pk, key.sk)).rowcount
        return seq

    def run(self, connection: sqlite3.Connection) -> bool:
        """Write inside the open transaction; False when a condition does not hold: the caller must roll back."""
        for write in self.guards:
            if not _holds(connection, write.key, write.expect, self.now):
                return False
        for statement, rows in ((PUT_VERSION, self.version), (PUT_ABSENT, self.absent), (PUT_ANY, self.any)):
            if rows and connection.executemany(statement, rows).rowcount != len(rows):
                return False
        if self.deletes:
            connection.executemany(DELETE, self.deletes)
        return True

    def failing(self, connection: sqlite3.Connection) -> list[Key]:
        """The keys whose conditions do not hold, after the rollback."""
        conditions = [(key_of(write), write.expect) for write, _ in self.writes]
        return [key for key, expect in conditions if not _holds(connection, key, expect, self.now)]

    def _put(self, write: Put, data: str) -> None:
        item, expect = write.item, write.expect
        key, lsi1, lsi2 = item.key, "", ""
        if item.indexes:
            lsi1, lsi2 = item.indexes.get("lsi1", ""), item.indexes.get("lsi2", "")
        expires_at = "" if item.expires_at is None else item.expires_at
        if expect is Expect.ABSENT:
            self.absent.append((key.pk, key.sk, data, expires_at, lsi1, lsi2, self.now))
        elif isinstance(expect, Version):
            self.version.append((key.pk, key.sk, data, expires_at, lsi1, lsi2, expect.number, self.now))
        else:
            self.any.append((key.pk, key.sk, data, expires_at, lsi1, lsi2))

    def _guard(self, write: Delete | Check) -> None:
        if write.expect is not Expect.ANY:
            self.guards.append(write)
        if isinstance(write, Delete):
            self.deletes.append((write.key.pk, write.key.sk))


def _holds(connection: sqlite3.Connection, key: Key, expect: Expectation, now: int) -> bool:
    if expect is Expect.ANY:
        return True
    row = connection.execute(LIVE_VERSION, {"pk": key.pk, "sk": key.sk, "now": now}).fetchone()
    return row == (expect.number,) if isinstance(expect, Version) else row is None


def purge(connection: sqlite3.Connection, now: int, most: int) -> None:
    """Remove up to `most` items that have expired."""
    gone = connection.execute(EXPIRED, {"now": now, "most": most}).fetchall()
    connection.executemany(DELETE, gone)


def fetch(connection: sqlite3.Connection, keys: Sequence[Key], now: int) -> dict[Key, Item]:
    """The live items of `keys`, by one statement, so at one moment."""
    pairs = ", ".join(["(?, ?)"] * len(keys))
    names = [part for key in keys for part in (key.pk, key.sk)]
    # A join, since SQLite walks the whole table for `(pk, sk) IN (VALUES ...)`.
    wanted = f"WITH wanted (pk, sk) AS (VALUES {pairs})"
    rows = connection.execute(f"{wanted} SELECT {COLUMNS} FROM wanted CROSS JOIN items USING (pk, sk)", names)
    items = [item_of(row) for row in rows]
    return {item.key: item for item in items if item.expires_at is None or item.expires_at > now}


def select(
    connection: sqlite3.Connection,
    pk: str,
    now: int,
    *,
    after: str | None,
    before: str | None,
    prefix: str | None,
    limit: int,
    reverse: bool,
    index: str | None,
) -> list[Item]:
    """The live items of one range; text compares by its UTF-8 bytes (SQLite's BINARY collation)."""
    column, direction = index or "sk", "DESC" if reverse else "ASC"
    where = ["pk = :pk", f"{column} IS NOT NULL", LIVE]
    values: dict[str, Any] = {"pk": pk, "now": now, "limit": limit, "after": after, "before": before, "prefix": prefix}
    if after is not None:
        where.append(f"{column} > :after")
    if before is not None:
        where.append(f"{column} < :before")
    if prefix:
        # No UTF-8 text has a byte 0xFF, so this bound is above all that starts with the prefix, and below the rest.
        values["prefix_end"] = prefix.encode() + b"\xff"
        where += [f"{column} >= :prefix", f"{column} < CAST(:prefix_end AS TEXT)"]
    sql = f"SELECT {COLUMNS} FROM items WHERE {' AND '.join(where)} ORDER BY {column} {direction}, sk {direction}"
    return [item_of(row) for row in connection.execute(f"{sql} LIMIT :limit", values)]


def everything(connection: sqlite3.Connection, now: int) -> Iterator[Item]:
    """All live items as of the first one, in order of their keys, one by one."""
    return map(item_of, connection.execute(f"SELECT {COLUMNS} FROM items WHERE {LIVE} ORDER BY pk, sk", {"now": now}))


def item_of(row: Sequence[Any]) -> Item:
    """The item of a row of `COLUMNS`."""
    pk, sk, version, data, expires_at, *listed = row
    indexes = {name: value for name, value in zip(INDEXES, listed, strict=True) if value is not None}
    return Item(Key(pk, sk), json.loads(data), version, indexes, expires_at)
