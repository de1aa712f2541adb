"""The journal's file: one connection, one lock, transactions that nest."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..errors import JournalBroken
from .lock import FileLock, folder_lock

_VERSION = 2
_SCHEMA = """
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE seen (id TEXT PRIMARY KEY, sequence INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE outbox (n INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, type TEXT NOT NULL, task_id TEXT,
    interaction_id TEXT, body TEXT NOT NULL);
CREATE TABLE tasks (id TEXT PRIMARY KEY, conversation_id TEXT NOT NULL, assigned TEXT NOT NULL, state TEXT NOT NULL,
    started INTEGER NOT NULL DEFAULT 0, cancel TEXT, ending TEXT);
CREATE TABLE steps (scope TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (scope, key))
    WITHOUT ROWID;
CREATE TABLE asks (interaction_id TEXT PRIMARY KEY, task_id TEXT NOT NULL, key TEXT NOT NULL, card TEXT NOT NULL,
    digest TEXT NOT NULL, state TEXT NOT NULL DEFAULT 'open', gist TEXT);
CREATE INDEX asks_by_task ON asks (task_id, key);
CREATE TABLE answers (interaction_id TEXT PRIMARY KEY, outcome TEXT NOT NULL);
CREATE TABLE messages (id TEXT PRIMARY KEY, sequence INTEGER NOT NULL, task_id TEXT, body TEXT NOT NULL,
    handled INTEGER NOT NULL DEFAULT 0);
"""
_SINCE_1 = "ALTER TABLE tasks ADD COLUMN ending TEXT; ALTER TABLE asks ADD COLUMN gist TEXT;"

Row = sqlite3.Row


class Database:
    """The open file. Usable from several threads: each transaction has it for itself."""

    def __init__(self, path: Path) -> None:
        self._file_lock = FileLock(folder_lock(path.parent))
        self._file_lock.acquire()
        self._lock = threading.RLock()
        self._depth = 0
        self._scrub = False
        try:
            self._connection = _open(path)
        except BaseException:
            self._file_lock.release()
            raise

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing, on disk when it returns. A transaction inside a transaction is part of it."""
        with self._lock:
            if self._depth == 0:
                self.run("BEGIN IMMEDIATE")
            self._depth += 1
            try:
                yield
            except BaseException:
                self._depth -= 1
                if self._depth == 0:
                    self._connection.rollback()
                raise
            self._depth -= 1
            if self._depth == 0:
                self.run("COMMIT")
                self._clean()

    def scrub(self) -> None:
        """What this transaction deletes may be secret: empty the write-ahead log, too, once it is committed."""
        self._scrub = True

    def _clean(self) -> None:
        if self._scrub:
            self._scrub = False
            self.rows("PRAGMA wal_checkpoint(TRUNCATE)")

    def run(self, sql: str, *values: Any) -> int:
        """Execute one statement; how many rows it changed. Raises JournalBroken."""
        with self._lock:
            try:
                return self._connection.execute(sql, values).rowcount
            except sqlite3.Error as error:
                raise _broken(error) from error

    def rows(self, sql: str, *values: Any) -> list[Row]:
        """All rows of a query. Raises JournalBroken."""
        with self._lock:
            try:
                return self._connection.execute(sql, values).fetchall()
            except sqlite3.Error as error:
                raise _broken(error) from error

    def row(self, sql: str, *values: Any) -> Row | None:
        """The first row of a query, if there is one."""
        return next(iter(self.rows(sql, *values)), None)

    def close(self) -> None:
        """Give the file back."""
        with self._lock:
            self._connection.close()
        self._file_lock.release()


def _open(path: Path) -> sqlite3.Connection:
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))  # its WAL file inherits the mode
        connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=10)
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA secure_delete=ON")
        _migrate(connection, path)
    except (sqlite3.Error, OSError) as error:
        raise _broken(error, path) from error
    return connection


def _migrate(connection: sqlite3.Connection, path: Path) -> None:
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > _VERSION:
        raise JournalBroken(f"{path} was written by a newer version of lineup: upgrade (pip install -U lineup).")
    if version < _VERSION:
        script = _SINCE_1 if version else _SCHEMA
        connection.executescript(f"BEGIN; {script} PRAGMA user_version={_VERSION}; COMMIT;")


def _broken(error: Exception, path: Path | None = None) -> JournalBroken:
    where = f" {path}" if path else ""
    return JournalBroken(
        f"the journal{where} cannot be used ({error}). Check the disk's space and the folder's permissions; a damaged"
        " file may be moved away: open tasks are then rebuilt from the server."
    )
