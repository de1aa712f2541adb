"""The SQL of the SQLite Table: one statement for each kind of write, and the two reads.

A write's condition is part of its statement: a statement that changes no row is a condition that did not hold.
An item that has expired but is still stored counts as absent everywhere.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from typing import Any

from chalicelib.services.ports import INDEXES, Check, Delete, Expect, Expectation, Item, Key, Put, Version, Write

COLUMNS = "pk, sk, version, data, expires_at, lsi1, lsi2"
LIVE = "(expires_at IS NULL OR expires_at > :now)"
_HERE = "pk = :pk AND sk = :sk"
_CONTENT = "data = excluded.data, expires_at = excluded.expires_at, lsi1 = excluded.lsi1, lsi2 = excluded.lsi2"
_INSERT = f"""INSERT INTO items ({COLUMNS}) VALUES (:pk, :sk, 1, :data, :expires_at, :lsi1, :lsi2)
    ON CONFLICT (pk, sk) DO UPDATE SET {_CONTENT}, version = """
PUT_ABSENT = f"{_INSERT} 1 WHERE items.expires_at <= :now"
PUT_ANY = f"{_INSERT} items.version + 1"
PUT_VERSION = f"""UPDATE items SET data = :data, expires_at = :expires_at, lsi1 = :lsi1, lsi2 = :lsi2,
    version = version + 1 WHERE {_HERE} AND version = :version AND {LIVE}"""
DELETE_ANY = f"DELETE FROM items WHERE {_HERE}"
DELETE_VERSION = f"{DELETE_ANY} AND version = :version AND {LIVE}"
STORED = f"SELECT version, data FROM items WHERE {_HERE}"
LIVE_VERSION = f"SELECT version FROM items WHERE {_HERE} AND {LIVE}"
CHANGED = "INSERT INTO changes VALUES (:seq, :pk, :sk, :old_version, :old_data, :new_version, :new_data)"
CHANGES = "SELECT * FROM changes WHERE seq > ? ORDER BY seq LIMIT ?"
FORGET = "DELETE FROM changes WHERE seq <= ?"
EXPIRED = "SELECT pk, sk FROM items WHERE expires_at <= :now LIMIT :most"


def apply(connection: sqlite3.Connection, write: Write, data: str, now: int) -> bool:
    """Do one write inside the open transaction; False, with nothing changed, when its condition does not hold."""
    if isinstance(write, Put):
        return _put(connection, write, data, now)
    values: dict[str, Any] = {"pk": write.key.pk, "sk": write.key.sk, "now": now}
    if isinstance(write, Check):
        return _holds(connection, write.expect, values)
    return _delete(connection, write, values)


def _put(connection: sqlite3.Connection, write: Put, data: str, now: int) -> bool:
    item, indexes = write.item, write.item.indexes
    values: dict[str, Any] = {
        "pk": item.key.pk,
        "sk": item.key.sk,
        "data": data,
        "expires_at": item.expires_at,
        "lsi1": indexes.get("lsi1"),
        "lsi2": indexes.get("lsi2"),
        "now": now,
    }
    if isinstance(write.expect, Version):
        values["version"] = write.expect.number
        return connection.execute(PUT_VERSION, values).rowcount == 1
    return connection.execute(PUT_ANY if write.expect is Expect.ANY else PUT_ABSENT, values).rowcount == 1


def _delete(connection: sqlite3.Connection, write: Delete, values: dict[str, Any]) -> bool:
    if isinstance(write.expect, Version):
        values["version"] = write.expect.number
        return connection.execute(DELETE_VERSION, values).rowcount == 1
    if write.expect is Expect.ABSENT and not _holds(connection, write.expect, values):
        return False
    connection.execute(DELETE_ANY, values)
    return True


def _holds(connection: sqlite3.Connection, expect: Expectation, values: dict[str, Any]) -> bool:
    if expect is Expect.ANY:
        return True
    row = connection.execute(LIVE_VERSION, values).fetchone()
    return row is None if expect is Expect.ABSENT else row == (expect.number,) if isinstance(expect, Version) else False


def purge(connection: sqlite3.Connection, now: int, most: int) -> None:
    """Remove up to `most` items that have expired."""
    gone = connection.execute(EXPIRED, {"now": now, "most": most}).fetchall()
    connection.executemany("DELETE FROM items WHERE pk = ? AND sk = ?", gone)


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


def item_of(row: Sequence[Any]) -> Item:
    """The item of a row of `COLUMNS`."""
    pk, sk, version, data, expires_at, *listed = row
    indexes = {name: value for name, value in zip(INDEXES, listed, strict=True) if value is not None}
    return Item(Key(pk, sk), json.loads(data), version, indexes, expires_at)
