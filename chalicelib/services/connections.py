"""The open sockets: who is at the other end, and posting to them."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from chalicelib.lap import limits
from chalicelib.lap.effects import SetTimer
from chalicelib.lap.envelope import Actor
from chalicelib.lap.times import plus
from chalicelib.lap.wire import compact

from . import items
from .frames import Frames
from .metrics import UNMETERED, Count
from .ports import (
    Clock,
    ConditionFailed,
    Contention,
    Delete,
    Expect,
    Gateway,
    GatewayBusy,
    GatewayGone,
    Item,
    Key,
    Metrics,
    Put,
    Table,
    TableError,
    Version,
)  # fmt: skip
from .times import seconds, stamp
from .traces import trace

_LOG = logging.getLogger("lineup.connections")

HELLO_SECONDS = 15
"""A socket says hello within this time."""
_PAGE = 500
_LIFETIME_SECONDS = 3 * 3600
"""A row outlives the longest connection (2 h on API Gateway)."""


@dataclass(frozen=True, slots=True)
class Connection:
    """One socket. A browser's has no actor before its ticket was taken (`greeted` False)."""

    id: str
    kind: Literal["client", "agent"]
    workspace_id: str = ""
    actor_id: str = ""
    actor_name: str = ""
    greeted: bool = False

    @property
    def actor(self) -> Actor:
        """Whose frames these are."""
        return Actor(kind="agent" if self.kind == "agent" else "user", id=self.actor_id, name=self.actor_name)


class Connections:
    """Rows of open sockets, found by connection and by workspace."""

    def __init__(self, table: Table, gateway: Gateway, clock: Clock, metrics: Metrics = UNMETERED) -> None:
        self._table = table
        self._gateway = gateway
        self._clock = clock
        self._metrics = metrics
        self._known: dict[str, Connection] = {}

    def open(self, connection: Connection) -> None:
        """A socket was accepted. The timer closes it if it never says hello."""
        due = plus(stamp(self._clock.now()), HELLO_SECONDS)
        self._table.transact(
            [
                Put(self._item(items.connection(connection.id), connection), Expect.ANY),
                Put(items.timer_item("", SetTimer(due, "hello", connection.id)), Expect.ANY),
            ]
        )

    def greet(self, connection: Connection) -> Connection | None:
        """It said hello: from now on it is among its workspace's sockets. None if it did so already, or is closed: two
        hellos at once do not make it two."""
        key = items.connection(connection.id)
        row = self._table.get([key]).get(key)
        if row is None or row.data["greeted"]:
            return None
        greeted = replace(connection, greeted=True)
        listed = Key(items.connections(greeted.workspace_id), greeted.id)
        try:
            self._table.transact(
                [
                    Put(self._item(key, greeted), Version(row.version)),
                    Put(self._item(listed, greeted), Expect.ANY),
                ]
            )
        except (ConditionFailed, Contention):
            return None
        self._remember(greeted)
        return greeted

    def _item(self, key: Key, connection: Connection) -> Item:
        return Item(key, asdict(connection), expires_at=seconds(self._clock.now()) + _LIFETIME_SECONDS)

    def _remember(self, connection: Connection) -> None:
        if len(self._known) > 5_000:
            self._known.clear()
        self._known[connection.id] = connection

    def find(self, connection_id: str) -> Connection | None:
        """Who it is. Who it is never changes after hello, so that it may be remembered; what it may do is decided anew
        by every command."""
        if (known := self._known.get(connection_id)) is not None:
            return known
        key = items.connection(connection_id)
        item = self._table.get([key]).get(key)
        if item is None:
            return None
        connection = Connection(**item.data)
        if connection.greeted:
            self._remember(connection)
        return connection

    def forget(self, connection: Connection) -> None:
        """It is closed."""
        self._known.pop(connection.id, None)
        deletes = [Delete(items.connection(connection.id))]
        if connection.workspace_id:
            deletes.append(Delete(Key(items.connections(connection.workspace_id), connection.id)))
        self._table.transact(deletes)

    def of_workspace(self, workspace_id: str) -> list[Connection]:
        """All that said hello."""
        found: list[Connection] = []
        after: str | None = None
        while True:
            page = self._table.query(items.connections(workspace_id), after=after, limit=_PAGE)
            found += [Connection(**item.data) for item in page]
            if len(page) < _PAGE:
                return found
            after = page[-1].key.sk

    def post(self, connection: Connection, frames: Sequence[dict[str, Any]]) -> bool:
        """Send frames one by one; whether all were handed over. One that is gone is listed no more; one that lags
        will notice by its heartbeat."""
        return self._send(connection, [compact(frame) for frame in frames])

    def _send(self, connection: Connection, texts: Sequence[str]) -> bool:
        """Whatever goes wrong on the way to one socket is that socket's trouble: it never stops the others."""
        try:
            for text in texts:
                self._gateway.post(connection.id, text)
                self._metrics.count(Count.POSTS)
        except GatewayGone:
            self._metrics.count(Count.GONE)
            self._unlist_quietly(connection)
            return False
        except GatewayBusy:
            self._metrics.count(Count.LAGGING)
            return False
        except Exception as error:
            self._metrics.count(Count.POSTS_FAILED)
            _LOG.error("a post to connection %s failed: %s", connection.id, trace(error))
            return False
        return True

    def _unlist_quietly(self, connection: Connection) -> None:
        """Fan-out meets it no more. Its own row stays for the notice of its end, which may come after this post and has
        to tell that an agent left; it expires where no notice comes. So does a listing that stays."""
        self._known.pop(connection.id, None)
        if not connection.workspace_id:
            return
        try:
            self._table.transact([Delete(Key(items.connections(connection.workspace_id), connection.id))])
        except TableError as error:
            _LOG.warning("connection %s is gone and stays listed: %s", connection.id, trace(error))

    def post_together(self, connection: Connection, frames: Sequence[dict[str, Any]]) -> bool:
        """Send frames as one array, or one by one if they do not fit into one frame."""
        together = compact(list(frames))
        if len(frames) < 2 or len(together.encode()) > limits.FRAME_BYTES:
            return self.post(connection, frames)
        return self._send(connection, [together])

    def close(self, connection: Connection, code: int, reason: str, error: str | None = None) -> None:
        """Say why, then close, then forget."""
        if error is not None:
            frames = Frames(stamp(self._clock.now()), connection.workspace_id or None)
            self.post(connection, [frames.error(None, error, close_code=code)])
        try:
            self._gateway.close(connection.id, code, reason)
        except Exception as error:
            _LOG.error("connection %s was not closed: %s", connection.id, trace(error))
        self.forget(connection)
