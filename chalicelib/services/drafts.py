"""Streamed text: forwarded live, kept for late joiners, replaced by the final message. Not in the log."""

from __future__ import annotations

from typing import Any

from chalicelib.lap import limits
from chalicelib.lap.ephemeral import MessageDelta
from chalicelib.lap.wire import dump

from . import items
from .connections import Connection, Connections
from .ports import Clock, ConditionFailed, Contention, Expect, Item, Key, Put, Table, Version
from .times import seconds

_KEPT_SECONDS = 3600
_LISTED_BYTES = 12_000


class Drafts:
    """Text so far of messages that are being written."""

    def __init__(self, table: Table, connections: Connections, clock: Clock) -> None:
        self._table = table
        self._connections = connections
        self._clock = clock

    def stream(self, connection: Connection, delta: MessageDelta) -> None:
        """Keep and forward one piece. A message that another agent is writing is left alone."""
        key = items.draft(connection.workspace_id, delta.payload.message_id)
        before = self._table.get([key]).get(key)
        if before is not None and before.data["agentId"] != connection.actor_id:
            return
        frame = dump(delta.model_copy(update={"workspace_id": connection.workspace_id}))
        for other in self._connections.of_workspace(connection.workspace_id):
            if other.kind == "client":
                self._connections.post(other, [frame])
        self._keep(connection, delta, key, before)

    def _keep(self, connection: Connection, delta: MessageDelta, key: Key, before: Item | None) -> None:
        known = str(before.data["text"]) if before else ""
        text = (known[: delta.payload.offset] + delta.payload.text)[: limits.CONTENT]
        if delta.payload.offset > len(known):
            return
        data = {
            "messageId": delta.payload.message_id,
            "agentId": connection.actor_id,
            "conversationId": delta.conversation_id,
            "taskId": delta.task_id,
            "text": text,
        }
        expires = seconds(self._clock.now()) + _KEPT_SECONDS
        item = Item(key, {k: v for k, v in data.items() if v is not None}, expires_at=expires)
        try:
            self._table.transact([Put(item, Version(before.version) if before else Expect.ABSENT)])
        except (ConditionFailed, Contention):
            return  # a piece that came at the same moment won; the final message has it all

    def of_workspace(self, workspace_id: str) -> list[dict[str, Any]]:
        """What is being written now, newest last, as far as it fits into a frame."""
        found = self._table.query(items.draft(workspace_id, "any").pk, limit=20)
        drafts: list[dict[str, Any]] = []
        used = 0
        for item in found:
            used += 4 * len(item.data["text"])
            if used > _LISTED_BYTES and drafts:
                break
            drafts.append(dict(item.data))
        return drafts
