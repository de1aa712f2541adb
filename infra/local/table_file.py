"""The SQLite file of the embedded runtime: one process at a time, its schema, its settings, its backup.

The lock is on a file beside it: closing any descriptor of a file drops a process's POSIX locks on it, and SQLite has
its own there. `flock` belongs to the open file, so a second `open_file` in one process is refused as well.
"""

from __future__ import annotations

import errno
import fcntl
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import IO

from chalicelib.services.ports import Unavailable
from infra.local.restoring import refuse_half_done

#: Script n brings a file from `user_version` n to n + 1. Append, never edit.
#: Without rowid: the log of a workspace lies together in order of `sk`, and measured the fastest append.
MIGRATIONS = (
    """
    CREATE TABLE items (
        pk TEXT NOT NULL, sk TEXT NOT NULL, version INTEGER NOT NULL, data TEXT NOT NULL,
        expires_at INTEGER, lsi1 TEXT, lsi2 TEXT, PRIMARY KEY (pk, sk)
    ) WITHOUT ROWID;
    CREATE INDEX items_lsi1 ON items (pk, lsi1, sk) WHERE lsi1 IS NOT NULL;
    CREATE INDEX items_lsi2 ON items (pk, lsi2, sk) WHERE lsi2 IS NOT NULL;
    CREATE INDEX items_expiry ON items (expires_at) WHERE expires_at IS NOT NULL;
    CREATE TABLE changes (
        seq INTEGER PRIMARY KEY, pk TEXT NOT NULL, sk TEXT NOT NULL,
        old_version INTEGER, old_data TEXT, new_version INTEGER, new_data TEXT
    );
    """,
)


#: SQLite's primary result codes for a disk that takes no writes, and what to say.
_UNWRITABLE = {
    sqlite3.SQLITE_FULL: "The disk is full. Make room: nothing acknowledged is lost, and writing goes on by itself.",
    sqlite3.SQLITE_READONLY: "The data file cannot be written (read-only). Check the folder's owner and its disk.",
    sqlite3.SQLITE_IOERR: "The disk is full, or it failed ({name}). Make room, or check it.",
}


class DatabaseInUse(Exception):
    """Another process (or another part of this one) has the data file open. The message says what to do."""


class DatabaseTooNew(Exception):
    """The data file was written by a newer version of this program. The message says what to do."""


def unavailable(error: BaseException) -> Unavailable | None:
    """What an error is to a caller if it means that the disk takes no writes, else None."""
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
        return Unavailable(_UNWRITABLE[sqlite3.SQLITE_FULL])
    if not isinstance(error, sqlite3.OperationalError):
        return None
    said = _UNWRITABLE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)
    return Unavailable(said.format(name=error.sqlite_errorname)) if said else None


def lock(path: Path, *, half_restored: bool = False) -> IO[str]:
    """Take the data file at `path` for this process until the result is closed. Raises `DatabaseInUse`, and
    `StartRefused` where a restore was cut short, unless the caller is the one that finishes it."""
    holder = path.with_name(path.name + ".lock").open("a+", encoding="ascii")
    try:
        fcntl.flock(holder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        holder.seek(0)
        process = holder.read(20).strip() or "unknown"
        holder.close()
        raise DatabaseInUse(
            f"{path} is in use by process {process}. Stop that server first, or start this one on another data folder."
        ) from error
    try:
        if not half_restored:
            refuse_half_done(path.parent)
        holder.truncate(0)
        holder.write(str(os.getpid()))
        holder.flush()
    except BaseException:
        holder.close()
        raise
    return holder


def connect(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """A connection with our settings, for any one thread at a time. Transactions are explicit."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, cached_statements=256)
    try:
        # Every commit is on the disk when it returns: an acknowledged append survives a power loss.
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA journal_size_limit = 67108864")
        if read_only:
            connection.execute("PRAGMA query_only = ON")
    except BaseException:
        connection.close()
        raise
    return connection


def open_writer(path: Path) -> sqlite3.Connection:
    """The writing connection, after bringing the file to the newest schema. Raises `DatabaseTooNew`."""
    connection = connect(path)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        _migrate(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def back_up(source: sqlite3.Connection, target: Path) -> None:
    """Copy the whole database, as it is at one moment, to a new file while writers go on.

    Raises `FileExistsError` if there is one: a backup never overwrites.
    """
    if target.exists():
        raise FileExistsError(f"{target} exists; name a new file")
    partial = target.with_name(target.name + ".partial")
    partial.unlink(missing_ok=True)
    with closing(sqlite3.connect(partial, isolation_level=None)) as copy:
        source.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it that could be left behind
    with partial.open("rb") as written:
        os.fsync(written.fileno())
    partial.replace(target)


def schema_of(connection: sqlite3.Connection, path: Path) -> int:
    """The file's schema. Raises `DatabaseTooNew`."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > len(MIGRATIONS):
        raise DatabaseTooNew(f"{path} has schema {version}, this program knows {len(MIGRATIONS)}. Update the program.")
    return version


def _migrate(connection: sqlite3.Connection, path: Path) -> None:
    version = schema_of(connection, path)
    for number, script in enumerate(MIGRATIONS[version:], version + 1):
        connection.executescript(f"BEGIN IMMEDIATE; {script}; PRAGMA user_version = {number}; COMMIT;")
