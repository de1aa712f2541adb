"""The one writer of the SQLite Table: group commit, and the change feed that is written with it.

Whoever gets the lock commits for all who wait, in one SQLite transaction with a savepoint for each: sixteen callers
share one fsync, and each still gets its own answer. Nobody is answered before the commit.
"""

from __future__ import annotations

import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from chalicelib.services.ports import Check, ConditionFailed, Put, TableError, Write
from chalicelib.services.writes import key_of
from infra.local import table_sql as sql

#: Most transactions in one commit, so that the first of them does not wait for long.
GROUP = 64
PURGE_SECONDS = 60
PURGE_ROWS = 200


class _Request:
    """One caller's transaction and its outcome."""

    __slots__ = ("done", "error", "writes")

    def __init__(self, writes: Sequence[tuple[Write, str]]) -> None:
        self.writes = writes
        self.done = False
        self.error: BaseException | None = None


class Writer:
    """Owns the writing connection. `now` gives a Unix time in seconds; changes of items at `feed_sk` are recorded."""

    def __init__(self, connection: sqlite3.Connection, now: Callable[[], float], feed_sk: str) -> None:
        self._connection = connection
        self._now = now
        self._feed_sk = feed_sk
        self._turn = threading.Lock()
        self._waiting: deque[_Request] = deque()
        self._news = threading.Condition()
        self._last: int = connection.execute("SELECT coalesce(max(seq), 0) FROM changes").fetchone()[0]
        self._committed: int = self._last
        self._purged = float("-inf")
        self._closed = False
        self.acknowledged = 0
        self._forgotten = 0

    def submit(self, writes: Sequence[tuple[Write, str]]) -> None:
        """Commit prepared writes. Raises `ConditionFailed`, or what SQLite raises (`sqlite3.Error`)."""
        request = _Request(writes)
        self._waiting.append(request)
        with self._turn:
            while not request.done:
                self._commit_group([self._waiting.popleft() for _ in range(min(len(self._waiting), GROUP))])
        if request.error is not None:
            raise request.error

    def acknowledge(self, seq: int) -> None:
        """Changes up to `seq` are handled. They are removed with the next commit, which costs no fsync of its own;
        after a crash before that they come again."""
        self.acknowledged = max(self.acknowledged, seq)

    def wait_for_change(self, timeout: float) -> bool:
        """Wait up to `timeout` seconds for a change that is not acknowledged; whether there is one."""
        with self._news:
            self._news.wait_for(lambda: self._closed or self._committed > self.acknowledged, timeout)
            return self._committed > self.acknowledged

    def close(self) -> None:
        """Finish what is under way, forget what was acknowledged, and close the connection. Again is fine."""
        with self._turn:
            if not self._closed:
                self._connection.execute(sql.FORGET, (self.acknowledged,))
                self._connection.close()
        with self._news:
            self._closed = True
            self._news.notify_all()

    def _commit_group(self, group: list[_Request]) -> None:
        now = int(self._now())
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            changed = self._apply_group(group, now)
            if changed:
                self._tidy(now)
            self._connection.execute("COMMIT" if changed else "ROLLBACK")
        except BaseException as error:
            if not self._closed and self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            self._last = self._committed
            for request in group:
                request.error = error if isinstance(error, Exception) else TableError("the commit was interrupted")
            if not isinstance(error, Exception):
                raise
        finally:
            for request in group:
                request.done = True
        if self._committed < self._last:
            with self._news:
                self._committed = self._last
                self._news.notify_all()

    def _apply_group(self, group: list[_Request], now: int) -> bool:
        """Apply each; whether any of them is to be committed."""
        alone = len(group) == 1
        for request in group:
            last = self._last
            if not alone:
                self._connection.execute("SAVEPOINT one")
            failed = [key_of(write) for write, data in request.writes if not self._apply(write, data, now)]
            if failed:
                request.error = ConditionFailed(failed)
                self._last = last
            if failed and not alone:
                self._connection.execute("ROLLBACK TO one")
            if not alone:
                self._connection.execute("RELEASE one")
        return any(request.error is None for request in group)

    def _apply(self, write: Write, data: str, now: int) -> bool:
        key = key_of(write)
        if key.sk != self._feed_sk or isinstance(write, Check):
            return sql.apply(self._connection, write, data, now)
        values: dict[str, Any] = {"pk": key.pk, "sk": key.sk}
        old = self._connection.execute(sql.STORED, values).fetchone()
        if not sql.apply(self._connection, write, data, now):
            return False
        new = self._connection.execute(sql.STORED, values).fetchone() if isinstance(write, Put) else None
        if old or new:
            self._record(values, old, new)
        return True

    def _record(self, values: dict[str, Any], old: Any, new: Any) -> None:
        self._last += 1
        values["seq"] = self._last
        values["old_version"], values["old_data"] = old or (None, None)
        values["new_version"], values["new_data"] = new or (None, None)
        self._connection.execute(sql.CHANGED, values)

    def _tidy(self, now: int) -> None:
        """Remove what nobody needs, in a transaction that is paid for anyway."""
        if self.acknowledged > self._forgotten:
            self._forgotten = self.acknowledged
            self._connection.execute(sql.FORGET, (self._forgotten,))
        if now - self._purged >= PURGE_SECONDS:
            self._purged = now
            sql.purge(self._connection, now, PURGE_ROWS)
