"""Which agents are alive: any inbound frame counts, one connection per agent, the newest wins (design.md §4)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from chalicelib.lap import limits
from chalicelib.lap.commands import ConnectAgent, DisconnectAgent
from chalicelib.lap.effects import SetTimer
from chalicelib.lap.envelope import SYSTEM
from chalicelib.lap.ephemeral import AgentHello
from chalicelib.lap.errors import REPLACED
from chalicelib.lap.times import parse, plus

from . import items
from .agentlog import AgentLog
from .connections import Connection, Connections
from .ports import Clock, ConditionFailed, Contention, Expect, Item, Put, Table, Version
from .relay import Accepted, Outcome, Relay
from .secrets import new_id
from .times import stamp

_TOUCH_SECONDS = 2
"""A sign of life is written at most this often, so silence is told to 2 s."""


@dataclass(frozen=True, slots=True)
class Life:
    """An agent's current connection and when it was last heard."""

    connection_id: str
    last_seen_at: str
    version: int


class Presence:
    """Signs of life, and the events that follow from them."""

    def __init__(
        self, table: Table, relay: Relay, connections: Connections, agent_log: AgentLog, clock: Clock
    ) -> None:  # fmt: skip
        self._table = table
        self._relay = relay
        self._connections = connections
        self._agent_log = agent_log
        self._clock = clock
        self._touched: dict[str, str] = {}
        self._positions: dict[str, int] = {}

    def life(self, workspace_id: str, agent_id: str) -> Life | None:
        """The last that is known, or None if it never connected."""
        key = items.presence(workspace_id, agent_id)
        item = self._table.get([key]).get(key)
        return Life(item.data["connectionId"], item.data["lastSeenAt"], item.version) if item else None

    def lives(self, workspace_id: str) -> dict[str, str]:
        """Agent id -> last seen, of all agents of a workspace that ever connected."""
        pk = items.presence(workspace_id, "any").pk
        return {item.key.sk: item.data["lastSeenAt"] for item in self._table.query(pk, limit=1000)}

    def _write(self, connection: Connection, now: str) -> None:
        key = items.presence(connection.workspace_id, connection.actor_id)
        self._table.transact([Put(Item(key, {"connectionId": connection.id, "lastSeenAt": now}), Expect.ANY)])
        self._touched[connection.id] = now

    def connected(self, connection: Connection, hello: AgentHello) -> Outcome:
        """Hello: this connection is the agent's now; an older one is closed."""
        now = stamp(self._clock.now())
        before = self.life(connection.workspace_id, connection.actor_id)
        self._write(connection, now)
        if before is not None and before.connection_id not in ("", connection.id):
            older = self._connections.find(before.connection_id)
            if older is not None:
                self._connections.close(older, REPLACED, "replaced by a newer connection", "replaced")
        command = ConnectAgent.model_validate(
            {
                "id": new_id(),
                "occurredAt": now,
                "payload": {
                    "agentId": connection.actor_id,
                    "agentVersion": hello.payload.agent_version,
                    "runtime": hello.payload.runtime,
                    "capabilities": hello.payload.capabilities,
                },
            }
        )
        timer = SetTimer(plus(now, limits.OFFLINE_SECONDS), "silent", connection.actor_id)
        self._table.transact([Put(items.timer_item(connection.workspace_id, timer), Expect.ANY)])
        return self._relay.submit(connection.workspace_id, SYSTEM, [command])[0]

    def touch(self, connection: Connection) -> None:
        """A frame came in. Losing a race for this note is fine: the other frame is a sign of life too."""
        now = self._clock.now()
        last = self._touched.get(connection.id)
        if last is not None and timedelta(0) <= now - parse(last) < timedelta(seconds=_TOUCH_SECONDS):
            return
        life = self.life(connection.workspace_id, connection.actor_id)
        if life is not None and life.connection_id != connection.id:
            return
        try:
            self._write(connection, stamp(now))
        except Contention:
            return

    def reached(self, connection: Connection, cursor: int | None) -> None:
        """The adapter has the log up to `cursor`: where it may go on if it or the log is set back."""
        if cursor is None or self._positions.get(connection.actor_id) == cursor:
            return
        key = items.reached(connection.workspace_id, connection.actor_id)
        self._table.transact([Put(Item(key, {"cursor": cursor}), Expect.ANY)])
        self._positions[connection.actor_id] = cursor

    def position(self, workspace_id: str, agent_id: str) -> int | None:
        """The last position that the adapter told, if it ever did."""
        key = items.reached(workspace_id, agent_id)
        item = self._table.get([key]).get(key)
        return int(item.data["cursor"]) if item else None

    def disconnected(self, connection: Connection) -> None:
        """The socket closed. Of a superseded one this changes nothing, nor of one that is superseded at this moment."""
        self._touched.pop(connection.id, None)
        if self._ended(connection):
            self._went(connection.workspace_id, connection.actor_id, "closed", stamp(self._clock.now()))

    def _ended(self, connection: Connection) -> bool:
        """Whether it was the agent's connection, which is without one now. Only a hello or its own last frame can come
        between the read and the write."""
        while True:
            life = self.life(connection.workspace_id, connection.actor_id)
            if life is None or life.connection_id != connection.id:
                return False
            key = items.presence(connection.workspace_id, connection.actor_id)
            end = Item(key, {"connectionId": "", "lastSeenAt": life.last_seen_at})
            try:
                self._table.transact([Put(end, Version(life.version))])
            except ConditionFailed:
                continue
            return True

    def check_silence(self, workspace_id: str, agent_id: str) -> SetTimer | None:
        """The silence timer fired: offline if nothing was heard for 50 s, else when to look again. That a closed one
        left is told again: the log may have been busy when it closed, or the process ended before it said so."""
        life = self.life(workspace_id, agent_id)
        if life is None:
            return None
        if not life.connection_id:
            self._went(workspace_id, agent_id, "closed", life.last_seen_at)
            return None
        due = plus(life.last_seen_at, limits.OFFLINE_SECONDS)
        if stamp(self._clock.now()) < due:
            return SetTimer(due, "silent", agent_id)
        self._went(workspace_id, agent_id, "silent", life.last_seen_at)
        self._agent_log.note(workspace_id, agent_id, "silent")
        silent = self._connections.find(life.connection_id)
        if silent is not None:
            self._connections.close(silent, 1001, "no sign of life")
        return None

    def _went(self, workspace_id: str, agent_id: str, reason: str, last_seen_at: str) -> None:
        command = DisconnectAgent.model_validate(
            {
                "id": new_id(),
                "occurredAt": stamp(self._clock.now()),
                "payload": {"agentId": agent_id, "reason": reason, "lastSeenAt": last_seen_at},
            }
        )
        outcome = self._relay.submit(workspace_id, SYSTEM, [command])[0]
        if not isinstance(outcome, Accepted) and outcome.error.retryable:
            timer = SetTimer(plus(stamp(self._clock.now()), 1), "silent", agent_id)
            self._table.transact([Put(items.timer_item(workspace_id, timer), Expect.ANY)])
