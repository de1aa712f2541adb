"""The one writer of the SQLite Table: group commit, and the change feed that is written with it.

Whoever gets the lock commits for all who wait, in one SQLite transaction with a savepoint for each: sixteen callers
share one fsync, and each still gets its own answer. Nobody is answered before the commit. While the disk takes nothing
(it is full, or read-only) each write is tried and refused with `Unavailable`, and the log says it once.
"""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Sequence

from chalicelib.services.ports import ConditionFailed, TableError, Write
from infra.local import table_sql as sql
from infra.local.logs import Repeats
from infra.local.table_file import unavailable
from infra.local.table_sql import Plan

log = logging.getLogger("lineup.table")

#: Most transactions in one commit, so that the first of them does not wait for long.
GROUP = 64
PURGE_SECONDS = 60
PURGE_ROWS = 200


class _Request:
    """One caller's transaction and its outcome."""

    __slots__ = ("done", "error", "plan")

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.done = False
        self.error: Exception | None = None


class Writer:
    """Owns the writing connection. `now` gives a Unix time in seconds; changes of items at `feed_sk` are recorded."""

    def __init__(self, connection: sqlite3.Connection, now: Callable[[], float], feed_sk: str) -> None:
        self._connection = connection
        self._now = now
        self._feed_sk = feed_sk
        self._turn = threading.Lock()
        self._waiting: deque[_Request] = deque()
        self._news = threading.Event()
        self._last: int = connection.execute("SELECT coalesce(max(seq), 0) FROM changes").fetchone()[0]
        self._committed: int = self._last
        self._purged = float("-inf")
        self._closed = False
        self._trouble = ""
        self.acknowledged = 0
        self._forgotten = 0

    def submit(self, writes: Sequence[tuple[Write, str]]) -> None:
        """Commit prepared writes. Raises `ConditionFailed`, `Unavailable`, or what SQLite raises (`sqlite3.Error`)."""
        request = _Request(Plan(writes, int(self._now()), self._feed_sk))
        self._waiting.append(request)
        with self._turn:
            while not request.done:
                self._commit_group(self._next_group())
        if request.error is not None:
            raise request.error

    def acknowledge(self, seq: int) -> None:
        """Changes up to `seq` are handled. They are removed with the next commit, which costs no fsync of its own;
        after a crash before that they come again."""
        self.acknowledged = max(self.acknowledged, seq)

    def wait_for_change(self, timeout: float) -> bool:
        """Wait up to `timeout` seconds for a change that is not acknowledged; whether there may be one.

        For one consumer. It clears before it looks, and the writer tells after it wrote: none is missed.
        """
        self._news.clear()
        if not self._closed and self._committed <= self.acknowledged:
            self._news.wait(timeout)
        return self._committed > self.acknowledged

    def close(self) -> None:
        """Finish what is under way, forget what was acknowledged, and close the connection. Again is fine."""
        with self._turn:
            if not self._closed:
                self._forget_at_last()
                self._connection.close()
        self._closed = True
        self._news.set()

    def _forget_at_last(self) -> None:
        try:
            self._connection.execute(sql.FORGET, (self.acknowledged,))
        except sqlite3.OperationalError as error:  # no room for it: they come again, which harms nobody
            log.warning("the change feed keeps what it has told: %s", error.sqlite_errorname)

    def _next_group(self) -> list[_Request]:
        waiting = self._waiting
        return [waiting.popleft() for _ in range(min(len(waiting), GROUP))]

    def _commit_group(self, group: list[_Request]) -> None:
        connection = self._connection
        try:
            connection.execute("BEGIN IMMEDIATE")
            if len(group) == 1:
                self._run_alone(group[0])
            else:
                self._run_together(group)
            if connection.in_transaction:
                self._tidy(group[0].plan.now)
                connection.execute("COMMIT")
                self._recovered()
        except BaseException as error:
            self._abandon(group, error)
            if not isinstance(error, Exception):
                raise
        finally:
            for request in group:
                request.done = True
        if self._committed < self._last:
            self._committed = self._last
            if not self._news.is_set():
                self._news.set()

    def _run_alone(self, request: _Request) -> None:
        last = request.plan.record(self._connection, self._last)
        if request.plan.run(self._connection):
            self._last = last
        else:
            self._connection.execute("ROLLBACK")
            request.error = ConditionFailed(request.plan.failing(self._connection))

    def _run_together(self, group: list[_Request]) -> None:
        """A savepoint for each, so that a refusal undoes only its own writes."""
        for request in group:
            self._connection.execute("SAVEPOINT one")
            last = request.plan.record(self._connection, self._last)
            if request.plan.run(self._connection):
                self._last = last
            else:
                self._connection.execute("ROLLBACK TO one")
                request.error = ConditionFailed(request.plan.failing(self._connection))
            self._connection.execute("RELEASE one")

    def _abandon(self, group: list[_Request], error: BaseException) -> None:
        """Nothing of the group was committed (a full disk, a closed table): all of its callers learn it."""
        if not self._closed and self._connection.in_transaction:
            self._connection.execute("ROLLBACK")
        self._last = self._committed
        if (refusal := unavailable(error)) is not None:
            if str(refusal) != self._trouble:
                log.error("nothing can be written: %s", refusal, extra=Repeats.CHANGE)
            self._trouble, error = str(refusal), refusal
        for request in group:
            request.error = error if isinstance(error, Exception) else TableError("the commit was interrupted")

    def _recovered(self) -> None:
        if self._trouble:
            log.warning("writes succeed again", extra=Repeats.CHANGE)
            self._trouble = ""

    def _tidy(self, now: int) -> None:
        """Remove what nobody needs, in a transaction that is paid for anyway."""
        if self.acknowledged > self._forgotten:
            self._forgotten = self.acknowledged
            self._connection.execute(sql.FORGET, (self._forgotten,))
        if not 0 <= now - self._purged < PURGE_SECONDS:  # a clock may be set back
            self._purged = now
            sql.purge(self._connection, now, PURGE_ROWS)
